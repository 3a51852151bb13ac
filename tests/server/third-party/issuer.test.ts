/**
 * Whose answer it is that a visitor brings back: what the provider says of itself is held against the `iss` beside the code
 * (RFC 9207), for every provider of OpenID Connect, before anything is asked with that code.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KnownProvider } from '../../../src/engine/pack.ts';
import type { ThirdParty, ThirdPartyAdapter } from '../../../src/server/ports/identity.ts';
import { cameWith } from '../../../src/server/third-party/landing.ts';
import { apple } from '../../../src/server/vendors/apple/identity.ts';
import { google } from '../../../src/server/vendors/google/identity.ts';
import { openIdConnect } from '../../../src/server/vendors/openid-connect/identity.ts';
import { CODE, EXPECTED, faultOf, type Provider, provider, SECRET, STATE } from './provider.ts';

const privateKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const ADAPTERS: Readonly<Record<string, ThirdPartyAdapter>> = { google, apple, 'openid-connect': openIdConnect };
const data = JSON.parse(readFileSync(resolve(__dirname, '../../../lines/_base/providers.json'), 'utf8'));
const refusals = (data.google as KnownProvider).refusals ?? { errors: ['access_denied'] };

/** What stands beside the code, by the issuer that was asked. */
const GIVEN: Readonly<Record<string, (issuer: string) => readonly string[]>> = {
  right: (issuer) => [issuer],
  wrong: (issuer) => [`${issuer}/`],
  "another provider's": () => ['https://accounts.elsewhere.example'],
  empty: () => [''],
  missing: () => [],
  twice: (issuer) => [issuer, issuer],
  'right and wrong': (issuer) => [issuer, 'https://accounts.elsewhere.example'],
};
/** Which go on; the same whoever it is. */
const GOOD = { announced: ['right'], 'not announced': ['right', 'missing'] } as const;

const CASES = Object.keys(ADAPTERS).flatMap((name) =>
  (['announced', 'not announced'] as const).flatMap((announces) =>
    Object.keys(GIVEN).map((given) => ({
      name,
      announces,
      given,
      goes: (GOOD[announces] as readonly string[]).includes(given),
    })),
  ),
);

let running: Provider;
let announced: unknown;
beforeAll(async () => {
  running = await provider({
    '/.well-known/openid-configuration': (response, { headers }) => {
      const issuer = `http://${headers.host}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...(announced === undefined ? {} : { authorization_response_iss_parameter_supported: announced }),
        }),
      );
    },
    '/token': { status: 400, body: { error: 'invalid_grant' } },
  });
});
afterAll(() => running.close());

function made(name: string): ThirdParty {
  const adapter = ADAPTERS[name] as ThirdPartyAdapter;
  return adapter({
    clientId: 'ours',
    clientSecret: SECRET,
    credentials: { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey },
    scope: 'openid',
    endpoints: { issuer: running.base },
  });
}

test.each(CASES)('$name, $announces, $given: goes on $goes', async ({ name, announces, given, goes }) => {
  announced = announces === 'announced' ? true : undefined;
  const fields = new URLSearchParams({ code: CODE, state: STATE });
  for (const iss of GIVEN[given]?.(running.base) ?? []) fields.append('iss', iss);
  const came = cameWith(fields, refusals);
  if (came.kind !== 'returned') throw new Error('Nothing came back.');
  const before = running.asked.filter(({ path }) => path === '/token').length;
  // The code itself is no good, which its provider alone can say.
  expect(await faultOf(made(name).identify(came.returned, EXPECTED))).toBe(goes ? 'rejected' : 'mixed-up');
  expect(running.asked.filter(({ path }) => path === '/token').length - before).toBe(goes ? 1 : 0);
});
