/**
 * What kind of line a line is: lines of one kind differ in names, addresses and colours alone, so what was found sound of
 * one of them is sound of all. A thousand brands are of a few kinds.
 */
import { isDictionary } from '../documents.ts';
import type { SourceFile, Sources } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';

const numbers = new WeakMap<object, number>();
let count = 0;

/** A number for the very object: files and documents never change, and those that lines share are one. */
function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  count += 1;
  numbers.set(object, count);
  return count;
}

/** Properties of `line.json` whose values are looked at line by line (`checkLine`), or by nobody. */
const OWN = ['id', 'hosts', 'brandHost', 'owners', 'otherZone'];

/** Each value of an object without what is a line's own in it. */
const each = (value: unknown, mask: (inner: unknown) => unknown): unknown =>
  isDictionary(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mask(inner)])) : value;

const isText = (value: unknown): boolean => typeof value === 'string';
const withoutAddress = (value: unknown): unknown =>
  isDictionary(value) && isText(value.url) ? { ...value, url: '' } : value;

/** A `line.json`, or one layer of it, without what only its own line is judged by. */
export function maskLine(value: unknown): unknown {
  if (!isDictionary(value)) return value;
  const masked: Record<string, unknown> = { ...value };
  for (const name of OWN) if (masked[name] !== undefined && masked[name] !== null) masked[name] = true;
  masked.links = each(value.links, (link) => (isText(link) ? '' : link));
  masked.downloads = Array.isArray(value.downloads) ? value.downloads.map(withoutAddress) : value.downloads;
  const { redirects } = value;
  masked.redirects =
    isDictionary(redirects) && Array.isArray(redirects.origins) ? { ...redirects, origins: [] } : redirects;
  return masked;
}

/** Texts that name the line and speak of it, where they are plain words. */
const isPlain = (key: string, text: unknown): boolean =>
  key.startsWith('line.') && typeof text === 'string' && !/[{}<>#'\d]/.test(text);

const maskTexts = (value: unknown): unknown =>
  isDictionary(value)
    ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, isPlain(key, text) ? '' : text]))
    : value;

/** Of a theme, the files that it names: the rest is judged theme by theme. */
const maskTheme = (value: unknown): unknown => (isDictionary(value) ? value.art : value);

const MASKS: readonly (readonly [document: RegExp, mask: (value: unknown) => unknown])[] = [
  [/^line$/, maskLine],
  [/^theme$/, maskTheme],
  [/^messages\//, maskTexts],
];

/** A document as its kind has it: the shared one by its number, with what the line lays over it. */
function kindOfDocument(line: ResolvedLine, id: string): unknown {
  const document = line.documents[id];
  const top = document?.files.at(-1) as SourceFile;
  const mask = MASKS.find(([of]) => of.test(id))?.[1];
  if (document === undefined || mask === undefined || !top.path.startsWith(`lines/${line.name}/`))
    return document && numberOf(document);
  return [document.below && numberOf(document.below), mask(top.value)];
}

/** Lines of which this gives the same are of one kind. */
export const kindOf = once((line: ResolvedLine): string =>
  JSON.stringify([
    line.layers.slice(0, -1),
    Object.keys(line.documents).map((id) => [id, kindOfDocument(line, id)]),
    Object.keys(line.assets),
    Object.keys(line.registerStatic),
  ]),
);

/** What the line's banners name. */
const namedByBanners = (line: ResolvedLine, sources: Sources): string =>
  Object.values(line.registerStatic)
    .flatMap((file) => JSON.stringify(sources.files.get(file)?.value ?? null).match(/\{\w+\}/g) ?? [])
    .join();

/** One line of each kind. */
export function oneOfEach(lines: readonly ResolvedLine[], sources: Sources): ResolvedLine[] {
  const found = new Map<string, ResolvedLine>();
  for (const line of lines) {
    const kind = `${kindOf(line)}${namedByBanners(line, sources)}`;
    if (!found.has(kind)) found.set(kind, line);
  }
  return [...found.values()];
}
