/** Checks each text of the catalogs by itself: its syntax, and what copying and translating does to it. */
import { isDictionary } from '../documents.ts';
import type { Sources } from '../load.ts';
import { type Damage, unparsable, wrongScript } from './damage.ts';
import type { Fault } from './fault.ts';
import { namesGrammar } from './files.ts';
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

/** @param misspelt keys that are told of already */
export function checkTexts(sources: Sources, misspelt: ReadonlySet<string | undefined>, faults: Fault[]): void {
  for (const file of sources.files.values()) {
    const [, language] = /^(?:lines\/[^/]+\/messages|schemas\/new-line)\/([^/]+)\.json$/.exec(file.path) ?? [];
    if (language === undefined || !isDictionary(file.value)) continue;
    for (const [key, text] of Object.entries(file.value)) {
      if (namesGrammar(key) || misspelt.has(key) || typeof text !== 'string') continue;
      const fault = faultOf(language, key, text);
      if (fault) faults.push({ ...file.place([key]), ...fault });
    }
  }
}
