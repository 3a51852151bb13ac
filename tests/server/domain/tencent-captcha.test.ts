/** Tencent's captcha against what stands in for it: every code, one call for each ticket, and what an outage does by line. */
import { existsSync, readdirSync } from 'node:fs';
import { type FastifyInstance, fastify } from 'fastify';
import { SIMULATED_TENCENT, TENCENT_PATH } from '../../../src/sandbox/tencent/account.ts';
import { tencentCaptchaRoutes } from '../../../src/sandbox/tencent/captcha.ts';
import { captchaFault } from '../../../src/server/captcha/captcha.ts';
import type { VendorCaptcha } from '../../../src/server/ports/captcha.ts';
import type { CallContext } from '../../../src/server/types.ts';
import { createTencentCaptcha } from '../../../src/server/vendors/tencent/captcha.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld({ work: 'whole' });
const FAILED = 'Account.Validate.IntelligentFailed';
/** Said as the service's own failure, with the advice to try again in a moment. */
const UNAVAILABLE = 'ServiceUnavailable';
const { captchaAppId: APP, captchaAppSecret: SECRET, ...KEY } = SIMULATED_TENCENT;

let cloud: FastifyInstance;
let origin = '';
/** Checks that reached the cloud. */
let checks = 0;
const troubles: string[] = [];

