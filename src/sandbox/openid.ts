/** What the simulators of Google and Apple share: keys in the database, and identity tokens, good ones and bad ones. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import type { Database } from '../server/types.ts';

/** What may be wrong with an identity token, by names that a chooser offers. */
export const TOKEN_TROUBLES: Readonly<Record<string, string>> = {
  'wrong-nonce': 'The token has another nonce',
  'no-nonce': 'The token has no nonce',
  'wrong-aud': 'The token is for another application',
  'wrong-azp': 'The token was given to another application',
  'wrong-iss': 'The token is of another issuer',
  stale: 'The token expired a minute ago',
  'alg-none': 'The token is not signed (alg none)',
  'alg-hs256': 'The token is signed with the client id (HS256)',
  'wrong-key': 'The token is signed with a key of nobody',
  'rotated-key': 'The token is signed with a new key, published just now',
};

/** How long an identity token is good for, seconds. */
export const ID_TOKEN_SECONDS = 3600;

const ALGORITHM = 'RS256';
/** How many keys are published, newest first. */
const PUBLISHED = 3;

interface Key {
  readonly kid: string;
  readonly jwk: JWK;
}

async function newKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { kid: randomBytes(8).toString('hex'), jwk: await exportJWK(privateKey) };
}

async function keysOf(db: Database, provider: string): Promise<Key[]> {
  return db.query<Key>(
    'select kid, jwk from sandbox.signing_key where provider = $1 order by created_at desc limit $2',
    [provider, PUBLISHED],
  );
}

async function addKey(db: Database, provider: string): Promise<Key> {
  const key = await newKey();
  await db.query('insert into sandbox.signing_key (provider, kid, jwk) values ($1, $2, $3)', [
    provider,
    key.kid,
    JSON.stringify(key.jwk),
  ]);
  return key;
}

/** The public keys, as a provider publishes them. */
export async function publishedKeys(db: Database, provider: string): Promise<{ keys: JWK[] }> {
  const known = await keysOf(db, provider);
  const keys = known.length > 0 ? known : [await addKey(db, provider)];
  return {
    keys: keys.map(({ kid, jwk: { kty = '', n = '', e = '' } }) => ({ kty, kid, use: 'sig', alg: ALGORITHM, n, e })),
  };
}

export interface TokenOf {
  readonly provider: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string | undefined;
  readonly trouble: string;
  /** `sub` and what else the provider says of a person. */
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string };
}

/** An identity token, wrong in the way that the trouble says. */
export async function identityToken(db: Database, token: TokenOf): Promise<string> {
  const { provider, clientId, trouble } = token;
  const now = Math.floor(Date.now() / 1000);
  const issued = trouble === 'stale' ? now - ID_TOKEN_SECONDS - 60 : now;
  const claims = { ...token.claims, iss: token.issuer, aud: clientId, iat: issued, exp: issued + ID_TOKEN_SECONDS };
  const nonce = nonceOf(token);
  const payload = { ...claims, ...(nonce === undefined ? {} : { nonce }), ...wrongClaims(token) };
  if (trouble === 'alg-none') return new UnsecuredJWT(payload).encode();
  const sign = new SignJWT(payload);
  if (trouble === 'alg-hs256')
    return sign.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(clientId.padEnd(32)));
  const [newest] = await keysOf(db, provider);
  const published = trouble === 'rotated-key' || !newest ? await addKey(db, provider) : newest;
  // Nobody's key bears the id of one that is published.
  const { jwk } = trouble === 'wrong-key' ? await newKey() : published;
  return sign
    .setProtectedHeader({ alg: ALGORITHM, kid: published.kid, typ: 'JWT' })
    .sign(await importJWK(jwk, ALGORITHM));
}

function nonceOf({ nonce, trouble }: TokenOf): string | undefined {
  if (trouble === 'no-nonce') return undefined;
  return trouble === 'wrong-nonce' ? randomBytes(16).toString('base64url') : nonce;
}

function wrongClaims({ issuer, trouble }: TokenOf): Record<string, unknown> {
  switch (trouble) {
    case 'wrong-aud':
      return { aud: 'sim-somebody-else', azp: 'sim-somebody-else' };
    case 'wrong-azp':
      return { azp: 'sim-somebody-else' };
    case 'wrong-iss':
      return { iss: 'https://accounts.elsewhere.example' };
    case 'bare-iss':
      return { iss: issuer.replace(/^https?:\/\//, '') };
    default:
      return {};
  }
}

/** Hash of a code or token as it stands beside it in an identity token (`c_hash`, `at_hash`). */
export const halfHash = (value: string): string =>
  createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url');

/** Address at which this server reaches itself: the simulators' issuers are below it, whoever asks. */
export const inside = (request: FastifyRequest): string => `http://127.0.0.1:${request.socket.localPort}`;

/** An answer of an interface: JSON that nobody keeps. */
export const sendJson = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));

/** The fields of a posted form. */
export const formOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
