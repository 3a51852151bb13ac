/** An object's own property: what comes from outside (codes, names) must never reach what every object inherits. */
export function ownProperty<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
