/** The rows of a list as a page shows them: what stands in their cells, what they are named, and what each offers. */
import { columnsOf } from '../engine/columns.ts';
import type { Pack } from '../engine/pack.ts';
import type { RecordsBlock, RowEvent } from '../generated/config.ts';
import { rowNames } from './row-names.ts';
import type { Screening } from './screening.ts';

type Row = Readonly<Record<string, unknown>>;
export type Words = Pick<Screening, 'page' | 'state' | 'text' | 'key' | 'fits'>;

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null;
export const rowsOf = (list: unknown): readonly Row[] => (Array.isArray(list) ? list : []).filter(isRecord);
const rowId = (row: Row, at: number): string => String(row.id ?? at);

/** The events that a row offers. */
const eventsOf = ({ rowEvents = [] }: RecordsBlock, row: Row, fits: Words['fits']): readonly RowEvent[] =>
  rowEvents.map((each) => (typeof each === 'string' ? { event: each } : each)).filter(({ where }) => fits(where, row));

/** Whether it is an event of a list's rows that says this, itself or by the events that it leads to. */
export function saidByRow({ events }: Pack, { rowEvents = [] }: RecordsBlock, told: string | undefined): boolean {
  const says = (name: string, seen: readonly string[]): boolean =>
    !seen.includes(name) &&
    (events[name]?.outcomes ?? []).some(
      (each) => ('says' in each && each.says === told) || ('then' in each && says(each.then, [...seen, name])),
    );
  return told !== undefined && rowEvents.some((each) => says(typeof each === 'string' ? each : each.event, []));
}

/** An ISO date as the language writes it; anything else as it stands, yes and no in words. */
export function cellOf({ page, text }: Pick<Words, 'page' | 'text'>): (value: unknown) => string {
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return text(value ? 'frame.yes' : 'frame.no');
    const words = String(value);
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(words)) return words;
    return new Intl.DateTimeFormat(page.shell.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(words),
    );
  };
}

/** An amount as the language writes money. */
function money(amount: unknown, currency: unknown, language: string): string {
  if (typeof amount !== 'number' || typeof currency !== 'string') return '';
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 0 }).format(amount);
}

export interface ShownRow {
  readonly id: string;
  readonly name: string;
  readonly cells: readonly string[];
  /** What is said of it beside its name. */
  readonly marks: readonly string[];
  readonly events: readonly RowEvent[];
}

export function shownRows(block: RecordsBlock, words: Words): readonly ShownRow[] {
  const { page, state, text, key } = words;
  const cell = cellOf(words);
  const rows = rowsOf(state.flow[block.from]);
  const { columns, marks } = columnsOf(block);
  const wordOf = (name: string, value: unknown): string => text(key(`records.${block.id}.words.${name}.${value}`));
  const cells = rows.map((row) =>
    columns.map(({ name, words: known, currency }) => {
      const value = row[name];
      if (known?.includes(String(value))) return wordOf(name, value);
      return currency === undefined ? cell(value) : money(value, row[currency], page.shell.language);
    }),
  );
  const names = rowNames(cells);
  return rows.map((row, at) => ({
    id: rowId(row, at),
    name: names[at] ?? '',
    cells: cells[at] ?? [],
    marks: marks.filter((name) => String(row[name]) === 'true').map((name) => wordOf(name, true)),
    events: eventsOf(block, row, words.fits),
  }));
}
