/**
 * Identifiers as they are compared: NFKC, case-folded, phones in E.164. Two spellings of one identifier give one key.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { UNSEEN } from '../../engine/form-schema.ts';
import type { Line } from '../../generated/config.ts';
import type { CallContext, KeyRing, Zone } from '../types.ts';

type Region = NonNullable<Parameters<typeof parsePhoneNumberFromString>[1]>;

const SUB_ACCOUNT = /^(.+)@([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;
const USERNAME = /^[0-9a-z_]{1,64}$/;
const EMAIL = /^[0-9a-z_.+-]{1,64}@[0-9a-z_.-]{1,254}$/;

/** Case-folded and NFKC, without blanks around and marks that nobody sees. */
export function fold(text: string): string {
  return text.normalize('NFKC').replace(UNSEEN, '').toLowerCase().trim();
}

/** Without what people put between digits, and with a plus sign for the two zeros that many dial in its place. */
const plainNumber = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[\s().\-\u2010-\u2015\u2212]/g, '')
    .replace(/^00/, '+');

/**
 * A phone as E.164. What the field rule lets through but libphonenumber does not know stays as it is, without blanks,
 * so that the rule alone decides what is accepted.
 */
export function normalisePhone(text: string, region?: string): string {
  const plain = plainNumber(text.normalize('NFKC'));
  return parsePhoneNumberFromString(plain, region as Region | undefined)?.number ?? plain;
}

/** Whether E.164 `phone` is a number of mainland China (the calling code is its own there). */
export function isMainland(phone: string): boolean {
  return phone.startsWith('+86');
}

/** Whether somebody could have this number: outside of the mainland what no numbering plan has is sent nothing. */
export function isDialable(phone: string): boolean {
  return isMainland(phone) || parsePhoneNumberFromString(phone)?.isValid() === true;
}

/** What a login name may mean. `key` is one spelling of it, for counters of unknown names. */
export interface LoginName {
  readonly key: string;
  readonly username?: string;
  readonly email?: string;
  readonly phone?: string;
  /** The master's uuid, when it is a sub account's name. */
  readonly master?: string;
}

/** Reads a login name: `username@<uuid v4>` is a sub account, `@` an e-mail, a valid number a phone, anything else a username. */
export function readLoginName(text: string, line: Pick<Line, 'phone'>): LoginName {
  const key = fold(text);
  const sub = SUB_ACCOUNT.exec(key);
  if (sub) {
    const [, username = '', master = ''] = sub;
    return { key, master, ...(USERNAME.test(username) ? { username } : {}) };
  }
  if (key.includes('@')) return { key, ...(EMAIL.test(key) ? { email: key } : {}) };
  const plain = plainNumber(key);
  const number = /^\+?[0-9]{5,16}$/.test(plain)
    ? parsePhoneNumberFromString(plain, line.phone.region as Region)
    : undefined;
  const phone = number?.isValid() ? number.number : undefined;
  return {
    key: phone ?? key,
    ...(USERNAME.test(key) ? { username: key } : {}),
    ...(phone ? { phone } : {}),
  };
}

/**
 * Keyed digest of an identifier within its zone, so that the database holds no raw name, phone or mailbox beyond the account itself.
 * @param keyId one of the ring's own keys; the current one when left out.
 */
export function identifierDigest(keys: KeyRing, zone: Zone, identifier: string, keyId?: string): string {
  const text = `${zone}\n${identifier}`;
  if (keyId === undefined) return keys.sign('identifier', text).value;
  const digest = keys.signWith('identifier', keyId, text);
  if (digest === undefined) throw new Error(`The ring of identifiers has no key ${keyId}.`);
  return digest;
}

/** Keyed digest of a phone or mailbox of this request's zone. */
export function targetDigest(context: CallContext, target: string): string {
  return identifierDigest(context.keys, context.zone, target);
}
