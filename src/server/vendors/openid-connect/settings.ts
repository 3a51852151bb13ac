/** Settings of sign-in with a provider of OpenID Connect, by its id in providers.json. */
import { credential, endpoint, type IdentitySettings, settingName } from '../../settings-third-party.ts';

export const settingsOf = (provider: string): IdentitySettings => ({
  credentials: [
    credential(
      settingName(provider, 'CLIENT_ID'),
      'clientId',
      'Client id of the application at a provider with the adapter `openid-connect`, whose id stands in front.',
    ),
    credential(settingName(provider, 'CLIENT_SECRET'), 'clientSecret', 'Its client secret.'),
  ],
  endpoints: [
    endpoint(settingName(provider, 'ISSUER'), 'issuer', 'Issuer, below which the discovery document is found.'),
  ],
});
