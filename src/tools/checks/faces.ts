/** Checks the faces of headings: their files are there, light, and have every character that a heading of the line can show. */
import { FIRST_BYTES, facedScripts, faceFile, faceFiles, LICENCES, MOST_BYTES } from '../face-files.ts';
import { drawnIn, headingsOf, type Script, scriptOf } from '../headings.ts';
import type { Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';
import { makeScope } from './scope.ts';

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
