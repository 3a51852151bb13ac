/** Example parameters of states: the line's own amounts in the place of their names, so that previews show what it gives. */
import type { Example, Line, Scalar } from '../generated/config.ts';
import type { ResolvedLine } from './resolve.ts';

/** A text that is the name of an amount and nothing else. */
const NAMED = /^\{(\w+)\}$/;

/** The brand comes where a page is drawn: it is a text of a language. */
const BRAND = 'brand';

/** The name of the amount that an example stands for. */
export function amountOf(value: unknown): string | undefined {
  const name = typeof value === 'string' ? NAMED.exec(value)?.[1] : undefined;
  return name === BRAND ? undefined : name;
}

type Amounts = Readonly<Record<string, Scalar>>;
type Row = Readonly<Record<string, Scalar>>;
type Params = Readonly<Record<string, Example>>;

const filled = (value: Scalar, amounts: Amounts): Scalar => amounts[amountOf(value) ?? ''] ?? value;

const isThere = (value: Example): boolean => amountOf(value) === undefined;

/** What a line does not give is in none of its lists. */
const filledRows = (rows: readonly Row[], amounts: Amounts): Row[] =>
  rows
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, filled(value, amounts)])))
    .filter((row) => Object.values(row).every(isThere));

function filledParams(params: Params, amounts: Amounts): Params {
  const entries = Object.entries(params).map(([name, value]): [string, Example] => [
    name,
    Array.isArray(value) ? filledRows(value, amounts) : filled(value as Scalar, amounts),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => isThere(value)));
}

/** A screen whose examples say the amounts of a line. */
export function withAmounts<Some extends { readonly states: object }>(
  screen: Some,
  { coupons = {}, currency }: Line,
): Some {
  const amounts: Amounts = { ...coupons, ...(currency === undefined ? {} : { currency }) };
  const all = screen.states as Readonly<Record<string, { readonly params?: Params }>>;
  const states = Object.entries(all).map(([name, state]) => [
    name,
    state.params === undefined ? state : { ...state, params: filledParams(state.params, amounts) },
  ]);
  return { ...screen, states: Object.fromEntries(states) };
}

/** Whether a line gives the amounts that a state's own sentences name; else it has no such state to show. */
export function isGiven({ line, screens, messages }: ResolvedLine, screen: string, state: string): boolean {
  const states: Readonly<Record<string, { readonly params?: Params }>> = screens[screen]?.states ?? {};
  const amounts = Object.entries(states[state]?.params ?? {}).flatMap(([name, value]) => {
    const amount = amountOf(value);
    return amount === undefined || Object.hasOwn(line.coupons ?? {}, amount) ? [] : name;
  });
  const own = Object.values(messages).flatMap((catalog) => Object.entries(catalog));
  const sentences = own.filter(([key]) => key.startsWith(`screens.${screen}.states.${state}.`));
  return !sentences.some(([, text]) => amounts.some((name) => text.includes(`{${name}}`)));
}
