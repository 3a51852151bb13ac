/**
 * The main screens of each line as pictures that somebody has looked at. Tests compare with them; `npm run pictures`
 * accepts how the pages look now, and says which pictures changed.
 */
import { createHash } from 'node:crypto';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { allPages, type LinePages } from './pages.ts';
import { decodeArt, inWindow, type Look, putPage } from './window.ts';

/** Folder of the reviewed pictures, relative to the repository's. */
export const PICTURES_FOLDER = 'tests/lines/pictures';
/** File in it: what the fonts of the reviewed pictures measure. */
export const FONTS_FILE = 'fonts.txt';

/** The screens that most visitors see, as they first see them. */
const SCREENS: readonly string[] = ['sign-in', 'register', 'forgot-password'];
const STATE = 'initial';
/** Wide windows at half their pixels: what is compared is the layout, the type and the colours. */
const LOOKS: readonly Look[] = [
  { width: 1440, scale: 0.5 },
  { width: 390, height: 844 },
  { width: 390, height: 844, colorScheme: 'dark' },
];

/** Difference of a pixel, 0 to 1, from which it counts as another colour. */
const DIFFERENT = 0.15;
/** Part of the pixels that may differ: edges of letters, which versions of a browser draw differently. */
const TOLERANCE = 0.002;

const SAMPLES = ['Sign in to Renderbus 0123456789', '登录渲染账号，领取优惠券。', 'ÅƁÇ @ -_.'];

/** A short name of the fonts that pages are drawn with here: what samples in their two weights measure. */
export async function fontsOf(browser: Browser): Promise<string> {
  const tab = await browser.newPage();
  try {
    await tab.setContent('<!doctype html><html lang="zh"><body></body></html>');
    const widths = await tab.evaluate((samples) => {
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      return [400, 600].flatMap((weight) =>
        samples.map((sample) => {
          pen.font = `${weight} 32px system-ui, "PingFang SC", "Microsoft YaHei", sans-serif`;
          return pen.measureText(sample).width.toFixed(2);
        }),
      );
    }, SAMPLES);
    return createHash('sha256').update(widths.join(' ')).digest('hex').slice(0, 16);
  } finally {
    await tab.close();
  }
}

const nameOf = (line: string, screen: string, { width, colorScheme = 'light' }: Look): string =>
  `${line}.${screen}.${width}${colorScheme === 'dark' ? '.dark' : ''}.png`;

async function ofLine(browser: Browser, line: LinePages, take: Map<string, Buffer>): Promise<void> {
  // The line's own language comes first; what another one changes, the windows of every language are measured for.
  const language = line.language;
  const pages = line.pages.filter((page) => page.language === language && page.state === STATE);
  for (const look of LOOKS) {
    await inWindow(browser, line, look, async (tab) => {
      for (const page of pages) {
        await putPage(tab, page);
        await decodeArt(tab);
        take.set(nameOf(line.line, page.screen, look), await tab.screenshot({ animations: 'disabled' }));
      }
    });
  }
}

/** File name → PNG, of every line. */
export async function takePictures(browser: Browser, root: string): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const line of await allPages(root, { screen: (id) => SCREENS.includes(id) }))
    await ofLine(browser, line, pictures);
  return pictures;
}

/** What differs, in words; undefined when two pictures show the same. */
export function difference(reviewed: Buffer, now: Buffer): string | undefined {
  const [before, after] = [PNG.sync.read(reviewed), PNG.sync.read(now)];
  const { width, height } = after;
  if (before.width !== width || before.height !== height)
    return `it is ${width} x ${height}, the reviewed one ${before.width} x ${before.height}`;
  const other = pixelmatch(before.data, after.data, undefined, width, height, { threshold: DIFFERENT });
  const part = other / (width * height);
  return part <= TOLERANCE ? undefined : `${(100 * part).toFixed(2)} % of its pixels differ`;
}
