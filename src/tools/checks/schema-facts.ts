/** What a walk through the grammars needs of a schema, found out once. */
import type { Schema } from './schema.ts';

/** Finds out once for each schema: a walk comes by thousands of times. */
export function known<Of extends object, Found>(found: WeakMap<Of, Found>, of: Of, find: () => Found): Found {
  const before = found.get(of);
  if (before !== undefined) return before;
  const now = find();
  found.set(of, now);
  return now;
}

export const titles = new WeakMap<Schema, string>();
export const branches = new WeakMap<Schema, readonly Schema[]>();
export const marks = new WeakMap<readonly Schema[], Marks>();

export interface Marks {
  /** Of each branch the properties that it demands and the others do not. */
  readonly own: ReadonlyMap<Schema, readonly string[]>;
  readonly distinctive: ReadonlySet<string>;
}

export function marksOf(all: readonly Schema[]): Marks {
  const shared = (name: string) => all.every((branch) => branch.required?.includes(name));
  const own = new Map(all.map((branch) => [branch, (branch.required ?? []).filter((name) => !shared(name))]));
  return { own, distinctive: new Set([...own.values()].flat()) };
}

const patterns = new Map<string, RegExp>();

export function regexp(pattern: string): RegExp {
  const before = patterns.get(pattern);
  if (before) return before;
  const made = new RegExp(pattern, 'u');
  patterns.set(pattern, made);
  return made;
}
