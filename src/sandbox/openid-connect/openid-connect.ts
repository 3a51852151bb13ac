/** Stands in for every provider that the data has the adapter `openid-connect` speak to, each below a path of its own. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimulatedProvider } from '../../server/third-party/wiring.ts';
import type { Database } from '../../server/types.ts';
import { OPENID_TROUBLES, type OpenIdApp, openIdRoutes } from '../openid-provider.ts';

/** The adapter. */
export const OPENID = 'openid-connect';

const BASE = '/simulators/openid-connect';
/** Ids of providers, as the data writes them. */
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const appOf = (provider: string): OpenIdApp => ({
  provider,
  name: provider,
  base: `${BASE}/${provider}`,
  clientId: `sim-${provider}`,
  clientSecret: `sim-${provider}-secret`,
});

/** Where the one of that id is, and the application it knows. */
export function simulatedOpenId(provider: string): SimulatedProvider {
  const { clientId, clientSecret, base } = appOf(provider);
  return { clientId, credentials: { clientSecret }, endpoints: { issuer: base } };
}

export const openidRoutes = (db: Database): ((app: FastifyInstance) => void) =>
  openIdRoutes(db, {
    base: `${BASE}/:provider`,
    paths: { authorize: '/authorize', token: '/token', keys: '/keys', profile: '/userinfo' },
    troubles: OPENID_TROUBLES,
    app(request: FastifyRequest) {
      const { provider } = request.params as { readonly provider: string };
      return ID.test(provider) ? appOf(provider) : undefined;
    },
    claims: ({ provider, clientId }, person) => ({
      sub: `${provider}-${person}`,
      azp: clientId,
      email: `${person}@${provider}.example`,
      email_verified: true,
      name: `${person} (simulated)`,
    }),
  });
