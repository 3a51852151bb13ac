import { editsBetween } from '../../engine/edits.ts';

/** A mistake in the data: where it stands, what is wrong, and what to write instead. */
export interface Fault {
  /** Path relative to the repository, with forward slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
  readonly fix: string;
  /** Something lacks, which a wrong name or value may have brought about: it is told only where none is. */
  readonly follows?: true;
  /** The name that is not known. */
  readonly name?: string;
}

/** Faults without those that follow from others among them. */
export function basic(faults: readonly Fault[]): readonly Fault[] {
  const others = faults.filter(({ follows }) => !follows);
  return others.length > 0 ? others : faults;
}

/** Control characters of what was found in a file, as JSON writes them: they would break the line, or move the cursor. */
const onOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One line as `check` prints it. */
export const formatFault = (fault: Fault): string =>
  onOneLine(`${fault.file}:${fault.line}:${fault.column}  ${fault.message}  ${fault.fix}`);

const key = (fault: Fault) => `${fault.file}\n${fault.line}\n${fault.column}\n${fault.message}`;

const byPlace = (a: Fault, b: Fault): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  a.line - b.line ||
  a.column - b.column ||
  (a.message < b.message ? -1 : 1);

/** Places that are named in a fault; of more it says how many. */
const NAMED = 3;

/** A name that many places use and nothing declares is one mistake: told at the first, naming the others. */
function together(faults: readonly Fault[]): Fault {
  const [first, ...others] = faults as [Fault, ...Fault[]];
  const { file, line, column, message, fix } = first;
  const elsewhere = [...new Set(others.map((other) => `${other.file}:${other.line}`))].filter(
    (each) => each !== `${file}:${line}`,
  );
  if (elsewhere.length === 0) return { file, line, column, message, fix };
  const more = elsewhere.length > NAMED ? ` and ${elsewhere.length - NAMED} more` : '';
  return { file, line, column, message: `${message}, also at ${elsewhere.slice(0, NAMED).join(', ')}${more}`, fix };
}

/** Each fault once, in the order of files and places. Several lines share a layer, so they find the same fault. */
export function uniqueFaults(faults: readonly Fault[]): Fault[] {
  const unique = [...new Map(faults.map((fault) => [key(fault), fault])).values()].sort(byPlace);
  const groups = new Map<string, Fault[]>();
  for (const fault of unique) {
    const group = fault.name === undefined ? key(fault) : `name ${fault.name}`;
    groups.set(group, [...(groups.get(group) ?? []), fault]);
  }
  return [...groups.values()].map(together);
}

const sorted = (text: string): string => [...text].sort().join('');

/** Of names that are as near, one of the same signs is two of them exchanged, and one that is as long a slip of the finger. */
const likeness = (wrong: string, name: string): number =>
  name.length !== wrong.length ? 0 : sorted(name) === sorted(wrong) ? 2 : 1;

/** The name that was probably meant; undefined when none is close. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let most = 0;
  let least = Math.min(4, Math.max(1, Math.floor(wrong.length / 3))) + 1;
  const sought = wrong.toLowerCase();
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
    const lower = name.toLowerCase();
    const alike = best === undefined ? 0 : likeness(sought, lower);
    const limit = alike > most ? least + 1 : least;
    const edits = editsBetween(sought, lower, limit);
    if (edits < limit) {
      least = edits;
      best = name;
      most = likeness(sought, lower);
    }
  }
  return best;
}

/** How much of its beginning a name must have in common with another one to be a form of it. */
const ALIKE = 0.6;
const SHORTEST_STEM = 5;

/** The name that begins as the wrong one does: `register` for `registration`. */
function sameStem(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let most = SHORTEST_STEM - 1;
  for (const name of names) {
    let common = 0;
    while (common < name.length && name[common] === wrong[common]) common += 1;
    if (common <= most || common < ALIKE * name.length || common < wrong.length / 2) continue;
    most = common;
    best = name;
  }
  return best;
}

/** The one name that is the wrong one with a piece in its middle: `phoneBindingCoupon` for `phoneCoupon`. */
function widened(wrong: string, names: Iterable<string>): string | undefined {
  const found = [...names].filter((name) => {
    let common = 0;
    while (common < wrong.length && name[common] === wrong[common]) common += 1;
    return common >= SHORTEST_STEM && name.length > wrong.length && name.endsWith(wrong.slice(common));
  });
  return found.length === 1 ? found[0] : undefined;
}

/** How many words of a name must be in another one, which then says the same in another order or with a word more. */
const WORDS_ALIKE = 2 / 3;

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** The one name of the same words, whole or begun: `user-index-guide` for `user-guide-index`. */
function sameWords(wrong: string, names: Iterable<string>): string | undefined {
  const own = wordsOf(wrong);
  const scores = [...names].map((name) => {
    const words = wordsOf(name);
    const common = own.filter((word) => word.length > 2 && words.some((each) => each.startsWith(word))).length;
    return { name, common, score: common / Math.max(words.length, own.length) };
  });
  const good = scores.filter(({ common, score }) => common > 1 && score >= WORDS_ALIKE);
  const most = Math.max(...good.map(({ score }) => score));
  const found = good.filter(({ score }) => score === most);
  return found.length === 1 ? found[0]?.name : undefined;
}

/** The name that says nearly the same, where it is not misspelt. */
const alike = (wrong: string, names: readonly string[]): string | undefined =>
  sameWords(wrong, names) ?? sameStem(wrong, names) ?? widened(wrong, names);

/** The name of just the same words in another order. */
const reordered = (wrong: string, names: readonly string[]): string | undefined => {
  const own = [...wordsOf(wrong)].sort().join();
  return wordsOf(wrong).length < 2 ? undefined : names.find((name) => [...wordsOf(name)].sort().join() === own);
};

/** The name that was meant, misspelt or said otherwise. */
export const meantBy = (wrong: string, names: readonly string[]): string | undefined =>
  reordered(wrong, names) ?? nearest(wrong, names) ?? alike(wrong, names);

/** Names that are listed where none is near. */
const LISTED = 16;

/** What to write in place of an unknown name: the nearest one, else the whole list when it is short. */
export function suggest(wrong: string, names: Iterable<string>, otherwise: string): string {
  const known = [...names];
  const close = meantBy(wrong, known);
  if (close !== undefined) return `write "${close}"`;
  if (known.length === 1) return `write "${known[0]}"`;
  return known.length > 0 && known.length <= LISTED ? `write one of: ${known.join(', ')}` : otherwise;
}
