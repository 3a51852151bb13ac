/**
 * A patch of a list that a lower layer has: which of its entries leave, change, come and move. Entries go by their names,
 * so a layer need not copy the list to differ in one of them.
 */
import { suggest } from './checks/fault.ts';
import type { Path } from './load.ts';

type Dictionary = Readonly<Record<string, unknown>>;

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a patch of a list may say, in the order in which it is carried out; a place goes with what is added. */
const LIST_WORDS = ['remove', 'change', 'add', 'before', 'after', 'move'] as const;

/** Properties that an entry goes by: the first that it has. */
export const NAMING = ['id', 'field', 'name', 'on', 'block', 'event'] as const;

/** Lists whose entries are names or objects, and the property that a name stands for. */
export const SHORT_FOR: Readonly<Record<string, string>> = { fields: 'field', columns: 'name', rowEvents: 'event' };

/** By its words; what they hold is judged by the grammar. */
export type ListPatch = Dictionary;

export const hasListWords = (value: unknown): value is ListPatch =>
  isDictionary(value) && LIST_WORDS.some((word) => Object.hasOwn(value, word));

export const isListPatch = (below: unknown, value: unknown): value is ListPatch =>
  Array.isArray(below) && hasListWords(value);

/** What an entry goes by: itself, or its naming property; what answers several codes, by each of them. */
export function namesOf(entry: unknown): readonly string[] {
  if (typeof entry === 'string') return [entry];
  if (!isDictionary(entry)) return [];
  const property = NAMING.find((name) => Object.hasOwn(entry, name));
  return [property === undefined ? [] : entry[property]].flat().filter((name) => typeof name === 'string');
}

/** What a layer says somewhere in a file. */
export interface Saying<File> {
  readonly file: File;
  readonly at: Path;
  readonly value: unknown;
}

export interface Entry<File> {
  readonly value: unknown;
  /** Who said so, the lowest layer first. */
  readonly says: readonly Saying<File>[];
}

/** A mistake of a patch, by its path in the file. */
export type Report = (at: Path, message: string, fix: string, part?: 'value' | 'key') => void;

/** Merges a change into an entry. */
type Merge = (value: unknown, change: unknown, at: Path) => unknown;

