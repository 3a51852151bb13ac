/** A line whose texts are the names of its texts, so that a translator sees which one stands where. */
import type { Messages } from '../../generated/config.ts';
import { parseMessage } from '../checks/parse-message.ts';
import type { ResolvedLine } from '../resolve.ts';
import { KEYS } from './plan.ts';

/** Where a long key may be broken. */
const BREAK = '\u200b';

/** A key as a message, with the tags of the text that it names: links stay links. */
export function keyMessage(key: string, text: string): string {
  const tags = [...parseMessage(text).tags].map((tag) => ` <${tag}>${tag}</${tag}>`);
  return key.replaceAll('.', `.${BREAK}`) + tags.join('');
}

/** The line as it would be if it were offered in a language of keys and in no other. */
export function inKeys(line: ResolvedLine): ResolvedLine {
  const source: Messages = line.messages[line.line.languages.default] ?? {};
  const keys = Object.entries(source).map(([key, text]) => [key, keyMessage(key, String(text))]);
  const name = `frame.languages.${KEYS}`;
  const messages = { [KEYS]: { ...Object.fromEntries(keys), [name]: KEYS } as Messages };
  return {
    ...line,
    line: { ...line.line, languages: { ...line.line.languages, default: KEYS, offered: [KEYS] } },
    messages,
  };
}
