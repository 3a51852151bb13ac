/**
 * Whether an address, host or phone number only stands in for an operator's own: a name reserved for examples and tests
 * (RFC 2606), or a number of zeros.
 */
function isPlaceholder(text: string): boolean {
  return /\.(?:example|test|invalid|localhost)\b|\bexample\.(?:com|net|org)\b|\b0{3}[- ]?0{4}\b/i.test(text);
}

/** Every placeholder inside a value, with the way to it. */
export function placeholdersIn(
  value: unknown,
  at: readonly (string | number)[] = [],
): { readonly at: readonly (string | number)[]; readonly text: string }[] {
  if (typeof value === 'string') return isPlaceholder(value) ? [{ at, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((each, index) => placeholdersIn(each, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => placeholdersIn(each, [...at, name]));
}
