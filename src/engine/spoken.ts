import { fillAmounts } from './amounts.ts';

/** What stands in a banner's place. */
export interface Spoken {
  readonly words: string;
  readonly url?: string;
}

/** Longest sentence shown, characters. */
const LONGEST_WORDS = 300;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

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
  if (!isRecord(data)) return undefined;
  let banner: unknown = data;
  if (entry !== undefined) {
    const { entries } = data;
    if (!isRecord(entries) || !Object.hasOwn(entries, entry)) return undefined;
    banner = entries[entry];
  }
  if (!isRecord(banner) || !isRecord(banner.text)) return undefined;
  const { text, url } = banner;
  const written = Object.hasOwn(text, language) ? text[language] : undefined;
  if (typeof written !== 'string' || written.trim() === '' || written.length > LONGEST_WORDS) return undefined;
  const words = fillAmounts(written, amounts);
  if (words.includes('{')) return undefined;
  return typeof url === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(url) ? { words, url } : { words };
}
