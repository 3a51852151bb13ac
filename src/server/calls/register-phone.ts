/** `register-phone`: registers a master account by a proven phone and opens its session. */
import type { RegisterPhoneRequest } from '../../generated/api.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { MASTER } from '../accounts/kinds.ts';
import type { Refuse } from '../accounts/refused.ts';
import { keysAnswer, register, registrationFault } from '../accounts/registration.ts';
import { newRenderingUser } from '../accounts/rendering-user.ts';
import { LOGIN_TYPES } from '../accounts/sign-in.ts';
import { type CodeFault, checkCode, type Purpose, spendCode, spendCodeProof } from '../codes/codes.ts';
import { readProof } from '../codes/proofs.ts';
import { missing } from '../http/envelope.ts';
import { newSession, storeSession } from '../sessions/sessions.ts';
import type { CallContext, Failure, HandlerOf, Sql } from '../types.ts';

/** A phone proven at sign-in need not be proven again to register. */
const PROVEN_BY: readonly Purpose[] = ['register', 'signin'];

type Spend = (sql: Sql, refuse: Refuse<'Code.Error.More'>) => Promise<void>;

/** How the phone is proven: by a proof carried along, else by the code itself. Nothing is used up before the transaction. */
async function provenBy(
  request: RegisterPhoneRequest,
  context: CallContext,
  phone: string,
): Promise<{ spend: Spend } | Failure<'EmptyParameter' | CodeFault>> {
  if (request.proof) {
    const proof = readProof(context, request.proof);
    if (proof?.kind !== 'code') return { code: 'Code.Error.More' };
    return {
      async spend(sql, refuse) {
        if (!(await spendCodeProof(sql, context, proof, PROVEN_BY, phone))) throw refuse('Code.Error.More');
      },
    };
  }
  if (!request.code) return missing('code');
  const checked = await checkCode(context, 'register', phone, request.code);
  if ('code' in checked) return checked;
  return {
    spend: (sql, refuse) => spendCode(sql, checked.id, refuse),
  };
}

export const handle: HandlerOf<'register-phone'> = async (request, context) => {
  if (!context.line.line.offers.phoneRegistration) return { code: 'Forbidden' };
  const phone = normalisePhone(request.phone);
  const fault = await registrationFault(request, context, { phone });
  if (fault) return fault;
  const proven = await provenBy(request, context, phone);
  if ('code' in proven) return proven;
  const session = newSession(context);
  return register(
    request,
    context,
    { phone, status: 'active' },
    {
      before: proven.spend,
      async after(sql, account) {
        await storeSession(sql, context, session, account.id, { loginType: LOGIN_TYPES.phone });
        session.begin(false);
        const rsAuthToken = await newRenderingUser(sql, context, account.id, true);
        const { userKey } = account;
        return {
          code: 200,
          data: {
            ...keysAnswer(context, account),
            userKey,
            accountType: MASTER,
            username: request.username,
            rsAuthToken,
            loginType: LOGIN_TYPES.phone,
          },
        };
      },
    },
  );
};
