/**
 * Stands in for fast-equals: the deep comparison that rjsf asks for, over plain data. Anything else (elements, class
 * instances) is compared by identity, and so are cycles never entered.
 */
interface Config {
  readonly createCustomConfig?: () => { readonly areFunctionsEqual?: (a: unknown, b: unknown) => boolean };
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !('$$typeof' in value);
};

export function createCustomEqual({ createCustomConfig }: Config = {}): (a: unknown, b: unknown) => boolean {
  const functions = createCustomConfig?.().areFunctionsEqual ?? Object.is;
  const equal = (a: unknown, b: unknown): boolean => {
    if (Object.is(a, b)) return true;
    if (typeof a === 'function') return functions(a, b);
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a)) {
      return Array.isArray(b) && a.length === b.length && a.every((each, at) => equal(each, b[at]));
    }
    if (!isPlain(a) || !isPlain(b)) return false;
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every(
        (name) =>
          Object.hasOwn(b, name) && equal((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
      )
    );
  };
  return equal;
}
