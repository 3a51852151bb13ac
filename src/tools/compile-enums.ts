/** Enumerations: named values become what they stand for at build; only what visitors choose among reaches a browser by name. */
import type { Pack, Shell } from '../engine/pack.ts';
import type { ResolvedLine } from './resolve.ts';

/** Where a bare value stands in place of `{ enum, is }`; elsewhere it is `{ const }`. */
const BARE: ReadonlySet<string> = new Set(['where']);
/** Where a bare text would name a property of the answer. */
const NAMED: ReadonlySet<string> = new Set(['saves']);

/** The same data with every `{ enum, is }` replaced by its value; one that does not exist stays, for `check` to tell. */
export function withConstants<T>(data: T, enums: ResolvedLine['enums'], within = ''): T {
  if (Array.isArray(data)) return data.map((each) => withConstants(each, enums, within)) as T;
  if (typeof data !== 'object' || data === null) return data;
  const { enum: name, is } = data as { enum?: unknown; is?: unknown };
  const value = typeof name === 'string' && typeof is === 'string' ? enums[name]?.[is] : undefined;
  if (value !== undefined && !NAMED.has(within)) return (BARE.has(within) ? value : { const: value }) as T;
  const entries = Object.entries(data).map(([key, each]) => {
    const inside = BARE.has(key) || NAMED.has(key) ? key : within;
    return [key, withConstants(each, enums, inside)];
  });
  return Object.fromEntries(entries) as T;
}

/** The flags of the languages that the line offers. */
export function languageFlags({ line, enums }: ResolvedLine): Readonly<Record<string, string | number>> {
  const flags = Object.entries(enums.languageFlag ?? {});
  return Object.fromEntries(flags.filter(([language]) => line.languages.offered.includes(language)));
}

/** The values of enumerations that a screen still speaks of by name; the others never reach a browser. */
export function usedEnums(line: ResolvedLine, pack: Pack): Shell['enums'] {
  const used = new Map<string, Set<string>>();
  const add = (name: string, values: readonly string[]): void => {
    const known = used.get(name) ?? new Set();
    for (const value of values) known.add(value);
    used.set(name, known);
  };
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each);
    else if (typeof value === 'object' && value !== null) {
      const { enum: name, is } = value as { enum?: unknown; is?: unknown };
      // Named with a value: that one. Otherwise a field chooses among them.
      if (typeof name === 'string') add(name, typeof is === 'string' ? [is] : Object.keys(line.enums[name] ?? {}));
      for (const each of Object.values(value)) collect(each);
    }
  };
  collect([pack.calls, pack.events, pack.forms, pack.screen]);
  const kept = [...used].map(([name, values]) => [
    name,
    Object.fromEntries(Object.entries(line.enums[name] ?? {}).filter(([value]) => values.has(value))),
  ]);
  return Object.fromEntries(kept);
}
