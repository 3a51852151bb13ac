/** What differs between two pictures of a page, as a picture. */
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Difference of a pixel, 0 to 1, from which it counts as another colour. */
const DIFFERENT = 0.1;

export interface Difference {
  /** PNG: the page faded, what differs in red. */
  readonly picture: Buffer;
  /** Part of the pixels that differ, 0 to 1. */
  readonly part: number;
}

/** Compares pictures as a browser decodes them. */
export interface Comparer {
  /** Undefined where nobody could see a difference. */
  compare(before: Buffer, after: Buffer): Promise<Difference | undefined>;
}

/** A JPEG's pixels, on a ground of the given size at least. */
async function decode(tab: Page, picture: Buffer): Promise<PNG> {
  const data = await tab.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/png');
    },
    `data:image/jpeg;base64,${picture.toString('base64')}`,
  );
  return PNG.sync.read(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
}

/** Where one of the pictures ends, the other one differs from nothing. */
function onGround(picture: PNG, width: number, height: number): Buffer {
  const ground = new PNG({ width, height });
  PNG.bitblt(picture, ground, 0, 0, picture.width, picture.height, 0, 0);
  return ground.data;
}

export function comparePixels(before: PNG, after: PNG): Difference | undefined {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const shown = new PNG({ width, height });
  const [one, other] = [before, after].map((each) => onGround(each, width, height)) as [Buffer, Buffer];
  const count = pixelmatch(one, other, shown.data, width, height, { threshold: DIFFERENT, alpha: 0.25 });
  return count === 0 ? undefined : { picture: PNG.sync.write(shown), part: count / (width * height) };
}

/** @param browser opened for the first pictures that differ at all */
export function openComparer(browser: Browser): Comparer {
  let tab: Promise<Page> | undefined;
  return {
    async compare(before, after) {
      if (before.equals(after)) return undefined;
      tab ??= browser.newPage();
      return comparePixels(await decode(await tab, before), await decode(await tab, after));
    },
  };
}
