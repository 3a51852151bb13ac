/** Texts of a catalog that were pasted at a wrong key: in their own language they say what another says, and elsewhere the two differ. */
import { isDictionary } from '../documents.ts';
import type { SourceFile } from '../load.ts';
import { once } from '../memory.ts';
import type { Damage } from './encodings.ts';
import { pairsOf } from './pairs.ts';
import { parseMessage } from './parse-message.ts';

/** Catalogs of a layer by language. */
export type Catalogs = ReadonlyMap<string, SourceFile>;

export const said = (file: SourceFile | undefined, key: string): unknown =>
  isDictionary(file?.value) ? file.value[key] : undefined;

/** Keys of a catalog by what they say. */
const keysOf = once((catalog: object): ReadonlyMap<unknown, readonly string[]> => {
  const found = new Map<unknown, string[]>();
  for (const [key, text] of Object.entries(catalog)) found.set(text, [...(found.get(text) ?? []), key]);
  return found;
});
const sayingOf = (catalog: object, text: string): readonly string[] => keysOf(catalog).get(text) ?? [];

/** How many pairs of neighbouring letters two texts share, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)];
  const shared = ours.filter((pair) => theirs.includes(pair)).length;
  return (2 * shared) / Math.max(1, ours.length + theirs.length);
}

/** Sentences that are as alike as this say the same: one of them was damaged. */
const ALIKE = 0.8;

/**
 * A text that names something else than the other languages do, and is word for word what another key says in its own: it
 * was pasted at the wrong key.
 */
export function pasted(catalogs: Catalogs, language: string, key: string, text: string): Damage | undefined {
  const own = catalogs.get(language);
  const others = [...catalogs.keys()].filter((other) => other !== language);
  const ours = parseMessage(text).params;
  // A text that only lost a name is the one that it was.
  const isOther = others.every((other) => {
    const theirs = said(catalogs.get(other), key);
    if (typeof theirs !== 'string') return false;
    const { params, damage } = parseMessage(theirs);
    const [lacking, more] = [[...params].some((name) => !ours.has(name)), [...ours].some((name) => !params.has(name))];
    return damage === undefined && lacking && more;
  });
  if (others.length === 0 || !isOther || !isDictionary(own?.value)) return undefined;
  /** Elsewhere the two keys say two things. */
  const isHome = (from: string): boolean =>
    others.every((other) => {
      const [here, there] = [said(catalogs.get(other), key), said(catalogs.get(other), from)];
      return typeof here === 'string' && typeof there === 'string' && likeness(here, there) < ALIKE;
    });
  const [from] =
    Object.entries(own.value).find(([other, each]) => other !== key && each === text && isHome(other)) ?? [];
  return from === undefined
    ? undefined
    : { message: `says what "${from}" says`, fix: `write what it says in ${others.join(', ')}` };
}

/** What stands for the same in its place: keys with the same first and last parts, and as many. */
const familyOf = (key: string): string => {
  const parts = key.split('.');
  return [parts[0], parts.length, parts.at(-1)].join(' ');
};

/** Long words of a text; pairs of characters where no blanks stand between words. */
const piecesOf = (text: string): readonly string[] => [
  ...(text.toLowerCase().match(/[a-z]{4,}/g) ?? []),
  ...(text.match(/\p{Script=Han}+/gu) ?? []).flatMap(pairsOf),
];

function haveNothingInCommon(one: string, other: string): boolean {
  const [ours, theirs] = [piecesOf(one), piecesOf(other)];
  return ours.length > 0 && theirs.length > 0 && !ours.some((piece) => theirs.includes(piece));
}

/** How much of a text its neighbours say, those whose keys begin alike, from 0 to 1. */
function sharedWithNeighbours(catalog: object, key: string, text: string): number {
  const start = key.slice(0, key.lastIndexOf('.') + 1);
  const beside = Object.entries(catalog)
    .flatMap(([other, each]) => (other !== key && other.startsWith(start) && typeof each === 'string' ? each : []))
    .join(' ')
    .toLowerCase();
  const words = piecesOf(text);
  return words.filter((word) => beside.includes(word)).length / Math.max(1, words.length);
}

/** No more of a text than this is in what stands around it where it was pasted. */
const STRANGE = 0.5;

/** A text that stands word for word in the same place of something else, while in the other languages the two have nothing in common. */
export function pastedBeside(catalogs: Catalogs, language: string, key: string, text: string): Damage | undefined {
  const own = catalogs.get(language)?.value;
  const others = [...catalogs.keys()].filter((other) => other !== language);
  if (others.length === 0 || !isDictionary(own)) return undefined;
  const isOther = (from: string): boolean =>
    others.every((other) => {
      const [here, there] = [said(catalogs.get(other), key), said(catalogs.get(other), from)];
      return typeof here === 'string' && typeof there === 'string' && haveNothingInCommon(here, there);
    });
  const from = sayingOf(own, text).find((each) => each !== key && familyOf(each) === familyOf(key) && isOther(each));
  if (from === undefined) return undefined;
  const [here, there] = [sharedWithNeighbours(own, key, text), sharedWithNeighbours(own, from, text)];
  if (here > STRANGE || here >= there) return undefined;
  return { message: `says what "${from}" says`, fix: `write what it says in ${others.join(', ')}` };
}

/** What an error says by itself; its title may be that of several. */
const ERROR = /^errors\.(?!.*\.title$)/;

/** The code that a sentence is of, in its title and its other sentences. */
const codeOf = (catalog: object, key: string, text: string): number => sharedWithNeighbours(catalog, `${key}.`, text);

/** An error that says word for word what another one says, while in the other languages the two say two things. */
export function pastedError(catalogs: Catalogs, language: string, key: string, text: string): Damage | undefined {
  const own = catalogs.get(language)?.value;
  const others = [...catalogs.keys()].filter((other) => other !== language);
  if (!ERROR.test(key) || others.length === 0 || !isDictionary(own)) return undefined;
  const isOther = (from: string): boolean =>
    others.every((other) => {
      const [here, there] = [said(catalogs.get(other), key), said(catalogs.get(other), from)];
      return typeof here === 'string' && typeof there === 'string' && likeness(here, there) < ALIKE;
    });
  const from = sayingOf(own, text).find((each) => each !== key && ERROR.test(each) && isOther(each));
  if (from === undefined) return undefined;
  const [here, there] = [codeOf(own, key, text), codeOf(own, from, text)];
  const keys = Object.keys(own);
  // Of two that nothing tells apart the later one is told.
  if (here > there || (here === there && keys.indexOf(key) < keys.indexOf(from))) return undefined;
  const fix = `write what it says in ${others.join(', ')}, or there what "${from}" says`;
  return { message: `says what "${from}" says, and in ${others.join(', ')} they differ`, fix };
}
