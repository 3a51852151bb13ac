/**
 * `npm run faces`: writes the faces of headings that themes name (`type.display`), with the characters that the headings of
 * their lines can show and no others, into the lines' assets. Names of lines write those only.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { FACE_FILE, FIRST_BYTES, facedScripts, faceFile, MOST_BYTES } from './face-files.ts';
import { drawnOf, LICENCES } from './face-names.ts';
import { drawnIn, headingsOf, type Script, scriptOf } from './headings.ts';
import { linesByName } from './lines-by-name.ts';
import type { ResolvedLine } from './resolve.ts';
import { readWoff2 } from './woff2.ts';

const PACKAGES = 'node_modules/@expo-google-fonts';

/**
 * Letters that any heading may come to show: those of ASCII, and the signs of good English. The underscore of a name is the
 * text's: some faces draw it so wide that it reads as two.
 */
const BASIC = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((each) => each !== '_'),
  ...'\u00a0©·×–—‘’“”…',
];

/** Entries of a font's names that stay in it: whose it is, and under which licence. */
const NAMES = [0, 13, 14];
/** What letters do beside each other; Chinese characters stand for themselves. */
const FEATURES = { latin: ['kern', 'mark', 'ccmp', 'locl', 'tnum'], chinese: [] };

/** The upright font of a package whose weight is nearest to that of the headings. @throws without such a package. */
function fontOf(name: string, weight: number): Buffer {
  const folder = path.join(PACKAGES, name);
  if (!existsSync(folder)) throw new Error(`There is no ${folder}: npm install -D -E @expo-google-fonts/${name}`);
  const far = (each: string): number => Math.abs(Number.parseInt(each, 10) - weight);
  const [nearest] = readdirSync(folder)
    .filter((each) => /^\d+[A-Za-z]+$/.test(each))
    .sort((one, other) => far(one) - far(other));
  if (nearest === undefined) throw new Error(`${folder} has no upright font.`);
  const [file = ''] = readdirSync(path.join(folder, nearest)).filter((each) => each.endsWith('.ttf'));
  return readFileSync(path.join(folder, nearest, file));
}

const subset = (font: Buffer, script: Script, characters: readonly string[]): Promise<Buffer> =>
  subsetFont(font, characters.join(''), {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: FEATURES[script],
    preserveNameIds: NAMES,
  });

/** Parts of a face, each of so many bytes at most: what stands first is in the first. */
async function partsOf(font: Buffer, script: Script, characters: readonly string[], room: number): Promise<Buffer[]> {
  const whole = await subset(font, script, characters);
  if (whole.length <= room) return [whole];
  let [fits, most] = [0, characters.length];
  while (most - fits > 1) {
    const half = (fits + most) >> 1;
    if ((await subset(font, script, characters.slice(0, half))).length <= room) fits = half;
    else most = half;
  }
  if (fits === 0) throw new Error(`A single character weighs more than ${room} bytes.`);
  const first = await subset(font, script, characters.slice(0, fits));
  return [first, ...(await partsOf(font, script, characters.slice(fits), room))];
}

/** What the face must have; of letters, also what it has of those that any heading may come to show. */
async function charactersOf(line: ResolvedLine, script: Script, font: Buffer, name: string): Promise<string[]> {
  const wanted = drawnIn(
    headingsOf(line)
      .map(({ said }) => said)
      .join(''),
  ).filter((each) => scriptOf(each) === script);
  const all = script === 'latin' ? [...new Set([...BASIC, ...wanted])] : wanted;
  const { glyphs } = readWoff2(await subset(font, script, all));
  const has = (each: string): boolean => glyphs.has(each.codePointAt(0) ?? 0);
  const lacking = wanted.filter((each) => !has(each));
  if (lacking.length > 0) throw new Error(`${name} has no ${lacking.join(' ')}, which headings of ${line.name} show.`);
  return all.filter(has);
}

async function writeFaces(line: ResolvedLine): Promise<void> {
  const { display, headingWeight } = line.theme.type;
  const folder = path.join('lines', line.name, 'assets');
  const written = new Map<string, Buffer | string>();
  const licences: string[] = [];
  let first = 0;
  for (const script of facedScripts(line)) {
    const name = display?.[script] ?? '';
    const font = fontOf(name, headingWeight);
    const room = Math.min(MOST_BYTES, FIRST_BYTES - first);
    const parts = await partsOf(font, script, await charactersOf(line, script, font, name), room);
    for (const [at, part] of parts.entries()) written.set(faceFile(script, at + 1), part);
    first += parts[0]?.length ?? 0;
    const licence = readFileSync(path.join(PACKAGES, name, 'LICENSE_FONT'), 'utf8').trim();
    licences.push(`${drawnOf(script, { name, weight: headingWeight })}\n\n${licence}\n`);
  }
  if (licences.length > 0) written.set(LICENCES, licences.join('\n\n'));
  for (const file of readdirSync(folder)) {
    if (FACE_FILE.test(file) && !written.has(file)) rmSync(path.join(folder, file));
  }
  for (const [file, content] of written) {
    writeFileSync(path.join(folder, file), content);
    process.stdout.write(`${path.join(folder, file)}  ${content.length} bytes\n`);
  }
}

for (const line of await linesByName('npm run faces -- [line …]')) await writeFaces(line);
