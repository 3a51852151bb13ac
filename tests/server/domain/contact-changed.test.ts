/**
 * After another phone or mailbox the owner is shown what else could open the account and can end it there: other sessions, ways
 * that are linked, the other contact. A change ends no session by itself, as only a new password does; nothing half done goes on.
 */
import { newLink } from '../../../src/server/codes/links.ts';
import { linked, person, signInWith } from './third-parties.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
let serial = 0;

interface Scene {
  readonly account: TestAccount;
  readonly owner: Browser;
  readonly other: Browser;
  readonly email: string;
  readonly phone: string;
}

async function enter({ username, password }: TestAccount, browser = world.browser()): Promise<Browser> {
  await browser.redeem(await browser.signIn(username, password));
  return browser;
}

async function scene(hasPhone: boolean): Promise<Scene> {
  serial += 1;
  const [email, phone] = [`changed_${serial}@mail.example`, world.phone()];
  const account = await world.account({ email, ...(hasPhone ? { phone } : {}) });
  await linked(world.browser(), 'wechat', person({ name: 'Mei' }), account);
  return { account, owner: await enter(account), other: await enter(account), email, phone };
}

const changes = {
  'a first phone': { hasPhone: false, call: 'bind-phone', kind: 'phone', purpose: 'binddevice' },
  'another phone': { hasPhone: true, call: 'bind-phone', kind: 'phone', purpose: 'changephone' },
  'another mailbox': { hasPhone: true, call: 'change-email', kind: 'email', purpose: '' },
} as const;

async function change(what: keyof typeof changes, { owner, account }: Scene): Promise<string> {
  const { call, purpose } = changes[what];
  const oldPassword = await owner.digest(account.password);
  serial += 1;
  const email = `new_${serial}@mail.example`;
  const phone = world.phone();
  if (call === 'change-email') {
    await owner.call('send-email-code', { email });
    const { code } = (await world.lastMessage(email)).params;
    expect((await owner.call(call, { email, code, oldPassword })).code).toBe(200);
    return email;
  }
  const code = await owner.code(phone, purpose);
  expect((await owner.call(call, { phone, code, oldPassword })).code).toBe(200);
  return phone;
}

