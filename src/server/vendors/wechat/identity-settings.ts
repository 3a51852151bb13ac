/** Settings of sign-in with WeChat. */
import { credential, endpoint, type IdentitySettings } from '../../settings-third-party.ts';

export const identitySettings: IdentitySettings = {
  credentials: [
    credential('WECHAT_APP_ID', 'clientId', 'AppID of the website application at WeChat.'),
    credential('WECHAT_APP_SECRET', 'clientSecret', 'Its AppSecret.'),
  ],
  endpoints: [
    endpoint('WECHAT_OPEN', 'open', 'Base address of the pages that visitors see at WeChat.'),
    endpoint('WECHAT_API', 'api', "Base address of WeChat's interfaces."),
  ],
};
