/** Agreements in versions: recorded by every way of registering, asked for by every way of signing in, erased with the account. */
import { eraseCommand } from '../../../src/server/erase.ts';
import { linked, person, redeemThird, signInWith } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();

const documents = (terms: string, since = '2026-01-01', more: object = {}) => ({
  agreements: { terms: { version: terms, since, ...more }, privacy: { version: '1', since: '2026-01-01' } },
});
const FUTURE = '2099-01-01';

const recordsOf = (id: string) =>
  world.db.query<{ line: string; name: string; version: string; now: boolean }>(
    `select line, name, version, accepted_at > foyer_now() - interval '1 minute' as now from agreement
      where account_id = $1 order by name, version`,
    [id],
  );
const recorded = (line: string, terms: string) => [
  { line, name: 'privacy', version: '1', now: true },
  { line, name: 'terms', version: terms, now: true },
];

async function byPhone(browser: Browser, more: object = {}): Promise<Reply> {
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  return browser.call('register-phone', await browser.newcomer({ phone, code, ...more }));
}
async function byProof(browser: Browser, more: object = {}): Promise<Reply> {
  const phone = world.phone();
  const code = await browser.code(phone, 'signin');
  const { data } = await browser.call('phone-sign-in', { phone, code, accountType: 1 });
  return browser.call('register-phone', await browser.newcomer({ phone, proof: data.proof, ...more }));
}
const byEmail = async (browser: Browser, more: object = {}): Promise<Reply> =>
  browser.call('register-email', await browser.newcomerByEmail(more));
async function byThird(browser: Browser, more: object = {}): Promise<Reply> {
  const { data } = await signInWith(browser, 'wechat', person());
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  return browser.call('third-register', await browser.newcomer({ token: data.token, phone, code, ...more }));
}

describe.each([
  ['by phone', 'renderbus', byPhone],
  ['by a code proven at sign-in', 'renderbus', byProof],
  ['by e-mail', 'foxrenderfarm', byEmail],
  ['by a third party', 'renderbus', byThird],
])('registering %s', (_, line, register) => {
  test('records the versions that stand, and when', async () => {
    const { data } = await register(world.browser(line, documents('3')));
    expect(await recordsOf(data.userId)).toEqual(recorded(line, '3'));
  });

  test('records the version that the page showed, of the line’s agreements alone', async () => {
    const accepted = { terms: '2', privacy: '1', another: '9' };
    const { data } = await register(world.browser(line, documents('3')), { accepted });
    expect(await recordsOf(data.userId)).toEqual(recorded(line, '2'));
  });
});

const password = async (browser: Browser, { username, password: typed }: TestAccount): Promise<Reply> =>
  browser.redeem(await browser.signIn(username, typed));

/** Signs somebody in by each way; `changes` are the line's now. */
const WAYS: Readonly<Record<string, (changes: object) => Promise<{ browser: Browser; reply: Reply }>>> = {
  async password(changes) {
    const browser = world.browser('renderbus', { ...changes });
    return { browser, reply: await password(browser, await world.account()) };
  },
  async 'a known browser, by password'(changes) {
    const account = await world.account();
    const before = world.browser('renderbus');
    await password(before, account);
    const browser = before.copy();
    browser.line = { ...browser.line, line: { ...browser.line.line, ...changes } };
    return { browser, reply: await password(browser, account) };
  },
  async code(changes) {
    const phone = world.phone();
    await world.account({ phone });
    const browser = world.browser('renderbus', { ...changes });
    const code = await browser.code(phone, 'signin');
    return {
      browser,
      reply: await browser.redeem(await browser.call('phone-sign-in', { phone, code, accountType: 1 })),
    };
  },
  async provider(changes) {
    const account = await world.account({ phone: world.phone() });
    const before = world.browser('renderbus');
    const who = await linked(before, 'wechat', person(), account);
    const browser = world.browser('renderbus', { ...changes });
    return { browser, reply: await redeemThird(browser, await signInWith(browser, 'wechat', who)) };
  },
  async 'scanned code'(changes) {
    const account = await world.account();
    const phone = world.browser('renderbus');
    await password(phone, account);
    const browser = world.browser('renderbus', { ...changes });
    const { data } = await browser.call('qr-ticket');
    const ticket = new URL(data.qr).searchParams.get('ticket') ?? '';
    await phone.call('qr-look', { ticket });
    await phone.call('qr-confirm', { ticket });
    return { browser, reply: await browser.redeem(await browser.call('qr-redeem', { secret: data.secret })) };
  },
  async 'sub account'(changes) {
    const master = await world.account();
    const { username, password: typed } = await world.account({ master });
    const browser = world.browser('renderbus', { ...changes });
    const loginName = `${username}@${master.uuid}`;
    const asked = { loginName, password: await browser.digest(typed), accountType: 2 };
    return { browser, reply: await browser.redeem(await browser.call('sub-sign-in', asked)) };
  },
};

