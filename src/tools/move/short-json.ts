/** JSON for people: what is small stands on one line. */
import { isDictionary } from '../list-patch.ts';

/** Longest text of an object or list on one line, and with what stands before it. */
const LONGEST = 90;
const WIDEST = 120;

/** A value on one line. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isDictionary(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** How many levels of objects a value has. */
function depth(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(depth));
  return isDictionary(value) ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
}

function print(value: unknown, indent: string, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const flat = inline(value);
  const isShort = flat.length <= LONGEST && before + flat.length < WIDEST && depth(value) <= 2;
  const isPlain = Array.isArray(value) && depth(value) === 0 && before + flat.length < WIDEST;
  if (isPlain || (isShort && !(Array.isArray(value) && depth(value) > 0))) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((each) => `${inner}${print(each, inner, inner.length)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([name, each]) => {
    const key = `${inner}${JSON.stringify(name)}: `;
    return `${key}${print(each, inner, key.length)}`;
  });
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

/** A file's text. What is whole in its file, such as an event, has lines of its own. */
export const shortJson = (value: unknown): string => `${print(value, '', 0)}\n`;
