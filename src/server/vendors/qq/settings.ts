/** Settings of sign-in with QQ. */
import { credential, endpoint, type IdentitySettings } from '../../settings-third-party.ts';

export const identitySettings: IdentitySettings = {
  credentials: [
    credential('QQ_APP_ID', 'clientId', 'APP ID of the website at QQ.'),
    credential('QQ_APP_KEY', 'clientSecret', 'Its APP Key.'),
  ],
  endpoints: [
    endpoint('QQ_GRAPH', 'graph', "Base address of QQ's pages and interfaces."),
    endpoint('QQ_CONNECT', 'connect', "Base address of QQ's connect script, where a line asks for it."),
  ],
};
