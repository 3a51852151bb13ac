/** Registering with a third-party identity: the rules of the line's own registration, and one account whatever happens. */

import type { Identity } from '../../../src/server/ports/identity.ts';
import { begin, comeBack, linked, person, redeemThird, signInWith } from './third-parties.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld();
let serial = 0;

function username(): string {
  serial += 1;
  return `newcomer_${serial}`;
}

async function stranger(line: string, id: string, who: Identity): Promise<{ browser: Browser; token: string }> {
  const browser = world.browser(line);
  const reply = await signInWith(browser, id, who);
  expect(reply).toMatchObject({ data: { result: 3 } });
  return { browser, token: reply.data.token };
}

async function form(browser: Browser, more: Readonly<Record<string, unknown>>) {
  return {
    username: username(),
    password: await browser.digest('Foyer2026a'),
    businessType: 0,
    agreement: true,
    ...more,
  };
}

async function byPhone(browser: Browser, token: string, phone = world.phone(), more: object = {}) {
  const code = await browser.code(phone, 'register');
  return { token, phone, code, ...(await form(browser, { ...more })) };
}

describe('on a line that registers by phone', () => {
  test('a proven phone makes the account, links it and opens the session', async () => {
    const who = person({ name: 'Lin' });
    const { browser, token } = await stranger('renderbus', 'wechat', who);
    const phone = world.phone();
    const body = await byPhone(browser, token, phone, { inviteCode: undefined });
    const reply = await browser.call('third-register', body);
    expect(reply).toMatchObject({ code: 200, data: { username: body.username, active: true, loginType: 2 } });
    expect(await browser.call('query-user')).toMatchObject({ data: { phone, phoneVerified: true } });
    const { username: userName, rsAuthToken } = reply.data;
    const registered = await browser.call('register-third-user', { userName, version: '1.0.0', rsAuthToken });
    expect(registered).toMatchObject({ code: 200, data: { userKey: reply.data.userKey } });
    expect(await signInWith(world.browser(), 'wechat', who)).toMatchObject({
      data: { result: 1, loginName: body.username },
    });
    const coupons = await world.db.query<{ kind: string }>('select kind from coupon where account_id = $1', [
      reply.data.userId,
    ]);
    expect(coupons.map(({ kind }) => kind).sort()).toEqual(['newUser', 'newUserPack']);
  });

  test('the proof of a phone that nobody has is enough', async () => {
    const { browser, token } = await stranger('renderbus', 'wechat', person());
    const phone = world.phone();
    const code = await browser.code(phone, 'bindwxphone');
    const { data } = await browser.call('bind-phone-to-third', { token, phone, code });
    expect(data).toMatchObject({ registered: false, phone });
    const body = await form(browser, { token, phone, proof: data.proof });
    expect(await browser.call('third-register', { ...body, phone: world.phone() })).toMatchObject({
      code: 'Code.Error.More',
    });
    expect(await browser.call('third-register', body)).toMatchObject({ code: 200 });
    expect(await browser.call('third-register', body)).toMatchObject({ code: 'Account.Token.Expired' });
  });

  test.each([
    ['no phone', { phone: undefined, code: undefined }, 'EmptyParameter'],
    ['no code', { code: undefined }, 'EmptyParameter'],
    ['a wrong code', { code: '000000' }, 'Validate.Code.Error'],
    ['a made-up proof', { proof: 'code.x', code: undefined }, 'Code.Error.More'],
    ['a common password', { common: true }, 'Password.Too.Common'],
    ['another line’s business type', { businessType: 5 }, 'InvalidParameter'],
    ['an unknown invite code', { inviteCode: 'NOBODYKNOWS' }, '5001'],
  ])(
    '%s is refused, and the token stays good',
    async (_what, { common, ...changes }: Record<string, unknown>, code) => {
      const { browser, token } = await stranger('renderbus', 'wechat', person());
      const body = await byPhone(browser, token);
      const password = common ? { password: await browser.digest('Password1') } : {};
      const asked = Object.entries({ ...body, ...changes, ...password }).filter(([, value]) => value !== undefined);
      expect(await browser.call('third-register', Object.fromEntries(asked))).toMatchObject({ code });
      expect(await browser.call('is-bind-account', { token })).toMatchObject({ code: 200 });
      expect(await browser.call('third-register', body)).toMatchObject({ code: 200 });
    },
  );

  test('a phone or username of somebody else is refused', async () => {
    const phone = world.phone();
    const there = await world.account({ phone });
    const { browser, token } = await stranger('renderbus', 'wechat', person());
    expect(await browser.call('third-register', await byPhone(browser, token, phone))).toMatchObject({
      code: 'Account.Phone.Existed',
    });
    const named = { ...(await byPhone(browser, token)), username: there.username };
    expect(await browser.call('third-register', named)).toMatchObject({ code: 'Account.UserName.Existed' });
  });

  test('an identity that somebody linked meanwhile makes no account', async () => {
    const who = person();
    const { browser, token } = await stranger('renderbus', 'wechat', who);
    await linked(browser, 'wechat', who, await world.account());
    const body = await byPhone(browser, token);
    expect(await browser.call('third-register', body)).toMatchObject({ code: 'UnionId.Existed' });
    expect(await world.db.query('select 1 from account where username_key = $1', [body.username])).toHaveLength(0);
  });

  test('fifty at once make one account', async () => {
    const who = person();
    const { browser, token } = await stranger('renderbus', 'wechat', who);
    const body = await byPhone(browser, token);
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser.copy().call('third-register', body)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    const accounts = await world.db.query('select id from account where phone = $1', [body.phone]);
    const identities = await world.db.query('select id from third_identity where subject = $1', [who.subject]);
    expect([accounts.length, identities.length]).toEqual([1, 1]);
  });

  test('ten tokens of one identity make one account', async () => {
    const who = person();
    const ready = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { browser, token } = await stranger('renderbus', 'wechat', who);
        return { browser, body: await byPhone(browser, token) };
      }),
    );
    const replies = await Promise.all(ready.map(({ browser, body }) => browser.call('third-register', body)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200, 'UnionId.Existed']));
    const accounts = await world.db.query('select id from account where username_key = any($1)', [
      ready.map(({ body }) => body.username),
    ]);
    expect(accounts).toHaveLength(1);
  });
});

