/** Values of calls and flow in today's grammar. */
import { isDictionary } from '../list-patch.ts';

export type Json = Readonly<Record<string, unknown>>;

const SOURCES = new Set(['field', 'flow', 'query', 'stored', 'line']);

/** An object's properties, changed; what is none stays. */
export const mapped = (record: unknown, change: (value: unknown, name: string) => unknown): unknown =>
  isDictionary(record)
    ? Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
    : record;

/** Values whose source has the same name by the source alone; empty texts by themselves. */
export const shortValues = (values: unknown): unknown =>
  mapped(values, (value, name) => {
    const [[source, from] = [], ...others] = isDictionary(value) ? Object.entries(value) : [];
    if (source === undefined || others.length > 0) return value;
    if (source === 'const' && from === '') return '';
    return SOURCES.has(source) && from === name ? source : value;
  });
