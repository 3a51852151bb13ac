/** What copying, word processors and other tools do to a text: told as what it is, before its sense is judged. */

import { type Damage, wrongEncoding } from './encodings.ts';

/** Letters of a language that is written in none of those of the others. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  th: /\p{Script=Thai}/u,
};

/** Names are the same in every language. */
const NAMES = /^(line\.brand|frame\.(languages|providers)\..*|fields\.[^.]+\.options\..*)$/;

/** Characters that nobody sees. A zero width space may be meant: a line can break there. */
const HIDDEN = /[\p{Cc}\u00ad\u200e\u200f\u202a-\u202e\u2028\u2029\ufeff]/u;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: "'<'",
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: 'a blank',
};

const code = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function characters(text: string): Damage | undefined {
  const encoding = wrongEncoding(text);
  if (encoding !== undefined) return encoding;
  if (/[\r\n]/.test(text))
    return { message: 'has a line break', fix: 'write a blank: the page breaks lines by itself' };
  const [hidden] = HIDDEN.exec(text) ?? [];
  if (hidden !== undefined)
    return { message: `has the character ${code(hidden)}, which nobody sees`, fix: 'delete it' };
  if (text !== text.trim()) return { message: 'has a space at its edge', fix: 'delete the space' };
  if (text.includes('  ')) return { message: 'has more than one space in a row', fix: 'write one space' };
  const [entity, name = ''] = /&(#?\w+);/.exec(text) ?? [];
  if (entity === undefined) return undefined;
  return { message: `has ${entity}, and there is no HTML`, fix: `write ${ENTITIES[name] ?? 'the character itself'}` };
}

/** Money has its sign before the number: `${newUser}` is no template there. */
const AMOUNTS = /coupon|amount|newUser|Pack$/i;

function braces(text: string): Damage | undefined {
  const [wide] = /[｛｝＜＞]/.exec(text) ?? [];
  if (wide !== undefined) {
    const [, opened, closed] = /[｛＜]\/?\s*([\w-]+)\s*[｝＞}>]|[{<]\/?\s*([\w-]+)\s*[｝＞]/.exec(text) ?? [];
    const inner = opened ?? closed;
    const meant = /[｛｝]/.test(wide) ? `{${inner || '…'}}` : `<${inner || '…'}>`;
    return { message: `has ${wide}, which is of full width`, fix: `write ${meant}` };
  }
  const [quoted, inQuotes] = /\{\s*[“”‘’"「『]\s*(\w+)\s*[“”‘’"」』]?\s*\}/.exec(text) ?? [];
  if (quoted !== undefined) return { message: `has quotation marks in ${quoted}`, fix: `write {${inQuotes}}` };
  const [, off] = /'\{(\w+)\}?'/.exec(text) ?? [];
  if (off !== undefined) {
    return {
      message: `has {${off}} between apostrophes, which show it as it stands`,
      fix: `write {${off}} without them, or ’ for an apostrophe`,
    };
  }
  const [template, inTemplate = ''] = /\$\{(\w+)\}/.exec(text) ?? [];
  if (template !== undefined && !AMOUNTS.test(inTemplate))
    return { message: `has ${template}, which shows a dollar sign`, fix: `write {${inTemplate}}` };
  const [percent] = /%(?:\d\$)?[sd]\b|%@/.exec(text) ?? [];
  if (percent !== undefined)
    return {
      message: `has ${percent}, which is shown as it stands`,
      fix: 'write the placeholder by its name, in braces',
    };
  return undefined;
}

/** Words of each unit of time behind a number, as English and Chinese write them. */
const UNITS: Readonly<Record<string, RegExp>> = {
  Seconds: /^(?:[\s-]seconds?\b|秒)/i,
  Minutes: /^(?:[\s-]min(?:ute)?s?\b|分钟)/i,
  Hours: /^(?:[\s-]hours?\b|个?小时)/i,
  Days: /^(?:[\s-]days?\b|天)/i,
};

/** A limit says in its name what it counts: no other unit stands behind it. */
function units(text: string): Damage | undefined {
  for (const { 0: placeholder, 1: name, 2: unit = '', index } of text.matchAll(
    /\{(\w+(Seconds|Minutes|Hours|Days))\}/g,
  )) {
    const after = text.slice(index + placeholder.length);
    const said = Object.keys(UNITS).find((other) => other !== unit && UNITS[other]?.test(after));
    if (said === undefined) continue;
    const counted = unit.toLowerCase();
    const message = `says ${said.toLowerCase()} of {${name}}, which counts ${counted}`;
    return { message, fix: `write the word for ${counted}` };
  }
  return undefined;
}

/** What a text that cannot be parsed has too much of. */
export function unparsable(text: string): string | undefined {
  const [, name] = /\{\{(\w+)\}\}/.exec(text) ?? [];
  return name === undefined ? undefined : `write {${name}}`;
}

/** Damage that a text shows by itself. */
export const damageOf = (text: string): Damage | undefined => characters(text) ?? braces(text) ?? units(text);

/** Whether a text stands in the letters of another language. */
export function wrongScript(language: string, key: string, bare: string): Damage | undefined {
  if (NAMES.test(key)) return undefined;
  const own = SCRIPTS[language];
  if (own && !own.test(bare) && /[A-Za-z]{3}/.test(bare))
    return { message: `is not in ${language}: it reads as English`, fix: `write it in ${language}` };
  if (!own && SCRIPTS.zh?.test(bare))
    return { message: `is not in ${language}: it has Chinese characters`, fix: `write it in ${language}` };
  return undefined;
}
