/** The README's pictures, drawn from the same pages as the reviewed ones, so that they are as current as those. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { allPages } from './pages.ts';
import { PICTURES_FOLDER } from './pictures.ts';
import { decodeArt, inWindow, putPage } from './window.ts';

/** Relative to the repository's. */
const FOLDER = 'docs/pictures';
const QUALITY = 84;

/** File → the page that it shows, on a desk. */
const PAGES: Readonly<Record<string, readonly [line: string, screen: string, state: string]>> = {
  'qr-sign-in.jpg': ['dayan', 'qr-sign-in', 'waiting'],
  'link-used.jpg': ['ip', 'reset-done', 'used'],
  'software.jpg': ['foxrenderfarm', 'software-select', 'chosen'],
  'console.jpg': ['dragonforeign', 'console', 'signed-in'],
};

const reviewed = (root: string): string[] =>
  readdirSync(join(root, PICTURES_FOLDER)).filter((name) => name.endsWith('.png'));

/** What the reviewed pictures are: the README's are current when it stands beside them. */
export function ofReviewed(root: string): string {
  const hash = createHash('sha256');
  for (const name of reviewed(root).sort()) hash.update(name).update(readFileSync(join(root, PICTURES_FOLDER, name)));
  return hash.digest('hex').slice(0, 16);
}

/** File in the folder that holds it. */
export const OF_FILE = join(FOLDER, 'of.txt');

/** All lines on desks and on phones, and one form in the dark. */
async function drawLines(browser: Browser, root: string): Promise<Buffer> {
  const picture = (name: string, width: number): string =>
    `<img width="${width}" src="data:image/png;base64,${readFileSync(join(root, PICTURES_FOLDER, name)).toString('base64')}">`;
  const named = (end: string): string[] => reviewed(root).filter((name) => name.endsWith(end));
  const [dark = ''] = named('foxrenderfarm.register.390.dark.png');
  const desks = named('.sign-in.1440.png').map((name) => picture(name, 440));
  const phones = [...named('.sign-in.390.png'), dark].map((name) => picture(name, 212));
  const tab = await browser.newPage({ viewport: { width: 1840, height: 1100 } });
  try {
    await tab.setContent(`<!doctype html><meta charset="utf-8"><style>
      body { display: grid; gap: 20px; margin: 0; padding: 20px; background: #e9ebf0; }
      div { display: flex; flex-wrap: wrap; justify-content: center; gap: 13px; }
      img { display: block; border-radius: 8px; box-shadow: 0 1px 8px #1a1d2b33; }
    </style><div>${desks.join('')}</div><div>${phones.join('')}</div>`);
    return await tab.screenshot({ type: 'jpeg', quality: QUALITY, fullPage: true });
  } finally {
    await tab.close();
  }
}

/** Writes them, and gives how many. */
export async function writeReadmePictures(browser: Browser, root: string): Promise<number> {
  const wanted = Object.entries(PAGES);
  const lines = await allPages(root, {
    line: ({ name }) => wanted.some(([, [line]]) => line === name),
    screen: (id) => wanted.some(([, [, screen]]) => screen === id),
  });
  for (const [file, [name, screen, state]] of wanted) {
    const line = lines.find((each) => each.line === name);
    const page = line?.pages.find(
      (each) => each.language === line.language && each.screen === screen && each.state === state,
    );
    if (line === undefined || page === undefined) throw new Error(`There is no page ${name} ${screen} ${state}.`);
    await inWindow(browser, line, { width: 1440 }, async (tab) => {
      await putPage(tab, page);
      await decodeArt(tab);
      writeFileSync(
        join(root, FOLDER, file),
        await tab.screenshot({ type: 'jpeg', quality: QUALITY, animations: 'disabled' }),
      );
    });
  }
  writeFileSync(join(root, FOLDER, 'lines.jpg'), await drawLines(browser, root));
  writeFileSync(join(root, OF_FILE), `${ofReviewed(root)}\n`);
  return wanted.length + 1;
}
