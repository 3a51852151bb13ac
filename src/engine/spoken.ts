import { fillAmounts } from './amounts.ts';

/** What stands in a banner's place. */
export interface Spoken {
  readonly words: string;
  readonly url?: string;
}

/** Longest sentence shown, characters. */
const LONGEST_WORDS = 300;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The banner of a file, or its entry of that name; undefined for anything that is none. */
export function bannerIn(data: unknown, entry: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(data)) return undefined;
  if (entry === undefined) return data;
  const { entries } = data;
  const banner = isRecord(entries) && Object.hasOwn(entries, entry) ? entries[entry] : undefined;
  return isRecord(banner) ? banner : undefined;
}

/**
 * The sentence of a banner's file, or of its entry of that name, in a language and with a line's amounts; undefined for
 * anything that is none, or names an amount that the line does not give. The file is read as it is, so it may hold anything.
 */
export function spokenIn(
  data: unknown,
  entry: string | undefined,
  language: string,
  amounts: Readonly<Record<string, unknown>> | undefined,
): Spoken | undefined {
  const banner = bannerIn(data, entry);
  if (!isRecord(banner?.text)) return undefined;
  const { text, url } = banner;
  const written = Object.hasOwn(text, language) ? text[language] : undefined;
  if (typeof written !== 'string' || written.trim() === '' || written.length > LONGEST_WORDS) return undefined;
  const words = fillAmounts(written, amounts);
  if (words.includes('{')) return undefined;
  return typeof url === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(url) ? { words, url } : { words };
}
