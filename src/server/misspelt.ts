/** Variables of the environment that are meant to be settings and are none: a letter is wrong, and nobody would notice. */
import { editsBetween } from '../engine/edits.ts';
import { parseRing } from './keys.ts';

/** Shorter names are near to too much else: `LINES` is the terminal's. */
const LEAST_LENGTH = 7;
/** From this length on two letters may be wrong: `DATABASE_PORT` is no `DATABASE_POOL`. */
const LONG = 14;

export interface KnownNames {
  readonly names: readonly string[];
  /** Names that may go on with `_<LINE>`. */
  readonly perLine: readonly string[];
  /** Ends of names that begin with a provider of the data. */
  readonly ofProviders: readonly string[];
}

/** One sentence each. */
export function misspelt(env: Readonly<Record<string, string | undefined>>, known: KnownNames): string[] {
  const names = new Set([...known.names, ...known.perLine]);
  return Object.entries(env).flatMap(([variable, value]) => {
    const isKnown =
      names.has(variable) ||
      known.perLine.some((name) => variable.startsWith(`${name}_`)) ||
      known.ofProviders.some((end) => variable.endsWith(end));
    if (isKnown || value === undefined || value.trim() === '') return [];
    const meant = nearest(variable.toUpperCase(), [...names]);
    if (meant !== undefined) return [`${variable} is no setting. Write ${meant}, or unset it.`];
    const rings = [...names].filter((name) => name.startsWith('KEYS_')).join(', ');
    return variable.startsWith('KEYS_') && isRing(value)
      ? [`${variable} is no setting. The key rings are ${rings}: write one of them, or unset it.`]
      : [];
  });
}

function nearest(variable: string, names: readonly string[]): string | undefined {
  const near = names
    .filter((name) => name.length >= LEAST_LENGTH)
    .map((name) => ({ name, most: name.length < LONG ? 1 : 2 }))
    .map(({ name, most }) => ({ name, most, wrong: editsBetween(variable, name, most + 1) }))
    .filter(({ most, wrong }) => wrong <= most);
  return near.sort((a, b) => a.wrong - b.wrong)[0]?.name;
}

function isRing(value: string): boolean {
  try {
    return parseRing(value).length > 0;
  } catch {
    return false;
  }
}
