/** What a provider says instead of a code: who declined is told so; everything else is a fault, told, logged and counted as one. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { Providers } from '../../../src/generated/config.ts';
import { LIMITS } from '../../../src/server/limits/limits.ts';
import { cameWith, countedReason } from '../../../src/server/third-party/landing.ts';
import { bodyOf, CALLS, INVALID, parties } from './takeover.ts';
import { withWhole } from './whole.ts';

const unlimited = Object.fromEntries(Object.keys(LIMITS).map((each) => [each, [{ points: 1e6, seconds: 60 }]]));
const whole = withWhole('renderbus', {}, unlimited);
const { foundStudio, begin, land } = parties(whole);

const { $schema: _, ...PROVIDERS } = JSON.parse(
  readFileSync(resolve(__dirname, '../../../lines/_base/providers.json'), 'utf8'),
) as { $schema: string } & Providers;
const NAMES: Readonly<Record<string, string>> = {
  wechat: 'WeChat',
  qq: 'QQ',
  google: 'Google',
  apple: 'Apple',
  dingtalk: 'DingTalk',
  gitlab: 'ThirdParty',
};

/** Errors of RFC 6749, OpenID Connect, and the providers' own. */
const ERRORS = [
  'access_denied',
  'user_cancelled_authorize',
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'redirect_uri_mismatch',
  'login_required',
  'consent_required',
  'org_internal',
  'disallowed_useragent',
  'invalid_grant',
  '100030',
  '-1',
  '',
  'ACCESS_DENIED',
  'x'.repeat(3000),
  '<script>\n"secret"',
];
const DECLINES: Readonly<Record<string, readonly string[]>> = {
  wechat: ['access_denied'],
  qq: ['access_denied'],
  google: ['access_denied'],
  apple: ['access_denied', 'user_cancelled_authorize'],
  dingtalk: ['access_denied'],
  gitlab: ['access_denied'],
};
const ROWS = Object.keys(NAMES).flatMap((provider) =>
  ERRORS.map((error) => [provider, JSON.stringify(error).slice(0, 40), error] as const),
);

test('every provider of the data stands in this table', () => {
  expect([...Object.keys(PROVIDERS), 'gitlab'].sort()).toEqual(Object.keys(NAMES).sort());
});

const warned = (): string[] =>
  whole
    .logs()
    .split('\n')
    .filter((each) => each.includes('sent a visitor back'));
async function counted(provider: string, outcome: string): Promise<number> {
  const text = await (await fetch(`${whole.own}/metrics`)).text();
  const series = text
    .split('\n')
    .filter((each) => each.startsWith('foyer_third_party_returns_total{'))
    .filter((each) => each.includes(`provider="${provider}"`) && each.includes(`outcome="${outcome}"`));
  return series.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0);
}

async function bring(provider: string, fields: Readonly<Record<string, string>>) {
  const browser = whole.browser();
  const begun = await begin(browser, provider, 'redirect', 'sign-in');
  const to = `/sso/oauth-callback/${provider}`;
  const form = { ...fields, state: begun.state };
  const back = { to, form, how: 'foreign-post' } as const;
  const landed = await land(
    browser,
    provider === 'apple' ? back : { to: `${to}?${new URLSearchParams(form)}`, how: 'same-site' },
  );
  return { browser, begun, landed };
}

beforeAll(foundStudio);

test.each(ROWS)('%s, error=%s', async (provider, _shown, error) => {
  const declines = DECLINES[provider]?.includes(error) === true;
  const [warnings, refusals, faults] = [
    warned().length,
    await counted(provider, 'refused'),
    await counted(provider, 'fault'),
  ];
  const { browser, begun, landed } = await bring(provider, {
    error,
    error_description: 'a secret description',
    code: 'x',
  });
  expect(landed).toEqual({ state: begun.state, receipt: undefined, refused: declines });
  const code = declines ? INVALID : `${NAMES[provider]}.Login.Failed`;
  expect(await browser.call(CALLS[provider] ?? '', bodyOf(provider, { state: begun.state }))).toMatchObject({ code });
  expect(await counted(provider, 'refused')).toBe(refusals + (declines ? 1 : 0));
  expect(await counted(provider, 'fault')).toBe(faults + (declines ? 0 : 1));
  const said = warned().slice(warnings);
  expect(said).toHaveLength(declines ? 0 : 1);
  if (declines) return;
  const { provider: named, reason, level, line } = JSON.parse(said[0] ?? '');
  expect([named, line, level]).toEqual([provider, 'renderbus', 40]);
  expect(reason).toMatch(/^[\w.:-]{1,64}$/);
  expect(said.join()).not.toMatch(/secret description|<script>/);
  for (const secret of [begun.state, 'a secret description']) expect(whole.logs()).not.toContain(secret);
});

test.each([
  ['wechat', {}, 'refused'],
  ['wechat', { code: '' }, 'refused'],
  ['qq', {}, 'fault'],
  ['qq', { usercancel: '1' }, 'refused'],
  ['qq', { usercancel: '2' }, 'refused'],
  ['qq', { usercancel: '0', code: 'x' }, 'returned'],
  ['google', {}, 'fault'],
  ['google', { usercancel: '1' }, 'fault'],
  ['apple', {}, 'fault'],
  ['dingtalk', {}, 'fault'],
  ['dingtalk', { authCode: '' }, 'fault'],
] as const)('%s back with %j: %s', async (provider, fields, kind) => {
  expect(cameWith(new URLSearchParams(fields), PROVIDERS[provider]?.refusals ?? { errors: [] }).kind).toBe(kind);
});

test('whatever an address says, a reason is short and plain, and a label is one of a few', () => {
  const labels = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(NAMES)), fc.string({ maxLength: 5000 }), (provider, error) => {
      const came = cameWith(new URLSearchParams({ error }), PROVIDERS[provider]?.refusals ?? { errors: [] });
      if (came.kind !== 'fault') return DECLINES[provider]?.includes(error) === true;
      labels.add(countedReason(came.reason));
      return /^[\w.:-]{1,64}$/.test(came.reason);
    }),
  );
  expect([...labels].every((each) => each === 'other' || ERRORS.includes(each))).toBe(true);
});
