/** Checks the faces of headings: their files are there, light, and have every character that a heading of the line can show. */
import { FIRST_BYTES, facedScripts, faceFile, faceFiles, MOST_BYTES } from '../face-files.ts';
import { LICENCES, readDrawn } from '../face-names.ts';
import { drawnIn, headingsOf, type Script, scriptOf } from '../headings.ts';
import type { Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { makeScope, type Scope } from './scope.ts';

const RUN = 'run npm run faces';
const LIGHTER = 'name a lighter face';

interface Found {
  readonly message: string;
  readonly fix: string;
}

/** What is wrong of the files of a face as such; the first thing only. */
function wrongOf(line: ResolvedLine, script: Script, { fonts }: Sources): Found | undefined {
  const files = faceFiles(line, script);
  if (files.length === 0) return { message: `font file "${faceFile(script, 1)}" is missing`, fix: RUN };
  for (const file of files) {
    const found = fonts.get(line.assets[file] ?? '');
    if (found?.font === undefined) return { message: `"${file}" is no font in WOFF2`, fix: RUN };
    if (found.bytes > MOST_BYTES)
      return { message: `"${file}" weighs ${found.bytes} bytes, more than ${MOST_BYTES}`, fix: LIGHTER };
  }
  return undefined;
}

/** Faces that were drawn of another font than the theme names, or for another weight. */
function checkDrawn(line: ResolvedLine, scripts: readonly Script[], { licences }: Sources, scope: Scope): void {
  const { display, headingWeight } = line.theme.type;
  const drawn = scripts.flatMap((script) => {
    const found = readDrawn(licences.get(line.assets[LICENCES] ?? '') ?? '', script);
    return found === undefined ? [] : [{ script, ...found }];
  });
  for (const { script, name } of drawn) {
    const meant = display?.[script];
    if (meant === undefined || name === meant) continue;
    const message = `the files of this face were drawn of ${name}, and not of ${meant}`;
    scope.report('theme', ['type', 'display', script], message, `${RUN}, or write "${name}"`);
  }
  const other = drawn.find(({ weight }) => weight !== headingWeight);
  if (other === undefined) return;
  const message = `the faces were drawn for headings of weight ${other.weight}, and not of ${headingWeight}`;
  scope.report('theme', ['type', 'headingWeight'], message, `${RUN}, or write ${other.weight}`);
}

/** What a visitor's first page fetches: the first file of each face. */
function firstBytes(line: ResolvedLine, { fonts }: Sources): number {
  const files = facedScripts(line).map((script) => line.assets[faceFile(script, 1)] ?? '');
  return files.reduce((sum, file) => sum + (fonts.get(file)?.bytes ?? 0), 0);
}

/** Headings with a character that the line's faces of its script lack, each told where it is written. */
function checkCharacters(line: ResolvedLine, scripts: readonly Script[], sources: Sources, faults: Fault[]): void {
  const had = new Map(
    scripts.map((script) => {
      const fonts = faceFiles(line, script).map((file) => sources.fonts.get(line.assets[file] ?? '')?.font);
      return [script, new Set(fonts.flatMap((font) => [...(font?.glyphs.keys() ?? [])]))];
    }),
  );
  for (const { language, key, said } of headingsOf(line)) {
    const lacking = drawnIn(said).filter((each) => had.get(scriptOf(each))?.has(each.codePointAt(0) ?? 0) === false);
    if (lacking.length === 0) continue;
    const place = line.origin(`messages/${language}`, [key]);
    const message = `a face of headings has no ${lacking.map((each) => `"${each}"`).join(', ')}`;
    if (place !== undefined) faults.push({ ...place, message, fix: RUN });
  }
}

/** @param lines those that are sound otherwise */
export function checkFaces(sources: Sources, lines: readonly ResolvedLine[], faults: Fault[]): void {
  for (const line of lines) {
    const scripts = facedScripts(line);
    if (scripts.length === 0) continue;
    const scope = makeScope(line, {}, faults);
    const wrong = scripts.flatMap((script) => {
      const found = wrongOf(line, script, sources);
      return found === undefined ? [] : [{ script, ...found }];
    });
    for (const { script, message, fix } of wrong) scope.report('theme', ['type', 'display', script], message, fix);
    if (wrong.length > 0) continue;
    checkDrawn(line, scripts, sources, scope);
    const bytes = firstBytes(line, sources);
    if (bytes > FIRST_BYTES)
      scope.report(
        'theme',
        ['type', 'display'],
        `the first files of its faces weigh ${bytes} bytes, more than ${FIRST_BYTES}`,
        LIGHTER,
      );
    if (line.assets[LICENCES] === undefined)
      scope.report('theme', ['type', 'display'], `${LICENCES} with the licences of its faces is missing`, RUN);
    checkCharacters(line, scripts, sources, faults);
  }
}
