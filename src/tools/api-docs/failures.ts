/** What `data` of a failure holds. Handlers say it; the recorded answers under `tests/states` prove it. */
import type { ErrorEntry } from '../../generated/config.ts';
import type { JsonObject } from './documented.ts';

interface Property {
  readonly schema: JsonObject;
  readonly holds: string;
  /** Whether answers of this code may hold it. */
  readonly of: (code: string, entry: ErrorEntry) => boolean;
}

const oneOf =
  (...codes: readonly string[]): Property['of'] =>
  (code) =>
    codes.includes(code);
const waits: Property['of'] = (code, { status }) =>
  status === 429 || code === 'ServiceUnavailable' || code === 'Account.Register.Paused';
const isProviders: Property['of'] = (code) => /\.Login\.(Failed|Timeout)$/.test(code);
const WRONG_SITE = oneOf('627', '628');
const WARNS = ['818', '820', '821'];

export const FAILURE_DATA: Readonly<Record<string, Property>> = {
  field: {
    schema: { type: 'string' },
    holds: 'the property, or the header, that is missing or wrong',
    of: oneOf('EmptyParameter', 'InvalidParameter'),
  },
  keyword: {
    schema: { type: 'string' },
    holds: 'the word of JSON Schema that it breaks (`required`, `pattern`, `enum` …), or the title of its rule',
    of: oneOf('EmptyParameter', 'InvalidParameter'),
  },
  seconds: {
    schema: { type: 'integer' },
    holds: 'seconds until it may work, as the header `Retry-After` has them; absent where nobody can say',
    of: waits,
  },
  retryAfterSeconds: {
    schema: { type: 'integer' },
    holds: 'the same as `seconds`, where a whole address is throttled',
    of: oneOf('Common.RequestLimitExceeded'),
  },
  remaining: { schema: { type: 'integer' }, holds: 'tries left before the lock', of: oneOf(...WARNS) },
  suggestForgot: {
    schema: { type: 'boolean' },
    holds: 'whether to offer the way to a new password',
    of: oneOf('Account.SignIn.Failed', ...WARNS),
  },
  email: { schema: { type: 'string' }, holds: 'the mailbox that the link went to', of: oneOf('Account.UnActivated') },
  own: {
    schema: { type: 'boolean' },
    holds: '`true` where it is the caller’s own already',
    of: oneOf('Account.Email.Existed', 'Account.Phone.Existed'),
  },
  otherBrand: {
    schema: { type: 'string' },
    holds: 'brand of the line that has the account',
    of: oneOf('Account.Phone.Existed.OtherLine'),
  },
  phoneLike: {
    schema: { type: 'boolean' },
    holds: '`true` where the name reads as a phone number',
    of: oneOf('Account.UserName.Existed'),
  },
  used: {
    schema: { type: 'boolean' },
    holds: '`true` where it was used before, rather than too old',
    of: oneOf('Account.Token.Expired', 'ThirdParty.State.Invalid'),
  },
  knownHere: {
    schema: { type: 'boolean' },
    holds: '`true` where a locked sub account gets in again from this browser, by its present password',
    of: oneOf('Account.Sub.Reset.Pwd.Not.Support'),
  },
  url: { schema: { type: 'string' }, holds: 'address of the other region’s site', of: WRONG_SITE },
  provider: {
    schema: { type: 'string' },
    holds: 'id of the provider',
    of: (code, entry) => WRONG_SITE(code, entry) || isProviders(code, entry) || code === 'DingTalk.Member.Foreign',
  },
  offered: { schema: { type: 'boolean' }, holds: 'whether the other site offers that provider, too', of: WRONG_SITE },
};

const NONE = {} as ErrorEntry;

/** Properties that `data` of a code may hold. */
export const dataOf = (code: string, entry: ErrorEntry | undefined): readonly string[] =>
  Object.entries(FAILURE_DATA).flatMap(([name, property]) => (property.of(code, entry ?? NONE) ? [name] : []));

/** Whether an answer of this code may carry `Retry-After`. */
export const mayWait = (code: string, entry: ErrorEntry | undefined): boolean => waits(code, entry ?? NONE);
