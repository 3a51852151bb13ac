/** The software a user works with: numbers of the enumeration, those that the line offers. */
import type { ServerLine } from '../../engine/pack.ts';

/** Names of the enumeration, of the field that offers it, and of the one value that is named in words. */
const NAME = 'software';
const IN_WORDS = 'custom';

export interface Software {
  /** Numbers offered, in the order of the enumeration. */
  readonly offered: readonly number[];
  /** Number that stands for a name in words. */
  readonly inWords: number;
}

/** What a line offers: the options that its field of that name leaves. */
export function softwareOf({ enums, fields }: ServerLine): Software {
  const numbers = enums[NAME] ?? {};
  const { enum: allowed } = (fields[NAME]?.rule.items ?? {}) as { readonly enum?: readonly unknown[] };
  const offered = Object.entries(numbers).filter(([name]) => allowed === undefined || allowed.includes(name));
  return { offered: offered.map(([, number]) => Number(number)), inWords: Number(numbers[IN_WORDS]) };
}
