/**
 * What lines of a release share: a value of a line's file may stand in a file `parts/<hash>.json`, in whose place the
 * line's file says `{ "$part": "<hash>" }`. `own` are the texts of a part that are each line's; the part has `null` there.
 */

export interface Place {
  readonly $part: string;
  readonly own?: Readonly<Record<string, unknown>>;
}

const isDictionary = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlace = (value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & Place =>
  typeof value.$part === 'string';

/** The value with its parts in their places, the names in their old order. Parts are shared, so nobody may change them. */
export function unfold(value: unknown, read: (hash: string) => unknown): unknown {
  if (!isDictionary(value)) return value;
  if (!isPlace(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unfold(each, read)]));
  const part = read(value.$part);
  const { own } = value;
  if (own === undefined || !isDictionary(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [name, Object.hasOwn(own, name) ? own[name] : each]),
  );
}
