/**
 * Puts the layers of each line on top of each other: `_base`, then its region, then the line itself, by RFC 7386
 * (objects merge, arrays replace, null deletes); lists may be patched by their entries. Remembers which file set what.
 */
import type { Calls, Flow } from '../engine/whole.ts';
import type {
  ApiShape,
  Enums,
  Errors,
  Field,
  Line,
  Messages,
  Providers,
  Screen,
  Stored,
  Theme,
} from '../generated/config.ts';
import { type Fault, suggest } from './checks/fault.ts';
import { isDictionary, makeMerged, type ResolvedDocument } from './documents.ts';
import { withImplied } from './implied.ts';
import { wholeCalls } from './implied-calls.ts';
import { wholeFlow, withEnded, writtenAt } from './implied-flow.ts';
import { type KnownProviders, withProviders } from './implied-providers.ts';
import type { Path, Place, SourceFile, Sources } from './load.ts';

/** `_base` → region → line. */
const MOST_LAYERS = 3;

/**
 * A line as the product sees it. The types hold when `check` found nothing; what a file should have said and did
 * not is an empty object.
 */
export interface ResolvedLine {
  /** Folder under `lines/`. */
  readonly name: string;
  /** Folders from the bottom layer to the line itself. */
  readonly layers: readonly string[];
  readonly line: Line;
  readonly theme: Theme;
  readonly fields: Readonly<Record<string, Field>>;
  readonly screens: Readonly<Record<string, Screen>>;
  readonly flow: Flow;
  readonly calls: Calls;
  readonly errors: Errors;
  readonly enums: Enums;
  readonly stored: Stored;
  readonly providers: KnownProviders;
  /** Language → key → ICU text. */
  readonly messages: Readonly<Record<string, Messages>>;
  /** Call id → shapes, `field:` references still in them. */
  readonly api: Readonly<Record<string, ApiShape>>;
  /** File name → path of the file that provides it, of the layers' `assets` folders. */
  readonly assets: Readonly<Record<string, string>>;
  /** The same of the layers' `register-static` folders. */
  readonly registerStatic: Readonly<Record<string, string>>;
  readonly documents: Readonly<Record<string, ResolvedDocument>>;
  /**
   * Place (file, line, column) of the value that holds at `at` of a document, or of its property name; for example
   * `origin('line', ['languages', 'default'])`.
   */
  origin(document: string, at?: Path, part?: 'value' | 'key'): Place | undefined;
}

export interface Resolution {
  readonly lines: Readonly<Record<string, ResolvedLine>>;
  /** Faults of reading and of the layers; `check` finds the others. */
  readonly faults: readonly Fault[];
}

/** Everything a resolution looks up by folder, gathered once for all lines. */
interface Folders {
  /** Layer → document id → file. */
  readonly documents: ReadonlyMap<string, ReadonlyMap<string, SourceFile>>;
  /** Layer → folder → paths. */
  readonly plain: (layer: string, folder: string) => readonly string[];
  readonly fields: ReadonlyMap<string, SourceFile>;
  readonly api: ReadonlyMap<string, SourceFile>;
}

function readFolders(sources: Sources): Folders {
  const documents = new Map<string, Map<string, SourceFile>>();
  const plain = new Map<string, string[]>();
  const fields = new Map<string, SourceFile>();
  const api = new Map<string, SourceFile>();
  for (const path of sources.paths) {
    const [top = '', folder = '', ...rest] = path.split('/');
    const file = sources.files.get(path);
    const name = rest.join('/').replace(/\.json$/, '');
    if (top === 'schemas') {
      if (folder === 'fields' && file) fields.set(name, file);
      if (folder === 'api' && file) api.set(name, file);
    } else if (rest[0] === 'assets' || rest[0] === 'register-static') {
      const key = `${folder}/${rest[0]}`;
      plain.set(key, [...(plain.get(key) ?? []), path]);
    } else if (file) {
      const ofLayer = documents.get(folder) ?? new Map<string, SourceFile>();
      documents.set(folder, ofLayer.set(name, file));
    }
  }
  return { documents, fields, api, plain: (layer, folder) => plain.get(`${layer}/${folder}`) ?? [] };
}

