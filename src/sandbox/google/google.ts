/** Stands in for Google, on its paths, in its shapes. Its button is in `button.ts`. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import type { Chooser } from '../chooser.ts';
import { OPENID_TROUBLES, openIdRoutes } from '../openid-provider.ts';

/** Its address below this server's own origin. */
export const BASE = '/simulators/google';
const CLIENT_SECRET = 'sim-google-secret';
const KEYS = '/oauth2/v3/certs';

/** Where it is, and the application it knows. */
export const GOOGLE = {
  clientId: 'sim-google',
  credentials: { clientSecret: CLIENT_SECRET },
  endpoints: { issuer: BASE, jwks: BASE + KEYS },
};

const PROVIDER = 'google';
const { clientId } = GOOGLE;

export const GOOGLE_TROUBLES: Chooser['troubles'] = {
  ...OPENID_TROUBLES,
  'bare-iss': 'The token has the issuer without https://, as Google may write it',
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

const APP = { provider: PROVIDER, name: 'Google', base: BASE, clientId, clientSecret: CLIENT_SECRET };

export const googleRoutes = (db: Database): ((app: FastifyInstance) => void) =>
  openIdRoutes(db, {
    base: BASE,
    paths: { authorize: '/o/oauth2/v2/auth', token: '/token', keys: KEYS, profile: '/v1/userinfo' },
    troubles: GOOGLE_TROUBLES,
    app: () => APP,
    claims: (_app, person) => googleClaims(person),
  });
