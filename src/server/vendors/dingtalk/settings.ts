/** Settings of sign-in with DingTalk. */
import { endpoint, type IdentitySettings } from '../../settings-third-party.ts';

function wanted(text: string | undefined): string | undefined {
  if (text !== undefined && text !== '1' && text !== '0') throw new Error('must be 1 or 0');
  return text === '1' ? text : undefined;
}

export const identitySettings: IdentitySettings = {
  credentials: [
    {
      name: 'DINGTALK',
      about: '`1` offers DingTalk. Credentials belong to the enterprises, each under its alias.',
      fallback: 'the simulator (`serve`: 0)',
      parse: wanted,
    },
  ],
  endpoints: [
    endpoint('DINGTALK_LOGIN', 'login', 'Base address of the pages that visitors see at DingTalk.'),
    endpoint('DINGTALK_API', 'api', "Base address of DingTalk's interfaces."),
    endpoint('DINGTALK_OAPI', 'oapi', 'Base address of its older interfaces.'),
  ],
};
