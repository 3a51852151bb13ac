/** A state is good once, in time, for the browser, provider and line it was made for; so is a token of results 2 to 4. */

import { tidyUp } from '../../../src/server/housekeeping.ts';
import { keepReturned } from '../../../src/server/third-party/states.ts';
import {
  asked,
  begin,
  callOf,
  codeFor,
  comeBack,
  linked,
  person,
  redeemThird,
  refuse,
  signInWith,
  starts,
} from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
const INVALID = 'ThirdParty.State.Invalid';

/** Takes a state as an attacker or an accident would, where `ready` has somebody come back for it. */
type Misuse = (ready: { browser: Browser; state: string }) => Promise<Reply>;

const MISUSES: Readonly<Record<string, Misuse>> = {
  forged: ({ browser }) => browser.call('wx-login', { state: 'A'.repeat(43) }),
  'of another form': ({ browser }) => browser.call('wx-login', { state: "' or 1=1 --" }),
  'of another browser': ({ state }) => world.browser().call('wx-login', { state }),
  'of another provider': ({ browser, state }) => browser.call('qq-login', { state }),
  'of another line': ({ browser, state }) => {
    const elsewhere = world.browser('pkdragon');
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    return elsewhere.call('wx-login', { state });
  },
  'of another zone': ({ browser, state }) => {
    const elsewhere = world.browser('foxrenderfarm');
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    return elsewhere.call('wx-login', { state });
  },
  'used before': async ({ browser, state }) => {
    expect(await browser.call('wx-login', { state })).toMatchObject({ code: 200 });
    return browser.call('wx-login', { state });
  },
  late: async ({ browser, state }) => {
    await world.shiftClock(10 * 60 + 1);
    return browser.call('wx-login', { state });
  },
  'of a browser that forgot its cookies': ({ browser, state }) => {
    browser.jar.clear();
    return browser.call('wx-login', { state });
  },
};

test.each(Object.entries(MISUSES))('a state that is %s is refused', async (_how, misuse) => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', state, person());
  expect((await misuse({ browser, state })).code).toBe(INVALID);
});

test.each(['forged', 'of another browser', 'of another provider', 'of another line', 'of another zone'])(
  'a try that is %s leaves it good for its own browser',
  async (how) => {
    const browser = world.browser();
    const state = await begin(browser, 'wechat');
    await comeBack(browser, 'wechat', state, person());
    await MISUSES[how]?.({ browser, state });
    expect(await browser.call('wx-login', { state })).toMatchObject({ code: 200, data: { result: 3 } });
  },
);

test('a missing state is a mistake of the page', async () => {
  expect(await world.browser().call('wx-login', {})).toMatchObject({ code: 'EmptyParameter' });
});

test('a state for which nothing came back is not used up', async () => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: INVALID });
  await comeBack(browser, 'wechat', state, person());
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: 200 });
});

test('a refused one is good for nothing more', async () => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  await refuse(browser, 'wechat', state);
  await comeBack(browser, 'wechat', state, person());
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: INVALID });
});

test('of two codes for one state the first counts', async () => {
  const browser = world.browser();
  const account = await world.account({ phone: world.phone() });
  const who = await linked(browser, 'wechat', person(), account);
  const state = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', state, who);
  await comeBack(browser, 'wechat', state, person());
  await refuse(browser, 'wechat', state);
  expect(await browser.call('wx-login', { state })).toMatchObject({ data: { result: 1 } });
});

test.each([
  ['another provider', { provider: 'qq' }],
  ['another line', { line: 'pkdragon' }],
  ['another zone', { zone: 'overseas' as const }],
])('what comes back to %s is not kept', async (_what, changes) => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  const own = { zone: browser.line.line.zone, line: browser.line.name, provider: 'wechat', state };
  const place = { ...own, ...changes };
  await keepReturned(world.db, world.keys, place, { code: codeFor(person()) });
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: INVALID });
});

test('a code that the provider does not take costs the state', async () => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', state, 'rejected');
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: 'WeChat.Login.Failed' });
  expect(await browser.call('wx-login', { state })).toMatchObject({ code: INVALID });
});

