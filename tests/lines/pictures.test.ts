/**
 * The main screens of every line beside the pictures that somebody has looked at (`npm run pictures` accepts them as they
 * are now). Compared only where pages are drawn with the fonts of those pictures, which a build server installs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { launchStill } from '../../src/tools/browser.ts';
import { difference, FONTS_FILE, fontsOf, PICTURES_FOLDER, takePictures } from '../../src/tools/pictures.ts';
import { OF_FILE, ofReviewed } from '../../src/tools/readme-pictures.ts';

const FAILED = '.cache/pictures';
const reviewed = readdirSync(PICTURES_FOLDER).filter((name) => name.endsWith('.png'));
const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

let browser: Browser;
let fonts: string;
let now: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  browser = await launchStill();
  fonts = await fontsOf(browser);
  now = await takePictures(browser, process.cwd());
  rmSync(FAILED, { recursive: true, force: true });
}, 600_000);
afterAll(() => browser?.close());

test('every line has its reviewed pictures, and no others are kept', () => {
  expect([...new Set([...now.keys()].map((name) => name.split('.')[0]))].sort()).toEqual([...lines].sort());
  expect(reviewed.sort()).toEqual([...now.keys()].sort());
});

test('the pages look as they did when somebody looked at them', () => {
  const theirs = readFileSync(join(PICTURES_FOLDER, FONTS_FILE), 'utf8').trim();
  if (fonts !== theirs) {
    console.warn(
      `Passed over: pages are drawn with other fonts here (${fonts}) than those of the pictures (${theirs}). Debian has theirs in fonts-dejavu-core and fonts-noto-cjk.`,
    );
    return;
  }
  const changed = reviewed.flatMap((name) => {
    const picture = now.get(name);
    const what = picture && difference(readFileSync(join(PICTURES_FOLDER, name)), picture);
    if (!picture || what === undefined) return [];
    mkdirSync(FAILED, { recursive: true });
    writeFileSync(join(FAILED, name), picture);
    return [`${name}: ${what}; see ${join(FAILED, name)}, and npm run pictures to accept it`];
  });
  expect(changed).toEqual([]);
});

describe('what counts as a difference', () => {
  const picture = (paint: (png: PNG) => void): Buffer => {
    const png = new PNG({ width: 100, height: 100 });
    png.data.fill(255);
    paint(png);
    return PNG.sync.write(png);
  };
  const plain = picture(() => undefined);
  const square = (size: number): Buffer =>
    picture(({ data }) => {
      for (let y = 0; y < size; y += 1) data.fill(0, (y * 100 + 10) * 4, (y * 100 + 10 + size) * 4 - 1);
    });

  test('a few pixels are none, a patch of them is one, and so is another size', () => {
    expect(difference(plain, plain)).toBeUndefined();
    expect(difference(plain, square(3))).toBeUndefined();
    expect(difference(plain, square(12))).toMatch(/% of its pixels differ/);
    expect(difference(plain, PNG.sync.write(new PNG({ width: 90, height: 100 })))).toMatch(/it is 90 x 100/);
  });
});

test('the README shows the lines as they look: npm run pictures', () => {
  expect(readFileSync(OF_FILE, 'utf8').trim()).toBe(ofReviewed(process.cwd()));
});
