/** What is written down: the audit without raw identifiers, page events, and what is forgotten in time. */
import { forgetSpent } from '../../../src/server/accounts/retention.ts';
import { withWorld } from './world.ts';

const world = withWorld();

test('security events are audited, with identifiers as digests only', async () => {
  const phone = world.phone();
  const account = await world.account({ username: 'audited_one', email: 'audited@renderbus.example', phone });
  const browser = world.browser();
  await browser.signIn(account.username, 'Wrong2026a');
  await browser.signIn(account.username, 'Wrong2026a');
  await browser.redeem(await browser.signIn(account.username, account.password));
  await browser.call('sign-out');
  const code = await browser.code(phone, 'forgetpassword');
  const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
  await browser.call('reset-password', { proof: data.proof, password: await browser.digest('Renewed2026b') });
  for (let attempt = 0; attempt < 10; attempt += 1) await world.browser().signInPast(account.username, 'Wrong2026a');
  const rows = await world.db.query<{ event: string; outcome: string }>('select event, outcome from audit order by id');
  const events = rows.map(({ event, outcome }) => `${event} ${outcome}`);
  for (const event of [
    'sign-in Account.SignIn.Failed',
    'sign-in ok',
    'session-opened ok',
    'sign-out ok',
    'code-sent ok',
    'code-checked ok',
    'password-reset ok',
    'sign-in locked',
  ]) {
    expect(events).toContain(event);
  }
  const [dump] = await world.db.query<{ all: string }>("select string_agg(t::text, ' ') as all from audit t");
  for (const raw of ['audited_one', 'audited@', phone, browser.address]) expect(dump?.all).not.toContain(raw);
});

test('page events are counted by day; of their details only a bounded last one stays', async () => {
  const browser = world.browser();
  for (let nth = 0; nth < 3; nth += 1) {
    const detail = { screen: 'sign-in', text: `\u0001${'x'.repeat(1000)}`, nth };
    expect((await browser.call('client-events', { name: 'signed-in', detail })).code).toBe(200);
  }
  expect((await browser.call('client-events', { name: 'signed-in' })).code).toBe(200);
  const rows = await world.db.query('select line, name, seen, last_detail from page_event');
  expect(rows).toEqual([
    {
      line: 'renderbus',
      name: 'signed-in',
      seen: 4,
      last_detail: { screen: 'sign-in', text: ` ${'x'.repeat(299)}`, nth: 2 },
    },
  ]);
});

test('what has had its time is forgotten, and what still counts is kept', async () => {
  const account = await world.account();
  const [owner, stranger] = [world.browser(), world.browser()];
  await owner.redeem(await owner.signIn(account.username, account.password, { autoLogin: true }));
  await stranger.signIn(account.username, 'Wrong2026a');
  await stranger.signIn('nobody_at_all', 'Wrong2026a');
  await stranger.code(world.phone(), 'signin');
  const cache = async (): Promise<number> =>
    (await stranger.call('login-fail-cache', { loginName: 'nobody_at_all' })).data.failCount;
  // What an asker is shown counts for a day, what an account keeps until its owner is in.
  await world.shiftClock(23 * 3600);
  await forgetSpent(world.db);
  expect(await cache()).toBe(1);
  await world.shiftClock(3 * 86400);
  await forgetSpent(world.db);
  const count = async (table: string): Promise<number> =>
    (await world.db.query<{ count: number }>(`select count(*) from ${table}`))[0]?.count ?? -1;
  for (const table of ['sign_in_token', 'verification_code', 'verification_wait', 'dispatch', 'captcha_use']) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
  expect((await owner.call('session')).code).toBe(200);
  expect(await world.failures(account)).toBe(1);
  expect(await cache()).toBe(0);
  expect(await count("sign_in_counter where key like 'asker:%'")).toBe(0);
  await world.shiftClock(91 * 86400);
  await forgetSpent(world.db);
  expect(await count('user_session')).toBe(0);
});
