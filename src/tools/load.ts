/**
 * Reads the data: every JSON file under `schemas/` and `lines/`, with the place of every value. Bad data never
 * throws here; it becomes faults, so that one run can tell of everything that is wrong.
 */
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Fault } from './checks/fault.ts';
import { duplicatesIn } from './duplicates.ts';
import { LICENCES } from './face-names.ts';
import { lineStarts, positionAt } from './positions.ts';
import { decode, IS_FOLDER, unreadable } from './read.ts';
import { syntaxFault } from './syntax.ts';
import { type Font, readWoff2 } from './woff2.ts';

/** Reference of a call's shape that stands for the id of one of the line's providers. */
export const PROVIDERS = 'providers';

/** Beginning of a reference of a call's shape to the numbers of one of the line's enumerations. */
export const ENUM = 'enum:';

/** Grammars of layers' files, generated: nothing of them is data. */
export const LAYERS = 'schemas/layers/';

export type Path = readonly (string | number)[];

/** A place in a file, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One JSON file. `value` is undefined when the text could not be read as JSON at all. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly value: unknown;
  /** Whether its value is not all that was written: it could not be read, or of two equal keys only the last counts. */
  readonly isMisread: boolean;
  readonly faults: readonly Fault[];
  /** Where the value at `at` stands, or the nearest enclosing one that exists. `key`: where its property name stands. */
  place(at?: Path, part?: 'value' | 'key'): Place;
}

export interface Sources {
  readonly root: string;
  /** JSON files by path, but for the grammars of layers, which are generated. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Every file under `schemas/` and `lines/`, JSON or not. */
  readonly paths: ReadonlySet<string>;
  /** Fonts by path. */
  readonly fonts: ReadonlyMap<string, FontFile>;
  /** What stands beside fonts of their licences, by path: it says what they were drawn of. */
  readonly licences: ReadonlyMap<string, string>;
  /** Drawings by path, as they are written. */
  readonly drawings: ReadonlyMap<string, string>;
  /** Faults of the files as such: syntax, duplicate keys, byte order marks. */
  readonly faults: readonly Fault[];
}

/** A font, as far as it is judged. */
export interface FontFile {
  readonly bytes: number;
  /** Undefined when it cannot be read. */
  readonly font: Font | undefined;
}

const isFont = (file: string): boolean => file.endsWith('.woff2');
const isDrawing = (file: string): boolean => file.endsWith('.svg');
const isLicence = (file: string): boolean => file.endsWith(`/${LICENCES}`);

function fontFile(content: Buffer): FontFile {
  try {
    return { bytes: content.length, font: readWoff2(content) };
  } catch {
    return { bytes: content.length, font: undefined };
  }
}

function child(node: Node, step: string | number): { key?: Node; value?: Node } | undefined {
  if (node.type === 'array' && typeof step === 'number') {
    const value = node.children?.[step];
    return value && { value };
  }
  if (node.type !== 'object') return undefined;
  // Of duplicate keys the last counts, as in JSON.parse.
  const property = node.children?.findLast((entry) => entry.children?.[0]?.value === String(step));
  const [key, value] = property?.children ?? [];
  return key && { key, ...(value && { value }) };
}

