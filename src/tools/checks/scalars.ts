/** What is wrong with a text or a number by its grammar. */
import { quote, type Schema } from './schema.ts';
import { regexp } from './schema-facts.ts';

interface Wrong {
  readonly message: string;
  readonly fix: string;
}

const kebab = (value: string): string =>
  value
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[ _]+/g, '-')
    .toLowerCase();

/** Slips of a text that is right but for them: a sign before, a slash behind, the other case, a scheme, a path. */
const SLIPS: readonly ((value: string) => string)[] = [
  (value) => value.trim(),
  (value) => value.replace(/^\+/, ''),
  (value) => value.replace(/\/+$/, ''),
  (value) => value.replace(/^http:/, 'https:'),
  (value) => value.replace(/^[a-z]+:\/\//, ''),
  (value) => value.replace(/^(https:\/\/[^/]+).*$/, '$1'),
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
];

/** What to write for a name or text that its pattern refuses. */
export function inPattern(value: string, { pattern = '', description }: Schema): string {
  const meant = kebab(value);
  if (description?.startsWith('Kebab-case') && regexp(pattern).test(meant)) return `write ${quote(meant)}`;
  const slip = SLIPS.map((mend) => mend(value)).find((each) => each !== value && regexp(pattern).test(each));
  if (slip !== undefined) return `write ${quote(slip)}`;
  return description ? `write: ${description}` : `write something that matches ${pattern}`;
}

export function wrongText(schema: Schema, title: string, value: string): Wrong | undefined {
  const { pattern, minLength, maxLength } = schema;
  if (pattern !== undefined && !regexp(pattern).test(value))
    return { message: `${quote(value)} is no ${title}`, fix: inPattern(value, schema) };
  if (minLength !== undefined && value.length < minLength) {
    const least = minLength === 1 ? '1 character' : `${minLength} characters`;
    return { message: `${title} is too short`, fix: `write at least ${least}` };
  }
  if (maxLength === undefined || value.length <= maxLength) return undefined;
  return { message: `${title} is too long, ${value.length} characters`, fix: `write at most ${maxLength} characters` };
}

/** How many of the unit below make one of the unit that a name ends with. */
const UNITS: Readonly<Record<string, number>> = { Seconds: 1000, Minutes: 60, Hours: 60, Days: 24 };

/** A number that is too large, counted in the unit below the one of its name. */
function inUnit(title: string, value: number, maximum: number): number | undefined {
  const [unit, times] = Object.entries(UNITS).find(([suffix]) => title.endsWith(suffix)) ?? [];
  return unit !== undefined && times !== undefined && value % times === 0 && value / times <= maximum
    ? value / times
    : undefined;
}

export function wrongNumber(schema: Schema, title: string, value: number): Wrong | undefined {
  const { minimum, maximum } = schema;
  const message = `${title} is ${value}`;
  if (minimum !== undefined && value < minimum) return { message, fix: `write at least ${minimum}` };
  if (maximum === undefined || value <= maximum) return undefined;
  const meant = inUnit(title, value, maximum);
  return { message, fix: meant === undefined ? `write at most ${maximum}` : `write ${meant}, or at most ${maximum}` };
}
