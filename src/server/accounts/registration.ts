/**
 * Registration: what both ways share. The account, its password, the invite's use, the coupons, the link and the message
 * are one transaction; of two that race for an identifier one wins and the other gets the same answer as a late-comer.
 */
import type { ErrorCode } from '../../generated/calls.ts';
import { type CaptchaFault, captchaFault } from '../captcha/captcha.ts';
import { throttleAddress } from '../http/address.ts';
import { invalid } from '../http/envelope.ts';
import { OverloadedError } from '../limits/hashing.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import { flowOf } from '../sessions/flow.ts';
import type { Answer, CallContext, Failure, Ok, Sql } from '../types.ts';
import { recordRegistered } from './agreements.ts';
import { emailFault, phoneFault, type TakenPhone, usernameFault } from './availability.ts';
import { isBlockedEmail, isBlockedPhone } from './blocklist.ts';
import { isTooCommon } from './common-passwords.ts';
import { releasePhone } from './contact.ts';
import { giveCoupon } from './coupons.ts';
import { makeCredential } from './credentials.ts';
import { keepExtras } from './extras.ts';
import { fold } from './identifiers.ts';
import { findInvite, takeInvite } from './invites.ts';
import { plainText } from './plain-text.ts';
import { orRefused, type Refuse, violated } from './refused.ts';
import type { Status } from './states.ts';
import { createAccount } from './store/change.ts';
import { storeCredential } from './store/credential.ts';

export interface Registration extends CaptchaAnswer {
  readonly username: string;
  readonly password: string;
  readonly businessType: number;
  readonly inviteCode?: string;
  readonly comefrom?: string;
  /** Agreement → the version that the page showed. */
  readonly accepted?: Readonly<Record<string, string>>;
}

/** What makes the two ways differ. */
export interface Contact {
  readonly email?: string;
  /** E.164. */
  readonly phone?: string;
  readonly status: Status;
  /** Whether the phone is proven; an active account's is unless this says otherwise. */
  readonly phoneProven?: boolean;
}

const isProven = ({ phone, phoneProven, status }: Contact): boolean =>
  phone !== undefined && (phoneProven ?? status === 'active');

/** Of a registration that names no mailbox. */
export interface NoMailbox {
  readonly email?: never;
}

export interface NewAccount {
  readonly id: string;
  readonly userKey: string;
}

type RegistrationFault =
  | Failure<'InvalidParameter' | 'Account.Register.LowSafe' | 'Password.Too.Common'>
  | CaptchaFault;
type MailFault = Failure<'Account.Email.Blacklisted'>;

/** The first fault of a request that can be seen without writing anything; a captcha once this address registers a lot. */
export async function registrationFault(
  request: Registration,
  context: CallContext,
  contact: Omit<Contact, 'status'> & NoMailbox,
): Promise<RegistrationFault | undefined>;
export async function registrationFault(
  request: Registration,
  context: CallContext,
  contact: Omit<Contact, 'status'>,
): Promise<RegistrationFault | MailFault | undefined>;
export async function registrationFault(
  request: Registration,
  context: CallContext,
  contact: Omit<Contact, 'status'>,
): Promise<RegistrationFault | MailFault | undefined> {
  const { businessTypes, offers } = context.line.line;
  const wire = context.line.enums.businessType ?? {};
  if (!businessTypes.some((name) => wire[name] === request.businessType))
    return { code: 'InvalidParameter', data: { field: 'businessType', keyword: 'enum' } };
  if (request.inviteCode && !offers.inviterCode) return invalid('inviteCode');
  if (contact.email && (await isBlockedEmail(context, fold(contact.email))))
    return { code: 'Account.Email.Blacklisted' };
  if (contact.phone && (await isBlockedPhone(context, contact.phone))) return { code: 'Account.Register.LowSafe' };
  if (isTooCommon(request.password, context.line.line)) return { code: 'Password.Too.Common' };
  const within = await context.limiter.take('register', throttleAddress(context.address));
  return within.allowed ? undefined : captchaFault(request, context);
}

type TakenCode = 'Account.UserName.Existed' | 'Account.Email.Existed' | TakenPhone['code'];

const TAKEN: Readonly<Record<string, TakenCode>> = {
  account_username_unique: 'Account.UserName.Existed',
  account_email_unique: 'Account.Email.Existed',
  account_phone_unique: 'Account.Phone.Existed',
};

const TELLING: readonly ErrorCode[] = [...Object.values(TAKEN), 'Account.Phone.Existed.OtherLine'];

async function storeAccount(
  sql: Sql,
  request: Registration,
  context: CallContext,
  contact: Contact,
): Promise<NewAccount> {
  const { id, user_key: userKey } = await createAccount(sql, {
    zone: context.zone,
    homeLine: context.line.name,
    username: request.username,
    email: contact.email,
    phone: contact.phone,
    phoneVerified: isProven(contact),
    businessType: request.businessType,
    status: contact.status,
    language: context.language,
    comeFrom: plainText(request.comefrom ?? '', 128) || undefined,
    // Only what is activated later asks who registered it.
    registeredFlow: contact.status === 'active' ? undefined : flowOf(context),
  });
  return { id, userKey };
}

