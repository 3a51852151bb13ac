/**
 * Google: the code flow with PKCE and a nonce, or the credential that its own button gives to the page or posts back. Endpoints: `issuer`
 * (its pages, discovery, the script of its button) and `jwks` (keys).
 */

import type { Identity, ThirdPartyAdapter } from '../../ports/identity.ts';
import { openExchange, readId, readName } from '../exchange.ts';
import { type Claims, createOidc } from '../oidc.ts';

export const google: ThirdPartyAdapter = ({ clientId, clientSecret = '', scope, endpoints }) => {
  const { issuer = '', jwks } = endpoints;
  const oidc = createOidc({
    issuer,
    clientId,
    // Tokens bear the issuer with or without its scheme.
    spellings: [issuer.replace(/^https?:\/\//, '')],
    ...(jwks === undefined ? {} : { jwks }),
  });

  return {
    async start({ state, nonce, codeChallenge, redirectUri, way, language }) {
      // The frame knows the script and the client's id by itself.
      const button = { nonce, locale: language === 'zh' ? 'zh_CN' : language };
      // A button's `state` comes back with the credential.
      if (way === 'post') return { url: '', widget: { ...button, state } };
      const exchange = openExchange('google');
      const url = await oidc.authorizationUrl(exchange, {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return way === 'frame' ? { url, widget: button } : { url };
    },

    async identify({ code, iss, credential }, { nonce, codeVerifier, redirectUri }) {
      const exchange = openExchange('google');
      if (credential === undefined && !code) throw exchange.fault('rejected', 'token', 'neither code nor credential');
      const token =
        credential ??
        (await oidc.redeem(exchange, { code: code as string, iss, redirectUri, verifier: codeVerifier, clientSecret }))
          .idToken;
      return identityOf(await oidc.verify(exchange, token, { nonce }), clientId);
    },
  };

  function identityOf(claims: Claims, appId: string): Identity {
    const subject = readId(claims.sub);
    if (subject === undefined) throw openExchange('google').fault('rejected', 'identity token', 'no usable subject');
    const name = readName(claims.name);
    const { email, email_verified, hd } = claims;
    // Google answers for its own mailboxes and for those of its organisations; any other it saw verified once, long ago perhaps.
    const isTheirs = typeof hd === 'string' || (typeof email === 'string' && /@gmail\.com$/i.test(email));
    return {
      subject,
      subjectKind: 'sub',
      appId,
      ...(name === undefined ? {} : { name }),
      ...(typeof email === 'string' ? { email, emailVerified: email_verified === true && isTheirs } : {}),
    };
  }
};
