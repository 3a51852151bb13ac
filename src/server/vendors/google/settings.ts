/** Settings of sign-in with Google. */
import { credential, endpoint, type IdentitySettings } from '../../settings-third-party.ts';

export const identitySettings: IdentitySettings = {
  credentials: [
    credential('GOOGLE_CLIENT_ID', 'clientId', 'Client id of the web application at Google.'),
    credential('GOOGLE_CLIENT_SECRET', 'clientSecret', 'Its client secret.'),
  ],
  endpoints: [
    endpoint('GOOGLE_ISSUER', 'issuer', 'Issuer, below which the discovery document is found.'),
    endpoint('GOOGLE_JWKS', 'jwks', 'Address of the keys that identity tokens are signed with.'),
  ],
};
