/** Whether what is said of a field is so: the characters that its pattern takes, the digits of its codes, what its label links. */
import type { Field } from '../../generated/config.ts';
import type { Place } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { heightOf } from './blame.ts';
import { pairsOf } from './pairs.ts';
import { parseMessage } from './parse-message.ts';
import type { Scope } from './scope.ts';

interface Kind {
  readonly sample: string;
  /** How a language calls it. */
  readonly words: Readonly<Record<string, RegExp>>;
  /** How a fault calls it. */
  readonly name: string;
}

const KINDS: readonly Kind[] = [
  { sample: 'a', name: 'letters', words: { en: /letter/i, zh: /字母/ } },
  { sample: '5', name: 'digits', words: { en: /digit|number/i, zh: /数字/ } },
  { sample: '_', name: '_', words: { en: /underscore|_/i, zh: /下划线|_/ } },
  { sample: '-', name: '-', words: { en: /hyphen|dash/i, zh: /连字符|短横线|减号/ } },
  { sample: '.', name: '.', words: { en: /\bdots?\b|period|full stop/i, zh: /点/ } },
  { sample: ' ', name: 'blanks', words: { en: /space|blank/i, zh: /空格/ } },
];

/** What says that something is not taken, or must be there. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  en: /\b(no|not|without|cannot|must|except)\b/i,
  zh: /不(?!正确)|无|勿|须包含|除/,
};

/** Kinds that must be named for a sentence to be a list of them. */
const LIST = 2;

/** The layer of a field's rule: what all lines share was written with the base's texts and limits. */
const ground = (line: ResolvedLine, place: Place | undefined): number => Math.max(0, heightOf(line, place));

/** Whether a pattern takes a character anywhere. */
function takes(pattern: string, sample: string): boolean {
  return [...pattern.matchAll(/\[(?:[^\]\\]|\\.)*\]|\\[.\-_ ]/gu)].some(([part]) => new RegExp(part, 'u').test(sample));
}

/** A sentence that lists the characters of a field, held against those that its pattern takes. */
interface Listed {
  readonly language: string;
  readonly key: string;
  readonly unsaid: readonly Kind[];
  readonly untaken: readonly Kind[];
}

const agrees = ({ unsaid, untaken }: Listed): boolean => unsaid.length + untaken.length === 0;

function listsOf({ line }: Scope, id: string, taken: readonly Kind[]): readonly Listed[] {
  const keys = [`fields.${id}.errors.pattern`, `fields.${id}.hint`];
  return line.line.languages.offered.flatMap((language) =>
    keys.flatMap((key): Listed[] => {
      const text = line.messages[language]?.[key];
      if (text === undefined) return [];
      const { words } = parseMessage(text);
      const named = KINDS.filter((kind) => kind.words[language]?.test(words));
      if (named.length < LIST || OTHERWISE[language]?.test(words)) return [];
      const unsaid = taken.filter((kind) => !named.includes(kind));
      return [{ language, key, unsaid, untaken: named.filter((kind) => !taken.includes(kind)) }];
    }),
  );
}

/** Reports the first sentence that says something else than the pattern of a field. */
export function checkListed(scope: Scope, id: string, { rule }: Field): void {
  const { line } = scope;
  const { pattern } = rule;
  const place = line.origin(`fields/${id}`, ['rule', 'pattern']);
  if (pattern === undefined || place === undefined) return;
  const lists = listsOf(
    scope,
    id,
    KINDS.filter(({ sample }) => takes(pattern, sample)),
  );
  const wrong = lists.find((each) => {
    const said = line.origin(`messages/${each.language}`, [each.key]);
    // A sentence of a layer below is told of where another pattern is written.
    return !agrees(each) && heightOf(line, said) >= ground(line, place);
  });
  if (wrong === undefined) return;
  const { language, key, unsaid, untaken } = wrong;
  const said = line.origin(`messages/${language}`, [key]);
  const names = (kinds: readonly Kind[]) => kinds.map(({ name }) => name).join(' and ');
  const differs = [
    ...(unsaid.length > 0 ? [`takes ${names(unsaid)}, which it does not say`] : []),
    ...(untaken.length > 0 ? [`does not take ${names(untaken)}, which it says`] : []),
  ].join(', and ');
  // What stands above was written with the other in mind; and what another language says rightly, the pattern is right in.
  const right = lists.find((each) => each.language !== language && agrees(each));
  if (right !== undefined || (said !== undefined && heightOf(line, said) > ground(line, place))) {
    const message = `message "${key}" lists other characters than the pattern of field ${id}, which ${differs}`;
    const fix = right === undefined ? 'write what the pattern takes' : `write what ${right.language} says`;
    scope.lack(`messages/${language}`, [key], message, fix);
    return;
  }
  const message = `the pattern ${differs}: "${key}" (${said?.file}:${said?.line})`;
  scope.lack(`fields/${id}`, ['rule', 'pattern'], message, 'write the pattern as before, or the sentences anew');
}