/** Follows `extends` down to the bottom layer. Gives undefined, and a fault, when there is no such chain. */
function layersOf(name: string, folders: Folders, faults: Fault[]): string[] | undefined {
  const chain = [name];
  for (;;) {
    const current = chain[0] as string;
    const file = folders.documents.get(current)?.get('line');
    if (!file) {
      faults.push({
        file: `lines/${current}/line.json`,
        line: 1,
        column: 1,
        message: `folder lines/${current} has no line.json`,
        fix: 'add line.json, or delete the folder',
      });
      return undefined;
    }
    const below = isDictionary(file.value) ? file.value.extends : undefined;
    if (file.value === undefined) return undefined;
    if (below === undefined && current.startsWith('_')) return chain;
    const place = file.place(['extends']);
    const regions = [...folders.documents.keys()].filter((layer) => layer.startsWith('_'));
    if (typeof below !== 'string') {
      faults.push({
        ...place,
        message: `line "${current}" extends nothing`,
        fix: `write "extends" with one of: ${regions.join(', ')}`,
      });
      return undefined;
    }
    if (!folders.documents.has(below)) {
      faults.push({
        ...place,
        message: `extends "${below}", and there is no folder lines/${below}`,
        fix: suggest(below, regions, 'write the name of a folder under lines/'),
      });
      return undefined;
    }
    if (chain.includes(below)) {
      faults.push({
        ...place,
        message: `layers go round in a circle: ${[below, ...chain].reverse().join(' → ')}`,
        fix: 'let the last one extend _base',
      });
      return undefined;
    }
    if (chain.length === MOST_LAYERS) {
      faults.push({
        ...place,
        message: `more than ${MOST_LAYERS} layers: ${[below, ...chain].reverse().join(' → ')}`,
        fix: 'extend a region that extends _base',
      });
      return undefined;
    }
    chain.unshift(below);
  }
}

const named = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path.split('/').slice(3).join('/'), path]));

/** What a line is made of; the same parts make the same line. */
interface Parts {
  readonly documents: readonly ResolvedDocument[];
  readonly plain: readonly string[];
  readonly resolved: ResolvedLine;
}

/** Of each line what it was made of lately, so that what was not edited need not be resolved, and checked, again. */
const lately = new Map<string, readonly Parts[]>();
const LATELY = 2;

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

function resolveLine(name: string, layers: readonly string[], folders: Folders): ResolvedLine {
  const files = new Map<string, SourceFile[]>();
  for (const [id, file] of folders.fields) files.set(`fields/${id}`, [file]);
  for (const [id, file] of folders.api) files.set(`api/${id}`, [file]);
  for (const layer of layers) {
    for (const [id, file] of folders.documents.get(layer) ?? []) files.set(id, [...(files.get(id) ?? []), file]);
  }
  const documents: Record<string, ResolvedDocument> = {};
  for (const [id, ofDocument] of files) documents[id] = makeMerged(id, ofDocument);
  const assets = layers.flatMap((layer) => folders.plain(layer, 'assets'));
  const registerStatic = layers.flatMap((layer) => folders.plain(layer, 'register-static'));
  const parts = { documents: Object.values(documents), plain: [...layers, ...assets, ...registerStatic] };
  const before = lately.get(name) ?? [];
  const same = before.find((each) => areSame(each.documents, parts.documents) && areSame(each.plain, parts.plain));
  const resolved = same?.resolved ?? merge(name, layers, documents, { assets, registerStatic });
  lately.set(name, [{ ...parts, resolved }, ...before.filter((each) => each !== same)].slice(0, LATELY));
  return resolved;
}

function merge(
  name: string,
  layers: readonly string[],
  documents: Readonly<Record<string, ResolvedDocument>>,
  plain: { readonly assets: readonly string[]; readonly registerStatic: readonly string[] },
): ResolvedLine {
  const one = <T>(id: string) => (documents[id]?.value ?? {}) as T;
  const all = <T>(folder: string) => {
    const inside = Object.values(documents).filter(
      ({ id, files }) => id.startsWith(`${folder}/`) && files.some((file) => file.value !== undefined),
    );
    return Object.fromEntries(inside.map(({ id, value }) => [id.slice(folder.length + 1), value as T]));
  };
  const implied = withProviders({
    providers: one<Providers>('providers'),
    enums: one<Enums>('enums'),
    screens: all<Screen>('screens'),
    messages: all<Messages>('messages'),
  });
  const api = all<ApiShape>('api');
  const [errors, { providers }] = [one<Errors>('errors'), implied];
  const said = wholeFlow(one('flow'));
  const calls = withImplied({ calls: wholeCalls(one('calls'), api), errors, flow: said, providers });
  const flow = withEnded(said, { calls, errors, providers });
  return {
    name,
    layers,
    line: one<Line>('line'),
    theme: one<Theme>('theme'),
    fields: all<Field>('fields'),
    flow,
    calls,
    errors,
    stored: one<Stored>('stored'),
    ...implied,
    api,
    assets: named(plain.assets),
    registerStatic: named(plain.registerStatic),
    documents,
    origin(document, at = [], part = 'value') {
      const found = documents[document];
      return found?.origin(document === 'flow' ? writtenAt(found.value, flow, at) : at, part);
    },
  };
}

/** Resolves every line: each folder under `lines/` whose name does not begin with an underscore. */
export function resolveAll(sources: Sources): Resolution {
  const folders = readFolders(sources);
  const faults: Fault[] = [...sources.faults];
  const lines: Record<string, ResolvedLine> = {};
  for (const name of [...folders.documents.keys()].sort()) {
    const layers = layersOf(name, folders, faults);
    if (layers && !name.startsWith('_')) lines[name] = resolveLine(name, layers, folders);
  }
  return { lines, faults };
}
