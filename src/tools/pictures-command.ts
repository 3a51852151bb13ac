/** `npm run pictures`: accepts how the main screens look now, and draws the README's pictures. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchStill } from './browser.ts';
import { readOptions } from './options.ts';
import { difference, FONTS_FILE, fontsOf, PICTURES_FOLDER, takePictures } from './pictures.ts';
import { writeReadmePictures } from './readme-pictures.ts';

readOptions('npm run pictures\n  It takes no options.', {}, () => undefined);

const browser = await launchStill();
try {
  const fonts = await fontsOf(browser);
  const pictures = await takePictures(browser, process.cwd());
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  const fontsFile = join(PICTURES_FOLDER, FONTS_FILE);
  const sameFonts = existsSync(fontsFile) && readFileSync(fontsFile, 'utf8').trim() === fonts;
  writeFileSync(fontsFile, `${fonts}\n`);
  for (const name of readdirSync(PICTURES_FOLDER)) {
    if (!name.endsWith('.png') || pictures.has(name)) continue;
    rmSync(join(PICTURES_FOLDER, name));
    process.stdout.write(`removed ${name}\n`);
  }
  let written = 0;
  for (const [name, picture] of pictures) {
    const file = join(PICTURES_FOLDER, name);
    // What looks the same stays the same file, so that a change shows only what changed.
    const changed = existsSync(file) ? difference(readFileSync(file), picture) : 'it is new';
    if (changed === undefined && sameFonts) continue;
    writeFileSync(file, picture);
    written += 1;
    process.stdout.write(`${name}: ${changed ?? 'drawn with other fonts'}\n`);
  }
  process.stdout.write(`wrote ${written} of ${pictures.size} pictures in ${PICTURES_FOLDER}: look at them\n`);
  process.stdout.write(`wrote ${await writeReadmePictures(browser, process.cwd())} pictures of the README\n`);
} finally {
  await browser.close();
}
