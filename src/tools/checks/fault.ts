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
}

/** Control characters of what was found in a file, as JSON writes them: they would break the line, or move the cursor. */
const onOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One line as `check` prints it. */
export const formatFault = (fault: Fault): string =>
  onOneLine(`${fault.file}:${fault.line}:${fault.column}  ${fault.message}  ${fault.fix}`);

const key = (fault: Fault) => `${fault.file}\n${fault.line}\n${fault.column}\n${fault.message}`;

/** Each fault once, in the order of files and places. Several lines share a layer, so they find the same fault. */
export function uniqueFaults(faults: readonly Fault[]): Fault[] {
  const unique = [...new Map(faults.map((fault) => [key(fault), fault])).values()];
  return unique.sort(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.line - b.line ||
      a.column - b.column ||
      (a.message < b.message ? -1 : 1),
  );
}

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, cell(i - 2, j - 2) + 1);
      rows[i]?.push(best);
    }
  }
  return cell(a.length, b.length);
}

/** The name that was probably meant; undefined when none is close. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(4, Math.max(1, Math.floor(wrong.length / 3))) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
    const edits = distance(wrong.toLowerCase(), name.toLowerCase());
    if (edits < least) {
      least = edits;
      best = name;
    }
  }
  return best;
}

/** What to write in place of an unknown name: the nearest one, else the whole list when it is short. */
export function suggest(wrong: string, names: Iterable<string>, otherwise: string): string {
  const known = [...names];
  const close = nearest(wrong, known);
  if (close !== undefined) return `write "${close}"`;
  return known.length > 0 && known.length <= 12 ? `write one of: ${known.join(', ')}` : otherwise;
}