describe.each(Object.keys(changes) as (keyof typeof changes)[])('after %s', (what) => {
  const { hasPhone, kind } = changes[what];

  test('the owner sees the sessions, the linked ways and what was changed', async () => {
    const at = await scene(hasPhone);
    const value = await change(what, at);
    const { sessions } = (await at.owner.call('sessions')).data;
    expect(sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
    expect((await at.owner.call('third-links')).data.links).toMatchObject([{ provider: 'wechat', removable: true }]);
    expect((await at.owner.call('recent-changes')).data.changes).toMatchObject([{ kind, value }]);
  });

  test('no session ends by itself, and one press ends all others', async () => {
    const at = await scene(hasPhone);
    await change(what, at);
    expect((await at.other.call('session')).code).toBe(200);
    expect((await at.owner.call('end-all-sessions', { present: false })).data).toEqual({ ended: 1, signedOut: false });
    expect((await at.other.call('session')).code).toBe('602');
    expect((await at.owner.call('session')).code).toBe(200);
  });

  test('the password that was just given is enough to unlink, long after signing in', async () => {
    const at = await scene(hasPhone);
    await world.shiftClock(3600);
    const { links } = (await at.owner.call('third-links')).data;
    const unlink = async () => (await at.owner.call('unlink-third', { id: links[0].id })).code;
    expect(await unlink()).toBe('Session.Stale');
    const old = at.owner.jar.get('session');
    await change(what, at);
    // As wherever a password is proven, under another cookie.
    expect(at.owner.jar.get('session')).not.toBe(old);
    expect(await unlink()).toBe(200);
    expect((await at.other.call('unlink-third', { id: links[0].id })).code).toBe('Session.Stale');
  });

  test('a sign-in that was under way comes to no end', async () => {
    const at = await scene(hasPhone);
    const thief = world.browser();
    const begun = await thief.signIn(at.account.username, at.account.password);
    await change(what, at);
    expect((await thief.redeem(begun)).code).toBe('Account.Token.Expired');
  });
});

test('an account without a password stays as fresh as it was', async () => {
  const at = await scene(true);
  await world.db.query('delete from credential where account_id = $1', [at.account.id]);
  const before = at.owner.jar.get('session');
  const phone = world.phone();
  const code = await at.owner.code(phone, 'changephone');
  expect((await at.owner.call('bind-phone', { phone, code })).code).toBe(200);
  expect(at.owner.jar.get('session')).toBe(before);
});

test('what is linked by then still signs in until it is unlinked', async () => {
  const at = await scene(true);
  const browser = world.browser();
  const who = await linked(browser, 'qq', person(), at.account);
  await change('another phone', at);
  expect((await signInWith(browser, 'qq', who)).data.result).toBe(1);
  const { links } = (await at.owner.call('third-links')).data;
  const { id } = links.find(({ provider }: { provider: string }) => provider === 'qq');
  expect((await at.owner.call('unlink-third', { id })).code).toBe(200);
  expect((await signInWith(world.browser(), 'qq', who)).data.result).toBe(3);
});

describe('a reset link that was sent before works no more, and is not said to have been used', () => {
  const told = async (token: string | null) => {
    const { code, data } = await world.browser().call('check-email-token', { token });
    return { code, data };
  };
  const open = async ({ account }: Scene) =>
    new URL(await newLink(world.db, world.browser().context(), 'reset', account.id)).searchParams.get('token');
  const VOID = { code: 'Account.Token.Expired', data: null };

  test.each(Object.keys(changes) as (keyof typeof changes)[])('after %s', async (what) => {
    const made = await scene(changes[what].hasPhone);
    const token = await open(made);
    await change(what, made);
    expect(await told(token)).toEqual(VOID);
  });

  test('after a new password from the account page', async () => {
    const made = await scene(true);
    const token = await open(made);
    const { owner, account } = made;
    const oldPassword = await owner.digest(account.password);
    const reply = await owner.call('update-password', { oldPassword, password: await owner.digest('Another2026b') });
    expect(reply.code).toBe(200);
    expect(await told(token)).toEqual(VOID);
  });

  test('after another link was used: that one alone was', async () => {
    const made = await scene(true);
    const [older, newer] = [await open(made), await open(made)];
    const browser = world.browser();
    const { data } = await browser.call('check-email-token', { token: newer });
    const password = await browser.digest('Another2026b');
    expect((await browser.call('reset-user-password', { proof: data.proof, password })).code).toBe(200);
    expect(await told(older)).toEqual(VOID);
    expect(await told(newer)).toEqual({ ...VOID, data: { used: true } });
  });
});

describe('of two pages that change the same contact, the second is told of the first', () => {
  const change = async (browser: Browser, at: Scene, what: keyof typeof changes, asked: string) => {
    const oldPassword = await browser.digest(at.account.password);
    const { call, kind } = changes[what];
    const { code } = (await world.lastMessage(asked)).params;
    return browser.call(call, { [kind]: asked, code, oldPassword } as never);
  };
  const ask = async (browser: Browser, what: keyof typeof changes): Promise<string> => {
    serial += 1;
    const email = `asked_${serial}@mail.example`;
    if (changes[what].kind === 'email') {
      const { code } = await browser.call('send-email-code', { email });
      if (code !== 200) await browser.call('send-email-code', { email, ...(await browser.captcha()) });
      return email;
    }
    const phone = world.phone();
    await browser.code(phone, changes[what].purpose);
    return phone;
  };
  const contactOf = async (browser: Browser, what: keyof typeof changes) =>
    (await browser.call('query-user')).data[changes[what].kind];

  test.each(
    (Object.keys(changes) as (keyof typeof changes)[]).flatMap((what) =>
      (['of one browser', 'of two browsers'] as const).map((whose) => ({ what, whose })),
    ),
  )('$what, pages $whose', async ({ what, whose }) => {
    const at = await scene(changes[what].hasPhone);
    const second = whose === 'of one browser' ? at.owner : at.other;
    const [first, overtaken] = [await ask(at.owner, what), await ask(second, what)];
    expect((await change(at.owner, at, what, first)).code).toBe(200);
    expect((await change(second, at, what, overtaken)).code).toBe('Contact.Overtaken');
    expect(await contactOf(second, what)).toBe(first);
    // Who asks for a code now knows what it replaces.
    const again = changes[what].kind === 'phone' ? 'another phone' : what;
    const last = await ask(second, again);
    expect((await change(second, at, again, last)).code).toBe(200);
    expect(await contactOf(second, what)).toBe(last);
  });

  test.each(Object.keys(changes) as (keyof typeof changes)[])('%s, at the same moment: one is taken', async (what) => {
    const at = await scene(changes[what].hasPhone);
    const [one, two] = [await ask(at.owner, what), await ask(at.other, what)];
    const replies = await Promise.all([change(at.owner, at, what, one), change(at.other, at, what, two)]);
    expect(replies.map(({ code }) => String(code)).sort()).toEqual(['200', 'Contact.Overtaken']);
  });

  test('a code for the phone says nothing of the mailbox', async () => {
    const at = await scene(true);
    const [phone, email] = [await ask(at.owner, 'another phone'), await ask(at.other, 'another mailbox')];
    expect((await change(at.other, at, 'another mailbox', email)).code).toBe(200);
    expect((await change(at.owner, at, 'another phone', phone)).code).toBe(200);
  });
});
