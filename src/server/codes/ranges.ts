/** Ranges of phone numbers that cost whoever sends to them far more, which is what fraud with messages lives on. */
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CallContext } from '../types.ts';

/** A kind as a line names it in `phone.costly`. */
export type CostlyRange = NonNullable<CallContext['line']['line']['phone']['costly']>[number];

const TYPES: Readonly<Partial<Record<NonNullable<NumberType>, CostlyRange>>> = {
  PREMIUM_RATE: 'premium-rate',
  SHARED_COST: 'shared-cost',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
  UAN: 'company',
};

/** Calling codes of no country (ITU-T E.164.1): Inmarsat, satellite systems, and services that every network charges as it likes. */
const CODES: Readonly<Record<string, CostlyRange>> = {
  870: 'satellite',
  881: 'satellite',
  878: 'international',
  882: 'international',
  883: 'international',
  888: 'international',
  808: 'international',
  979: 'international',
};

/** Satellite telephones among a country's own numbers, which its plan counts as mobile ones. */
const SATELLITE = /^\+86(1740|1349)/;

/** The costly kind that an E.164 number is of; undefined for the numbers of ordinary people. */
export function costlyRange(phone: string): CostlyRange | undefined {
  const byCode = CODES[phone.slice(1, 4)];
  if (byCode) return byCode;
  if (SATELLITE.test(phone)) return 'satellite';
  const type = parsePhoneNumberFromString(phone)?.getType();
  return type && TYPES[type];
}

/** Whether a number is of a kind that this line does not send to. */
export function isTooCostly(context: CallContext, phone: string): boolean {
  const range = costlyRange(phone);
  return range !== undefined && !context.line.line.phone.costly?.includes(range);
}

/** Calling code of an E.164 number; three digits of one that nobody has. */
export function callingCode(phone: string): string {
  return parsePhoneNumberFromString(phone)?.countryCallingCode ?? phone.slice(1, 4);
}
