/** Parses ICU messages, each once. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Damage, damageOf } from './damage.ts';
import { moneyDamage } from './money.ts';

export interface Parsed {
  readonly params: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** Tags as often as they stand there; undefined where it depends on a number or a name. */
  readonly tagList: readonly string[] | undefined;
  /** The same for texts that name the same. */
  readonly signature: string;
  /** What is said besides placeholders and tags. */
  readonly bare: string;
  readonly error?: string;
  readonly damage?: Damage;
}

const parsed = new Map<string, Parsed>();

interface Found {
  readonly params: Set<string>;
  readonly tags: string[];
  readonly literals: string[];
  varies: boolean;
}

function collect(elements: readonly MessageFormatElement[], found: Found): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) found.literals.push(element.value);
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      found.tags.push(element.value);
      collect(element.children, found);
      continue;
    }
    found.params.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      found.varies = true;
      for (const option of Object.values(element.options)) collect(option.value, found);
    }
  }
}

/** Placeholders, rich tags and words of an ICU message. */
export function parseMessage(text: string): Parsed {
  const known = parsed.get(text);
  if (known) return known;
  const found: Found = { params: new Set(), tags: [], literals: [], varies: false };
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
  if (!damage && error === undefined) damage = moneyDamage(bare);
  const result: Parsed = {
    params: found.params,
    tags: new Set(found.tags),
    tagList: found.varies ? undefined : found.tags,
    signature: [
      [...found.params].sort(),
      found.varies ? [...new Set(found.tags)].sort() : [...found.tags].sort(),
      found.varies,
    ].join('|'),
    bare,
    ...(error !== undefined && { error }),
    ...(damage && { damage }),
  };
  parsed.set(text, result);
  return result;
}