describe.each(Object.keys(WAYS))('signing in by %s', (way) => {
  const signIn = (changes: object) => (WAYS[way] as (typeof WAYS)[string])(changes);

  test('a newer version is asked for, until it is accepted', async () => {
    const { browser, reply } = await signIn(documents('2', FUTURE));
    expect(reply).toMatchObject({ code: 200, data: { agreementsDue: true } });
    for (const call of ['session', 'query-user'])
      expect(await browser.call(call)).toMatchObject({ code: 200, data: { agreementsDue: true } });
    const { data } = await browser.call('agreements');
    expect(data).toMatchObject({ due: true, versions: { terms: '2', privacy: '1' } });
    expect(data.agreements).toMatchObject([
      { agreement: 'terms', version: '2', since: FUTURE, due: true },
      { agreement: 'privacy', due: false },
    ]);
    expect(await browser.call('accept-agreements', { accepted: data.versions })).toMatchObject({
      data: { due: false },
    });
    expect((await browser.call('session')).data).not.toHaveProperty('agreementsDue');
    expect((await browser.call('agreements')).data.agreements[0]).toMatchObject({ accepted: '2', due: false });
    expect(await recordsOf(reply.data.userId)).toEqual(recorded('renderbus', '2'));
  });

  test('what stood before there were records is asked for only where the line says so', async () => {
    const { reply: unasked } = await signIn(documents('1'));
    expect(unasked.code).toBe(200);
    expect(unasked.data).not.toHaveProperty('agreementsDue');
    const { reply } = await signIn(documents('1', '2026-01-01', { unrecorded: 'asked' }));
    expect(reply.data).toMatchObject({ agreementsDue: true });
  });

  test('a line without agreements asks nobody', async () => {
    const { reply } = await signIn({ agreements: {} });
    expect(reply.code).toBe(200);
    expect(reply.data).not.toHaveProperty('agreementsDue');
  });
});

test('a version that no longer stands is not accepted, and the account is asked again', async () => {
  const { browser, reply } = await (WAYS.password as (typeof WAYS)[string])(documents('3', FUTURE));
  expect(await browser.call('accept-agreements', { accepted: { terms: '2' } })).toMatchObject({ data: { due: true } });
  expect(await recordsOf(reply.data.userId)).toEqual([]);
});

test('going back to an earlier version asks again, and what is accepted anew counts', async () => {
  const account = await world.account();
  const at = async (terms: string): Promise<[asked: boolean, due: boolean]> => {
    const browser = world.browser('renderbus', documents(terms, FUTURE));
    const { data } = await password(browser, account);
    const { data: left } = await browser.call('accept-agreements', { accepted: { terms, privacy: '1' } });
    await world.shiftClock(1);
    return [data.agreementsDue === true, left.due];
  };
  for (const terms of ['2', '3', '2']) expect(await at(terms)).toEqual([true, false]);
  const again = world.browser('renderbus', documents('2', FUTURE));
  expect((await password(again, account)).data).not.toHaveProperty('agreementsDue');
});

test('the software is asked for after the agreements', async () => {
  const account = await world.account({ line: 'foxrenderfarm' });
  await world.db.query(
    `insert into rendering_user (account_id, zone, line, platform) values ($1, 'overseas', 'foxrenderfarm', 2)`,
    [account.id],
  );
  const browser = world.browser('foxrenderfarm', documents('2', FUTURE));
  expect((await password(browser, account)).data).not.toHaveProperty('guide');
  const accepted = { terms: '2', privacy: '1' };
  expect(await browser.call('accept-agreements', { accepted })).toMatchObject({ data: { guide: true } });
});

test('records are erased with the account, and counted', async () => {
  const browser = world.browser('renderbus');
  const { data } = await byPhone(browser);
  const erase = (...more: string[]) =>
    eraseCommand(world.db, Object.values(world.lines), world.keys, [
      ...['--region', 'domestic', '--login', data.username],
      ...more,
    ]);
  expect(await erase()).toMatch(/^ {2}agreement +2$/m);
  await erase('--yes');
  expect(await recordsOf(data.userId)).toEqual([]);
});