test('fifty at once have one effect', async () => {
  const browser = world.browser();
  const account = await world.account({ phone: world.phone() });
  const who = await linked(browser, 'wechat', person(), account);
  const state = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', state, who);
  const replies = await Promise.all(Array.from({ length: 50 }, () => browser.copy().call('wx-login', { state })));
  expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(replies.filter(({ code }) => code === INVALID)).toHaveLength(49);
  const [row] = await world.db.query<{ count: number }>(
    'select count(*)::integer as count from sign_in_token where account_id = $1',
    [account.id],
  );
  expect(row?.count).toBe(1);
});

test('the provider is given the very nonce, verifier and address that it began with', async () => {
  const browser = world.browser();
  const state = await begin(browser, 'google');
  const start = starts.at(-1);
  await comeBack(browser, 'google', state, person());
  await browser.call('google-login', { state });
  const expected = asked.at(-1);
  expect(expected).toMatchObject({ nonce: start?.nonce, redirectUri: start?.redirectUri });
  const { createHash } = await import('node:crypto');
  const challenge = createHash('sha256')
    .update(expected?.codeVerifier ?? '')
    .digest('base64url');
  expect(challenge).toBe(start?.codeChallenge);
});

test('two tabs with two accounts end in the right one each', async () => {
  const browser = world.browser();
  const [one, two] = [await world.account({ phone: world.phone() }), await world.account({ phone: world.phone() })];
  const first = await linked(browser, 'wechat', person(), one);
  const second = await linked(browser, 'wechat', person(), two);
  const state = await begin(browser, 'wechat');
  const other = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', other, second);
  await comeBack(browser, 'wechat', state, first);
  const replies = [await browser.call('wx-login', { state: other }), await browser.call('wx-login', { state })];
  expect(replies.map(({ data }) => data.loginName)).toEqual([two.username, one.username]);
  expect(await redeemThird(browser, replies[1] as Reply)).toMatchObject({ data: { userId: one.id } });
  expect(await redeemThird(browser, replies[0] as Reply)).toMatchObject({ data: { userId: two.id } });
});

describe('a token of results 2 to 4', () => {
  const EXPIRED = 'Account.Token.Expired';

  async function pending(): Promise<{ browser: Browser; token: string }> {
    const browser = world.browser();
    return { browser, token: (await signInWith(browser, 'wechat', person())).data.token };
  }

  test.each<[string, (ready: { browser: Browser; token: string }) => Promise<Reply>]>([
    ['forged', ({ browser }) => browser.call('is-bind-account', { token: 'A'.repeat(43) })],
    ['of another browser', ({ token }) => world.browser().call('is-bind-account', { token })],
    [
      'of another line',
      ({ browser, token }) => {
        const elsewhere = world.browser('pkdragon');
        for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
        return elsewhere.call('is-bind-account', { token });
      },
    ],
    [
      'late',
      async ({ browser, token }) => {
        await world.shiftClock(15 * 60 + 1);
        return browser.call('is-bind-account', { token });
      },
    ],
    ['of another result', ({ browser, token }) => browser.call('third-check-phone', { token })],
  ])('that is %s is refused', async (_how, misuse) => {
    expect((await misuse(await pending())).code).toBe(EXPIRED);
  });

  test('of result 3 sends no code and verifies nothing', async () => {
    const { browser, token } = await pending();
    const headers = { authtoken: token };
    expect(await browser.call('third-bound', { token, code: '123456' }, { headers })).toMatchObject({ code: EXPIRED });
  });
});

test('what is over is forgotten, and nothing else', async () => {
  const browser = world.browser();
  const state = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', state, person());
  await browser.call('wx-login', { state });
  const count = async (table: string): Promise<number> =>
    (await world.db.query<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]?.count ?? -1;
  await world.shiftClock(2 * 3600);
  const fresh = await begin(browser, 'wechat');
  await comeBack(browser, 'wechat', fresh, person());
  await browser.call(callOf('wechat'), { state: fresh });
  await tidyUp(world.db);
  expect([await count('third_state'), await count('third_token')]).toEqual([1, 1]);
});
