/**
 * `npm run gallery`: every line, screen, state and language as a picture, in `dist/gallery/index.html`: a contact sheet for
 * designers and translators. `--lines`, `--screens`, `--languages`, `--widths` and `--schemes` take names with commas
 * between; `--languages pseudo` shows the pseudo-languages.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchStill } from './browser.ts';
import { type Card, galleryPage } from './gallery-page.ts';
import { readOptions, WrongOption } from './options.ts';
import { allPages, type StatedPage } from './pages.ts';
import { decodeArt, inWindow, putPage } from './window.ts';

const FOLDER = 'dist/gallery';
const list = (text: string): string[] => text.split(',').map((each) => each.trim());
const wanted = (names: string | undefined, name: string): boolean => names === undefined || list(names).includes(name);

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 240 || width > 4000)
    throw new WrongOption(`--widths takes widths in px from 240 to 4000, not ${text}.`);
  return width;
}

function schemeOf(scheme: string): 'light' | 'dark' {
  if (scheme !== 'light' && scheme !== 'dark') throw new WrongOption(`--schemes takes light and dark, not ${scheme}.`);
  return scheme;
}

const USAGE = `npm run gallery -- [--lines …] [--screens …] [--languages …] [--widths 1440,390] [--schemes light,dark]
  Names with commas between; --languages pseudo shows the pseudo-languages.`;
const { values, widths, schemes } = readOptions(
  USAGE,
  {
    lines: { type: 'string' },
    screens: { type: 'string' },
    languages: { type: 'string' },
    widths: { type: 'string', default: '1440,390' },
    schemes: { type: 'string', default: 'light' },
  },
  (given) => ({
    values: given,
    widths: list(given.widths).map(widthOf),
    schemes: list(given.schemes).map(schemeOf),
  }),
);

const pseudo = values.languages === 'pseudo';
const isShown = ({ language }: StatedPage): boolean => pseudo || wanted(values.languages, language);
const chosen = await allPages(process.cwd(), {
  languages: pseudo ? 'pseudo' : 'offered',
  line: ({ name }) => wanted(values.lines, name),
  screen: (id) => wanted(values.screens, id),
});
const lines = chosen.map((line) => ({ ...line, pages: line.pages.filter(isShown) }));
if (lines.every(({ pages }) => pages.length === 0)) {
  process.stderr.write('No page has these names.\n');
  process.exit(1);
}

rmSync(FOLDER, { recursive: true, force: true });
const cards: Card[] = [];
const browser = await launchStill();
try {
  for (const line of lines) {
    for (const width of widths) {
      for (const scheme of schemes) {
        const folder = join(line.line, `${width}-${scheme}`);
        mkdirSync(join(FOLDER, folder), { recursive: true });
        await inWindow(browser, line, { width, colorScheme: scheme }, async (tab) => {
          for (const page of line.pages) {
            await putPage(tab, page);
            await decodeArt(tab);
            const file = join(folder, `${page.screen}.${page.state}.${page.language}.jpg`);
            await tab.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: 80, animations: 'disabled' });
            const { screen, state, language, title } = page;
            cards.push({ line: line.line, screen, state, language, width, scheme, title, file });
          }
        });
      }
    }
    process.stderr.write(`${line.line}: ${line.pages.length} pages\n`);
  }
} finally {
  await browser.close();
}
writeFileSync(join(FOLDER, 'index.html'), galleryPage(cards));
process.stdout.write(`${cards.length} pictures: ${FOLDER}/index.html\n`);
