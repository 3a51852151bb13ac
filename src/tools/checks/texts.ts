/** Checks each text of the catalogs by itself: its syntax, and what copying and translating does to it. */
import { isDictionary } from '../documents.ts';
import type { Sources } from '../load.ts';
import { type Damage, unparsable, wrongScript } from './damage.ts';
import type { Fault } from './fault.ts';
import { languageOf, namesGrammar } from './files.ts';
import { mannerOf } from './manner.ts';
import { parseMessage } from './parse-message.ts';

function remedyOf(error: string, text: string): string {
  if (error.includes('TAG'))
    return "close each tag, as in <b>…</b>; there is no HTML, and a literal < is written as '<'";
  if (error === 'MISSING_OTHER_CLAUSE') return 'end the options with other {…}';
  if (error === 'INVALID_ARGUMENT_TYPE') return 'write plural, selectordinal, select, number, date or time';
  if (/SELECT|PLURAL/.test(error)) return 'write each option as name {…}, the last as other {…}';
  const [, first, second] = /\{\s*(\w+)\s+(\w+)\s*\}/.exec(text) ?? [];
  if (second) return `write {${first}${second.charAt(0).toUpperCase()}${second.slice(1)}}: a name has no blanks`;
  return unparsable(text) ?? "close each brace; a literal brace is written as '{'";
}

function faultOf(language: string, key: string, text: string): Damage | undefined {
  if (text.trim() === '') return { message: `message "${key}" is empty`, fix: 'write the text, or delete the key' };
  const { damage, error, bare, words } = parseMessage(text);
  const wrong =
    damage ?? (error === undefined ? (wrongScript(language, key, bare) ?? mannerOf(language, words)) : undefined);
  if (wrong) return { message: `message "${key}" ${wrong.message}`, fix: wrong.fix };
  if (error === undefined) return undefined;
  const message = `bad ICU syntax in "${key}": ${error.toLowerCase().replaceAll('_', ' ')}`;
  return { message, fix: remedyOf(error, text) };
}

/** Names that lines go by in any language, each with its line. */
function brandsOf(sources: Sources): readonly (readonly [brand: string, line: string])[] {
  const found = [...sources.files.values()].flatMap(({ path, value }) => {
    const [, line = ''] = /^lines\/([^_/][^/]*)\/messages\//.exec(path) ?? [];
    const brand = isDictionary(value) ? value['line.brand'] : undefined;
    return line !== '' && typeof brand === 'string' && brand !== ''
      ? [[`${brand}\n${line}`, [brand, line]] as const]
      : [];
  });
  return [...new Map(found).values()].map(([brand = '', line = '']) => [brand, line]);
}

/** Whether a text has a name as a word of its own. */
const isNamed = (name: string, text: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![A-Za-z0-9])`, 'u').test(text);

/** Another line's name in a line's own text: it was copied from there. */
function foreign(line: string, words: string, brands: ReturnType<typeof brandsOf>): Damage | undefined {
  const own = brands.filter(([, other]) => other === line).map(([brand]) => brand);
  const bare = own.reduce((text, brand) => text.replaceAll(brand, ''), words);
  const [brand, other] = brands.find(([each, of]) => of !== line && !own.includes(each) && isNamed(each, bare)) ?? [];
  return brand === undefined
    ? undefined
    : { message: `names ${brand}, which is line ${other}`, fix: `write {brand}, or what ${line} says here` };
}

/** @param misspelt keys that are told of already */
export function checkTexts(sources: Sources, misspelt: ReadonlySet<string | undefined>): Fault[] {
  const brands = brandsOf(sources);
  return [...sources.files.values()].flatMap((file) => {
    const language = languageOf(file.path);
    if (language === undefined || !isDictionary(file.value)) return [];
    const [, line] = /^lines\/([^_/][^/]*)\//.exec(file.path) ?? [];
    return Object.entries(file.value).flatMap(([key, text]): Fault[] => {
      if (namesGrammar(key) || misspelt.has(key) || typeof text !== 'string') return [];
      const fault = faultOf(language, key, text);
      if (fault) return [{ ...file.place([key]), ...fault }];
      const others = line === undefined ? undefined : foreign(line, parseMessage(text).words, brands);
      return others ? [{ ...file.place([key]), message: `message "${key}" ${others.message}`, fix: others.fix }] : [];
    });
  });
}
