/** What a bench measured, and how it is printed: one `Figure` per line of docs/bench.md. */

export interface Figure {
  readonly section: 'size' | 'page' | 'growth' | 'lines' | 'edits' | 'server' | 'security';
  readonly what: string;
  /** Unit of `measured` and `baseline`: `KB`, `ms`, `/s`, `%`, or empty for a count. */
  readonly unit: string;
  readonly measured: number;
  /** What the same run measured on the yardstick, in the same unit. */
  readonly baseline?: { readonly what: string; readonly value: number };
  /** What is to be reached; `of` says whether `measured` or `measured / baseline` is held against it. */
  readonly target?: {
    readonly kind: 'at most' | 'at least' | 'exactly';
    readonly value: number;
    readonly of: 'measured' | 'ratio';
  };
  /** How it was measured, when the name does not say it. */
  readonly note?: string;
}

/** `measured / baseline`, or undefined without a baseline. */
export function ratioOf(figure: Figure): number | undefined {
  return figure.baseline && figure.baseline.value !== 0 ? figure.measured / figure.baseline.value : undefined;
}

/** Whether the target is met; undefined when the figure has none and only informs. */
export function isMet(figure: Figure): boolean | undefined {
  if (!figure.target) return undefined;
  const held = figure.target.of === 'ratio' ? ratioOf(figure) : figure.measured;
  if (held === undefined || Number.isNaN(held)) return false;
  if (figure.target.kind === 'at most') return held <= figure.target.value;
  if (figure.target.kind === 'at least') return held >= figure.target.value;
  return held === figure.target.value;
}

const number = (value: number): string => {
  if (Number.isNaN(value)) return 'none';
  return Number.isInteger(value)
    ? String(value)
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
};
const withUnit = (value: number, unit: string): string => (unit ? `${number(value)} ${unit}` : number(value));

function cells(figure: Figure): string[] {
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  const { target } = figure;
  const goal = target
    ? `${target.kind} ${target.of === 'ratio' ? `${target.value}x` : withUnit(target.value, figure.unit)}`
    : '';
  return [
    figure.what,
    withUnit(figure.measured, figure.unit),
    figure.baseline ? `${withUnit(figure.baseline.value, figure.unit)} (${figure.baseline.what})` : '-',
    ratio === undefined ? '-' : `${ratio.toFixed(2)}x`,
    goal || '-',
    met === undefined ? '-' : met ? 'yes' : 'NO',
  ];
}

/** A Markdown table, one row per figure, columns aligned; notes follow it. */
export function table(figures: readonly Figure[]): string {
  const rows = [['figure', 'measured', 'baseline in this run', 'ratio', 'target', 'met'], ...figures.map(cells)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const notes = figures.filter((figure) => figure.note).map((figure) => `- ${figure.what}: ${figure.note}`);
  return [
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...body.map(line),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

/** The figure as data, with what the table derives. */
export const asJson = (figure: Figure): object => ({
  ...figure,
  ratio: ratioOf(figure) ?? null,
  met: isMet(figure) ?? null,
});