beforeAll(async () => {
  cloud = fastify();
  cloud.addHook('onRequest', async ({ method }) => {
    if (method === 'POST') checks += 1;
  });
  tencentCaptchaRoutes(world.db)(cloud);
  cloud.post('/502', (_request, reply) => reply.code(502).type('text/html').send('<h1>Bad Gateway</h1>'));
  cloud.post('/503', (_request, reply) => reply.code(503).send({ error: 'busy' }));
  cloud.post('/empty', (_request, reply) => reply.send(''));
  cloud.post('/undecided', async () => ({ Response: { RequestId: 'r' } }));
  cloud.post('/refused', async () => ({
    Response: { Error: { Code: 'InternalError.Broken', Message: '' }, RequestId: 'r' },
  }));
  origin = await cloud.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => cloud.close());
beforeEach(() => {
  checks = 0;
  troubles.length = 0;
});

const account = (options: Partial<Parameters<typeof createTencentCaptcha>[0]> = {}): VendorCaptcha<CallContext> =>
  createTencentCaptcha({
    appId: APP,
    appSecret: SECRET,
    key: KEY,
    base: () => `${origin}${TENCENT_PATH}/captcha`,
    script: () => '',
    onTrouble: ({ verdict, code }) => troubles.push(`${verdict} ${code}`),
    ...options,
  });

function visitor(onOutage?: 'deny' | 'allow', tencent = account()): Browser {
  const browser = world.browser('renderbus', { captcha: { provider: 'tencent', ...(onOutage && { onOutage }) } });
  browser.extra = { captchas: { tencent } };
  return browser;
}

interface Answer {
  readonly ticket: string;
  readonly randstr: string;
  readonly captchaAppId: string;
}
/** What the script gives when its puzzle is solved; `code` is what checking it shall give. */
async function solve(code = 1): Promise<Answer> {
  const answer = await fetch(`${origin}${TENCENT_PATH}/captcha/ticket?appId=${APP}&code=${code}`);
  if (!answer.ok) throw new Error(await answer.text());
  return { ...((await answer.json()) as Omit<Answer, 'captchaAppId'>), captchaAppId: APP };
}
async function verdict(browser: Browser, answer: Partial<Answer>): Promise<string> {
  const fault = await captchaFault(answer, browser.context());
  return fault ? String(fault.code) : 'passed';
}
const outcomes = async (): Promise<string[]> =>
  (await world.db.query<{ outcome: string }>(`select outcome from audit where event = 'captcha' order by id`)).map(
    ({ outcome }) => outcome,
  );

test('this is the only captcha that somebody else judges', () => {
  const vendors = readdirSync('src/server/vendors').filter((name) =>
    existsSync(`src/server/vendors/${name}/captcha.ts`),
  );
  expect(vendors).toEqual(['tencent']);
});

test('a genuine ticket passes, and what is kept of it says in which zone and line', async () => {
  expect(await verdict(visitor(), await solve())).toBe('passed');
  expect(checks).toBe(1);
  expect(await world.db.query('select zone, line from captcha_use')).toEqual([{ zone: 'domestic', line: 'renderbus' }]);
});

test('without a ticket it is asked for, and nobody is called', async () => {
  expect(await verdict(visitor(), {})).toBe('Account.Sign.GraphicVerificationRequired');
  expect(checks).toBe(0);
});

test.each([7, 8, 9, 15, 16, 21, 100])('CaptchaCode %i fails', async (code) => {
  expect(await verdict(visitor('allow'), await solve(code))).toBe(FAILED);
  expect(troubles).toEqual([`failed ${code}`]);
});

test('a ticket is checked once: of fifty at once one passes, and one call is made', async () => {
  const browser = visitor();
  const answer = await solve();
  const verdicts = await Promise.all(Array.from({ length: 50 }, () => verdict(browser, answer)));
  expect(verdicts.filter((each) => each === 'passed')).toHaveLength(1);
  expect(checks).toBe(1);
});

test('a ticket that failed is not tried again', async () => {
  const answer = await solve(21);
  await verdict(visitor(), answer);
  expect(await verdict(visitor(), answer)).toBe(FAILED);
  expect(checks).toBe(1);
});

test.each([
  ['of another application', { captchaAppId: '190000001' }],
  ['without its random string', { randstr: '' }],
])('a ticket %s is refused without a call', async (_what, change) => {
  expect(await verdict(visitor('allow'), { ...(await solve()), ...change })).toBe(FAILED);
  expect(checks).toBe(0);
});

describe("the script's own admission of failure", () => {
  const trerror = (app: string = APP, at = Math.floor(Date.now() / 1000), word = 'trerror'): Answer => ({
    ticket: `${word}_1006_${app}_${at}`,
    randstr: '@abc',
    captchaAppId: APP,
  });

  test('is refused without a call by default, as nobody’s fault', async () => {
    expect(await verdict(visitor(), trerror())).toBe(UNAVAILABLE);
    expect(checks).toBe(0);
  });

  test('passes where the line allows it, so many times an hour, each in the audit', async () => {
    const browser = visitor('allow');
    const before = (await outcomes()).length;
    const verdicts: string[] = [];
    const now = Math.floor(Date.now() / 1000);
    for (const second of [0, 1, 2, 3]) verdicts.push(await verdict(browser, trerror(APP, now - second)));
    expect(verdicts).toEqual(['passed', 'passed', 'passed', UNAVAILABLE]);
    expect((await outcomes()).slice(before)).toEqual([
      'outage-allowed',
      'outage-allowed',
      'outage-allowed',
      'outage-limited',
      'outage',
    ]);
    expect(checks).toBe(0);
  });

  test.each([
    [
      'twice',
      async (browser: Browser) => {
        const ticket = trerror(APP, undefined, 'terror');
        await verdict(browser, ticket);
        return verdict(browser, ticket);
      },
    ],
    ['of another application', (browser: Browser) => verdict(browser, trerror('190000001'))],
    ['of long ago', (browser: Browser) => verdict(browser, trerror(APP, Math.floor(Date.now() / 1000) - 3600))],
    ['that is malformed', (browser: Browser) => verdict(browser, { ...trerror(), ticket: 'trerror_1006' })],
  ])('%s it never passes', async (_what, attempt) => {
    expect(await attempt(visitor('allow'))).toBe(FAILED);
  });
});

describe('nobody can tell', () => {
  const silent = account({ milliseconds: 150 });
  test.each<[string, () => VendorCaptcha<CallContext>, string]>([
    ['no answer in time', () => silent, 'outage TimeoutError'],
    ['nobody there', () => account({ base: () => 'http://127.0.0.1:9' }), 'outage TypeError'],
    [
      'a signature refused',
      () => account({ key: { ...KEY, secretKey: 'other' } }),
      'outage AuthFailure.SignatureFailure',
    ],
    [
      'a key nobody knows',
      () => account({ key: { ...KEY, secretId: 'AKIDother' } }),
      'outage AuthFailure.SecretIdNotFound',
    ],
    ['a page instead of JSON', () => account({ base: () => `${origin}/nothing` }), 'outage InternalError'],
    ['502', () => account({ base: () => `${origin}/502` }), 'outage InternalError'],
    ['503 with its own words', () => account({ base: () => `${origin}/503` }), 'outage InternalError'],
    ['nothing at all', () => account({ base: () => `${origin}/empty` }), 'outage InternalError'],
    ['an answer without a verdict', () => account({ base: () => `${origin}/undecided` }), 'outage no CaptchaCode'],
    ['a refusal of the interface', () => account({ base: () => `${origin}/refused` }), 'outage InternalError.Broken'],
  ])('%s: the line decides', async (what, made, expected) => {
    const answer = await solve(what === 'no answer in time' ? 0 : 1);
    expect(await verdict(visitor('deny', made()), answer)).toBe(UNAVAILABLE);
    expect(troubles).toEqual([expected]);
    // A ticket is good for one check, whatever came of it.
    expect(await verdict(visitor('deny', made()), answer)).toBe(FAILED);
    expect(await verdict(visitor('allow', made()), await solve(what === 'no answer in time' ? 0 : 1))).toBe('passed');
  });

  test('CaptchaCode 26 is their own trouble', async () => {
    expect(await verdict(visitor('deny'), await solve(26))).toBe(UNAVAILABLE);
    expect(await verdict(visitor('allow'), await solve(26))).toBe('passed');
    expect(troubles).toEqual(['outage 26', 'outage 26']);
  });

  test('a wrong secret is a mismatch, which the service tells for certain', async () => {
    expect(await verdict(visitor('allow', account({ appSecret: 'other' })), await solve())).toBe(FAILED);
    expect(troubles).toEqual(['failed 100']);
  });
});

describe('the built-in captcha stands in', () => {
  test('for a browser that the script does not reach; harder than its own, recorded', async () => {
    const browser = visitor();
    const { data } = await browser.call('captcha-challenge');
    const own = await world.browser().call('captcha-challenge');
    expect(data.challenge.parameters.cost).toBeGreaterThan(own.data.challenge.parameters.cost);
    const before = (await outcomes()).length;
    expect(await verdict(browser, await browser.captcha())).toBe('passed');
    expect((await outcomes()).slice(before)).toEqual(['stand-in']);
    expect(checks).toBe(0);
  });

  test('so many times a minute from one address', async () => {
    const browser = visitor();
    const codes: (string | number)[] = [];
    for (let count = 0; count < 11; count += 1) codes.push((await browser.call('captcha-challenge')).code);
    expect(codes.slice(9)).toEqual([200, 'Common.RequestLimitExceeded']);
    expect((await visitor().call('captcha-challenge')).code).toBe(200);
  });

  test('for good where this server has no account; a ticket of the other one is worth nothing then', async () => {
    const browser = world.browser('renderbus', { captcha: { provider: 'tencent' } });
    expect(await verdict(browser, await solve())).toBe(FAILED);
    expect(await verdict(browser, await browser.captcha())).toBe('passed');
  });

  test("a ticket of Tencent's is worth nothing on a line with the built-in captcha", async () => {
    const browser = world.browser();
    browser.extra = { captchas: { tencent: account() } };
    expect(await verdict(browser, await solve())).toBe(FAILED);
    expect(checks).toBe(0);
  });
});
