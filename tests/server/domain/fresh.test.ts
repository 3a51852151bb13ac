/**
 * What adds or removes a way into an account asks for a session of a short while ago: a cookie that somebody came by later
 * gets them no way in that lasts. Over every call that does so, for accounts with and without a password.
 */
import { randomUUID } from 'node:crypto';
import { ALWAYS, WITHOUT_PASSWORD } from './fresh-calls.ts';
import { thirdParties } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const MINUTES = 15;

const CALLS = [
  ...Object.entries(ALWAYS).map(([call, body]) => ({ call, body, hasPassword: true })),
  ...Object.entries({ ...ALWAYS, ...WITHOUT_PASSWORD }).map(([call, body]) => ({ call, body, hasPassword: false })),
];

async function signedIn({ username, password }: TestAccount): Promise<Browser> {
  const browser = world.browser();
  browser.extra = { thirdParties };
  await browser.redeem(await browser.signIn(username, password));
  return browser;
}

const STALE = 'Session.Stale';

describe.each(CALLS)('$call, with a password: $hasPassword', ({ call, body, hasPassword }) => {
  async function owner(): Promise<{ account: TestAccount; browser: Browser }> {
    const account = await world.account();
    // Who is not flagged chooses no other username at all.
    await world.db.query('update account set security_risk = true where id = $1', [account.id]);
    const browser = await signedIn(account);
    if (!hasPassword) await world.db.query('delete from credential where account_id = $1', [account.id]);
    return { account, browser };
  }

  test('is refused once the sign-in is a while ago, and not before', async () => {
    const { browser } = await owner();
    await world.shiftClock(MINUTES * 60 - 5);
    expect((await browser.call('query-user')).data.fresh).toBe(true);
    expect((await browser.call(call, body)).code).not.toBe(STALE);
    const other = await owner();
    await world.shiftClock(MINUTES * 60 + 1);
    expect((await other.browser.call('query-user')).data.fresh).toBe(false);
    expect((await other.browser.call(call, body)).code).toBe(STALE);
  });

  test('is refused in a session that a phone let in, however new', async () => {
    const { account, browser: phone } = await owner();
    await world.shiftClock(MINUTES * 60 + 1);
    const { desktop, token } = await letIn(phone);
    const opened = await desktop.redeem(token);
    expect(opened.data.userId).toBe(account.id);
    expect((await desktop.call('query-user')).data.fresh).toBe(false);
    expect((await desktop.call(call, body)).code).toBe(STALE);
  });

  test.each(['and signed in', 'and did not sign in'])(
    'goes on in a fresh session, whoever a phone let in %s',
    async (how) => {
      const { account, browser } = await owner();
      const { desktop, token } = await letIn(browser);
      if (how === 'and signed in') await desktop.redeem(token);
      const again = hasPassword ? await signedIn(account) : browser;
      expect((await again.call(call, body)).code).not.toBe(STALE);
    },
  );
});

/** Another browser shows a code, which a phone that is signed in confirms. */
async function letIn(phone: Browser): Promise<{ desktop: Browser; token: Reply }> {
  const desktop = world.browser();
  desktop.extra = { thirdParties };
  const { secret, qr } = (await desktop.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  await phone.call('qr-look', { ticket });
  await phone.call('qr-confirm', { ticket });
  return { desktop, token: await desktop.call('qr-redeem', { secret }) };
}

test('a proven password makes the session fresh again', async () => {
  const account = await world.account();
  const browser = await signedIn(account);
  await world.shiftClock(3600);
  const unlink = async () => (await browser.call('unlink-third', { id: randomUUID() })).code;
  expect(await unlink()).toBe(STALE);
  const oldPassword = await browser.digest(account.password);
  expect(
    (await browser.call('update-password', { oldPassword, password: await browser.digest('Another2026b') })).code,
  ).toBe(200);
  // Nothing of that id is linked: it counts as gone.
  expect(await unlink()).toBe(200);
});

test.each([
  ['makes a session of the account fresh again', true],
  ["leaves another account's session as it was", false],
])('a reset by a code %s', async (_what, isOwn) => {
  const phone = world.phone();
  const account = await world.account({ phone });
  const browser = await signedIn(isOwn ? account : await world.account());
  await world.shiftClock(3600);
  const code = await browser.code(phone, 'forgetpassword');
  const { proof } = (await browser.call('check-verification-code', { phone, code, purpose: 'forgetpassword' })).data;
  const body = { proof, userId: account.id, password: await browser.digest('Another2026b') };
  expect((await browser.call('reset-password', body)).code).toBe(200);
  expect((await browser.call('unlink-third', { id: randomUUID() })).code).toBe(isOwn ? 200 : STALE);
});

test('a thief of a session links nothing, takes no way away, and is out with the new password', async () => {
  const account = await world.account();
  const thief = await signedIn(account);
  await world.shiftClock(3600);
  expect((await thief.call('third-token', { provider: 'google', way: 'redirect', purpose: 'bind' })).code).toBe(STALE);
  expect(await world.db.query('select 1 from third_state where account_id = $1', [account.id])).toEqual([]);
  const owner = await signedIn(account);
  const oldPassword = await owner.digest(account.password);
  await owner.call('update-password', { oldPassword, password: await owner.digest('Another2026b') });
  expect((await thief.call('session')).code).toBe('602');
  expect(await world.db.query('select 1 from third_identity where account_id = $1', [account.id])).toEqual([]);
});