/** Fields of a code that is sent have as many characters as it has digits. */
export function checkCodeDigits(scope: Scope): void {
  const { line } = scope;
  const { codeDigits } = line.line.limits ?? {};
  const wrong = Object.entries(line.fields).flatMap(([id, { widget, rule }]) => {
    if (widget !== 'code' || codeDigits === undefined) return [];
    const keyword = (['minLength', 'maxLength'] as const).find(
      (name) => rule[name] !== undefined && rule[name] !== codeDigits,
    );
    return keyword === undefined ? [] : [{ id, keyword, length: rule[keyword] }];
  });
  const [first] = wrong;
  if (first === undefined) return;
  const limit = line.origin('line', ['limits', 'codeDigits']);
  const place = line.origin(`fields/${first.id}`, ['rule', first.keyword]);
  const isLimit = limit !== undefined && (heightOf(line, limit) > ground(line, place) || wrong.length > 1);
  const fields = wrong.map(({ id }) => id).join(', ');
  if (isLimit) {
    const message = `codes have ${codeDigits} digits, and fields take others: ${fields}`;
    const fix = `write ${first.length}, or ${codeDigits} as "minLength" and "maxLength" of each`;
    scope.report('line', ['limits', 'codeDigits'], message, fix);
  } else {
    const message = `field ${first.id} takes ${first.length} characters, and codes have ${codeDigits} digits ("codeDigits")`;
    scope.report(`fields/${first.id}`, ['rule', first.keyword], message, `write ${codeDigits}`);
  }
}

/** The documents that a field links to are those that its label names. */
export function checkLinks(scope: Scope, id: string, field: Field): void {
  const { line } = scope;
  if (!('links' in field) || !Array.isArray(field.links)) return;
  const named = new Set(
    line.line.languages.offered.flatMap((language) => {
      const text = line.messages[language]?.[`fields.${id}.label`];
      return text === undefined ? [] : [...parseMessage(text).tags].filter((tag) => tag in (line.line.links ?? {}));
    }),
  );
  const unlinked = [...named].filter((name) => !field.links?.includes(name));
  if (unlinked.length > 0) {
    const message = `the label of field ${id} links ${unlinked.join(', ')}, and "links" does not`;
    scope.lack(`fields/${id}`, ['links'], message, `add ${unlinked.map((name) => `"${name}"`).join(', ')}`);
  }
}

/** What a language calls something, in pieces that its sentences repeat. */
const piecesOf = (language: string, label: string): readonly string[] =>
  language === 'zh'
    ? pairsOf(label)
    : label
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word.length > 2);

/** Sentences of errors of a catalog by their field, in small letters. */
const sentencesOf = once((catalog: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [key, text] of Object.entries(catalog)) {
    const [, id] = /^fields\.([^.]+)\.errors\./.exec(key) ?? [];
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), text.toLowerCase()]);
  }
  return found;
});

/** A label that no sentence of its field repeats, while those of another language repeat theirs: it is another word for it. */
export function checkLabel({ line, lack }: Scope, id: string): void {
  const labels = Object.entries(line.messages).flatMap(([language, catalog]) => {
    const label = catalog[`fields.${id}.label`];
    return label === undefined ? [] : [{ language, label, sentences: sentencesOf(catalog).get(id) ?? [] }];
  });
  const repeats = labels.filter(({ label, sentences }) => sentences.some((each) => each.includes(label.toLowerCase())));
  for (const { language, label, sentences } of labels) {
    const pieces = piecesOf(language, label);
    if (repeats.length === 0 || pieces.length === 0 || sentences.length === 0) continue;
    if (sentences.some((each) => pieces.some((piece) => each.includes(piece)))) continue;
    const message = `label "${label}" is not what the sentences of field ${id} call it`;
    lack(`messages/${language}`, [`fields.${id}.label`], message, 'write the word of its sentences, or theirs anew');
  }
}
