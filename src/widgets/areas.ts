import { UNSEEN } from '../engine/form-schema.ts';
import { areaTable } from '../generated/areas.ts';

/** A region and how its numbers are dialled. */
export interface Area {
  /** ISO 3166 letters. */
  readonly region: string;
  /** Calling code, digits only. */
  readonly code: string;
  /** Prefix dialled inside the region only; empty where there is none. */
  readonly trunk: string;
  /** Digits of a national number, where the trunk prefix may also begin one. */
  readonly length?: number;
}

/** All areas, by calling code; the region a code is known for comes first. */
export const areas: readonly Area[] = areaTable.split(';').flatMap((row) => {
  const [code = '', regions = ''] = row.split(':');
  return regions.split(',').map((entry) => {
    const [trunk = '', length] = entry.slice(2).split('.');
    return { region: entry.slice(0, 2), code, trunk, ...(length !== undefined && { length: Number(length) }) };
  });
});

/** The area of these letters; without a match the one of this calling code, and else the first. */
export function areaOf(region: string | undefined, code?: string): Area {
  const found = areas.find((area) => area.region === region) ?? areas.find((area) => area.code === code) ?? areas[0];
  if (!found) throw new Error('The table of areas is empty.');
  return found;
}

/** ASCII digits for full-width, Arabic-Indic and other decimal digits, without the marks that come along with what is copied. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\p{Nd}/gu, (digit) => {
      // Decimal digits stand in Unicode in runs of ten, each run beginning with its zero.
      let zero = digit.codePointAt(0) ?? 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 0) - zero < 9) zero -= 1;
      return digit >= '0' && digit <= '9' ? digit : String((digit.codePointAt(0) ?? 0) - zero);
    });

/** Without what people put between digits; anything else stays, so that the rule can object to it. */
const bare = (text: string): string => plainDigits(text).replace(/[\s().\-\u2010-\u2015\u2212]/g, '');

/** The E.164 form of a number as typed in an area; empty when nothing was typed. */
export function toE164(area: Area, typed: string): string {
  const text = bare(typed);
  if (text === '') return '';
  if (text.startsWith('+')) return text;
  const { trunk, length } = area;
  const dialledInside =
    trunk !== '' && text.startsWith(trunk) && (length === undefined || text.length === length + trunk.length);
  return `+${area.code}${dialledInside ? text.slice(trunk.length) : text}`;
}

/**
 * Splits an international number (`+44 7911…`, `0086 138…`) into its area and the rest, as typed.
 * `near` wins among areas that share a code. Undefined when it is not international or its area is unknown.
 */
export function fromInternational(
  typed: string,
  near: Area,
): { readonly area: Area; readonly rest: string } | undefined {
  const text = plainDigits(typed).trim();
  // `86 136…`, the code of the area itself, set apart from as many digits as a number has, or before as many as it has here.
  const lead =
    /^(\+|00)[\s(]*/.exec(text) ??
    new RegExp(`^(?=${near.code}(([\\s-]+\\d+)+|\\d{${near.length}})$)(?=(\\D*\\d){${near.code.length + 7}})`).exec(
      text,
    );
  if (!lead) return undefined;
  const after = text.slice(lead[0].length);
  const digits = bare(after);
  // No calling code begins another, so at most one fits.
  const first = areas.find((area) => digits.startsWith(area.code));
  if (!first) return undefined;
  const area = near.code === first.code ? near : first;
  let at = 0;
  for (let taken = 0; taken < area.code.length; at += 1) if (/\d/.test(after[at] ?? '')) taken += 1;
  return { area, rest: after.slice(at).replace(/^[\s)-]+/, '') };
}

/**
 * Areas with their names in a language, those that fit the search first: letters, calling code, then name, pinyin and
 * what else people write (`usa`, `uk`). Among equals those of `common` lead, in its order; then the region that a code is
 * known for; then the order of names.
 */
export function searchAreas(
  query: string,
  language: string,
  common: readonly string[] = [],
): readonly (Area & { readonly label: string })[] {
  const names = namesIn(language);
  const wanted = fold(plainDigits(query)).trim();
  const digits = wanted.replace(/^(\+|00)/, '');
  const places = new Map(common.map((region, at) => [region, at]));
  const all = names.map((area) => ({
    area,
    rank: rankOf(area, wanted, digits),
    place: places.get(area.region) ?? common.length,
  }));
  return all
    .filter(({ rank }) => rank < NONE)
    .sort((a, b) => a.rank - b.rank || a.place - b.place || a.area.order - b.area.order)
    .map(({ area }) => area);
}

interface Named extends Area {
  readonly label: string;
  readonly folded: readonly string[];
  readonly order: number;
  /** Its code is known for it. */
  readonly main: boolean;
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Rank of an area that does not fit. */
const NONE = 9;

function rankOf(area: Named, wanted: string, digits: string): number {
  if (wanted === '') return 0;
  const more = words.get(area.region) ?? [];
  if (wanted === area.region.toLowerCase() || more.includes(wanted)) return 0;
  if (/^\d+$/.test(digits)) {
    if (area.code === digits) return area.main ? 1 : 2;
    return area.code.startsWith(digits) ? 3 : NONE;
  }
  const names = [...area.folded, ...more];
  if (names.some((name) => name.startsWith(wanted))) return 4;
  if (names.some((name) => name.includes(` ${wanted}`))) return 5;
  return names.some((name) => name.includes(wanted)) ? 6 : NONE;
}

let words: ReadonlyMap<string, readonly string[]> = new Map();

/** Fetches what areas are searched by besides their names. Without it, a search knows the names. */
export async function loadAreaWords(): Promise<void> {
  const { areaWords } = await import('../generated/area-words.ts');
  words = new Map(
    areaWords.split(';').map((row) => {
      const [region = '', ...rest] = row.split(' ');
      return [region, rest];
    }),
  );
}

/** The flag of a region: its two letters as regional indicators. Where a system has no flags, it shows the letters. */
export const flagOf = (region: string): string =>
  String.fromCodePoint(...[...region].map((letter) => letter.charCodeAt(0) + 0x1f1a5));

let named: { readonly language: string; readonly areas: readonly Named[] } | undefined;

/** Languages whose names find a region whatever the page's. */
const FOUND_IN = ['en', 'zh', 'zh-Hant'];

/** Names come from the browser, in the page's language, and are worked out once. English and Chinese find them as well. */
function namesIn(language: string): readonly Named[] {
  if (named?.language === language) return named.areas;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const others = FOUND_IN.map((each) => new Intl.DisplayNames([each], { type: 'region' }));
  const collator = new Intl.Collator(language);
  const list = areas
    .map((area, at) => {
      const label = names.of(area.region) ?? area.region;
      const main = areas[at - 1]?.code !== area.code;
      return { ...area, label, main, folded: [label, ...others.map((each) => each.of(area.region) ?? '')].map(fold) };
    })
    .sort((a, b) => collator.compare(a.label, b.label))
    .map((area, order) => ({ ...area, order }));
  named = { language, areas: list };
  return list;
}
