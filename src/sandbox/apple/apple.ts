/**
 * Stands in for Apple: discovery, the page that asks who signs in and posts its answer across sites, tokens and keys, on
 * their paths, in their shapes. Whoever consents sends their name once and never again.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import type { Database } from '../../server/types.ts';
import {
  type Chooser,
  callbackOf,
  POST_SCRIPT,
  readChoice,
  sendChooser,
  sendPost,
  sendRefusal,
  withForms,
} from '../chooser.ts';
import { issue, queryOf, redeem, suffer } from '../grants.ts';
import { formOf, halfHash, identityToken, inside, publishedKeys, sendJson, TOKEN_TROUBLES } from '../openid.ts';

// The application's key is made anew with every start; nothing signed with it outlives one exchange.
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const BASE = '/simulators/apple';

/** Where it is below this server's own origin, and the application it knows. */
export const APPLE = {
  clientId: 'sim-apple',
  credentials: {
    teamId: 'sim-team',
    keyId: 'sim-key',
    privateKey: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  },
  endpoints: { issuer: BASE },
};

const PROVIDER = 'apple';
const NAME = 'Apple';
const CODE_SECONDS = 300;
/** Longest life of a client secret that Apple takes, seconds. */
const SECRET_SECONDS = 15_777_000;
const { clientId } = APPLE;
const { teamId, keyId } = APPLE.credentials;
const AUTHORIZE = `${BASE}/auth/authorize`;
const POST_PATH = `${BASE}/auth/post.js`;

