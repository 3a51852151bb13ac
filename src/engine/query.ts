/** How the address is read: what is dropped, stripped, stored, and put into fields. */
import type { Stored } from '../generated/config.ts';

export type Query = Readonly<Record<string, string>>;

/** Chinese characters, punctuation and symbols; `-` and `_` stay, since codes are made of them. */
const CHINESE_AND_PUNCTUATION = /(?![-_])[\p{Script=Han}\p{P}\p{S}]/gu;

/** Longest value taken from an address; what is longer is cut, since nothing legitimate is. */
const LONGEST = 2048;

/** The parameters of an address (`?a=b`), without the dropped ones, the stripped ones cleaned. The first of equal names counts. */
export function readQuery(search: string, rules: Stored['query'] = {}): Query {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (rules.dropped?.includes(name) || Object.hasOwn(query, name)) continue;
    const stripped = rules.stripped !== undefined && Object.hasOwn(rules.stripped, name);
    query[name] = (stripped ? value.replace(CHINESE_AND_PUNCTUATION, '') : value).slice(0, LONGEST);
  }
  return query;
}

/** Field values that the address brings. */
export function queryFields(query: Query, rules: Stored['query'] = {}): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(rules.fields ?? {})) {
    const value = query[name];
    if (value) fields[field] = value;
  }
  return fields;
}

/**
 * Stored keys that the address writes.
 * @param read gives the present value of a stored key, for keys that another one suppresses (`unless`).
 */
export function queryStored(
  query: Query,
  keys: Stored['keys'],
  read: (key: string) => string | undefined,
): Readonly<Record<string, string>> {
  const written: Record<string, string> = {};
  for (const [key, entry] of Object.entries(keys)) {
    const value = entry.query === undefined ? undefined : query[entry.query];
    if (value) written[key] = value;
  }
  for (const key of Object.keys(written)) {
    const unless = keys[key]?.unless;
    if (unless !== undefined && (written[unless] || read(unless))) delete written[key];
  }
  return written;
}
