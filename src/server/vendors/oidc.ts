/**
 * OpenID Connect for those providers that speak it: discovery and the exchange of a code by openid-client, identity tokens
 * verified by jose in one way, whether a code or a widget brought them. Everything asked goes through one `Exchange`.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { type Expected, ThirdPartyError, type ThirdPartyFault } from '../ports/identity.ts';
import { type Exchange, type Fields, readObject, readToken } from './exchange.ts';

/** How long what a provider says of itself, and its keys, are believed, milliseconds. */
const METADATA_MILLISECONDS = 60 * 60 * 1000;
const KEYS_MILLISECONDS = 10 * 60 * 1000;
/** Keys are fetched anew for a key nobody knows, but not more often than this, milliseconds. */
const KEYS_AGAIN_MILLISECONDS = 1000;
/** A profile can be done without: longest time for it. */
const PROFILE_MILLISECONDS = 2000;
/** How far the clocks may differ, seconds. */
const CLOCK_SECONDS = 10;
/** What Google and Apple sign with; a token cannot choose another. */
const ALGORITHMS = ['RS256'];

export interface OidcOptions {
  /** Below it stands `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Other ways in which the provider writes its issuer in tokens. */
  readonly spellings?: readonly string[];
  /** What identity tokens may be signed with, all of it by key pairs; RS256 when left out. */
  readonly algorithms?: readonly string[];
  /** Whether the client's secret goes as the provider says that it takes it; in the body when left out. */
  readonly asksHow?: boolean;
  /** Address of the keys, where it is not the discovered one. */
  readonly jwks?: string;
}

/** Claims of a verified token. */
export type Claims = JWTPayload & { readonly sub: string };

export interface Oidc {
  /** Where a visitor is sent, with these parameters and the client's id. */
  authorizationUrl(exchange: Exchange, parameters: Readonly<Record<string, string>>): Promise<string>;
  /** What a code is worth; `verifier` where the provider takes PKCE. */
  redeem(exchange: Exchange, grant: Grant): Promise<Tokens>;
  /** Signature, issuer, audience, times and nonce; all of them or nothing. */
  verify(exchange: Exchange, token: string, expected: Pick<Expected, 'nonce'>): Promise<Claims>;
  /** What else the provider tells of the subject of a verified token; nothing where it does not tell, in time. */
  userInfo(exchange: Exchange, accessToken: string, subject: string): Promise<Fields>;
}

export interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
}

export interface Grant {
  readonly code: string;
  /** Whose answer the code came with says that it is. */
  readonly iss: string | undefined;
  readonly redirectUri: string;
  readonly verifier?: string;
  readonly clientSecret: string;
}

type Metadata = ReturnType<Configuration['serverMetadata']>;

interface Cached<T> {
  readonly value: T;
  readonly at: number;
}

const fresh = <T>(cached: Cached<T> | undefined, milliseconds: number): T | undefined =>
  cached && performance.now() - cached.at < milliseconds ? cached.value : undefined;

