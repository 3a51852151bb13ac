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
import type { Fault } from './checks/fault.ts';
import { makeMerged, type ResolvedDocument } from './documents.ts';
import { withImplied } from './implied.ts';
import { wholeCalls } from './implied-calls.ts';
import { wholeFlow, withEnded, writtenAt } from './implied-flow.ts';
import { type KnownProviders, withProviders } from './implied-providers.ts';
import { layersOf } from './layers-of.ts';
import type { Path, Place, SourceFile, Sources } from './load.ts';
import { areSame, memory, once } from './memory.ts';
import { variantOf } from './variant-id.ts';

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
  /** `<screen>.<variant>` → the screen as a part of the visitors sees it. (variants.ts) */
  readonly variants: Readonly<Record<string, Screen>>;
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

/** What a folder holds. */
interface Holding {
  /** Document id → file. */
  readonly documents: ReadonlyMap<string, SourceFile>;
  /** Paths. */
  readonly assets: readonly string[];
  readonly registerStatic: readonly string[];
}

/** Everything a resolution looks up by folder, gathered once for all lines. One that holds what it held is the very same object. */
interface Folders {
  readonly layers: ReadonlyMap<string, Holding>;
  /** Fields and shapes of calls, below all layers. */
  readonly ground: Holding;
}

/** Folder → what it held lately, the last first: an edit is often taken back. */
const held = new Map<string, readonly Holding[]>();
const HELD = 3;

const partsOf = ({ documents, assets, registerStatic }: Holding): readonly unknown[] => [
  ...[...documents].flat(),
  ...assets,
  '',
  ...registerStatic,
];

/** What the folder holds, as the object that it was before unless something of it changed. */
function asBefore(folder: string, now: Holding): Holding {
  const [parts, before] = [partsOf(now), held.get(folder) ?? []];
  const holding = before.find((each) => areSame(partsOf(each), parts)) ?? now;
  if (before[0] !== holding) held.set(folder, [holding, ...before.filter((each) => each !== holding)].slice(0, HELD));
  return holding;
}

function readFolders({ paths, files }: Sources): Folders {
  const nothing = () => ({
    documents: new Map<string, SourceFile>(),
    assets: [] as string[],
    registerStatic: [] as string[],
  });
  const found = new Map<string, ReturnType<typeof nothing>>();
  const at = (folder: string) => {
    const known = found.get(folder) ?? nothing();
    found.set(folder, known);
    return known;
  };
  const ground = at('');
  for (const path of paths) {
    const [top = '', folder = '', ...rest] = path.split('/');
    const file = files.get(path);
    const name = rest.join('/').replace(/\.json$/, '');
    if (top === 'schemas') {
      if ((folder === 'fields' || folder === 'api') && file) ground.documents.set(`${folder}/${name}`, file);
    } else if (rest[0] === 'assets') at(folder).assets.push(path);
    else if (rest[0] === 'register-static') at(folder).registerStatic.push(path);
    else if (file) at(folder).documents.set(name, file);
  }
  const layers = new Map([...found].map(([folder, holding]) => [folder, asBefore(folder, holding)]));
  layers.delete('');
  return { layers, ground: asBefore('', ground) };
}

const named = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path.split('/').slice(3).join('/'), path]));

/** What a line is made of; the same parts make the same line. */
interface Parts {
  readonly holdings: readonly Holding[];
  readonly documents: readonly ResolvedDocument[];
  readonly plain: readonly string[];
  readonly resolved: ResolvedLine;
}

/** Of each line what it was made of lately, so that what was not edited need not be resolved, and checked, again. */
const lately = new Map<string, readonly Parts[]>();
/** How much of that is kept: two of each line, and of few lines more, among them what they were before some edits. */
const LATELY = 2;
const OF_FEW = 32;

function resolveLine(name: string, layers: readonly string[], { layers: all, ground }: Folders): ResolvedLine {
  const holdings = [ground, ...layers.flatMap((layer) => all.get(layer) ?? [])];
  const before = lately.get(name) ?? [];
  const known = before.find((each) => areSame(each.holdings, holdings));
  if (known !== undefined) {
    if (before[0] !== known) lately.set(name, [known, ...before.filter((each) => each !== known)]);
    return known.resolved;
  }
  const files = new Map<string, SourceFile[]>();
  for (const { documents } of holdings)
    for (const [id, file] of documents) files.set(id, [...(files.get(id) ?? []), file]);
  const documents: Record<string, ResolvedDocument> = {};
  for (const [id, ofDocument] of files) documents[id] = makeMerged(id, [...varied(id, files), ...ofDocument]);
  const assets = holdings.flatMap((holding) => holding.assets);
  const registerStatic = holdings.flatMap((holding) => holding.registerStatic);
  const parts = { documents: Object.values(documents), plain: [...layers, ...assets, ...registerStatic] };
  const same = before.find((each) => areSame(each.documents, parts.documents) && areSame(each.plain, parts.plain));
  const resolved = same?.resolved ?? merge(name, layers, documents, { assets, registerStatic });
  const most = Math.max(LATELY, Math.floor(OF_FEW / Math.max(1, lately.size)));
  lately.set(name, [{ holdings, ...parts, resolved }, ...before.filter((each) => each !== same)].slice(0, most));
  return resolved;
}

/** The files that a variant of a screen lies upon: those of the screen. */
function varied(id: string, files: ReadonlyMap<string, readonly SourceFile[]>): readonly SourceFile[] {
  const [folder = '', name = ''] = id.split('/');
  const of = folder === 'screens' ? variantOf(name)?.screen : undefined;
  return of === undefined ? [] : (files.get(`screens/${of}`) ?? []);
}

const saidFlow = once(wholeFlow);
const saidCalls = memory<object, Calls>();
const callsOf = memory<Calls, Calls>();
const flowOf = memory<Flow, Flow>();

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
  const screens = Object.entries(implied.screens);
  const [errors, { providers }] = [one<Errors>('errors'), implied];
  const said = saidFlow(one('flow'));
  const written = one<Record<string, unknown>>('calls');
  const saying = saidCalls(written, Object.entries(api).flat(), () => wholeCalls(written, api));
  const calls = callsOf(saying, [errors, said, providers], () =>
    withImplied({ calls: saying, errors, flow: said, providers }),
  );
  const flow = flowOf(said, [calls, errors, providers], () => withEnded(said, { calls, errors, providers }));
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
    screens: Object.fromEntries(screens.filter(([id]) => variantOf(id) === undefined)),
    variants: Object.fromEntries(screens.filter(([id]) => variantOf(id) !== undefined)),
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
  const names = new Set(folders.layers.keys());
  for (const name of [...names].sort()) {
    const layers = layersOf(name, names, (folder) => folders.layers.get(folder)?.documents.get('line'), faults);
    if (layers && !name.startsWith('_')) lines[name] = resolveLine(name, layers, folders);
  }
  return { lines, faults };
}
