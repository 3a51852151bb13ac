/** Enumerations: named values become what they stand for at build; only what visitors choose among reaches a browser by name. */
import type { Inlined, Shell } from '../engine/pack.ts';
import type { Call, Calls, Flow, FlowEvent, Outcome } from '../engine/whole.ts';
import type {
  Block,
  EnumValue,
  FieldCheck,
  FormField,
  OutcomeWhere,
  RowEvent,
  Screen,
  ScreenForm,
  Value,
} from '../generated/config.ts';
import type { ResolvedLine } from './resolve.ts';

/** A line as its pages get it. */
export type PageLine = Omit<ResolvedLine, 'calls' | 'flow' | 'screens'> & {
  readonly calls: Inlined<Calls>;
  readonly flow: Inlined<Flow>;
  readonly screens: Readonly<Record<string, Inlined<Screen>>>;
};

type Changes<T> = { readonly [K in keyof T]?: (each: NonNullable<T[K]>) => Inlined<NonNullable<T[K]>> };

/** The same with some properties changed, where they are there; the rest names no value of an enumeration. */
function changed<T extends object>(data: T, changes: Changes<T>): Inlined<T> {
  const entries = Object.entries(data).map(([name, each]) => {
    const change = changes[name as keyof T];
    return [name, change === undefined || each === undefined ? each : change(each)];
  });
  return Object.fromEntries(entries) as Inlined<T>;
}

const inRecord =
  <T, R>(change: (each: T) => R) =>
  (record: Readonly<Record<string, T>>): Readonly<Record<string, R>> =>
    Object.fromEntries(Object.entries(record).map(([name, each]) => [name, change(each)]));

const inList =
  <T, R>(change: (each: T) => R) =>
  (list: readonly T[]): readonly R[] =>
    list.map(change);

/**
 * The line with every `{ enum, is }` of its calls, flow and screens replaced by the value that it names.
 * @throws when there is no such value; `check` says so better, beforehand.
 */
export function withConstants(line: ResolvedLine): PageLine {
  const wire = ({ enum: name, is }: EnumValue): string | number => {
    const value = line.enums[name]?.[is];
    if (value === undefined) throw new Error(`Enumeration ${name} has no value named ${JSON.stringify(is)}.`);
    return value;
  };
  const value = (each: Value): Inlined<Value> => {
    if ('join' in each) return { ...each, join: each.join.map(value) };
    return 'is' in each ? { const: wire(each) } : each;
  };
  const values = inRecord(value);
  const where = (each: OutcomeWhere): Inlined<OutcomeWhere> =>
    inRecord((wanted: OutcomeWhere[string]) => (typeof wanted === 'object' ? wire(wanted) : wanted))(each);

  const call = (each: Call) => changed(each, { body: values });
  const outcome = (each: Outcome) => changed(each, { where, keeps: values });
  const event = (each: FlowEvent) => changed(each, { with: values, outcomes: inList(outcome) });

  const row = (each: string | RowEvent) => (typeof each === 'string' ? each : changed(each, { where }));
  const block = (each: Block): Inlined<Block> =>
    each.block === 'records' ? changed(each, { rowEvents: inList(row) }) : each;
  const blocks = inList(block);
  const check = (each: FieldCheck) => changed(each, { with: values });
  const checks = (each: NonNullable<FormField['check']>) => ('call' in each ? check(each) : each.map(check));
  const field = (each: string | FormField) => (typeof each === 'string' ? each : changed(each, { check: checks }));
  const form = (each: ScreenForm) => changed(each, { fields: inList(field), before: blocks, blocks, after: blocks });
  const screen = (each: Screen): Inlined<Screen> => {
    if (each.kind === 'form') return changed(each, { forms: inRecord(form), before: blocks, after: blocks });
    if (each.kind === 'choice') return changed(each, { fields: inList(field) });
    return changed(each, { states: inRecord((state) => changed(state, { blocks, after: blocks })) });
  };

  return {
    ...line,
    calls: changed(line.calls, { headers: inRecord(values), calls: inRecord(call) }),
    flow: changed(line.flow, { screens: inRecord(inRecord(event)) }),
    screens: inRecord(screen)(line.screens),
  };
}

/** The flags of the languages that the line offers. */
export function languageFlags({ line, enums }: ResolvedLine): Readonly<Record<string, string | number>> {
  const flags = Object.entries(enums.languageFlag ?? {});
  return Object.fromEntries(flags.filter(([language]) => line.languages.offered.includes(language)));
}

/** The enumerations that data still speaks of by name, for a field chooses among their values; the others never reach a browser. */
export function usedEnums({ enums }: Pick<ResolvedLine, 'enums'>, data: unknown): Shell['enums'] {
  const used = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each);
    else if (typeof value === 'object' && value !== null) {
      const { enum: name } = value as { enum?: unknown };
      if (typeof name === 'string') used.add(name);
      for (const each of Object.values(value)) collect(each);
    }
  };
  collect(data);
  return Object.fromEntries([...used].map((name) => [name, enums[name] ?? {}]));
}
