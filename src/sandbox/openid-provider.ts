/** A simulated provider of OpenID Connect: discovery, the page that asks who signs in, tokens, keys and the profile. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../server/types.ts';
import { type Chooser, callbackOf, readChoice, sendChooser, sendRefusal, withForms, withQuery } from './chooser.ts';
import { find, issue, queryOf, redeem, suffer } from './grants.ts';
import {
  formOf,
  halfHash,
  ID_TOKEN_SECONDS,
  identityToken,
  inside,
  publishedKeys,
  sendJson,
  TOKEN_TROUBLES,
} from './openid.ts';

/** The application that a simulated provider knows, and what it is called there. */
export interface OpenIdApp {
  /** Its id in providers.json. */
  readonly provider: string;
  /** As people call it. */
  readonly name: string;
  /** Path of its issuer. */
  readonly base: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OpenIdProvider {
  /** Path of the issuer, with parameters where it stands for many. */
  readonly base: string;
  /** Paths below it. */
  readonly paths: Readonly<Record<'authorize' | 'token' | 'keys' | 'profile', string>>;
  readonly troubles: Chooser['troubles'];
  /** Undefined where there is no such provider. */
  app(request: FastifyRequest): OpenIdApp | undefined;
  /** What it says of a person. */
  claims(app: OpenIdApp, person: string): { readonly sub: string; readonly [claim: string]: unknown };
}

export const OPENID_TROUBLES: Chooser['troubles'] = {
  ...TOKEN_TROUBLES,
  'no-id-token': 'No identity token comes with the access token',
  used: 'The code was used already (invalid_grant)',
  expired: 'The code expired (invalid_grant)',
  'bad-client': 'The secret is refused (invalid_client)',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

const CODE_SECONDS = 600;

const fail = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  sendJson(reply, { error, error_description: description }, status);

/** The client's id and secret, of the header or the body. */
function clientOf(request: FastifyRequest): { readonly id: string; readonly secret: string } {
  const { client_id: id = '', client_secret: secret = '' } = formOf(request);
  const [, encoded] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (encoded === undefined) return { id, secret };
  const [name = '', word = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
  return { id: name, secret: word };
}

export function openIdRoutes(
  db: Database,
  { base, paths, troubles, app: appOf, claims }: OpenIdProvider,
): (app: FastifyInstance) => void {
  type Handle = (app: OpenIdApp, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  const known =
    (handle: Handle) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const app = appOf(request);
      return app === undefined ? reply.status(404).send() : handle(app, request, reply);
    };

  const authorize: Handle = async ({ provider, name, base: issuer, clientId }, request, reply) => {
    const asked = queryOf(request);
    const back = callbackOf(provider, asked.redirect_uri);
    if (asked.client_id !== clientId) return sendRefusal(reply, name, 'Error 401: invalid_client');
    if (!back) return sendRefusal(reply, name, 'Error 400: redirect_uri_mismatch');
    if (asked.response_type !== 'code' || !asked.scope?.split(' ').includes('openid'))
      return sendRefusal(reply, name, 'Error 400: invalid_request');
    if (asked.code_challenge !== undefined && asked.code_challenge_method !== 'S256')
      return sendRefusal(reply, name, 'Error 400: invalid_request (code_challenge_method)');
    const { state = '', nonce = '', scope = '', code_challenge: challenge = '' } = asked;
    return sendChooser(reply, {
      provider: name,
      action: issuer + paths.authorize,
      carried: { redirect_uri: back.href, state, nonce, scope, challenge },
      troubles,
      leadsTo: back.href,
    });
  };

  const choose: Handle = async ({ provider, base: issuer, clientId }, request, reply) => {
    const choice = readChoice(request.body, troubles);
    const back = callbackOf(provider, choice?.carried.redirect_uri);
    if (!choice || !back) return reply.status(400).send();
    const { person, trouble, refused, carried } = choice;
    const { state = '', nonce = '', scope = '', challenge = '' } = carried;
    if (refused)
      return reply.redirect(
        withQuery(back.href, { error: 'access_denied', state, iss: inside(request) + issuer }),
        302,
      );
    const asked = { redirect_uri: back.href, nonce, challenge, scope };
    const code = await issue(db, { provider, kind: 'code', app: clientId, person, trouble, asked }, CODE_SECONDS);
    const given = { state, iss: inside(request) + issuer, code, scope, authuser: '0', prompt: 'none' };
    return reply.redirect(withQuery(back.href, given), 302);
  };

  const token: Handle = async (app, request, reply) => {
    const { provider, base: issuer, clientId, clientSecret } = app;
    const { grant_type, code = '', redirect_uri, code_verifier = '' } = formOf(request);
    const client = clientOf(request);
    if (client.id !== clientId) return fail(reply, 401, 'invalid_client', 'The OAuth client was not found.');
    if (client.secret !== clientSecret) return fail(reply, 401, 'invalid_client', 'Unauthorized');
    if (grant_type !== 'authorization_code')
      return fail(reply, 400, 'unsupported_grant_type', `Invalid grant_type: ${grant_type ?? ''}`);
    const { state, grant } = await redeem(db, provider, clientId, code);
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
    const accessToken = await issue(db, { provider, kind: 'token', app: clientId, person, trouble }, ID_TOKEN_SECONDS);
    const idToken = await identityToken(db, {
      provider,
      issuer: inside(request) + issuer,
      clientId,
      nonce: asked.nonce || undefined,
      trouble,
      claims: { ...claims(app, person), at_hash: halfHash(accessToken) },
    });
    return sendJson(reply, {
      access_token: accessToken,
      expires_in: ID_TOKEN_SECONDS - 1,
      scope: asked.scope,
      token_type: 'Bearer',
      ...(trouble === 'no-id-token' ? {} : { id_token: idToken }),
    });
  };

  const profile: Handle = async (app, request, reply) => {
    const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const grant = await find(db, app.provider, bearer);
    if (!grant) return fail(reply, 401, 'invalid_request', 'Invalid Credentials');
    const { azp: _, ...said } = claims(app, grant.person);
    return sendJson(reply, said);
  };

  const discovery: Handle = async (app, request, reply) => {
    const issuer = inside(request) + app.base;
    return sendJson(reply, {
      issuer,
      authorization_endpoint: issuer + paths.authorize,
      token_endpoint: issuer + paths.token,
      userinfo_endpoint: issuer + paths.profile,
      jwks_uri: issuer + paths.keys,
      response_types_supported: ['code', 'token', 'id_token', 'code token', 'code id_token', 'none'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: true,
    });
  };

  const keys: Handle = async ({ provider }, _request, reply) => sendJson(reply, await publishedKeys(db, provider));

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${base}/.well-known/openid-configuration`, known(discovery));
    scope.get(base + paths.authorize, known(authorize));
    scope.post(base + paths.authorize, known(choose));
    scope.post(base + paths.token, known(token));
    scope.get(base + paths.keys, known(keys));
    scope.get(base + paths.profile, known(profile));
  };
  return (app) => withForms(app, routes);
}
