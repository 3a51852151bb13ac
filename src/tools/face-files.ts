/** Files of a line's own faces (`npm run faces`): how they are named, what they may weigh, and what a page is told of them. */
import { type Face, facesCss } from '../theme/faces.ts';
import { LICENCES } from './face-names.ts';
import { FIRST_CHINESE, type Script } from './headings.ts';
import type { ResolvedLine } from './resolve.ts';
import { type Font, readWoff2 } from './woff2.ts';

/** What one of them may weigh, bytes. */
export const MOST_BYTES = 20_000;

/** What the first files of a line's faces may weigh together, bytes: those that most visitors' first pages fetch. */
export const FIRST_BYTES = 30_000;

/** Whether a file of the assets is one of them. */
export const FACE_FILE = /^display-[a-z]+(?:-\d+)?\.woff2$/;

/** The name of a part of a face, counted from 1. */
export const faceFile = (script: Script, part: number): string =>
  `display-${script}${part === 1 ? '' : `-${part}`}.woff2`;

/** The files of a face that a line has, the first first. */
export function faceFiles({ assets }: Pick<ResolvedLine, 'assets'>, script: Script): string[] {
  const files: string[] = [];
  while (assets[faceFile(script, files.length + 1)] !== undefined) files.push(faceFile(script, files.length + 1));
  return files;
}

/** The scripts that a line has a face for. */
export const facedScripts = ({ theme }: Pick<ResolvedLine, 'theme'>): Script[] => {
  const { display } = theme.type;
  if (display === undefined) return [];
  return display.chinese === undefined ? ['latin'] : ['latin', 'chinese'];
};

/** All files of the faces that a line's theme names, with their licences. */
export const facesOf = (line: ResolvedLine): string[] => {
  const files = facedScripts(line).flatMap((script) => faceFiles(line, script));
  return files.length === 0 ? [] : [...files, LICENCES];
};

/** Letters as headings mix them. */
const SAMPLE = 'Sign in to your account and set a new password';
/** Width of a letter of the sample in Arial, em: usual and bold. */
const REGULAR = 0.4616;
const BOLD = 0.4977;
/** The weight from which a bold font is taken. */
const LEAST_BOLD = 600;

/** How wide a font's letters are beside Arial's of that weight; Chinese ones beside the square that they have in all others. */
function widthOf(font: Font, script: Script, weight: number): number {
  const codes =
    script === 'chinese' ? [...font.glyphs.keys()] : [...SAMPLE].map((letter) => letter.codePointAt(0) ?? 0);
  const mean = codes.reduce((sum, code) => sum + (font.advance(code) ?? 0), 0) / codes.length;
  return script === 'chinese' ? mean : mean / (weight < LEAST_BOLD ? REGULAR : BOLD);
}

const hex = (code: number): string => code.toString(16);

/** As `unicode-range` has them. */
function rangeOf(codes: Iterable<number>): string {
  const ranges: [first: number, last: number][] = [];
  for (const code of [...codes].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([first, last]) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`).join();
}

/**
 * The rules that give a line its faces; empty without any.
 * @param read content of a file of the line's assets
 * @param asset its address
 */
export async function readFaces(
  line: ResolvedLine,
  read: (file: string) => Promise<Buffer>,
  asset: (file: string) => string,
): Promise<string> {
  const ofScripts = facedScripts(line).map((script) =>
    faceFiles(line, script).map(async (file): Promise<Face> => {
      const font = readWoff2(await read(file));
      // Letters are asked for whatever a heading says, since the first font tells where its baseline stands.
      const range = script === 'latin' ? `U+0-${hex(FIRST_CHINESE - 1)}` : rangeOf(font.glyphs.keys());
      return { address: asset(file), range, width: widthOf(font, script, line.theme.type.headingWeight) };
    }),
  );
  return facesCss(await Promise.all(ofScripts.flat()));
}
