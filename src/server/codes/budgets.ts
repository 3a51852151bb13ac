/** What an address, a network, a country and a line may send, and telling the operators when it is nearly or quite used up. */
import type { CallContext } from '../types.ts';
import { callingCode } from './ranges.ts';

const HOUR = 3600;
const DAY = 86400;

/** Keyed digests of where a request comes from. */
export interface Sender {
  readonly address: string;
  readonly network: string;
}

/** A window as `send_take` counts it. */
export interface Budget {
  readonly key: string;
  readonly name: string;
  readonly seconds: number;
  readonly most: number;
}

/** Somebody's share, in both windows. `whose` holds no identifier in clear. */
function both(name: string, whose: string, hour: number, day: number): Budget[] {
  return [
    { key: `${whose}/hour`, name: `${name}-hour`, seconds: HOUR, most: hour },
    { key: `${whose}/day`, name: `${name}-day`, seconds: DAY, most: day },
  ];
}

/** Other countries than the line's own have less, and a network little of it, so that strangers leave room for their owners. */
function countryBudgets(context: CallContext, from: Sender, line: string, code: string): readonly Budget[] {
  const { limits, phone } = context.line.line;
  const country = `${line}/+${code}`;
  if (code === phone.area) return both('country', country, limits.sendsPerCountryHour, limits.sendsPerCountryDay);
  const network = `network/${from.network}/+${code}`;
  return [
    ...both('country', country, limits.sendsPerOtherCountryHour, limits.sendsPerOtherCountryDay),
    ...both('network', network, limits.sendsAbroadPerNetworkHour, limits.sendsAbroadPerNetworkDay),
  ];
}

/** The budgets that one message counts in. Addresses and networks share theirs among the lines of a zone. */
export function budgetsOf(context: CallContext, from: Sender, phone: string | undefined): readonly Budget[] {
  const { limits } = context.line.line;
  const line = `line/${context.line.name}`;
  return [
    ...both('address', `address/${from.address}`, limits.sendsPerAddressHour, limits.sendsPerAddressDay),
    ...both('network', `network/${from.network}`, limits.sendsPerNetworkHour, limits.sendsPerNetworkDay),
    ...(phone === undefined ? [] : countryBudgets(context, from, line, callingCode(phone))),
    ...both('line', line, limits.sendsPerLineHour, limits.sendsPerLineDay),
  ];
}

/** What `send_take` saw of a budget: nearly used up, just used up by this message, or used up before it. */
export interface Alarm {
  readonly budget: string;
  readonly state: 'near' | 'full' | 'over';
}

/**
 * Counts every alarm; the log is told when a window comes near its end and when it is full, once each.
 * @param from keyed digests: their first letters tell in the log whether it is always the same one, and nobody's address.
 */
export function raise(context: CallContext, alarms: readonly Alarm[], from: Sender, phone: string | undefined): void {
  for (const { budget, state } of alarms) {
    const [share] = budget.split('-') as [keyof Sender | 'country' | 'line'];
    const country = share === 'country' && phone !== undefined ? `+${callingCode(phone)}` : 'any';
    const facts = { line: context.line.name, budget, state, country };
    context.count?.('foyer_send_budgets_total', facts);
    if (state === 'over') continue;
    const sender = share === 'address' || share === 'network' ? { from: from[share].slice(0, 8) } : {};
    context.warn('a budget of messages is used up, or nearly', { ...facts, ...sender });
  }
}