const TROUBLES: Chooser['troubles'] = {
  ...TOKEN_TROUBLES,
  'boolean-verified': 'email_verified is a boolean, not the word "true"',
  unverified: 'The address is not verified',
  used: 'The code was used already (invalid_grant)',
  expired: 'The code expired (invalid_grant)',
  'bad-client': 'The client secret is refused (invalid_client)',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

const relayOf = (person: string): string => `${person.toLowerCase()}@privaterelay.appleid.example`;

function appleClaims(person: string, trouble: string): { readonly sub: string; readonly [claim: string]: unknown } {
  const verified = trouble !== 'unverified';
  return {
    sub: `${PROVIDER}-${person}`,
    auth_time: Math.floor(Date.now() / 1000),
    nonce_supported: true,
    email: relayOf(person),
    email_verified: trouble === 'boolean-verified' ? verified : String(verified),
    is_private_email: 'true',
    real_user_status: 2,
  };
}

const fail = (reply: FastifyReply, error: string, description?: string): FastifyReply =>
  sendJson(reply, { error, ...(description === undefined ? {} : { error_description: description }) }, 400);

const post = (reply: FastifyReply, back: URL, fields: Readonly<Record<string, string>>): FastifyReply =>
  sendPost(reply, { provider: NAME, script: POST_PATH, back, fields });

export function appleRoutes(db: Database): (app: FastifyInstance) => void {
  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = queryOf(request);
    const { response_type = '', response_mode, scope = '', state = '', nonce = '' } = asked;
    const back = callbackOf(PROVIDER, asked.redirect_uri);
    if (asked.client_id !== clientId) return sendRefusal(reply, NAME, 'invalid_client');
    if (!back) return sendRefusal(reply, NAME, 'invalid_request: Invalid web redirect url.');
    if (!['code', 'code id_token'].includes(response_type))
      return sendRefusal(reply, NAME, 'unsupported_response_type');
    if (response_mode !== 'form_post')
      return sendRefusal(
        reply,
        NAME,
        'invalid_request: response_mode must be form_post when name or email scope is requested.',
      );
    return sendChooser(reply, {
      provider: NAME,
      action: AUTHORIZE,
      carried: { redirect_uri: back.href, response_type, scope, state, nonce },
      troubles: TROUBLES,
      leadsTo: back.href,
    });
  }

  /** Whether this person consents for the first time. */
  async function consents(person: string): Promise<boolean> {
    const rows = await db.query(
      'insert into sandbox.consent (provider, app, person) values ($1, $2, $3) on conflict do nothing returning person',
      [PROVIDER, clientId, person],
    );
    return rows.length > 0;
  }

  async function choose(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const choice = readChoice(request.body, TROUBLES);
    const back = callbackOf(PROVIDER, choice?.carried.redirect_uri);
    if (!choice || !back) return reply.status(400).send();
    const { person, trouble, refused, carried } = choice;
    const { state = '', nonce = '', scope = '', response_type = '' } = carried;
    if (refused) return post(reply, back, { state, error: 'user_cancelled_authorize' });
    const asked = { redirect_uri: back.href, nonce };
    const code = await issue(
      db,
      { provider: PROVIDER, kind: 'code', app: clientId, person, trouble, asked },
      CODE_SECONDS,
    );
    const token = {
      provider: PROVIDER,
      issuer: inside(request) + BASE,
      clientId,
      nonce: nonce || undefined,
      trouble,
      claims: { ...appleClaims(person, trouble), c_hash: halfHash(code) },
    };
    const idToken = response_type === 'code id_token' ? { id_token: await identityToken(db, token) } : {};
    const name = { firstName: person, lastName: '(simulated)' };
    const isNamed = scope.split(' ').includes('name') && (await consents(person));
    const user = isNamed ? { user: JSON.stringify({ name, email: relayOf(person) }) } : {};
    return post(reply, back, { state, code, ...idToken, ...user });
  }

  /** Whether a client secret is what Apple asks for. */
  async function isClient(secret: string, issuer: string): Promise<boolean> {
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, pair.publicKey, {
        algorithms: ['ES256'],
        issuer: teamId,
        subject: clientId,
        audience: issuer,
        requiredClaims: ['iat', 'exp'],
      });
      return protectedHeader.kid === keyId && (payload.exp ?? 0) - (payload.iat ?? 0) <= SECRET_SECONDS;
    } catch {
      return false;
    }
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { client_id, client_secret = '', grant_type, code = '', redirect_uri } = formOf(request);
    const issuer = inside(request) + BASE;
    if (client_id !== clientId || !(await isClient(client_secret, issuer))) return fail(reply, 'invalid_client');
    if (grant_type !== 'authorization_code') return fail(reply, 'unsupported_grant_type');
    const { state, grant } = await redeem(db, PROVIDER, clientId, code);
    if (state === 'unknown') return fail(reply, 'invalid_grant', 'The code has expired or has been revoked.');
    const { person, trouble, asked } = grant;
    if (await suffer(request, reply, trouble)) return reply;
    if (trouble === 'bad-client') return fail(reply, 'invalid_client');
    if (state === 'used') return fail(reply, 'invalid_grant', 'The code has already been used.');
    if (state === 'expired') return fail(reply, 'invalid_grant', 'The code has expired or has been revoked.');
    if (redirect_uri !== asked.redirect_uri)
      return fail(reply, 'invalid_grant', 'The redirect_uri does not match the one of the authorization request.');
    const given = { provider: PROVIDER, kind: 'token' as const, app: clientId, person };
    const accessToken = await issue(db, given, 3600);
    const idToken = await identityToken(db, {
      provider: PROVIDER,
      issuer,
      clientId,
      nonce: asked.nonce || undefined,
      trouble,
      claims: { ...appleClaims(person, trouble), at_hash: halfHash(accessToken) },
    });
    return sendJson(reply, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: await issue(db, given, 3600),
      id_token: idToken,
    });
  }

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${BASE}/.well-known/openid-configuration`, async (request, reply) => {
      const issuer = inside(request) + BASE;
      return sendJson(reply, {
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/auth/token`,
        revocation_endpoint: `${issuer}/auth/revoke`,
        jwks_uri: `${issuer}/auth/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'email', 'name'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    });
    scope.get(AUTHORIZE, authorize);
    scope.post(AUTHORIZE, choose);
    scope.get(POST_PATH, async (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').send(POST_SCRIPT),
    );
    scope.post(`${BASE}/auth/token`, token);
    scope.get(`${BASE}/auth/keys`, async (_request, reply) => sendJson(reply, await publishedKeys(db, PROVIDER)));
  };
  return (app) => withForms(app, routes);
}
