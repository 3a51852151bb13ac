/**
 * Stands in for Google: discovery, the page that asks who signs in, tokens, keys and the profile, on their paths, in their
 * shapes. Its button is in `google-button.ts`.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../server/types.ts';
import { type Chooser, callbackOf, readChoice, sendChooser, sendRefusal, withForms, withQuery } from '../chooser.ts';
import { find, issue, queryOf, redeem, suffer } from '../grants.ts';
import {
  formOf,
  halfHash,
  ID_TOKEN_SECONDS,
  identityToken,
  inside,
  publishedKeys,
  sendJson,
  TOKEN_TROUBLES,
} from '../openid.ts';

/** Its address below this server's own origin. */
export const BASE = '/simulators/google';
const CLIENT_SECRET = 'sim-google-secret';

/** Where it is, and the application it knows. */
export const GOOGLE = {
  clientId: 'sim-google',
  credentials: { clientSecret: CLIENT_SECRET },
  endpoints: { issuer: BASE, jwks: `${BASE}/oauth2/v3/certs` },
};

const PROVIDER = 'google';
const NAME = 'Google';
const CODE_SECONDS = 600;
const { clientId } = GOOGLE;

export const GOOGLE_TROUBLES: Chooser['troubles'] = {
  ...TOKEN_TROUBLES,
  'bare-iss': 'The token has the issuer without https://, as Google may write it',
  'no-id-token': 'No identity token comes with the access token',
  used: 'The code was used already (invalid_grant)',
  expired: 'The code expired (invalid_grant)',
  'bad-client': 'The secret is refused (invalid_client)',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

/** What Google says of a person. */
export function googleClaims(person: string): { readonly sub: string; readonly [claim: string]: unknown } {
  return {
    sub: `${PROVIDER}-${person}`,
    azp: clientId,
    email: `${person}@workspace.example`,
    email_verified: true,
    // An organisation of theirs, for which they answer.
    hd: 'workspace.example',
    name: `${person} (simulated)`,
    given_name: person,
    family_name: '(simulated)',
    picture: '',
  };
}

const fail = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  sendJson(reply, { error, error_description: description }, status);

const AUTHORIZE = `${BASE}/o/oauth2/v2/auth`;

export function googleRoutes(db: Database): (app: FastifyInstance) => void {
  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = queryOf(request);
    const back = callbackOf(PROVIDER, asked.redirect_uri);
    if (asked.client_id !== clientId) return sendRefusal(reply, NAME, 'Error 401: invalid_client');
    if (!back) return sendRefusal(reply, NAME, 'Error 400: redirect_uri_mismatch');
    if (asked.response_type !== 'code' || !asked.scope?.split(' ').includes('openid'))
      return sendRefusal(reply, NAME, 'Error 400: invalid_request');
    if (asked.code_challenge !== undefined && asked.code_challenge_method !== 'S256')
      return sendRefusal(reply, NAME, 'Error 400: invalid_request (code_challenge_method)');
    const { state = '', nonce = '', scope = '', code_challenge: challenge = '' } = asked;
    return sendChooser(reply, {
      provider: NAME,
      action: AUTHORIZE,
      carried: { redirect_uri: back.href, state, nonce, scope, challenge },
      troubles: GOOGLE_TROUBLES,
      leadsTo: back.href,
    });
  }

  async function choose(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const choice = readChoice(request.body, GOOGLE_TROUBLES);
    const back = callbackOf(PROVIDER, choice?.carried.redirect_uri);
    if (!choice || !back) return reply.status(400).send();
    const { person, trouble, refused, carried } = choice;
    const { state = '', nonce = '', scope = '', challenge = '' } = carried;
    if (refused) return reply.redirect(withQuery(back.href, { error: 'access_denied', state }), 302);
    const asked = { redirect_uri: back.href, nonce, challenge, scope };
    const code = await issue(
      db,
      { provider: PROVIDER, kind: 'code', app: clientId, person, trouble, asked },
      CODE_SECONDS,
    );
    const given = { state, iss: inside(request) + BASE, code, scope, authuser: '0', prompt: 'none' };
    return reply.redirect(withQuery(back.href, given), 302);
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { client_id, client_secret, grant_type, code = '', redirect_uri, code_verifier = '' } = formOf(request);
    if (client_id !== clientId) return fail(reply, 401, 'invalid_client', 'The OAuth client was not found.');
    if (client_secret !== CLIENT_SECRET) return fail(reply, 401, 'invalid_client', 'Unauthorized');
    if (grant_type !== 'authorization_code')
      return fail(reply, 400, 'unsupported_grant_type', `Invalid grant_type: ${grant_type ?? ''}`);
    const { state, grant } = await redeem(db, PROVIDER, clientId, code);
    if (state === 'unknown') return fail(reply, 400, 'invalid_grant', 'Malformed auth code.');
    const { person, trouble, asked } = grant;
    if (await suffer(request, reply, trouble)) return reply;
    if (trouble === 'bad-client') return fail(reply, 401, 'invalid_client', 'Unauthorized');
    if (state !== 'good') return fail(reply, 400, 'invalid_grant', 'Bad Request');
    if (redirect_uri !== asked.redirect_uri) return fail(reply, 400, 'redirect_uri_mismatch', 'Bad Request');
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    if (asked.challenge && code_verifier === '') return fail(reply, 400, 'invalid_grant', 'Missing code verifier.');
    if (asked.challenge && challenge !== asked.challenge)
      return fail(reply, 400, 'invalid_grant', 'Invalid code verifier.');
    const accessToken = await issue(
      db,
      { provider: PROVIDER, kind: 'token', app: clientId, person, trouble },
      ID_TOKEN_SECONDS,
    );
    const idToken = await identityToken(db, {
      provider: PROVIDER,
      issuer: inside(request) + BASE,
      clientId,
      nonce: asked.nonce || undefined,
      trouble,
      claims: { ...googleClaims(person), at_hash: halfHash(accessToken) },
    });
    return sendJson(reply, {
      access_token: accessToken,
      expires_in: ID_TOKEN_SECONDS - 1,
      scope: asked.scope,
      token_type: 'Bearer',
      ...(trouble === 'no-id-token' ? {} : { id_token: idToken }),
    });
  }

  async function userinfo(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const grant = await find(db, PROVIDER, bearer);
    if (!grant) return fail(reply, 401, 'invalid_request', 'Invalid Credentials');
    const { azp: _, ...claims } = googleClaims(grant.person);
    return sendJson(reply, claims);
  }

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${BASE}/.well-known/openid-configuration`, async (request, reply) => {
      const issuer = inside(request) + BASE;
      return sendJson(reply, {
        issuer,
        authorization_endpoint: `${inside(request)}${AUTHORIZE}`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/v1/userinfo`,
        jwks_uri: `${issuer}/oauth2/v3/certs`,
        response_types_supported: ['code', 'token', 'id_token', 'code token', 'code id_token', 'none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        code_challenge_methods_supported: ['plain', 'S256'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        authorization_response_iss_parameter_supported: true,
      });
    });
    scope.get(AUTHORIZE, authorize);
    scope.post(AUTHORIZE, choose);
    scope.post(`${BASE}/token`, token);
    scope.get(`${BASE}/oauth2/v3/certs`, async (_request, reply) => sendJson(reply, await publishedKeys(db, PROVIDER)));
    scope.get(`${BASE}/v1/userinfo`, userinfo);
  };
  return (app) => withForms(app, routes);
}
