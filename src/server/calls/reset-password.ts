/**
 * `reset-password`: sets a new password by the proof of a link or a code. It unlocks the account, clears every counter,
 * ends all other sessions and sends a notice. Only a password that is accepted spends the proof.
 */
import type { ResetPasswordRequest } from '../../generated/api.ts';
import { isTooCommon } from '../accounts/common-passwords.ts';
import { isPassword, makeCredential, storeCredential } from '../accounts/credentials.ts';
import { orRefused, Refused } from '../accounts/refused.ts';
import { SUB } from '../accounts/sign-in.ts';
import { spendCodeProof } from '../codes/codes.ts';
import { lockLink, spendLinks } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { type Proof, readProof } from '../codes/proofs.ts';
import { OverloadedError } from '../limits/hashing.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import type { Answer, CallContext, Handler, Sql } from '../types.ts';

interface Owner {
  readonly id: string;
  readonly kind: 1 | 2;
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly hash: string | null;
  readonly pepper_key: string | null;
}

const EXPIRED = 'Account.Token.Expired';

/** Whose password a proof may set, while the proof is unspent; changes nothing. */
async function ownerOf(context: CallContext, proof: Proof): Promise<Owner | undefined> {
  const source =
    proof.kind === 'link'
      ? `link_token p where p.id = $1 and p.kind = 'reset' and p.used_at is null and p.expires_at > foyer_now()`
      : `verification_code p where p.id = $1 and p.purpose = 'forgetpassword' and p.used_at is not null and p.proof_used_at is null`;
  const [owner] = await context.db.query<Owner>(
    `select a.id, a.kind, a.username, a.email, a.phone, c.hash, c.pepper_key
       from (select p.account_id from ${source} and p.zone = $2 and p.line = $3 and to_timestamp($4) > foyer_now()) p
       join account a on a.id = p.account_id left join credential c on c.account_id = a.id`,
    [proof.id, context.zone, context.line.name, proof.until],
  );
  return owner;
}

async function spend(sql: Sql, context: CallContext, proof: Proof): Promise<void> {
  if (proof.kind === 'code') {
    if (!(await spendCodeProof(sql, context, proof, ['forgetpassword']))) throw new Refused(EXPIRED);
    return;
  }
  const link = await lockLink(sql, context, proof);
  if (!link || link.used || link.expired) throw new Refused(EXPIRED);
}

async function apply(
  sql: Sql,
  context: CallContext,
  owner: Owner,
  proof: Proof,
  keep: string | undefined,
): Promise<void> {
  await spendLinks(sql, 'reset', owner.id);
  if (proof.kind === 'link') {
    // The mailbox is proven, which is all that activation asks for.
    await sql.query(
      `update account set status = 'active', activated_at = foyer_now() where id = $1 and status = 'unactivated'`,
      [owner.id],
    );
    await spendLinks(sql, 'activate', owner.id);
  }
  await sql.query('delete from sign_in_counter where account_id = $1', [owner.id]);
  await sql.query('delete from sign_in_token where account_id = $1', [owner.id]);
  await endOtherSessions(sql, owner.id, keep);
  const notice = {
    template: 'password-changed',
    params: { username: owner.username, link: context.line.line.links.support ?? '' },
  };
  if (owner.email) await sendMessage(sql, context, { channel: 'email', to: owner.email, ...notice });
  else if (owner.phone) await sendMessage(sql, context, { channel: 'sms', to: owner.phone, ...notice });
  await context.audit(sql, 'password-reset', { accountId: owner.id, outcome: 'ok' });
}

async function reset(request: ResetPasswordRequest, context: CallContext): Promise<Answer> {
  const proof = readProof(context, request.proof);
  const owner = proof && (await ownerOf(context, proof));
  if (!proof || !owner || (request.userId && request.userId !== owner.id)) return { code: EXPIRED };
  if (owner.kind === SUB) return { code: 'Account.Sub.Reset.Pwd.Not.Support' };
  if (isTooCommon(request.password, context.line.line)) return { code: 'Password.Too.Common' };
  const old = owner.hash && owner.pepper_key ? { hash: owner.hash, pepperKey: owner.pepper_key } : undefined;
  if (old && (await isPassword(context.keys, old, request.password))) return { code: 'Password.Same.As.Last' };
  const credential = await makeCredential(context.keys, context.line.line, request.password);
  const session = await context.session();
  return context.settle(async (sql) => {
    await spend(sql, context, proof);
    await storeCredential(sql, owner.id, context.zone, credential);
    await apply(sql, context, owner, proof, session?.accountId === owner.id ? session.id : undefined);
    return { code: 200, data: {} };
  });
}

export const handle: Handler<ResetPasswordRequest> = async (request, context) => {
  try {
    return await orRefused(() => reset(request, context));
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
};
