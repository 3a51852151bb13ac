/** What a new password leaves of everything that the old one opened: tokens, sessions and known browsers. */
import type { CallContext, Database } from '../../../src/server/types.ts';
import { CHANGES, enter, type Left, leftTo, NEXT, type Owned, ok, owned, world } from './credentials-stage.ts';
import { linked, person, redeemThird, signInWith } from './third-parties.ts';
import { type Browser, patient, type Reply } from './world.ts';

/** Ways in without a password, as far as the token that would open a session. */
const TOKENS: Readonly<Record<string, (of: Owned, browser: Browser) => Promise<Reply>>> = {
  async 'a code'({ phone }, browser) {
    return browser.call('phone-sign-in', { phone, code: await browser.code(phone, 'signin'), accountType: 1 });
  },
  async 'a provider'({ account }, browser) {
    return signInWith(browser, 'wechat', await linked(browser, 'wechat', person(), account));
  },
  async 'a provider and a code'({ account, phone }, browser) {
    const who = await linked(browser, 'wechat', person(), account);
    await world.db.query('update account set security_risk = true where id = $1', [account.id]);
    const { token } = (await signInWith(browser, 'wechat', who)).data;
    ok(await browser.call('third-check-phone', { token }));
    const code = String((await world.lastMessage(phone)).params.code);
    return browser.call('third-bound', { token, code }, { headers: { authtoken: token } });
  },
  async 'a provider and the phone of the account'({ phone }, browser) {
    const { token, codePurpose } = (await signInWith(browser, 'wechat', person())).data;
    return browser.call('bind-phone-to-third', { token, phone, code: await browser.code(phone, codePurpose) });
  },
};

test.each(
  Object.keys(TOKENS).flatMap((way) =>
    ['the old password', 'a link', 'being disabled and enabled by the operators'].map(
      (change) => [way, change] as const,
    ),
  ),
)('a token given for %s is worth nothing after %s', async (way, change) => {
  const of = await owned();
  const prepared = await CHANGES[change]?.(of);
  const thief = world.browser();
  const token = await TOKENS[way]?.(of, thief);
  if (!prepared || !token) throw new Error('No such row.');
  ok(token);
  await prepared.change();
  const redeem = way.startsWith('a provider') ? redeemThird(thief, token) : thief.redeem(token);
  expect((await redeem).code).toBe('Account.Token.Expired');
  expect(await leftTo(of, prepared.browser)).toEqual({ sessions: 0, devices: 0 });
});

test.each([
  [
    'the link to the provider was cut',
    (id: string) => world.db.query('delete from third_identity where account_id = $1', [id]),
  ],
  [
    'the phone was moved',
    (id: string) => world.db.query('update account set phone = $2 where id = $1', [id, world.phone()]),
  ],
])('nor after %s', async (what, change) => {
  for (const way of ['a code', 'a provider']) {
    const of = await owned();
    const thief = world.browser();
    const token = (await TOKENS[way]?.(of, thief)) as Reply;
    ok(token);
    const before = await world.db.query('select generation from account where id = $1', [of.account.id]);
    await change(of.account.id);
    const after = await world.db.query('select generation from account where id = $1', [of.account.id]);
    if (JSON.stringify(before) === JSON.stringify(after)) {
      expect([what, way]).toEqual(['the link to the provider was cut', 'a code']);
      continue;
    }
    const redeem = way === 'a provider' ? redeemThird(thief, token) : thief.redeem(token);
    expect((await redeem).code).toBe('Account.Token.Expired');
  }
});

test('a hundred rounds of a thief who keeps signing in while the owner changes the password: no session, no known browser', async () => {
  const left: Left[] = [];
  for (let round = 0; round < 100; round += 1) {
    const of = await owned();
    const kinds = ['the old password', 'a link', 'a code'];
    const prepared = await CHANGES[kinds[round % kinds.length] as string]?.(of);
    if (!prepared) throw new Error('No such change.');
    let isOver = false;
    const thieves = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const browser = world.browser();
        const reply = await browser.signIn(of.account.username, of.account.password);
        if (reply.code === 200) await browser.redeem(reply);
      }
    });
    await prepared.change();
    isOver = true;
    await Promise.all(thieves);
    left.push(await leftTo(of, prepared.browser));
  }
  expect(left).toEqual(left.map(() => ({ sessions: 0, devices: 0 })));
}, 300000);

test('a credential moved to another pepper while the owner sets another password does not bring the old one back', async () => {
  const of = await owned();
  const prepared = await CHANGES['the old password']?.(of);
  if (!prepared) throw new Error('No such change.');
  const { keys } = world;
  const thief = world.browser();
  const renewing: CallContext['keys'] = {
    ...keys,
    sign: (purpose, text) =>
      purpose === 'pepper'
        ? { keyId: 'new', value: keys.sign('pepper', `new\n${text}`).value }
        : keys.sign(purpose, text),
  };
  let isFirst = true;
  const query: Database['query'] = async (text, values) => {
    if (isFirst && text.startsWith('update credential')) {
      isFirst = false;
      await prepared.change();
    }
    return world.db.query(text, values);
  };
  thief.extra = { keys: renewing, db: { query, transaction: (work) => world.db.transaction(work) } };
  await patient(() => thief.signIn(of.account.username, of.account.password));
  expect(isFirst).toBe(false);
  expect((await patient(() => world.browser().signIn(of.account.username, NEXT))).code).toBe(200);
});

test('a new password leaves the owner signed in under another cookie, and no other browser known', async () => {
  for (const change of ['the old password', 'a link', 'a code']) {
    const of = await owned();
    const others = [await enter(of.account), await enter(of.account), await enter(of.account)];
    const prepared = await CHANGES[change]?.(of);
    const browser = prepared?.browser;
    if (!prepared || !browser) throw new Error('No such change.');
    const before = browser.jar.get('session');
    await prepared.change();
    if (before !== undefined) {
      expect(browser.jar.get('session')).not.toBe(before);
      expect((await browser.call('session')).code).toBe(200);
      const thief = world.browser();
      thief.jar.set('session', before);
      expect((await thief.call('session')).code).toBe('602');
    }
    expect(await leftTo(of, browser)).toEqual({ sessions: 0, devices: 0 });
    for (const other of others) expect((await other.call('session')).code).toBe('602');
  }
});

test('the last three browsers alone have tries of their own', async () => {
  const of = await owned();
  const browsers: Browser[] = [];
  for (let nth = 0; nth < 5; nth += 1) browsers.push(await enter(of.account));
  const stranger = world.browser();
  for (let nth = 0; nth < 10; nth += 1) await patient(() => stranger.signInPast(of.account.username, 'Wrong2026a'));
  const let_in: boolean[] = [];
  for (const browser of browsers)
    let_in.push((await patient(() => browser.signInPast(of.account.username, of.account.password))).code === 200);
  expect(let_in).toEqual([false, false, true, true, true]);
});

test('a second sign-in in one browser ends the first session, whoever’s it was', async () => {
  const [first, second] = [await owned(), await owned()];
  const browser = await enter(first.account);
  const old = browser.jar.get('session') ?? '';
  await browser.redeem(await patient(() => browser.signIn(second.account.username, second.account.password)));
  const other = world.browser();
  other.jar.set('session', old);
  expect((await other.call('session')).code).toBe('602');
  expect((await browser.call('session')).data.userId).toBe(second.account.id);
});
