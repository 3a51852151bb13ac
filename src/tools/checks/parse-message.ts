/** Parses ICU messages, each once. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { damageOf } from './damage.ts';
import type { Damage } from './encodings.ts';
import { suggest } from './fault.ts';
import { moneyDamage } from './money.ts';

export interface Parsed {
  readonly params: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** Tags as often as they stand there; undefined where it depends on a number or a name. */
  readonly tagList: readonly string[] | undefined;
  /** The same for texts that name the same. */
  readonly signature: string;
  /** Parameter → the branches of its `select`. */
  readonly selects: ReadonlyMap<string, ReadonlySet<string>>;
  /** Kinds of numbers that its plurals and ordinals tell apart. */
  readonly counts: readonly Counted[];
  /** Parameters that make no difference: all branches of a `select` or plural say the same. */
  readonly idle: readonly string[];
  /** What is said besides placeholders and tags. */
  readonly bare: string;
  /** What is said, without tags, and with U+FFFC for each placeholder. */
  readonly words: string;
  readonly error?: string;
  readonly damage?: Damage;
}

/** One branch of a plural. */
export interface Counted {
  readonly name: string;
  readonly type: Intl.PluralRuleType;
  readonly branch: string;
}

const parsed = new Map<string, Parsed>();

interface Found {
  readonly params: Set<string>;
  readonly tags: string[];
  readonly selects: Map<string, Set<string>>;
  readonly counts: Counted[];
  readonly idle: string[];
  readonly literals: string[];
  words: string;
  varies: boolean;
  damage?: Damage;
}

const PLACEHOLDER = '\ufffc';
const STYLES = ['short', 'medium', 'long', 'full'];
/** Numbers of plurals, as languages name them; one number by itself is written as `=0`. */
const COUNTS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** What the parser takes and no reader is shown: a style that there is not, an option that no number comes to. */
function mistaken(element: MessageFormatElement): Damage | undefined {
  if (element.type === TYPE.date || element.type === TYPE.time) {
    const { value, style } = element;
    if (typeof style !== 'string' || STYLES.includes(style)) return undefined;
    const kind = element.type === TYPE.date ? 'date' : 'time';
    return style.includes('{')
      ? {
          message: `has a brace that does not close after {${value}`,
          fix: `write {${value}, ${kind}, ${style.split(',')[0]}}`,
        }
      : { message: `has the unknown style "${style}" of {${value}}`, fix: `write one of: ${STYLES.join(', ')}` };
  }
  if (element.type !== TYPE.plural) return undefined;
  const unknown = Object.keys(element.options).find((name) => !COUNTS.includes(name) && !/^=\d+$/.test(name));
  if (unknown === undefined) return undefined;
  const fix = /^\d+$/.test(unknown) ? `write =${unknown}` : suggest(unknown, COUNTS, '');
  return { message: `has the unknown option "${unknown}" of {${element.value}}`, fix };
}

/** Whether all branches say the same. One of a number by itself is what the branches are for. */
function isIdle(options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>): boolean {
  const said = Object.values(options).map(({ value }) => JSON.stringify(value));
  return said.length > 1 && new Set(said).size === 1;
}

function collect(elements: readonly MessageFormatElement[], found: Found): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) {
      found.literals.push(element.value);
      found.words += element.value;
    }
    if (element.type === TYPE.pound) found.words += PLACEHOLDER;
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      found.tags.push(element.value);
      collect(element.children, found);
      continue;
    }
    found.params.add(element.value);
    found.words += PLACEHOLDER;
    const wrong = found.damage ?? mistaken(element);
    if (wrong) found.damage = wrong;
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      found.varies = true;
      if (element.type === TYPE.select) {
        const before = found.selects.get(element.value) ?? [];
        found.selects.set(element.value, new Set([...before, ...Object.keys(element.options)]));
      }
      if (element.type === TYPE.plural) {
        const { value: name, pluralType: type = 'cardinal' } = element;
        found.counts.push(...Object.keys(element.options).map((branch) => ({ name, type, branch })));
      }
      if (isIdle(element.options)) found.idle.push(element.value);
      for (const option of Object.values(element.options)) {
        collect(option.value, found);
        found.words += PLACEHOLDER;
      }
    }
  }
}

/** Placeholders, rich tags and words of an ICU message. */
export function parseMessage(text: string): Parsed {
  const known = parsed.get(text);
  if (known) return known;
  const found: Found = {
    params: new Set(),
    tags: [],
    selects: new Map(),
    counts: [],
    idle: [],
    literals: [],
    words: '',
    varies: false,
  };
  let damage = damageOf(text);
  let error: string | undefined;
  try {
    collect(parse(text, { requiresOtherClause: true }), found);
  } catch (fault) {
    error = (fault as Error).message.split('\n')[0] ?? 'syntax error';
  }
  const bare = found.literals.join(' ');
  if (!damage && error === undefined && bare.includes('}') && !/'[{}]/.test(text))
    damage = { message: 'has a closing brace too many', fix: "delete it; a literal brace is written as '}'" };
  if (!damage && error === undefined) damage = found.damage ?? moneyDamage(bare);
  const result: Parsed = {
    params: found.params,
    tags: new Set(found.tags),
    tagList: found.varies ? undefined : found.tags,
    signature: [
      [...found.params].sort(),
      found.varies ? [...new Set(found.tags)].sort() : [...found.tags].sort(),
      found.varies,
    ].join('|'),
    selects: found.selects,
    counts: found.counts,
    idle: found.idle,
    bare,
    words: found.words,
    ...(error !== undefined && { error }),
    ...(damage && { damage }),
  };
  parsed.set(text, result);
  return result;
}
