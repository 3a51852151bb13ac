/**
 * The built-in captcha: a proof of work (ALTCHA), solved by the browser itself. The challenge is stateless and signed;
 * using its solution is one row, so a solution works once. Its end is told by the database's clock.
 */
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Captcha } from '../ports/captcha.ts';
import type { CallContext, KeyRing } from '../types.ts';

export const BUILT_IN_APP_ID = 'foyer-built-in';
const MINUTES = 5;
/**
 * Rounds of PBKDF2 per step, and how many steps a browser searches: a fraction of a second, a few on a slow phone. Twice as many
 * where it stands in for a captcha that tells people from programs better.
 */
export const WORK = { rounds: 2000, standInRounds: 4000, from: 80, to: 240 };

interface Secrets {
  readonly keyId: string;
  readonly challenge: string;
  readonly key: string;
}

function secretsOf(keys: KeyRing, id?: string): Secrets | undefined {
  const sign = (use: string): { keyId: string; value: string | undefined } =>
    id === undefined ? keys.sign('cookie', use) : { keyId: id, value: keys.signWith('cookie', id, use) };
  const challenge = sign('captcha challenge');
  const key = sign('captcha key');
  return challenge.value && key.value
    ? { keyId: challenge.keyId, challenge: challenge.value, key: key.value }
    : undefined;
}

/** A fresh challenge for this line, and the app id that its ticket names. */
export async function newChallenge(
  context: CallContext,
  isStandIn: boolean,
): Promise<{ challenge: Challenge; captchaAppId: string }> {
  const [clock] = await context.db.query<{ until: number }>(
    'select ceil(extract(epoch from foyer_now() + make_interval(mins => $1)))::float8 as until',
    [MINUTES],
  );
  const secrets = secretsOf(context.keys);
  if (!clock || !secrets) throw new Error('No challenge can be signed.');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: isStandIn ? WORK.standInRounds : WORK.rounds,
    counter: randomInt(WORK.to, WORK.from),
    deriveKey,
    data: { line: context.line.name, until: clock.until, key: secrets.keyId },
    hmacSignatureSecret: secrets.challenge,
    hmacKeySignatureSecret: secrets.key,
  });
  return { challenge, captchaAppId: BUILT_IN_APP_ID };
}

function read(ticket: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(ticket, 'base64').toString('utf8')) as Payload;
    return typeof payload?.challenge?.parameters === 'object' && typeof payload.solution === 'object'
      ? payload
      : undefined;
  } catch {
    return undefined;
  }
}

export const builtIn: Captcha<CallContext> = {
  async verify({ ticket, randstr, captchaAppId }, context) {
    const payload = read(ticket);
    const { nonce, data } = payload?.challenge.parameters ?? {};
    if (!payload || captchaAppId !== BUILT_IN_APP_ID || !nonce || nonce !== randstr) return 'failed';
    if (data?.line !== context.line.name || typeof data.key !== 'string' || typeof data.until !== 'number')
      return 'failed';
    const secrets = secretsOf(context.keys, data.key);
    if (!secrets) return 'failed';
    let verified: boolean;
    try {
      ({ verified } = await verifySolution({
        challenge: payload.challenge,
        solution: payload.solution,
        deriveKey,
        hmacSignatureSecret: secrets.challenge,
        hmacKeySignatureSecret: secrets.key,
      }));
    } catch {
      // Parameters of a wrong type or form: nothing we ever signed.
      return 'failed';
    }
    if (!verified) return 'failed';
    const used = await context.db.query(
      `insert into captcha_use (nonce, expires_at, zone, line) select $1, to_timestamp($2), $3, $4
        where to_timestamp($2) > foyer_now() on conflict do nothing returning nonce`,
      [nonce, data.until, context.zone, context.line.name],
    );
    return used.length === 1 ? 'passed' : 'failed';
  },
};
