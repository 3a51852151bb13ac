/** Checks each text of the catalogs by itself: its syntax, and what copying and translating does to it. */
import { isDictionary } from '../documents.ts';
import type { Sources } from '../load.ts';
import type { Fault } from './fault.ts';
import { parseMessage } from './messages.ts';

function remedyOf(error: string): string {
  if (error.includes('TAG'))
    return "close each tag, as in <b>…</b>; there is no HTML, and a literal < is written as '<'";
  if (error === 'MISSING_OTHER_CLAUSE') return 'end the options with other {…}';
  return "close each brace; a literal brace is written as '{'";
}

export function checkTexts(sources: Sources, faults: Fault[]): void {
  for (const file of sources.files.values()) {
    if (!/^lines\/[^/]+\/messages\/[^/]+\.json$/.test(file.path) || !isDictionary(file.value)) continue;
    for (const [key, text] of Object.entries(file.value)) {
      if (key === '$schema' || typeof text !== 'string') continue;
      const fault = faultOf(key, text);
      if (fault) faults.push({ ...file.place([key]), ...fault });
    }
  }
}

function faultOf(key: string, text: string): Pick<Fault, 'message' | 'fix'> | undefined {
  const { error } = parseMessage(text);
  if (error !== undefined) {
    const message = `bad ICU syntax in "${key}": ${error.toLowerCase().replaceAll('_', ' ')}`;
    return { message, fix: remedyOf(error) };
  }
  if (text.trim() === '') return { message: `message "${key}" is empty`, fix: 'write the text, or delete the key' };
  return undefined;
}
