/**
 * `npm run gallery`: every line, screen, state and language as a picture of the whole page, and what the service sends, in
 * `dist/gallery/index.html`: for designers and translators. A run adds to what stands there.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchStill } from './browser.ts';
import { openComparer } from './gallery/difference.ts';
import { drawPages } from './gallery/draw-pages.ts';
import { drawInteractions } from './gallery/interactions.ts';
import { inKeys } from './gallery/keys.ts';
import { liveLine } from './gallery/live-line.ts';
import { readOlder } from './gallery/manifest.ts';
import { galleryPage } from './gallery/page.ts';
import { OPTIONS, planOf, USAGE } from './gallery/plan.ts';
import { drawSent } from './gallery/sent.ts';
import { openShelf, type Shelf } from './gallery/shelf.ts';
import { readOptions, WrongOption } from './options.ts';
import { linesInOrder, pagesOfLine } from './pages.ts';
import { inPseudoLanguages } from './pseudo.ts';
import type { ResolvedLine } from './resolve.ts';
import { BUNDLE_FOLDER } from './workspace.ts';

const plan = readOptions(USAGE, OPTIONS, (given) => {
  if (given.against !== undefined) readOlder(given.against);
  if (given.interactions && !existsSync(BUNDLE_FOLDER))
    throw new WrongOption('--interactions runs the scripts of the last build, and there is none: npm run build first.');
  return planOf(given);
});
const { line: isWanted, screen } = plan;
const root = process.cwd();

/** The lines' own texts, and others that are asked for. */
const ways: ((line: ResolvedLine) => ResolvedLine)[] = [
  plan.pseudo ? inPseudoLanguages : (line) => line,
  ...(plan.keys ? [inKeys] : []),
];

async function draw(shelf: Shelf, line: ResolvedLine): Promise<void> {
  for (const as of ways) {
    const seen = as(line);
    await drawPages(browser, await pagesOfLine(root, seen, screen), plan, shelf);
    if (plan.interactions) await drawInteractions(browser, await liveLine(root, seen), plan, shelf);
    await drawSent(browser, seen, plan, shelf);
  }
}

const browser = await launchStill();
let isWhole = false;
try {
  const shelf = openShelf(plan, openComparer(browser));
  try {
    for (const line of (await linesInOrder(root)).filter(({ name }) => isWanted(name))) {
      const before = shelf.drawn.length;
      await draw(shelf, line);
      process.stderr.write(`${line.name}: ${shelf.drawn.length - before}\n`);
    }
    isWhole = true;
  } finally {
    // What was drawn until something failed is there, too.
    const { cards, gone } = shelf.close(isWhole);
    writeFileSync(join(plan.folder, 'index.html'), galleryPage(cards));
    const changed = shelf.drawn.filter(({ change }) => change !== undefined).length;
    if (shelf.drawn.length === 0) {
      process.stderr.write('No page has these names.\n');
      process.exitCode = 1;
    }
    process.stdout.write(
      `${shelf.drawn.length} drawn, ${changed} of them changed, ${gone.length} gone; ${cards.length} stand in ${plan.folder}/index.html\n`,
    );
  }
} finally {
  await browser.close();
}
