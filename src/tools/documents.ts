/**
 * Documents of a line: files of its layers on top of each other, and which file set what. They merge by RFC 7386; where a
 * lower layer has a list, a higher one may patch its entries.
 */
import type { GrammarFault } from './checks/schema.ts';
import {
  type Entry,
  isDictionary,
  isListPatch,
  type ListPatch,
  patchEntries,
  type Report,
  type Saying,
} from './list-patch.ts';
import type { Path, Place, SourceFile } from './load.ts';

export { isDictionary };

/** One thing of a line (`line`, `flow`, `screens/<id>`, `fields/<id>`, `messages/<language>` …) and the files it was merged from. */
export interface ResolvedDocument {
  readonly id: string;
  /** Bottom layer first. */
  readonly files: readonly SourceFile[];
  readonly value: unknown;
  /** The same without its top file. */
  readonly below: ResolvedDocument | undefined;
  /** What the top file patches in lists and cannot, such as an entry that is not there. */
  readonly mistakes: readonly GrammarFault[];
  /** Place of the value at `at` in the file that set it; the nearest enclosing value when nothing set it. */
  origin(at?: Path, part?: 'value' | 'key'): Place;
  /** Whether the value at `at` is a list that layers patch, or stands in one. */
  isPatched(at: Path): boolean;
  /** What the layers say at `at`, the lowest first, without those that a higher one replaces. */
  says(at: Path): readonly LayerSaying[];
}

export interface LayerSaying extends Saying<SourceFile> {
  /** How the layer patches the list that `value` is then. */
  readonly patch?: ListPatch;
}

const unheard: Report = () => undefined;

/** RFC 7386, and patches of lists. Tells mistakes of those by their path, which begins with `at`. */
export function mergePatch(target: unknown, patch: unknown, report: Report = unheard, at: Path = []): unknown {
  const merge = (value: unknown, change: unknown, here: Path) => mergePatch(value, change, report, here);
  if (isListPatch(target, patch)) {
    const entries = (target as readonly unknown[]).map((value) => ({ value, says: [] }));
    return patchEntries(entries, { file: undefined, at, value: patch }, merge, report).map(({ value }) => value);
  }
  if (!isDictionary(patch)) return patch;
  const result: Record<string, unknown> = isDictionary(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value, [...at, key]);
  }
  return result;
}

type Said = Saying<SourceFile>;

/** Those that are heard: a list, a plain value or a null replaces what is below, and only a list is patched. */
function heard(says: readonly Said[]): readonly Said[] {
  const last = says.findLastIndex(({ value }) => !isDictionary(value));
  const above = says.slice(last + 1);
  const settling = says[last];
  if (settling === undefined || above.length === 0) return settling ? [settling] : above;
  return above.every(({ value }) => isListPatch(settling.value, value)) ? [settling, ...above] : above;
}

/** Entries of a list that some layer wrote and others patched. */
const entriesOf = ([list, ...patches]: readonly Said[]): readonly Entry<SourceFile>[] => {
  const { file, at, value: written } = list as Said;
  const first = (written as readonly unknown[]).map((value, index) => {
    return { value, says: [{ file, at: [...at, index], value }] };
  });
  return patches.reduce<readonly Entry<SourceFile>[]>(
    (entries, patch) => patchEntries(entries, patch, (value, change) => mergePatch(value, change), unheard),
    first,
  );
};

const patches = ([first, ...others]: readonly Said[]): boolean => Array.isArray(first?.value) && others.length > 0;

/** What the layers say one step further on. */
function further(says: readonly Said[], step: string | number): readonly Said[] {
  if (Array.isArray(says[0]?.value)) return heard(entriesOf(says)[Number(step)]?.says ?? []);
  const inner = says.flatMap(({ file, at, value }) =>
    isDictionary(value) && Object.hasOwn(value, step) ? [{ file, at: [...at, step], value: value[String(step)] }] : [],
  );
  return heard(inner);
}

function makeDocument(
  id: string,
  files: readonly SourceFile[],
  made: Pick<ResolvedDocument, 'value' | 'below' | 'mistakes'>,
): ResolvedDocument {
  const whole = (): readonly Said[] => heard(files.map((file) => ({ file, at: [], value: file.value })));
  return {
    id,
    files,
    ...made,
    origin(at = [], part = 'value') {
      let says = whole();
      for (const step of at) {
        const inner = further(says, step);
        const [only] = inner;
        if (only === undefined) break;
        // What a layer deletes is told where it stood.
        if (only.value === null) return only.file.place(only.at.slice(0, -1), part);
        says = inner;
      }
      const { file, at: there } = says.at(-1) as Said;
      return file.place(there, part);
    },
    isPatched: (at) => [...at.keys(), at.length].some((depth) => patches(at.slice(0, depth).reduce(further, whole()))),
    says(at) {
      const says = at.reduce(further, whole());
      if (!patches(says)) return says;
      const values = (depth: number) => entriesOf(says.slice(0, depth + 1)).map(({ value }) => value);
      return says.map((said, depth) =>
        depth === 0 ? said : { ...said, value: values(depth), patch: said.value as ListPatch },
      );
    },
  };
}

function withoutSchema(value: unknown): unknown {
  const { $schema: _, ...rest } = isDictionary(value) ? value : {};
  return isDictionary(value) ? rest : value;
}

/** A flow where each event that a patch changes stands at its screen, also where the screen only names a shared one. */
function withOwnEvents(flow: unknown, patch: unknown): unknown {
  if (!isDictionary(flow) || !isDictionary(flow.events) || !isDictionary(flow.screens)) return flow;
  const { events, screens } = flow;
  const patches = isDictionary(patch) && isDictionary(patch.screens) ? patch.screens : {};
  const own = Object.entries(screens).map(([id, named]) => {
    const changes = patches[id];
    if (!isDictionary(named) || !isDictionary(changes)) return [id, named];
    const entries = Object.entries(named).map(([name, event]) => {
      const isChanged = typeof event === 'string' && isDictionary(changes[name]);
      return [name, isChanged ? (events[event] ?? event) : event];
    });
    return [id, Object.fromEntries(entries)];
  });
  return { ...flow, screens: Object.fromEntries(own) };
}

/** Documents by their top file and what is below it. */
const made = new WeakMap<SourceFile, Map<ResolvedDocument | undefined, ResolvedDocument>>();

/**
 * Merges files into a document. The same files give the very same object, so that lines of one region share what
 * they do not change, and a second run shares what was not edited.
 */
export function makeMerged(id: string, files: readonly SourceFile[]): ResolvedDocument {
  const top = files.at(-1) as SourceFile;
  const below = files.length > 1 ? makeMerged(id, files.slice(0, -1)) : undefined;
  const ofTop = made.get(top) ?? new Map<ResolvedDocument | undefined, ResolvedDocument>();
  made.set(top, ofTop);
  const known = ofTop.get(below);
  if (known) return known;
  const patch = withoutSchema(top.value);
  const mistakes: GrammarFault[] = [];
  const report: Report = (at, message, fix, part = 'value') => mistakes.push({ at, part, message, fix, breaks: false });
  const lower = id === 'flow' ? withOwnEvents(below?.value, patch) : below?.value;
  const value = patch === undefined ? (lower ?? {}) : mergePatch(lower, patch, report);
  const document = makeDocument(id, files, { value, below, mistakes });
  ofTop.set(below, document);
  return document;
}
