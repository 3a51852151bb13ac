/** Verdicts as a table for people. */
import type { Verdict } from './types.ts';

const WIDTHS = [3, 44, 78, 10, 8] as const;

/** A text in lines of at most so many characters, broken between words. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function row(cells: readonly string[]): string {
  const columns = cells.map((cell, index) => wrap(cell, WIDTHS[index] ?? 10));
  const height = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, index) => (column[line] ?? '').padEnd(WIDTHS[index] ?? 0))
      .join('  ')
      .trimEnd(),
  ).join('\n');
}

export function table(verdicts: readonly Verdict[]): string {
  const rule = WIDTHS.map((width) => '-'.repeat(width)).join('  ');
  return [
    row(['#', 'fault', 'what the visitor saw', 'invariants', 'verdict']),
    rule,
    ...verdicts.map(({ number, name, saw, held, faults }) =>
      row([
        String(number),
        name,
        [...saw, ...faults.map((fault) => `!! ${fault}`)].join(' / '),
        held.map((each) => `I${each}`).join(' ') || '-',
        faults.length === 0 ? 'passed' : 'FAILED',
      ]),
    ),
  ].join('\n');
}
