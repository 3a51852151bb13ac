/** Settings of sign-in with Apple. */
import { createPrivateKey } from 'node:crypto';
import { credential, endpoint, type IdentitySettings } from '../../settings-third-party.ts';

/** A PKCS8 key in one line or several; `\n` stands for the end of a line. */
function privateKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const pem = text.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Told below, without what was given.
  }
  throw new Error(
    'must be the content of the .p8 file: a PKCS8 private key on the curve P-256, lines separated by \\n',
  );
}

export const identitySettings: IdentitySettings = {
  credentials: [
    credential('APPLE_SERVICES_ID', 'clientId', 'Services ID at Apple.'),
    credential('APPLE_TEAM_ID', 'teamId', 'Team ID, ten characters.', { shared: true }),
    credential('APPLE_KEY_ID', 'keyId', 'Id of the key for Sign in with Apple.', { shared: true }),
    credential('APPLE_PRIVATE_KEY', 'privateKey', 'Content of its .p8 file; `\\n` may stand for the end of a line.', {
      shared: true,
      parse: privateKey,
    }),
  ],
  endpoints: [endpoint('APPLE_ISSUER', 'issuer', "Base address of Apple's pages and interfaces.")],
};