/** An entry that is a name, as the object that it is short for. */
function long(value: unknown, at: Path): unknown {
  const property = SHORT_FOR[String(at.at(-1))];
  return typeof value === 'string' && property !== undefined ? { [property]: value } : value;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (value: unknown): [string, unknown][] => (isDictionary(value) ? Object.entries(value) : []);

class Patched<File> {
  entries: Entry<File>[];
  readonly #report: Report;

  constructor(entries: readonly Entry<File>[], report: Report) {
    this.entries = [...entries];
    this.#report = report;
  }

  /** Where the entry of a name is; reports and gives undefined when there is none, or more than one. */
  find(name: unknown, at: Path, purpose: string, part?: 'key'): number | undefined {
    if (typeof name !== 'string') return undefined;
    const found = this.entries.flatMap(({ value }, index) => (namesOf(value).includes(name) ? [index] : []));
    if (found.length === 1) return found[0];
    if (found.length > 1) this.#report(at, `"${name}" names ${found.length} entries`, 'write the whole list', part);
    else {
      const names = this.entries.flatMap(({ value }) => namesOf(value));
      const known = names.length > 0 ? `write one of: ${names.join(', ')}` : 'write the whole list';
      const fix = suggest(name, names, known);
      // What is not there need not be taken away.
      const isGone = purpose === 'remove' && fix.startsWith('write one of');
      this.#report(at, `no entry "${name}" to ${purpose}`, isGone ? `delete this, or ${fix}` : fix, part);
    }
    return undefined;
  }

  /** Index of the place that a `before` or `after` names; the end where it names none. */
  place(where: Dictionary, at: Path): number {
    for (const [word, further] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      if (where[word] === undefined) continue;
      const found = this.find(where[word], [...at, word], `stand ${word}`);
      return found === undefined ? this.entries.length : found + further;
    }
    return this.entries.length;
  }

  add(entries: readonly Entry<File>[], where: Dictionary, at: Path): void {
    const added: Entry<File>[] = [];
    for (const [index, entry] of entries.entries()) {
      const names = namesOf(entry.value);
      const twice = [...this.entries, ...added].some(({ value }) =>
        namesOf(value).some((name) => names.includes(name)),
      );
      if (twice) {
        const message = `"${names.join(', ')}" is in the list already`;
        const isObject = isDictionary(entry.value);
        const fix = isObject
          ? 'write what differs under "change"'
          : `delete ${entries.length > 1 ? 'it here' : '"add"'}; "move" gives it another place`;
        this.#report([...at, 'add', index], message, fix);
      } else added.push(entry);
    }
    this.entries.splice(this.place(where, at), 0, ...added);
  }

  move(name: string, where: Dictionary, at: Path): void {
    const from = this.find(name, at, 'move', 'key');
    if (from === undefined) return;
    const [moved] = this.entries.splice(from, 1) as [Entry<File>];
    const beside = where.before ?? where.after;
    if (namesOf(moved.value).includes(String(beside))) {
      const word = where.before === undefined ? 'after' : 'before';
      this.#report([...at, word], `"${name}" moves beside itself`, 'write the name of another entry');
      this.entries.splice(from, 0, moved);
    } else this.entries.splice(this.place(where, at), 0, moved);
  }
}

/** Carries out what one layer says of the entries of a list; `patch.at` is where it says so. */
export function patchEntries<File>(
  entries: readonly Entry<File>[],
  patch: Saying<File>,
  merge: Merge,
  report: Report,
): Entry<File>[] {
  const { file, at } = patch;
  const said = patch.value as Dictionary;
  const list = new Patched(entries, report);
  for (const [index, name] of listOf(said.remove).entries()) {
    const found = list.find(name, [...at, 'remove', index], 'remove');
    if (found !== undefined) list.entries.splice(found, 1);
  }
  for (const [name, change] of membersOf(said.change)) {
    const here = [...at, 'change', name];
    const found = list.find(name, here, 'change', 'key');
    const entry = found === undefined ? undefined : list.entries[found];
    if (found === undefined || !entry || !isDictionary(change)) continue;
    const value = merge(long(entry.value, at), change, here);
    const below = entry.says.map((said) => ({ ...said, value: long(said.value, at) }));
    list.entries[found] = { value, says: [...below, { file, at: here, value: change }] };
  }
  const added = listOf(said.add).map((value, index) => {
    return { value, says: [{ file, at: [...at, 'add', index], value }] };
  });
  list.add(added, said, at);
  for (const [name, where] of membersOf(said.move)) {
    if (isDictionary(where)) list.move(name, where, [...at, 'move', name]);
  }
  return list.entries;
}

/** What a patch does, in a sentence. */
export function patchText({ remove, change, add, move, before, after }: ListPatch): string {
  const quoted = (names: readonly unknown[]) => names.map((name) => JSON.stringify(name)).join(', ');
  const beside = (place: unknown) => {
    const { before, after } = isDictionary(place) ? place : {};
    return before === undefined ? (after === undefined ? '' : ` after "${after}"`) : ` before "${before}"`;
  };
  const moves = membersOf(move).map(([name, place]) => `moves ${quoted([name])}${beside(place)}`);
  const parts = [
    remove === undefined ? '' : `removes ${quoted(listOf(remove))}`,
    change === undefined ? '' : `changes ${quoted(membersOf(change).map(([name]) => name))}`,
    add === undefined
      ? ''
      : `adds ${quoted(listOf(add).map((entry) => namesOf(entry).join(', ')))}${beside({ before, after })}`,
    ...moves,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
