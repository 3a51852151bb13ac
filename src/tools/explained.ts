/** Each resolved value of a line, who set it, and what every layer says of it. */
import { suggest } from './checks/fault.ts';
import { fieldIds } from './checks/scope.ts';
import { isDictionary, type ResolvedDocument } from './documents.ts';
import { type ListPatch, namesOf } from './list-patch.ts';
import type { Path, Place, SourceFile } from './load.ts';
import type { Resolution, ResolvedLine } from './resolve.ts';

export interface Explained {
  /** Document and path of the value, such as `line.languages.default`. */
  readonly path: string;
  readonly value: unknown;
  /** `file:line` that set it. */
  readonly origin: string;
  /** Every layer that says something of it, the lowest first; the last one is heard. */
  readonly says: readonly Said[];
}

/** What one layer says of a value. */
export interface Said {
  /** Folder under `lines/`; `schemas` where what is below all lines says it. */
  readonly layer: string;
  /** Null where the layer deletes it. */
  readonly value: unknown;
  /** How the layer patches the list of the layer below, whose value is what it makes of it. */
  readonly patch?: ListPatch;
  readonly origin: string;
}

/** A question that has no answer, and the nearest one that has. */
export class UnknownName extends Error {}

const STEP = /^[A-Za-z_$][\w$-]*$/;

/** Path as text: steps by dots, names that hold dots in quotes, places in lists in brackets. */
export function pathText(at: Path): string {
  return at
    .map((step) => (typeof step === 'number' ? `[${step}]` : STEP.test(step) ? `.${step}` : `["${step}"]`))
    .join('')
    .replace(/^\./, '');
}

/** What entries of a list go by: the list in short. */
const inShort = (list: unknown): unknown => (Array.isArray(list) ? list.map((each) => namesOf(each).join(', ')) : list);

interface Leaf {
  readonly at: Path;
  readonly value: unknown;
  /** The names of a list's entries, which are leaves of their own. */
  readonly isShort?: boolean;
}

/**
 * Leaves of a value: plain values, empty containers, and lists of plain values, which replace each other as a whole; a list
 * that is patched is told in short besides.
 */
function leaves(value: unknown, at: Path, isPatched: (at: Path) => boolean): Leaf[] {
  const isPlain = (item: unknown) => typeof item !== 'object' || item === null;
  if (isPlain(value)) return [{ at, value }];
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return [{ at, value }];
    const entries = value.flatMap((item, index) => leaves(item, [...at, index], isPatched));
    return isPatched(at) ? [{ at, value: inShort(value), isShort: true }, ...entries] : entries;
  }
  const entries = Object.entries(value as object);
  if (entries.length === 0) return [{ at, value }];
  return entries.flatMap(([name, inner]) => leaves(inner, [...at, name], isPatched));
}

function layerOf({ path }: SourceFile): string {
  const [top, folder = ''] = path.split('/');
  return top === 'lines' ? folder : 'schemas';
}

const originOf = ({ file, line }: Place): string => `${file}:${line}`;

/** What a file says at a path: nothing where it leaves the value to the layers below. */
function saidAt(file: SourceFile, at: Path): Said[] {
  let value = file.value;
  for (const step of at) {
    if (value === undefined) return [];
    // A list and a plain value replace what is below as a whole, and null deletes it.
    value = isDictionary(value) ? value[String(step)] : Array.isArray(value) ? (value[Number(step)] ?? null) : null;
  }
  return value === undefined ? [] : [{ layer: layerOf(file), value, origin: originOf(file.place(at)) }];
}

/** What each layer says at a path. */
function saidOf(document: ResolvedDocument, { at, isShort }: Leaf): Said[] {
  if (!document.isPatched(at)) return document.files.flatMap((file) => saidAt(file, at));
  return document.says(at).map(({ file, at: there, value, patch }) => ({
    layer: layerOf(file),
    value: isShort ? inShort(value) : value,
    origin: originOf(file.place(there)),
    ...(patch && { patch }),
  }));
}

/** Every leaf of a line's document, or of what stands in it at `within`. */
export function explainDocument(line: ResolvedLine, id: string, within: Path = []): Explained[] {
  const document = line.documents[id];
  if (!document) return [];
  let value: unknown = document.value;
  for (const step of within) {
    value = isDictionary(value) ? value[String(step)] : Array.isArray(value) ? value[Number(step)] : undefined;
  }
  if (value === undefined) return [];
  return leaves(value, within, (at) => document.says(at).some(({ patch }) => patch)).map((leaf) => {
    const path = id.startsWith('messages/') ? leaf.at.join('') : pathText(leaf.at);
    return {
      path: `${id} ${path}`.trimEnd(),
      value: leaf.value,
      origin: originOf(document.origin(leaf.at)),
      says: saidOf(document, leaf),
    };
  });
}

/** A value that some layer sets and a higher one deletes; nothing when no layer speaks of it. */
export function explainDeleted(line: ResolvedLine, id: string, at: Path): Explained[] {
  const says = line.documents[id]?.files.flatMap((file) => saidAt(file, at)) ?? [];
  const last = says.at(-1);
  return last === undefined ? [] : [{ path: `${id} ${pathText(at)}`, value: null, origin: last.origin, says }];
}

/** Everything one line is made of; of one screen only, when it is named. Throws `UnknownName` with the nearest name. */
export function explain({ lines }: Pick<Resolution, 'lines'>, name: string, screen?: string): Explained[] {
  const line = lines[name];
  if (!line)
    throw new UnknownName(`no line "${name}": ${suggest(name, Object.keys(lines), 'see the folders of lines/')}`);
  if (screen === undefined) {
    const base = `lines/${line.layers[0]}/`;
    const isAbove = (file: string): boolean => !file.startsWith(base) && !file.startsWith('schemas/');
    const changed = Object.values(line.documents)
      .filter(({ id, files }) => id !== 'line' && id !== 'theme' && files.some((file) => isAbove(file.path)))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(({ id }) => explainDocument(line, id))
      .filter(({ origin }) => isAbove(origin));
    return [...explainDocument(line, 'line'), ...explainDocument(line, 'theme'), ...changed];
  }
  const found = line.screens[screen];
  if (!found) {
    throw new UnknownName(
      `no screen "${screen}": ${suggest(screen, Object.keys(line.screens), 'see lines/_base/screens/')}`,
    );
  }
  const texts = Object.keys(line.documents).filter((id) => id.startsWith('messages/'));
  return [
    ...explainDocument(line, 'line', ['routes', screen]),
    ...explainDocument(line, `screens/${screen}`),
    ...explainDocument(line, 'flow', ['screens', screen]),
    ...[...fieldIds(found)].flatMap((field) => explainDocument(line, `fields/${field}`)),
    ...texts.flatMap((id) =>
      Object.keys(line.messages[id.slice('messages/'.length)] ?? {})
        .filter((key) => key.startsWith(`screens.${screen}.`))
        .flatMap((key) => explainDocument(line, id, [key])),
    ),
  ];
}
