/** The lines as they were decided: a table of what each is, and what its region decides for it. */
import { join } from 'node:path';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

let lines: Readonly<Record<string, ResolvedLine>> = {};
beforeAll(async () => {
  ({ lines } = resolveAll(await loadData(join(__dirname, '../..'))));
});

const lineOf = (name: string): ResolvedLine => lines[name] as ResolvedLine;
const pathOf = (name: string, call: string): string => lineOf(name).calls.calls[call]?.path ?? '';

const TABLE = [
  [0, 'renderbus', '_domestic', 'zh', 'phone', 'userLogin', 2, [0, 1], 'brandHost'],
  [1, 'foxrenderfarm', '_overseas', 'en', 'email', 'abroadUserLogin', 2, [0, 1], 'brandHost'],
  [2, 'pkdragon', '_domestic', 'zh', 'phone', 'userLogin', 2, [5], 'brandHost'],
  [3, 'dragonforeign', '_overseas', 'en', 'email', 'abroadUserLogin', 9, [5], 'currentHost'],
  [4, 'avica', '_domestic', 'zh', 'phone', 'abroadUserLogin', 9, [2], 'brandHost'],
  [5, 'ip', '_domestic', 'zh', 'phone', 'userLogin', 2, [1], 'brandHost'],
  [6, 'dayan', '_domestic', 'zh', 'phone', 'userLogin', 2, [3], 'brandHost'],
] as const;

test('these are all lines', () => {
  expect(TABLE.map(([, name]) => name).sort()).toEqual(Object.keys(lines).sort());
});

test.each(TABLE)('line %i is %s of %s', (id, name, region, language, registration, signIn, channel, types, links) => {
  const { line, layers, enums } = lineOf(name);
  const { phoneRegistration, emailRegistration } = line.offers;
  expect([line.id, layers]).toEqual([id, ['_base', region, name]]);
  expect(line.languages.default).toBe(language);
  expect({ phoneRegistration, emailRegistration }).toEqual({
    phoneRegistration: registration === 'phone',
    emailRegistration: registration === 'email',
  });
  expect(pathOf(name, 'user-login')).toBe(`/api/rendering/user/${signIn}`);
  expect([line.channel, line.platform]).toEqual([channel, 2]);
  expect(line.businessTypes.map((type) => (enums.businessType as Record<string, number>)[type])).toEqual(types);
  expect(line.linksOn).toBe(links);
  expect([line.wording, line.passwordDigest]).toEqual(['masked', 'thirds-salted-sha256']);
});

const REGIONS = {
  _domestic: {
    zone: 1,
    providers: ['wechat', 'qq', 'dingtalk'],
    guide: 'userIndexGuide',
    home: '/sso',
    otherSide: 2,
  },
  _overseas: {
    zone: 2,
    providers: ['google', 'apple'],
    guide: 'userIndexGuideAbroad',
    home: '/sso/signin',
    otherSide: 1,
  },
} as const;

test.each(TABLE)(
  'region of line %i, %s: %s decides zone, routes, providers, area side and guide',
  (_id, name, region) => {
    const { line, enums } = lineOf(name);
    const numberOf = (zone: string): unknown => (enums.zone as Record<string, number>)[zone];
    const decided = REGIONS[region];
    expect(numberOf(line.zone)).toBe(decided.zone);
    expect(line.providers).toEqual(decided.providers);
    expect(pathOf(name, 'user-index-guide')).toBe(`/api/rendering/user/${decided.guide}`);
    expect(line.routes['sign-in']?.[0]).toBe(decided.home);
    expect(numberOf(lineOf(line.otherZone?.line ?? '').line.zone)).toBe(decided.otherSide);
  },
);

test.each([
  ['google', 6, 3],
  ['apple', 9, 4],
])('%s is login type %i and third-party type %i', (provider, loginType, type) => {
  for (const { enums, providers } of Object.values(lines)) {
    const numbers = enums as unknown as Readonly<Record<string, Readonly<Record<string, number>>>>;
    const { loginType: login = '', type: kind = '' } = providers[provider] as { loginType?: string; type?: string };
    expect([numbers.loginType?.[login], numbers.thirdPartyType?.[kind]]).toEqual([loginType, type]);
  }
});

test('calls of our own live under /api/foyer/, those of the service where it has them', () => {
  const OWN = /^(session|sessions|sign-out|client-events|captcha-challenge|qr-.+)$/;
  for (const { name, calls } of Object.values(lines)) {
    const paths = Object.entries(calls.calls).map(([id, { path }]) => [id, path] as const);
    expect([name, paths.filter(([id]) => OWN.test(id)).length]).toEqual([name, 11]);
    const elsewhere = paths.filter(
      ([id, path]) => !(OWN.test(id) ? /^\/api\/foyer\// : /^\/api\/(sso|rendering|foyer)\//).test(path),
    );
    expect([name, elsewhere]).toEqual([name, []]);
  }
});

const CHINESE = { newUser: 30, realName: 10, phoneBinding: 40, miniProgram: 30, publicAccount: 10 };
const ABROAD = { newUser: 10, newUserPack: 30 };

test.each([
  [
    'renderbus',
    'CNY',
    { ...CHINESE, phoneBinding: 70, newUserPack: 100, freeJobs: 2, recharge: 25, quickRecharge: 30 },
  ],
  ['pkdragon', 'CNY', CHINESE],
  ['ip', 'CNY', CHINESE],
  ['dayan', 'CNY', CHINESE],
  ['avica', 'CNY', {}],
  ['foxrenderfarm', 'USD', ABROAD],
  ['dragonforeign', 'USD', ABROAD],
])('amounts of %s, in %s: %j', (name, currency, amounts) => {
  const { line } = lineOf(name);
  expect(line.currency).toBe(currency);
  const conditions = /^(recharge|quickRecharge)(From|Days)$|^membership/;
  const given = Object.entries(line.coupons ?? {}).filter(([kind]) => !conditions.test(kind));
  expect(Object.fromEntries(given)).toEqual(amounts);
});