async function giveNewUserCoupons(sql: Sql, context: CallContext, accountId: string): Promise<void> {
  const { coupons, offers } = context.line.line;
  if (!offers.newUserCoupon) return;
  for (const kind of Object.keys(coupons).filter((each) => each.startsWith('newUser')))
    await giveCoupon(sql, context, accountId, kind);
}

export interface Steps<Code extends ErrorCode> {
  readonly before?: (sql: Sql, refuse: Refuse<Code>) => Promise<void>;
  readonly after: (sql: Sql, account: NewAccount, refuse: Refuse<Code>) => Promise<Ok>;
}

type StoredCode = TakenCode | '5001' | '5002' | '5003';
export type RegisterCode = StoredCode | 'Common.RequestLimitExceeded';
/** What only a mailbox can be refused with. */
type MailCode = 'Account.Email.Existed';

/**
 * Stores an account with everything that belongs to it, and gives the answer. `before` runs first in the transaction
 * (spending the proof or code), `after` last (link, session, message); what either throws undoes all of it.
 */
export async function register<Code extends ErrorCode = never>(
  request: Registration,
  context: CallContext,
  contact: Contact & NoMailbox,
  steps: Steps<Code>,
): Promise<Answer<Code | Exclude<RegisterCode, MailCode>>>;
export async function register<Code extends ErrorCode = never>(
  request: Registration,
  context: CallContext,
  contact: Contact,
  steps: Steps<Code>,
): Promise<Answer<Code | RegisterCode>>;
export async function register<Code extends ErrorCode>(
  request: Registration,
  context: CallContext,
  contact: Contact,
  steps: Steps<Code>,
): Promise<Answer<Code | RegisterCode>> {
  // A phone beside a mailbox was only written down, and may be anybody's.
  const identifier = contact.email === undefined ? (contact.phone ?? '') : fold(contact.email);
  const given = await store(request, context, contact, identifier, steps).catch((error) =>
    refusalOf(error, context, contact),
  );
  if (given.code === 200) return given;
  // That something is taken is told as seldom as the call that checks it tells.
  const often = TELLING.includes(given.code) ? await lookupFault(context, 'taken') : undefined;
  const answer = often ?? given;
  await context.audit(context.db, 'register', { identifier, outcome: String(answer.code) });
  return answer;
}

async function store<Code extends ErrorCode>(
  request: Registration,
  context: CallContext,
  contact: Contact,
  identifier: string,
  steps: Steps<Code>,
): Promise<Answer<Code | StoredCode>> {
  const credential = await makeCredential(context.keys, context.line.line, request.password);
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      await steps.before?.(sql, refuse);
      await refuseTaken(sql, request, context, contact, refuse);
      const invite = request.inviteCode
        ? await findInvite(sql, context, request.inviteCode, request.businessType)
        : undefined;
      if (invite && 'fault' in invite) throw refuse(invite.fault);
      const account = await storeAccount(sql, request, context, contact);
      if (contact.phone && isProven(contact)) await releasePhone(sql, context, contact.phone, { butFor: account.id });
      await storeCredential(sql, { accountId: account.id, zone: context.zone, credential });
      await keepExtras(sql, context, account.id, request);
      await recordRegistered(sql, context, account.id, request.accepted);
      if (invite && !(await takeInvite(sql, context, invite, account.id))) throw refuse('5003');
      await giveNewUserCoupons(sql, context, account.id);
      await context.audit(sql, 'register', { accountId: account.id, identifier, outcome: 'ok' });
      return steps.after(sql, account, refuse);
    }),
  );
}

/** Undoes the transaction when an identifier is taken already; two at the same moment meet at the unique indexes. */
async function refuseTaken(
  sql: Sql,
  request: Registration,
  context: CallContext,
  contact: Contact,
  refuse: Refuse<TakenCode>,
): Promise<void> {
  const taken =
    (contact.phone && (await phoneFault(sql, context, contact.phone))) ||
    (contact.email && (await emailFault(sql, context, fold(contact.email)))) ||
    (await usernameFault(sql, context, fold(request.username)));
  if (taken) throw refuse(taken);
}

/** The answer of a registration that did not happen for want of a free processor or identifier. Throws any other error. */
async function refusalOf(error: unknown, context: CallContext, contact: Contact): Promise<Failure<RegisterCode>> {
  if (error instanceof OverloadedError) {
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
  const constraint = violated(error);
  const code = constraint === undefined ? undefined : TAKEN[constraint];
  if (code === undefined) throw error;
  // The other of two that raced has committed by now, so its line can be told.
  const fault =
    contact.phone && code === TAKEN.account_phone_unique && (await phoneFault(context.db, context, contact.phone));
  return fault || { code };
}

/** The user keys that a registration answers with. */
export function keysAnswer(context: CallContext, account: NewAccount): Record<string, string | number> {
  const { channel, platform } = context.line.line;
  return { userId: account.id, raySyncUserKey: account.userKey, channel, platform };
}