function toValue(node: Node | undefined): unknown {
  if (!node) return undefined;
  if (node.type === 'array') return (node.children ?? []).map(toValue);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).flatMap((property): [string, unknown][] => {
    const [key, value] = property.children ?? [];
    return key && value ? [[String(key.value), toValue(value)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Reads one JSON text. `file` is its path relative to the root. */
export function parseSource(file: string, raw: string): SourceFile {
  const faults: Fault[] = [];
  const text = raw.replace(/^\uFEFF/, '');
  if (text.length < raw.length) {
    faults.push({
      file,
      line: 1,
      column: 1,
      message: 'byte order mark at the start of the file',
      fix: 'save the file as UTF-8 without BOM',
    });
  }
  const starts = lineStarts(text);
  const at = (offset: number): Place => ({ file, ...positionAt(starts, offset) });
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  const doubled = first ? [] : duplicatesIn(tree);
  if (first) {
    const { offset, message, fix } = syntaxFault(text, first);
    faults.push({ ...at(offset), message, fix });
  } else {
    for (const [name, before] of doubled) {
      const message = `duplicate key "${name.value}", first on line ${at(before.offset).line}`;
      faults.push({ ...at(name.offset), message, fix: 'delete one of the two' });
    }
  }
  return {
    path: file,
    text,
    value: first ? undefined : toValue(tree),
    isMisread: first !== undefined || doubled.length > 0,
    faults,
    place(steps = [], part = 'value') {
      let node = tree;
      let offset = tree?.offset ?? 0;
      for (const [index, step] of steps.entries()) {
        const next = node && child(node, step);
        if (!next) break;
        node = next.value;
        const wanted =
          part === 'key' && index === steps.length - 1 ? (next.key ?? next.value) : (next.value ?? next.key);
        offset = wanted?.offset ?? offset;
      }
      return at(offset);
    },
  };
}

/** What stands in a folder of the data: files, and the faults of what is none though its name says so. */
async function listFiles(root: string, folder: string): Promise<(string | SourceFile)[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  const nested = entries
    .filter((entry) => !entry.name.startsWith('.'))
    .map(async (entry) => {
      const name = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [name];
      return entry.name.endsWith('.json') ? [unreadFile(name, IS_FOLDER)] : listFiles(root, name);
    });
  return (await Promise.all(nested)).flat();
}

/** A file of which nothing could be read. */
const unreadFile = (file: string, { message, fix }: Pick<Fault, 'message' | 'fix'>): SourceFile => {
  const place = { file, line: 1, column: 1 };
  return {
    path: file,
    text: '',
    value: undefined,
    isMisread: true,
    faults: [{ ...place, message, fix }],
    place: () => place,
  };
};

async function readSource(root: string, file: string): Promise<SourceFile> {
  const found = await unreadable(root, file);
  if (found) return unreadFile(file, found);
  const text = decode(await readFile(path.join(root, file)));
  return typeof text === 'string' ? parseSource(file, text) : unreadFile(file, text);
}

const readFont = async (root: string, file: string): Promise<FontFile> =>
  fontFile(await readFile(path.join(root, file)).catch(() => Buffer.alloc(0)));

const readText = (root: string, file: string): Promise<string> =>
  readFile(path.join(root, file), 'utf8').catch(() => '');

function gather(
  root: string,
  paths: Iterable<string>,
  files: Iterable<SourceFile>,
  { fonts, licences, drawings }: Pick<Sources, 'fonts' | 'licences' | 'drawings'>,
): Sources {
  const byPath = new Map([...files].sort((a, b) => (a.path < b.path ? -1 : 1)).map((file) => [file.path, file]));
  return {
    root,
    files: byPath,
    paths: new Set([...paths].sort()),
    fonts,
    licences,
    drawings,
    faults: [...byPath.values()].flatMap((file) => file.faults),
  };
}

/** Reads all data under `root`, the repository's folder. Never rejects because of what a file contains. */
export async function loadData(root: string): Promise<Sources> {
  const found = (await Promise.all([listFiles(root, 'schemas'), listFiles(root, 'lines')])).flat();
  const paths = found.map((each) => (typeof each === 'string' ? each : each.path));
  const files = found.flatMap((each) => {
    if (typeof each !== 'string') return each;
    return each.endsWith('.json') && !each.startsWith(LAYERS) ? readSource(root, each) : [];
  });
  const fonts = paths.filter(isFont).map(async (file) => [file, await readFont(root, file)] as const);
  const licences = paths.filter(isLicence).map(async (file) => [file, await readText(root, file)] as const);
  const drawings = paths.filter(isDrawing).map(async (file) => [file, await readText(root, file)] as const);
  return gather(root, paths, await Promise.all(files), {
    fonts: new Map(await Promise.all(fonts)),
    licences: new Map(await Promise.all(licences)),
    drawings: new Map(await Promise.all(drawings)),
  });
}

/** Whether a path is that of a file or folder, or stands below it. */
export const isAt = (name: string, place: string): boolean => name === place || name.startsWith(`${place}/`);

/** What stands at a path now: a file, all that a folder holds, or nothing. */
async function standing(root: string, place: string): Promise<readonly (string | SourceFile)[]> {
  const found = await lstat(path.join(root, place)).catch(() => undefined);
  if (found?.isDirectory() && !place.endsWith('.json')) return listFiles(root, place);
  return found === undefined ? [] : [place];
}

/**
 * The same data with some files or folders as they stand on disk now, those that are gone taken away. What reads as
 * before stays the very same object, so that nothing is judged anew for it.
 */
export async function reread(sources: Sources, changed: Iterable<string>): Promise<Sources> {
  const files = new Map(sources.files);
  const fonts = new Map(sources.fonts);
  const licences = new Map(sources.licences);
  const drawings = new Map(sources.drawings);
  const paths = new Set(sources.paths);
  for (const place of changed) {
    const found = await standing(sources.root, place);
    const names = new Set(found.map((each) => (typeof each === 'string' ? each : each.path)));
    for (const name of [...paths]) {
      if (names.has(name) || !isAt(name, place)) continue;
      paths.delete(name);
      files.delete(name);
      fonts.delete(name);
      licences.delete(name);
      drawings.delete(name);
    }
    for (const each of found) {
      const name = typeof each === 'string' ? each : each.path;
      paths.add(name);
      if (isFont(name)) fonts.set(name, await readFont(sources.root, name));
      if (isLicence(name)) licences.set(name, await readText(sources.root, name));
      if (isDrawing(name)) drawings.set(name, await readText(sources.root, name));
      if (!name.endsWith('.json') || name.startsWith(LAYERS)) continue;
      const before = files.get(name);
      const read = typeof each === 'string' ? await readSource(sources.root, each) : each;
      const isSame =
        before !== undefined && before.text === read.text && read.faults.length + before.faults.length === 0;
      if (!isSame) files.set(name, read);
    }
  }
  return gather(sources.root, paths, files.values(), { fonts, licences, drawings });
}

/** The same data with some files written over, added, or (null) taken away; nothing on disk changes. */
export function overlay(sources: Sources, changes: Readonly<Record<string, string | null>>): Sources {
  const files = new Map(sources.files);
  const fonts = new Map(sources.fonts);
  const licences = new Map(sources.licences);
  const drawings = new Map(sources.drawings);
  const paths = new Set(sources.paths);
  for (const [file, text] of Object.entries(changes)) {
    files.delete(file);
    fonts.delete(file);
    licences.delete(file);
    drawings.delete(file);
    paths.delete(file);
    if (text === null) continue;
    paths.add(file);
    if (isFont(file)) fonts.set(file, fontFile(Buffer.from(text)));
    if (isLicence(file)) licences.set(file, text);
    if (isDrawing(file)) drawings.set(file, text);
    if (file.endsWith('.json')) files.set(file, parseSource(file, text));
  }
  return gather(sources.root, paths, files.values(), { fonts, licences, drawings });
}
