/**
 * An OpenID provider that is not ours: `oidc-provider`, in a process of its own. Started with a port, and a secret key (PEM)
 * whose public half checks client secrets that are signed tokens; with `conforms` as well, it does nothing that the standard
 * does not ask for. Prints `ready` when it listens.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

const [port, pem, conforms] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
const redirects = (name) => [`https://line.example/sso/oauth-callback/${name}`];

// Asked to let people choose an account, it simply has them log in.
const policy = interactionPolicy.base();
const chooseAccount = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
chooseAccount.checks.clear();
policy.add(chooseAccount);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'web-of-google',
      client_secret: 'a-secret-of-google',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: redirects('google'),
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
    {
      client_id: 'web-of-apple',
      client_secret: 'signed-anew-each-time',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: redirects('apple'),
      response_types: ['code id_token'],
      grant_types: ['authorization_code', 'implicit'],
    },
    {
      client_id: 'web-of-gitlab',
      // With what a header must write in another way.
      client_secret: 'a secret: of gitlab/+%',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: redirects('gitlab'),
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
    },
    {
      client_id: 'somebody-else',
      client_secret: 'a-secret-of-somebody',
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: redirects('google'),
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: {
    keys: [
      { ...key, kid: `key-${process.pid}`, use: 'sig', alg: 'RS256' },
      { ...curve, kid: `curve-${process.pid}`, use: 'sig', alg: 'ES256' },
    ],
  },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: [] },
  scopes: ['openid', 'email', 'profile', 'name'],
  // As the standard has it, what is not about the sign-in stands in the profile alone.
  conformIdTokenClaims: conforms === 'conforms',
  enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
  clientAuthMethods: conforms === 'conforms' ? ['client_secret_basic'] : ['client_secret_basic', 'client_secret_post'],
  interactions: { policy },
  responseTypes: ['code', 'code id_token'],
  pkce: { required: (_ctx, client) => client.clientId !== 'web-of-apple' },
  cookies: { keys: ['of a test'] },
  findAccount: (_ctx, id) => ({
    accountId: id,
    // As Apple writes it for some, as Google does for others.
    claims: () => ({
      sub: id,
      name: `Name of ${id}`,
      email: `${id}@mail.example`,
      email_verified: id.startsWith('worded') ? 'true' : true,
    }),
  }),
});

const { compareClientSecret } = provider.Client.prototype;
provider.Client.prototype.compareClientSecret = async function compare(actual) {
  if (this.clientId !== 'web-of-apple') return compareClientSecret.call(this, actual);
  try {
    const { payload } = await jwtVerify(actual, createPublicKey(pem), {
      algorithms: ['ES256'],
      issuer: 'TEAM123456',
      subject: 'web-of-apple',
      audience: issuer,
    });
    return payload.exp - payload.iat <= 300;
  } catch {
    return false;
  }
};

provider.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