describe('on a line that registers by e-mail', () => {
  const mail = (): string => `third.${username()}@gmail.com`;

  test('an address that the provider vouches for needs no activation', async () => {
    const email = mail();
    const who = person({ subjectKind: 'sub', email, emailVerified: true });
    const { browser, token } = await stranger('foxrenderfarm', 'google', who);
    const body = await form(browser, { token, email: email.toUpperCase() });
    const reply = await browser.call('third-register', body);
    expect(reply).toMatchObject({ code: 200, data: { active: true, loginType: 6 } });
    expect(await browser.call('session')).toMatchObject({ code: 200, data: { username: body.username } });
    expect(await world.messages(email.toUpperCase())).toEqual([]);
  });

  test.each([
    ['does not vouch for it', { emailVerified: false }, (email: string) => email],
    ['vouches for another one', { emailVerified: true }, () => `other.${username()}@gmail.com`],
  ])('one that the provider %s gets the activation mail', async (_why, more, typed) => {
    const email = mail();
    const who = person({ subjectKind: 'sub', email, ...more });
    const { browser, token } = await stranger('foxrenderfarm', 'google', who);
    const to = typed(email);
    const body = await form(browser, { token, email: to });
    const reply = await browser.call('third-register', body);
    expect(reply).toMatchObject({ code: 200, data: { active: false } });
    expect(reply.data).not.toHaveProperty('userKey');
    expect(await browser.call('session')).toMatchObject({ code: '602' });
    expect((await world.lastMessage(to)).template).toBe('activation');
    expect(await signInWith(world.browser('foxrenderfarm'), 'google', who)).toMatchObject({
      code: 'Account.UnActivated',
    });
  });

  test('whoever registers another’s address has no way in once its owner resets the password', async () => {
    const email = mail();
    const who = person({ subjectKind: 'sub', email: 'attacker@gmail.com', emailVerified: true });
    const { browser, token } = await stranger('foxrenderfarm', 'google', who);
    await browser.call('third-register', await form(browser, { token, email }));
    const owner = world.browser('foxrenderfarm');
    await world.shiftClock(61);
    await owner.call('send-reset-link', { email, ...(await owner.captcha()) });
    const link = new URL(String((await world.lastMessage(email)).params.link));
    const { data } = await owner.call('check-email-token', { token: link.searchParams.get('token') });
    const password = await owner.digest('Owner2026a');
    expect(await owner.call('reset-password', { proof: data.proof, password })).toMatchObject({ code: 200 });
    expect(await signInWith(world.browser('foxrenderfarm'), 'google', who)).toMatchObject({ data: { result: 3 } });
  });

  test('a phone typed along is no proven phone', async () => {
    const email = mail();
    const who = person({ subjectKind: 'sub', email, emailVerified: true });
    const { browser, token } = await stranger('foxrenderfarm', 'google', who);
    const body = await form(browser, { token, email, phone: '+14155550123' });
    expect(await browser.call('third-register', body)).toMatchObject({ code: 200 });
    expect(await browser.call('query-user')).toMatchObject({
      data: { phone: '', unprovenPhone: '+14155550123', phoneVerified: false },
    });
  });

  test('an address of an account that exists joins nothing', async () => {
    const email = mail();
    await world.account({ line: 'foxrenderfarm', email });
    const who = person({ subjectKind: 'sub', email, emailVerified: true });
    const { browser, token } = await stranger('foxrenderfarm', 'google', who);
    expect(await browser.call('third-register', await form(browser, { token, email }))).toMatchObject({
      code: 'Account.Email.Existed',
    });
    expect(await browser.call('third-register', await form(browser, { token }))).toMatchObject({
      code: 'EmptyParameter',
    });
  });

  test('the first sign-in after it is a plain one', async () => {
    const email = mail();
    const who = person({ subjectKind: 'sub', email, emailVerified: true });
    const { browser, token } = await stranger('foxrenderfarm', 'apple', who);
    await browser.call('third-register', await form(browser, { token, email }));
    const again = world.browser('foxrenderfarm');
    const state = await begin(again, 'apple');
    await comeBack(again, 'apple', state, who);
    const reply = await again.call('apple-login', { state });
    expect(await redeemThird(again, reply)).toMatchObject({ code: 200 });
  });
});
