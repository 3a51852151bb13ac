/** Who is to blame where the data says one thing and the shape of an answer another: what stands alone against many. */
import { isDictionary } from '../documents.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { nearest } from './fault.ts';
import type { Scope } from './scope.ts';

/** What one place says that something is. */
export interface Said {
  readonly value: unknown;
  readonly document: string;
  readonly at: Path;
}

/** A list of values in a shape, with its place. */
export interface Listing {
  readonly document: string;
  readonly at: Path;
  readonly values: readonly unknown[];
}

/** The list of values that a property of a call's answer has. @param way the properties that lead to it; of lists, those of their items */
export function listingAt(line: ResolvedLine, call: string, way: readonly string[]): readonly Listing[] {
  const inner = way.flatMap((name, depth) => (depth === 0 ? [name] : ['items', 'properties', name]));
  const at = ['response', 'properties', ...inner, 'enum'];
  const values = at.reduce<unknown>((shape, step) => (isDictionary(shape) ? shape[step] : undefined), line.api[call]);
  return Array.isArray(values) ? [{ document: `api/${call}`, at, values }] : [];
}

const MANY = 2;

/**
 * Tells of a shape that lost a value which several places say that something is.
 * @param said all that the data says of it
 * @param hasText whether a text stands for a value
 * @returns whether the shape was to blame
 */
export function tellOfShape(
  scope: Scope,
  what: string,
  value: unknown,
  said: readonly Said[],
  hasText: (value: unknown) => boolean,
  listings: readonly Listing[],
): boolean {
  const { line } = scope;
  const isSame = (one: unknown) => String(one) === String(value);
  const saying = said.filter((each) => isSame(each.value));
  const [listing] = listings.filter(({ values }) => !values.some(isSame));
  if (listing === undefined || saying.length + (hasText(value) ? 1 : 0) < MANY) return false;
  const { document, at, values } = listing;
  // What nothing says is what the lost one was renamed to.
  const odd = values.filter((each) => !said.some((other) => String(other.value) === String(each)) && !hasText(each));
  const close = nearest(String(value), odd.map(String));
  const meant = odd.length === 1 ? odd[0] : odd.find((each) => String(each) === close);
  if (meant === undefined && !hasText(value)) return false;
  const shown = JSON.stringify(typeof values[0] === 'number' ? Number(value) : value);
  const [first] = saying.map((each) => line.origin(each.document, each.at));
  const more = saying.length > 1 ? ` and ${saying.length - 1} more` : '';
  const where = `${what} is ${shown} at ${first?.file}:${first?.line}${more}`;
  const name = `${what} ${shown}`;
  if (meant === undefined) scope.report(document, at, `${where}, and not here`, `add ${shown}`, 'value', name);
  else {
    const message = `${where}, and ${JSON.stringify(meant)} nowhere`;
    scope.report(document, [...at, values.indexOf(meant)], message, `write ${shown}`, 'value', name);
  }
  return true;
}
