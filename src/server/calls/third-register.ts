/**
 * `third-register`: registers a master account that has a third-party identity from the start, by the rules of the line's
 * own registration: a proven phone, or an e-mail address. An address that the provider itself vouches for needs no
 * activation mail; no other address of the provider's counts for anything.
 */
import type { ThirdRegisterRequest } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { fold, normalisePhone } from '../accounts/identifiers.ts';
import { MASTER } from '../accounts/kinds.ts';
import type { Refuse } from '../accounts/refused.ts';
import { type Contact, keysAnswer, type NewAccount, register, registrationFault } from '../accounts/registration.ts';
import { newRenderingUser } from '../accounts/rendering-user.ts';
import { checkCode, type Purpose, spendCode, spendCodeProof } from '../codes/codes.ts';
import { type RegistrationDispatchCode, registrationDispatch } from '../codes/dispatch.ts';
import { newLink } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { readProof } from '../codes/proofs.ts';
import { missing } from '../http/envelope.ts';
import { newSession, storeSession } from '../sessions/sessions.ts';
import { orLostLinking } from '../third-party/binding.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { link } from '../third-party/identities.ts';
import { codePurposeOf, ownLoginType } from '../third-party/outcome.ts';
import { findThirdToken, type Pending, spendThirdToken } from '../third-party/tokens.ts';
import type { CallContext, Failure, HandlerOf, Ok, Sql } from '../types.ts';

interface Ready {
  readonly contact: Contact;
  /** Uses up what proved the contact. */
  readonly spend: (sql: Sql, refuse: Refuse<'Code.Error.More'>) => Promise<void>;
  /** Counts the mail that activates it. */
  readonly countMail?: (sql: Sql, refuse: Refuse<RegistrationDispatchCode>) => Promise<void>;
}

const NOTHING = async (): Promise<void> => undefined;
const TAKEN = 'UnionId.Existed';
type Code = Calls['third-register']['code'];

/** On lines that register by phone: a phone proven by its code, or by a proof carried along. */
async function byPhone(
  request: ThirdRegisterRequest,
  context: CallContext,
  pending: Pending,
): Promise<Ready | Failure<Code>> {
  if (!request.phone) return missing('phone');
  const phone = normalisePhone(request.phone);
  const contact: Contact = { phone, status: 'active' };
  const fault = await registrationFault(request, context, contact);
  if (fault) return fault;
  if (request.proof) {
    const proof = readProof(context, request.proof);
    if (proof?.kind !== 'code') return { code: 'Code.Error.More' };
    const purposes: readonly Purpose[] = ['register', 'signin', codePurposeOf(context, pending.provider)];
    return {
      contact,
      async spend(sql, refuse) {
        if (!(await spendCodeProof(sql, context, proof, purposes, phone))) throw refuse('Code.Error.More');
      },
    };
  }
  if (!request.code) return missing('code');
  const checked = await checkCode(context, 'register', phone, request.code);
  return 'code' in checked ? checked : { contact, spend: (sql, refuse) => spendCode(sql, checked.id, refuse) };
}

/** Whether the provider vouches for this very address. */
function isVouchedFor(email: string, { identity }: Pending): boolean {
  return identity.emailVerified === true && identity.email !== undefined && fold(identity.email) === fold(email);
}

async function byEmail(
  request: ThirdRegisterRequest,
  context: CallContext,
  pending: Pending,
): Promise<Ready | Failure<Code>> {
  const { email } = request;
  if (!email) return missing('email');
  const contact: Contact = {
    email,
    ...(request.phone ? { phone: normalisePhone(request.phone) } : {}),
    status: isVouchedFor(email, pending) ? 'active' : 'unactivated',
    phoneProven: false,
  };
  const fault = await registrationFault(request, context, contact);
  if (fault) return fault;
  if (contact.status === 'active') return { contact, spend: NOTHING };
  const mail = registrationDispatch(request, context, fold(email));
  return (await mail.fault()) ?? { contact, spend: NOTHING, countMail: mail.count };
}

/** What belongs to the new account: its identity, then its session or the mail that activates it. */
async function complete(
  sql: Sql,
  context: CallContext,
  account: NewAccount,
  made: {
    readonly request: ThirdRegisterRequest;
    readonly pending: Pending;
    readonly contact: Contact;
    readonly loginType: number;
    readonly countMail: Ready['countMail'];
  },
  refuse: Refuse<Code>,
): Promise<Ok> {
  const { pending, contact, loginType, request } = made;
  const { username } = request;
  const linking = await link(sql, context.zone, pending.provider, pending.identity, account.id);
  if (linking !== 'linked') throw refuse(TAKEN);
  const active = contact.status === 'active';
  const rsAuthToken = await newRenderingUser(sql, context, account.id, active);
  const { email } = contact;
  const data = {
    ...keysAnswer(context, account),
    accountType: MASTER,
    username,
    rsAuthToken,
    loginType,
    active,
    ...(email === undefined ? {} : { email }),
  };
  if (active) {
    const session = newSession(context);
    await storeSession(sql, context, session, account.id, { loginType, provider: pending.provider });
    session.begin(false);
    return { code: 200, data: { ...data, userKey: account.userKey } };
  }
  if (email !== undefined) {
    const url = await newLink(sql, context, 'activate', account.id);
    await made.countMail?.(sql, refuse);
    const params = { link: url, username };
    await sendMessage(sql, context, { channel: 'email', to: email, template: 'activation', params });
  }
  return { code: 200, data };
}

export const handle: HandlerOf<'third-register'> = async (request, context) => {
  const { phoneRegistration, emailRegistration } = context.line.line.offers;
  if (!phoneRegistration && !emailRegistration) return { code: 'Forbidden' };
  const pending = await findThirdToken(context, request.token, [3]);
  const configured = pending && context.thirdParties.get(pending.provider);
  if (!pending || !configured) return TOKEN_EXPIRED;
  const ready = await (phoneRegistration ? byPhone : byEmail)(request, context, pending);
  if ('code' in ready) return ready;
  const { contact, spend, countMail } = ready;
  const loginType = ownLoginType(context, configured);
  return orLostLinking(TAKEN, () =>
    register<Code>(request, context, contact, {
      async before(sql, refuse) {
        if (!(await spendThirdToken(sql, context, request.token, [3]))) throw refuse(TOKEN_EXPIRED);
        await spend(sql, refuse);
      },
      after: (sql, account, refuse) =>
        complete(sql, context, account, { request, pending, contact, loginType, countMail }, refuse),
    }),
  );
};