export function createOidc(options: OidcOptions): Oidc {
  const { issuer, clientId, spellings = [], algorithms = ALGORITHMS, asksHow = false, jwks } = options;
  let metadata: Cached<Metadata> | undefined;
  let keys: Cached<ReturnType<typeof createLocalJWKSet>> | undefined;
  // Production settings are https only; simulators and tests are not.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];

  async function discover(exchange: Exchange): Promise<Metadata> {
    const known = fresh(metadata, METADATA_MILLISECONDS);
    if (known) return known;
    const found = await told(exchange, 'discovery', async () =>
      discovery(new URL(issuer), clientId, undefined, undefined, {
        execute,
        [customFetch]: through(exchange, 'discovery'),
      }),
    );
    const value = { ...found.serverMetadata() };
    metadata = { value, at: performance.now() };
    return value;
  }

  async function fetchKeys(exchange: Exchange): Promise<ReturnType<typeof createLocalJWKSet>> {
    const address = jwks ?? (await discover(exchange)).jwks_uri;
    if (address === undefined) throw exchange.fault('unavailable', 'keys', 'no address of keys');
    const { status, body } = await exchange.ask('keys', address);
    if (status >= 300) throw exchange.fault('unavailable', 'keys', `HTTP ${status}`);
    try {
      const value = createLocalJWKSet(readObject(body) as unknown as JSONWebKeySet);
      keys = { value, at: performance.now() };
      return value;
    } catch {
      throw exchange.fault('unavailable', 'keys', 'no set of keys');
    }
  }

  async function claimsOf(exchange: Exchange, token: string): Promise<JWTPayload> {
    const rules = {
      algorithms: [...algorithms],
      issuer: [issuer, ...spellings],
      audience: clientId,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    };
    const known = fresh(keys, KEYS_MILLISECONDS) ?? (await fetchKeys(exchange));
    try {
      return (await jwtVerify(token, known, rules)).payload;
    } catch (error) {
      // A key that was rotated in since.
      if (!(error instanceof errors.JWKSNoMatchingKey) || fresh(keys, KEYS_AGAIN_MILLISECONDS)) throw error;
      return (await jwtVerify(token, await fetchKeys(exchange), rules)).payload;
    }
  }

  return {
    async authorizationUrl(exchange, parameters) {
      const server = await discover(exchange);
      const configuration = new Configuration(server, clientId);
      for (const extend of execute) extend(configuration);
      return buildAuthorizationUrl(configuration, { ...parameters }).href;
    },

    async redeem(exchange, { code, iss, redirectUri, verifier, clientSecret }) {
      const server = await discover(exchange);
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      // Judged here, since openid-client passes over an empty one. (RFC 9207, 2.4)
      if (iss === undefined ? server.authorization_response_iss_parameter_supported === true : iss !== server.issuer)
        throw exchange.fault('mixed-up', 'return', `${iss === undefined ? 'no' : 'another'} issuer (iss)`);
      if (iss !== undefined) back.searchParams.set('iss', iss);
      let idToken: unknown;
      // The token goes round openid-client: it knows one spelling of the issuer only.
      const authentication = asksHow ? authenticationAt(server, clientSecret) : ClientSecretPost(clientSecret);
      const configuration = new Configuration(server, clientId, undefined, authentication);
      configuration[customFetch] = through(exchange, 'token', ({ id_token, ...others }) => {
        idToken = id_token;
        return others;
      });
      for (const extend of execute) extend(configuration);
      const checks = verifier === undefined ? {} : { pkceCodeVerifier: verifier };
      const given = await told(exchange, 'token', () => authorizationCodeGrant(configuration, back, checks));
      if (typeof idToken !== 'string') throw exchange.fault('unavailable', 'token', 'no identity token');
      return { idToken, accessToken: given.access_token };
    },

    async verify(exchange, token, { nonce }) {
      let claims: JWTPayload;
      try {
        claims = await claimsOf(exchange, token);
      } catch (error) {
        if (error instanceof ThirdPartyError) throw error;
        throw exchange.fault('rejected', 'identity token', whyNot(error));
      }
      const { sub, azp, aud } = claims;
      if (claims.nonce !== nonce) throw exchange.fault('rejected', 'identity token', 'of another sign-in (nonce)');
      // Whoever the token was made for must be us, also where its audience names several.
      if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId)
        throw exchange.fault('rejected', 'identity token', 'made for another application (azp)');
      if (readToken(sub) === undefined) throw exchange.fault('rejected', 'identity token', 'no subject');
      return { ...claims, sub: sub as string };
    },

    async userInfo(exchange, accessToken, subject) {
      const { userinfo_endpoint: address } = await discover(exchange);
      if (address === undefined) return {};
      const headers = { authorization: `Bearer ${accessToken}` };
      const answered = await exchange
        .ask('profile', address, { headers, within: PROFILE_MILLISECONDS })
        .catch(() => undefined);
      const fields = answered !== undefined && answered.status < 300 ? readObject(answered.body) : undefined;
      // Of somebody else it says nothing. (OpenID Connect Core, 5.3.4)
      return fields?.sub === subject ? fields : {};
    },
  };
}

/** How the client's secret goes to the token endpoint; what metadata leave out is in the header. (OpenID Connect Discovery, 3) */
function authenticationAt({ token_endpoint_auth_methods_supported: methods }: Metadata, secret: string): ClientAuth {
  return methods?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/** A fetch for openid-client whose answers are bounded by the exchange; `edit` changes the object of a success. */
function through(
  exchange: Exchange,
  step: string,
  edit: (fields: Readonly<Record<string, unknown>>) => object = (fields) => fields,
): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, body: text } = await exchange.ask(step, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    });
    const fields = readObject(text);
    if (!fields) throw exchange.fault('unavailable', step, `HTTP ${status} without JSON`);
    return new Response(JSON.stringify(status < 300 ? edit(fields) : fields), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

/** Errors of a token endpoint that are ours to mend, not the visitor's. */
const OURS = [
  'invalid_client',
  'unauthorized_client',
  'redirect_uri_mismatch',
  'unsupported_grant_type',
  'invalid_scope',
];
const THEIRS = ['temporarily_unavailable', 'server_error'];

/** Does what is asked of openid-client, and tells its errors as faults. */
async function told<T>(exchange: Exchange, step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ThirdPartyError) throw error;
    if (error instanceof ClientError && error.cause instanceof ThirdPartyError) throw error.cause;
    if (error instanceof ResponseBodyError) throw exchange.fault(faultOf(error.error), step, wordOf(error.error));
    if (error instanceof WWWAuthenticateChallengeError) throw exchange.fault('misconfigured', step, 'HTTP 401');
    throw exchange.fault('unavailable', step, error instanceof ClientError ? (error.code ?? 'nonsense') : 'nonsense');
  }
}

function faultOf(word: string): ThirdPartyFault {
  if (OURS.includes(word)) return 'misconfigured';
  return word === 'invalid_grant' || word === 'invalid_request' ? 'rejected' : 'unavailable';
}

/** Words of the standard only: anything else might hold what we sent. */
const wordOf = (word: string): string =>
  [...OURS, ...THEIRS, 'invalid_grant', 'invalid_request'].includes(word) ? word : 'an unknown error';

function whyNot(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim} is ${error.reason}`;
  return error instanceof errors.JOSEError ? error.code : 'unreadable';
}
