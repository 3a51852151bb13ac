/** What to write instead of what the grammar refuses. */
import { isDictionary } from '../documents.ts';
import type { Path } from '../load.ts';
import { nearest, suggest } from './fault.ts';
import { ownerOf, SYNONYMS } from './owners.ts';
import { fits, type Grammars, quote, type Schema, words } from './schema.ts';

/** Combine the tests of a condition. */
export const CONNECTIVES = ['all', 'any', 'not'];
export const DEEP =
  'two levels are the most: give each part an outcome, a block or a field of its own, or ask for a named action';

/** What stood where it no longer does, by what it was part of → what to write now. */
export const FORMER: Readonly<Record<string, string>> = {
  'outcome.if': 'write "when"',
  'outcome.stay': 'delete it: without a step the page stays',
  'event.with': 'write "body"',
  'call.optional': 'delete it: what the shape of the call does not require is optional',
};

/** What people write as a text where no text stands. */
const TEXTS = ['title', 'heading', 'lead', 'text', 'label', 'placeholder', 'hint', 'submit', 'tagline'];

/** Where the text belongs that was written into a file of structure. */
export function textHome(title: string, name: string): string | undefined {
  const of = TEXTS.includes(name) ? /screen$|^field$/.exec(title)?.[0] : undefined;
  return of && `delete it here: texts stand in messages/<language>.json, this one as "${of}s.<${of}>.${name}"`;
}

/**
 * What to do with an unknown property: its right name, else where it belongs.
 * @param home the property beside it that takes it
 */
export function remedy(
  grammars: Grammars,
  name: string,
  all: readonly string[],
  home?: string,
  otherwise = 'delete it',
): string {
  const other = SYNONYMS[name]?.find((each) => all.includes(each)) ?? nearest(name, all);
  if (other !== undefined) return `write "${other}"`;
  if (home !== undefined) return `write it under "${home}"`;
  const owner = ownerOf(grammars, name);
  return owner === undefined ? suggest(name, all, otherwise) : `delete it here: ${owner}`;
}

/** What to write for a name that is none of those under a property: it may be one of the file's own. */
export function elsewhere(grammars: Grammars, root: Schema, name: string, all: readonly string[], at: Path): string {
  if (root.properties?.[name] !== undefined) return `write it beside "${at.at(-2)}", not in it`;
  return remedy(grammars, name, all, undefined, `write one of: ${all.join(', ')}`);
}

/** Names that are too many to be told. */
const MANY = 16;

/** What to write where a word is none of those that are known. */
export function instead(title: string, value: string, known: readonly string[]): string {
  if (title !== 'source' || nearest(value, known) !== undefined)
    return suggest(
      value,
      known,
      known.length > MANY ? `write one that docs/reference.md lists (${title})` : `write one of: ${known.join(', ')}`,
    );
  const sources = known.filter((each) => each !== '').join(', ');
  return `write { "field": ${quote(value)} }, or another value; of the same name, one of: ${sources}`;
}

/**
 * A value of another type, as it may be meant.
 * @param of `name`: the property that a text stands for where an object belongs
 */
export function meant(
  value: unknown,
  wanted: readonly string[],
  { title, at, name }: { readonly title: string; readonly at: Path; readonly name?: string | undefined },
): string {
  if (typeof value === 'number' && wanted.includes('string')) return `write ${quote(String(value))}`;
  if (typeof value === 'string' && /^-?[0-9]+$/.test(value) && fits('integer', wanted))
    return `write ${value}, ${words(wanted)} without quotes`;
  if (typeof value === 'string' && wanted.includes('object') && name !== undefined)
    return `write ${words(wanted)}, such as { "${name}": ${quote(value)} }`;
  if (Array.isArray(value) && title === 'actions') {
    const [{ action = 'sign-out', ...rest } = {}] = value.filter(isDictionary);
    const [given = true] = Object.values(rest);
    return `write an object, such as { ${quote(action)}: ${quote(given)} }`;
  }
  if (isDictionary(value) && title === 'message')
    return `write each text flat, as "${[...at, ...Object.keys(value).slice(0, 1)].join('.')}"`;
  return `write ${words(wanted)}`;
}

/**
 * A value that does not say which kind it is of; where it does so by a wrong name, that is the mistake.
 * @returns what a walk refuses it with: place, message, fix, part
 */
export function untagged(
  tag: string,
  tags: readonly string[],
  title: string,
  value: object,
  at: Path,
): [Path, string, string, 'key' | 'value'] {
  const misspelt = Object.keys(value).find((name) => nearest(name, [tag]) !== undefined);
  return misspelt === undefined
    ? [at, `"${tag}" of ${title} is missing`, `add "${tag}": ${tags.join(' | ')}`, 'value']
    : [[...at, misspelt], `unknown property "${misspelt}" of ${title}`, `write "${tag}"`, 'key'];
}
