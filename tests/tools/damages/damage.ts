/** One token of a data file, damaged as fingers, copying and editors damage it; what it is is decided by a seed. */
import { createScanner } from 'jsonc-parser';
import { randomFrom } from '../../random.ts';

/** What may be damaged. jsonc-parser's own list is a `const enum`, which exists at its compilation only. */
type Kind = 'punctuation' | 'string' | 'number' | 'word';

const kindOf = (text: string): Kind =>
  text.startsWith('"') ? 'string' : /^[-\d]/.test(text) ? 'number' : /^[a-z]/.test(text) ? 'word' : 'punctuation';

interface Token {
  readonly kind: Kind;
  readonly offset: number;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** A string that names a property. */
  readonly isKey: boolean;
}

export interface Damage {
  readonly file: string;
  /** What was done, in words. */
  readonly what: string;
  /** Of the damaged token, 1-based. */
  readonly line: number;
  /** Of the token before it. */
  readonly since: number;
  /** Property whose value the token is, or is in. */
  readonly property: string;
  /** The whole file afterwards. */
  readonly text: string;
  /** The token before and after. */
  readonly before: string;
  readonly after: string;
  readonly isKey: boolean;
}

/** What the scanner gives at the end of a text. */
const END = 17;

function tokensOf(text: string): Token[] {
  const scanner = createScanner(text, true);
  const found: Token[] = [];
  let line = 1;
  let counted = 0;
  while (scanner.scan() !== END) {
    const offset = scanner.getTokenOffset();
    line += text.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    const length = scanner.getTokenLength();
    const token = text.slice(offset, offset + length);
    found.push({ kind: kindOf(token), offset, text: token, line, isKey: false });
  }
  return found.map((token, at) => ({
    ...token,
    isKey: token.kind === 'string' && found[at + 1]?.text === ':',
  }));
}

type Change = readonly [what: string, after: string];

/** Damages that a token may suffer. */
function changesOf(token: Token, random: () => number): Change[] {
  const { kind, text } = token;
  if (kind === 'punctuation')
    return [
      ['left out', ''],
      ['typed twice', text + text],
    ];
  if (kind === 'number')
    return [
      ['in quotes', `"${text}"`],
      ['with a sign', `-${text}`],
    ];
  if (kind === 'word')
    return [
      ['in quotes', `"${text}"`],
      ['with a capital', text.charAt(0).toUpperCase() + text.slice(1)],
    ];
  const inner = text.slice(1, -1);
  const at = Math.floor(random() * inner.length);
  const letter = 'qxzvj'.charAt(Math.floor(random() * 5));
  const changes: Change[] = [
    ['without its last quote', text.slice(0, -1)],
    ['without quotes', inner],
    ['with a letter more', `"${inner.slice(0, at)}${letter}${inner.slice(at)}"`],
  ];
  // An escape that is cut is another mistake.
  if (inner.length > 1 && !inner.includes('\\'))
    changes.push(['with a letter less', `"${inner.slice(0, at)}${inner.slice(at + 1)}"`]);
  if (!token.isKey) changes.push(['as a number', '7']);
  return changes;
}

/** The damage of a seed: a file, a token of it, a way. */
export function damageOf(files: readonly { readonly path: string; readonly text: string }[], seed: number): Damage {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (;;) {
    const file = pick(files);
    const tokens = tokensOf(file.text);
    // Most tokens are punctuation; most mistakes are not.
    const kinds = [...new Set(tokens.map(({ kind }) => kind))];
    const kind = random() < 0.6 ? 'string' : pick(kinds);
    const token = pick(tokens.filter((each) => each.kind === kind));
    const [what, after] = pick(changesOf(token, random));
    if (after === token.text) continue;
    const text = file.text.slice(0, token.offset) + after + file.text.slice(token.offset + token.text.length);
    const { line, isKey } = token;
    const earlier = tokens.slice(0, tokens.indexOf(token));
    const since = earlier.at(-1)?.line ?? 1;
    const property = earlier.findLast((each) => each.isKey)?.text.slice(1, -1) ?? '';
    return { file: file.path, what, line, since, property, text, before: token.text, after, isKey };
  }
}
