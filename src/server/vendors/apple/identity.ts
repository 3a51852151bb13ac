/**
 * Apple: `code id_token` by form post, the client's secret a token signed anew for every exchange. Endpoint: `issuer`. The
 * identity is `sub`, which belongs to the developer's team: an application that moves to another team (`transfer_sub`)
 * is a matter for that team's own migration, not of a sign-in.
 */
import { importPKCS8, SignJWT } from 'jose';
import type { Identity, ThirdPartyAdapter } from '../../ports/identity.ts';
import { openExchange, readId, readName, readObject } from '../exchange.ts';
import { createOidc } from '../oidc.ts';

/** How long a client's secret is good for, seconds; Apple allows half a year. */
const SECRET_SECONDS = 5 * 60;

export const apple: ThirdPartyAdapter = ({ clientId, credentials = {}, scope, endpoints: { issuer = '' } }) => {
  const { teamId = '', keyId = '', privateKey = '' } = credentials;
  const oidc = createOidc({ issuer, clientId });

  async function clientSecret(): Promise<string> {
    const key = await importPKCS8(privateKey, 'ES256');
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + SECRET_SECONDS)
      .sign(key);
  }

  return {
    async start({ state, nonce, redirectUri }) {
      const url = await oidc.authorizationUrl(openExchange('apple'), {
        response_type: 'code id_token',
        // Asking for a name or an address allows no other.
        response_mode: 'form_post',
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
      });
      return { url };
    },

    async identify({ code, iss, user }, { nonce, redirectUri }) {
      const exchange = openExchange('apple');
      if (!code) throw exchange.fault('rejected', 'token', 'no code came back');
      const secret = await clientSecret().catch(() => {
        throw exchange.fault('misconfigured', 'client secret', 'the private key cannot sign');
      });
      const { idToken } = await oidc.redeem(exchange, { code, iss, redirectUri, clientSecret: secret });
      const { sub, email, email_verified } = await oidc.verify(exchange, idToken, { nonce });
      const subject = readId(sub);
      if (subject === undefined) throw exchange.fault('rejected', 'identity token', 'no usable subject');
      const name = nameOf(user);
      const identity: Identity = {
        subject,
        subjectKind: 'sub',
        appId: clientId,
        ...(name === undefined ? {} : { name }),
        // The flag is a boolean or the word for it.
        ...(typeof email === 'string'
          ? { email, emailVerified: email_verified === true || email_verified === 'true' }
          : {}),
      };
      return identity;
    },
  };
};

/** The name that comes with the first consent, and never again. What else stands there is not signed and proves nothing. */
function nameOf(user: string | undefined): string | undefined {
  const { name } = (user === undefined ? undefined : readObject(user)) ?? {};
  const { firstName, lastName } = (typeof name === 'object' && name !== null ? name : {}) as Record<string, unknown>;
  return readName([readName(firstName), readName(lastName)].filter((part) => part !== undefined).join(' '));
}
