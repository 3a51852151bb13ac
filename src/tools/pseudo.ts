/**
 * Pseudo-languages, made of the English catalogs for tests: `en-XA` is longer and accented, so that what is not
 * translated and what does not fit shows; `ar-XB` is written from right to left.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Messages } from '../generated/config.ts';
import type { ResolvedLine } from './resolve.ts';

const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;
export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

/** The language that pseudo-languages are made of. */
const SOURCE = 'en';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

/** German and Finnish run to about a third more than English; short words to more than that. */
const LONGER = 0.35;
const FILLERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Right-to-left override around each word, and the mark that ends it: letters come in reverse, as Arabic would. */
const OVERRIDE = '\u202e';
const END = '\u202c';
const MARK = '\u200f';

function accent(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}

function turn(text: string): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu, (word) => `${MARK}${OVERRIDE}${word}${END}${MARK}`);
}

/** Words that make up for what English is shorter by. */
function filling(length: number): string {
  const wanted = Math.ceil(length * LONGER);
  let filled = '';
  for (let at = 0; filled.length < wanted; at += 1) filled += ` ${FILLERS[at % FILLERS.length]}`;
  return filled;
}

function change(elements: readonly MessageFormatElement[], literal: (text: string) => string): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: literal(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: change(element.children, literal) };
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: change(option.value, literal) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

function lengthOf(elements: readonly MessageFormatElement[]): number {
  let length = 0;
  change(elements, (text) => {
    length += text.length;
    return text;
  });
  return length;
}

/**
 * An English ICU message in a pseudo-language; placeholders, tags and plurals stay what they are.
 * @param length `same`: for what is an example of something to type, which no language makes longer.
 * @throws on bad ICU syntax.
 */
export function pseudo(text: string, language: PseudoLanguage, length: 'longer' | 'same' = 'longer'): string {
  const elements = parse(text);
  if (language === 'ar-XB') return printAST(change(elements, turn));
  const longer = change(elements, accent);
  if (length === 'same') return printAST(longer);
  const padding = { type: TYPE.literal, value: accent(filling(lengthOf(elements))) } as MessageFormatElement;
  const open = { type: TYPE.literal, value: '[' } as MessageFormatElement;
  const close = { type: TYPE.literal, value: ']' } as MessageFormatElement;
  return printAST([open, ...longer, padding, close]);
}

/** The line as it would be if it were offered in the pseudo-languages and no others. */
export function inPseudoLanguages(line: ResolvedLine): ResolvedLine {
  const source = line.messages[SOURCE];
  if (source === undefined) throw new Error(`${line.name} has no catalog in ${SOURCE}.`);
  const names = Object.fromEntries(PSEUDO_LANGUAGES.map((language) => [`frame.languages.${language}`, language]));
  const messages = Object.fromEntries(
    PSEUDO_LANGUAGES.map((language): [string, Messages] => [
      language,
      {
        ...(Object.fromEntries(
          Object.entries(source).map(([key, text]) => {
            const length = key.endsWith('.placeholder') ? 'same' : 'longer';
            return [key, pseudo(String(text), language, length)];
          }),
        ) as Messages),
        ...names,
      },
    ]),
  );
  const languages = { ...line.line.languages, default: PSEUDO_LANGUAGES[0], offered: [...PSEUDO_LANGUAGES] };
  return { ...line, line: { ...line.line, languages }, messages };
}
