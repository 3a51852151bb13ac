/** Which texts lack, and which nobody shows. What one thing lacks is told together, at the catalog or at the thing. */
import { isDictionary } from '../documents.ts';
import type { Path, SourceFile, Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { variantOf } from '../variant-id.ts';
import { heightOf } from './blame.ts';
import { catalogsBeside, siblingOf } from './catalog-siblings.ts';
import { type Fault, nearest } from './fault.ts';
import type { WantedKey } from './message-keys.ts';
import { lostQuestion, lostWord } from './words.ts';

/** A text that a line shows and that some of its catalogs have not. */
export interface Missing {
  readonly key: string;
  /** The document whose data asks for it. */
  readonly document: string;
  /** Catalogs it should be added to. */
  readonly homes: readonly string[];
  /** Languages that have it. */
  readonly having: readonly string[];
}

/** The catalog that a missing text belongs in: beside the other language's, else in the layer that asks for it. */
function homeOf(line: ResolvedLine, wanted: WantedKey, language: string): string {
  for (const [other, document] of Object.entries(line.documents)) {
    if (!other.startsWith('messages/') || !isDictionary(document.value) || !Object.hasOwn(document.value, wanted.key))
      continue;
    const layer = document.origin([wanted.key]).file.split('/')[1];
    return `lines/${layer}/messages/${language}.json`;
  }
  if (/^line\.(?!downloads)/.test(wanted.key)) return `lines/${line.name}/messages/${language}.json`;
  // A variant's texts are at home where the variant is; a screen's, where it was written first.
  const files = line.documents[wanted.document]?.files ?? [];
  const home = variantOf(wanted.document) ? files.at(-1) : files[0];
  const [top, layer] = home?.path.split('/') ?? [];
  return `lines/${top === 'lines' && wanted.document !== 'line' ? layer : '_base'}/messages/${language}.json`;
}

/** The texts that a line lacks. */
export function missingOf(line: ResolvedLine, wanted: Iterable<WantedKey>): Missing[] {
  const catalogs = (line.line.languages?.offered ?? []).flatMap((language) => {
    const catalog = line.messages[language];
    return catalog ? [{ language, catalog }] : [];
  });
  return [...wanted].flatMap((want) => {
    const lacking = catalogs.filter(({ catalog }) => !Object.hasOwn(catalog, want.key));
    const having = catalogs.filter((catalog) => !lacking.includes(catalog));
    // What the line cannot show nobody misses.
    if (lacking.length === 0 || !want.shown || (!want.required && having.length === 0)) return [];
    const homes = lacking.map(({ language }) => homeOf(line, want, language));
    return [{ key: want.key, document: want.document, homes, having: having.map(({ language }) => language) }];
  });
}

/**
 * Whether a layer says a text in one language, and lost texts of another one, where a layer below says this one.
 * @param lost catalogs that lack texts
 */
export function isOfLost(
  line: ResolvedLine,
  key: string,
  said: readonly { readonly language: string }[],
  lost: ReadonlySet<string>,
): boolean {
  if (lost.size === 0) return false;
  const heights = said.map(({ language }) => heightOf(line, line.origin(`messages/${language}`, [key])));
  const top = Math.max(...heights);
  return said.some(
    ({ language }, at) => heights[at] !== top && lost.has(`lines/${line.layers[top]}/messages/${language}.json`),
  );
}

/** What of a document asks for a text: the thing whose name or id the key has. */
function askedBy(value: unknown, name: string, at: Path = []): Path | undefined {
  if (!isDictionary(value) && !Array.isArray(value)) return value === name ? at : undefined;
  if (isDictionary(value) && Object.hasOwn(value, name)) return [...at, name];
  for (const [step, inner] of Object.entries(value)) {
    const found = askedBy(inner, name, [...at, Array.isArray(value) ? Number(step) : step]);
    if (found) return found;
  }
  return undefined;
}

/** The label of a form's entry that words its field otherwise. */
function labelled(value: unknown, field: string | undefined, label: string, at: Path = []): Path | undefined {
  if (!isDictionary(value) && !Array.isArray(value)) return undefined;
  if (isDictionary(value) && value.field === field && value.label === label) return [...at, 'label'];
  for (const [step, inner] of Object.entries(value)) {
    const found = labelled(inner, field, label, [...at, Array.isArray(value) ? Number(step) : step]);
    if (found) return found;
  }
  return undefined;
}

/** The place where a document asks for a text, by the parts of the key: the longest first, as ids have dots in them. */
function asksAt(line: ResolvedLine, { key, document }: Missing): Omit<Fault, 'message' | 'fix'> | undefined {
  const [, field, label] = /^fields\.([^.]+)\.labels\.(.+)$/.exec(key) ?? [];
  if (label !== undefined) {
    for (const screen of Object.values(line.documents)) {
      const at = screen.id.startsWith('screens/') ? labelled(screen.value, field, label) : undefined;
      if (at) return screen.origin(at);
    }
  }
  const found = line.documents[document];
  if (!found) return undefined;
  // What a thing's sentences are called is no name of it.
  const parts = key
    .replace(/(\..+)\.(?:title|text)$/, '$1')
    .split('.')
    .slice(1);
  for (let size = parts.length; size > 0; size--) {
    for (let from = parts.length - size; from >= 0; from--) {
      const at = askedBy(found.value, parts.slice(from, from + size).join('.'));
      if (at) return found.origin(at, 'key');
    }
  }
  return found.origin();
}

/** The homes of a text that no language has: where the layer asks for it that all lines that need it have, and no lower one. */
function askersHomes(line: ResolvedLine, each: Missing, texts: readonly LineTexts[]): readonly string[] {
  const [, layer = ''] = /^lines\/([^/]+)\//.exec(asksAt(line, each)?.file ?? '') ?? [];
  const height = line.layers.indexOf(layer);
  const needing = texts.filter(({ wanted }) => wanted.includes(each.key));
  if (each.having.length > 0 || height < 1 || !needing.every((other) => other.line.layers.includes(layer)))
    return each.homes;
  return each.homes.map((home) => {
    const own = line.layers.indexOf(home.split('/')[1] ?? '');
    return home.replace(/^lines\/[^/]+/, `lines/${line.layers[Math.max(own, height)]}`);
  });
}

/** The first two parts of a key: what belongs together. */
const group = (key: string) => key.split('.').slice(0, 2).join('.');

/** Where in a catalog a key would stand: after the one that it stands after in another language, else at the last one of its group. */
function besides(
  file: SourceFile | undefined,
  path: string,
  key: string,
  other: SourceFile | undefined,
): Omit<Fault, 'message' | 'fix'> {
  if (!file || !isDictionary(file.value)) return { file: path, line: 1, column: 1 };
  const own = file.value;
  if (Object.hasOwn(own, key)) return file.place([key]);
  const order = isDictionary(other?.value) ? Object.keys(other.value) : [];
  const before = order
    .slice(0, Math.max(0, order.indexOf(key)))
    .findLast((each) => each !== '$schema' && Object.hasOwn(own, each));
  const beside = before ?? Object.keys(own).findLast((each) => group(each) === group(key));
  return beside === undefined ? { file: path, line: 1, column: 1 } : file.place([beside], 'key');
}

/** Keys that one fault names; `npm run messages -- missing` is for more. */
const NAMED = 12;

const listed = (keys: readonly string[]): string =>
  keys
    .slice(0, NAMED)
    .map((key) => `"${key}"`)
    .join(', ') + (keys.length > NAMED ? ` and ${keys.length - NAMED} more` : '');

export interface LineTexts {
  readonly line: ResolvedLine;
  readonly wanted: readonly string[];
  /** Of those, what belongs to something that the line does not offer. */
  readonly hidden: readonly string[];
  readonly missing: readonly Missing[];
}

/** The shortest beginning of a key that no wanted key has: a form by a wrong name has all its texts unused. */
function unwanted(key: string, wanted: ReadonlySet<string>): string {
  const parts = key.split('.');
  const beginnings = parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.`);
  return beginnings.find((start) => ![...wanted].some((name) => name.startsWith(start))) ?? key;
}

/** Keys that nothing shows, of the layers of the lines given. `meant`: what a key is written for by mistake. */
function unused(sources: Sources, texts: readonly LineTexts[]): { fault: Fault; meant?: string }[] {
  const wantedBy = new Map<string, Set<string>>();
  const listsOf = new Map<string, Set<readonly string[]>>();
  for (const { line, wanted } of texts) {
    for (const layer of line.layers) {
      const lists = listsOf.get(layer) ?? new Set();
      // Lines of one kind have the very list.
      if (!lists.has(wanted)) wantedBy.set(layer, new Set([...(wantedBy.get(layer) ?? []), ...wanted]));
      listsOf.set(layer, lists.add(wanted));
    }
  }
  return [...sources.files.values()].flatMap((file) => {
    const [, layer = ''] = /^lines\/([^/]+)\/messages\/[^/]+\.json$/.exec(file.path) ?? [];
    const wanted = wantedBy.get(layer);
    if (!wanted || !isDictionary(file.value)) return [];
    const own = file.value;
    return Object.keys(own)
      .filter((key) => key !== '$schema' && !wanted.has(key))
      .map((key) => {
        const absent = [...wanted].filter((name) => !Object.hasOwn(own, name));
        const meant = nearest(key, absent) ?? siblingOf(key, absent, catalogsBeside(sources, file.path));
        const lost = texts.find(({ line }) => line.layers.includes(layer));
        const word = lost && (lostWord(lost.line, key) ?? lostQuestion(lost.line, key));
        if (word) return { fault: word };
        const message = `nothing uses message "${key}"`;
        const fault: Fault = {
          ...file.place([key], 'key'),
          message,
          fix: meant ? `write "${meant}"` : 'delete it',
          name: `message ${unwanted(key, wanted)}`,
        };
        return { fault, ...(meant !== undefined && { meant }) };
      });
  });
}

/** Catalogs of a language that no line above them offers: nobody is shown what they say. */
function checkOffered(sources: Sources, texts: readonly LineTexts[], faults: Fault[]): void {
  const offeredBy = new Map<string, Set<string>>();
  for (const { line } of texts) {
    for (const layer of line.layers) {
      const ofLayer = offeredBy.get(layer) ?? new Set();
      for (const language of line.line.languages?.offered ?? []) ofLayer.add(language);
      offeredBy.set(layer, ofLayer);
    }
  }
  for (const file of sources.files.values()) {
    const [, layer = '', language = ''] = /^lines\/([^/]+)\/messages\/([^/]+)\.json$/.exec(file.path) ?? [];
    const offered = offeredBy.get(layer) ?? new Set<string>();
    if (language === '' || offered.size === 0 || offered.has(language)) continue;
    const close = nearest(language, offered);
    const fix = close
      ? `name it ${close}.json, or offer "${language}"`
      : `add "${language}" to "offered" of languages, or delete it`;
    faults.push({ ...file.place(), message: `no line offers the language "${language}" of this catalog`, fix });
  }
}

/** Texts of a line's own that it never shows: they belong to what it does not offer. */
function checkHidden(sources: Sources, { line, hidden }: LineTexts, faults: Fault[]): void {
  for (const language of line.line.languages?.offered ?? []) {
    const file = sources.files.get(`lines/${line.name}/messages/${language}.json`);
    const own = isDictionary(file?.value) ? file.value : {};
    for (const key of hidden) {
      if (!file || !Object.hasOwn(own, key)) continue;
      const message = `line ${line.name} never shows message "${key}": it does not offer what that is of`;
      faults.push({ ...file.place([key], 'key'), message, fix: 'delete it', name: `hidden ${line.name} ${key}` });
    }
  }
}

/** What lacks, without what is there under a name that is written wrongly. */
export function checkKeys(sources: Sources, texts: readonly LineTexts[], isWhole: boolean, faults: Fault[]): void {
  if (isWhole) checkOffered(sources, texts, faults);
  if (isWhole) for (const each of texts) checkHidden(sources, each, faults);
  const superfluous = isWhole && faults.length === 0 ? unused(sources, texts) : [];
  const meant = new Set(superfluous.map((each) => `${each.fault.file} ${each.meant}`));
  // A text that lost its place lost it in every language, and with all others of its place.
  faults.push(...superfluous.map(({ fault }) => fault));
  const lacking = new Map<string, { readonly line: ResolvedLine; readonly found: Missing[] }>();
  const seen = new Set<string>();
  for (const { line, missing } of texts) {
    for (const each of missing) {
      const homes = askersHomes(line, each, texts).filter((home) => !meant.has(`${home} ${each.key}`));
      const id = `${homes} ${each.key}`;
      if (homes.length === 0 || seen.has(id)) continue;
      seen.add(id);
      const kind = `${each.having.length > 0 ? `${homes} ${each.having}` : line.documents[each.document]?.files[0]?.path}`;
      const before = lacking.get(kind) ?? { line, found: [] };
      before.found.push({ ...each, homes });
      lacking.set(kind, before);
    }
  }
  for (const { line, found } of lacking.values()) {
    const [first] = found as [Missing];
    const keys = found.map(({ key }) => key);
    const [are, them] = keys.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const homes = [...new Set(found.flatMap((each) => each.homes))];
    const what = `message${keys.length === 1 ? '' : 's'} ${listed(keys)} ${are} missing`;
    if (first.having.length > 0) {
      const [home = ''] = homes;
      const message = `${what} (${first.having.join(', ')} has ${them})`;
      const other = home.replace(/[^/]+$/, `${first.having[0]}.json`);
      faults.push({
        ...besides(sources.files.get(home), home, first.key, sources.files.get(other)),
        message,
        fix: `add ${them} in this language`,
      });
    } else {
      const place = asksAt(line, first) ?? { file: homes[0] ?? '', line: 1, column: 1 };
      faults.push({ ...place, message: what, fix: `add ${them} to ${homes.join(' and ')}` });
    }
  }
}
