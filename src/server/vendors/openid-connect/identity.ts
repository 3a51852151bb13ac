/**
 * Any provider of OpenID Connect: the code flow with PKCE and a nonce. Endpoint: `issuer`, below which the provider says the
 * rest of itself. Its word on whether somebody has a mailbox is taken: where it should not be, leave `email` out of the scope.
 */
import type { ThirdPartyAdapter } from '../../ports/identity.ts';
import { openExchange, readId, readName } from '../exchange.ts';
import { createOidc } from '../oidc.ts';

const NAME = 'openid-connect';
/** By key pairs all of them: a secret that both sides know proves less, and `none` nothing. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

export const openIdConnect: ThirdPartyAdapter = ({
  clientId,
  clientSecret = '',
  scope,
  endpoints: { issuer = '' },
}) => {
  const oidc = createOidc({ issuer, clientId, algorithms: ALGORITHMS, asksHow: true });
  const wanted = scope.split(' ');

  return {
    async start({ state, nonce, codeChallenge, redirectUri }) {
      const url = await oidc.authorizationUrl(openExchange(NAME), {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
      return { url };
    },

    async identify({ code, iss }, { nonce, codeVerifier, redirectUri }) {
      const exchange = openExchange(NAME);
      if (!code) throw exchange.fault('rejected', 'token', 'no code came back');
      const tokens = await oidc.redeem(exchange, { code, iss, redirectUri, verifier: codeVerifier, clientSecret });
      const claims = await oidc.verify(exchange, tokens.idToken, { nonce });
      const subject = readId(claims.sub);
      if (subject === undefined) throw exchange.fault('rejected', 'identity token', 'no usable subject');
      const isMissing = (claim: string, in_: string): boolean => wanted.includes(in_) && claims[claim] === undefined;
      const told = isMissing('name', 'profile') || isMissing('email', 'email');
      const more = told ? await oidc.userInfo(exchange, tokens.accessToken, claims.sub) : {};
      const { name, email, email_verified } = { ...more, ...claims };
      const shown = readName(name);
      return {
        subject,
        subjectKind: 'sub',
        appId: clientId,
        ...(shown === undefined ? {} : { name: shown }),
        ...(typeof email === 'string' ? { email, emailVerified: email_verified === true } : {}),
      };
    },
  };
};
