/**
 * Every call that a page for signed-in people makes tells a page whose session is over so, by the code that leads to sign-in,
 * whatever else it would have refused: over every such call of every line, and every way that a session ends.
 */
import { eventCalls } from '../../../src/engine/event-calls.ts';
import type { Pack } from '../../../src/engine/pack.ts';
import { compiledLines } from '../../compiled-lines.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'] as const;
const SOMEONE = '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
const DIGEST = 'a'.repeat(64);

/** Bodies of the calls that need one; of one that is made for several reasons, that of a page for signed-in people. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'end-session': { id: SOMEONE },
  'end-all-sessions': { present: false },
  'accept-agreements': { accepted: {} },
  'user-index-guide': { softTypes: [2000] },
  'switch-platform': { platform: 2 },
  'update-username': { username: 'another_name' },
  'update-password': { password: DIGEST },
  'bind-phone': { phone: '+8613800138000', code: '123456' },
  'send-verify-code': { phone: '+8613800138000', purpose: 'changephone', channel: 1 },
  'send-email-code': { email: 'new@mail.example' },
  'change-email': { email: 'new@mail.example', code: '123456' },
  'set-sub-password': { id: SOMEONE, password: DIGEST },
  'qr-confirm': { ticket: 'a'.repeat(22) },
  'is-haved-bound-wx': { ticket: 'a'.repeat(43) },
};
for (const call of ['disable', 'enable', 'authorise', 'unbind'])
  Object.assign(BODIES, { [`${call}-sub-account`]: { id: SOMEONE } });
Object.assign(BODIES, { 'unlink-third': { id: SOMEONE } });

/** Calls of no page of an account that act for the signed-in one, too. */
const ELSEWHERE: readonly string[] = ['update-username', 'third-token', 'qr-confirm'];

interface Made {
  readonly call: string;
  /** Whether it says which account its page was drawn for. */
  readonly named: boolean;
}

/** Calls of every screen of an account, as the compiled pages make them. */
async function madeOn(line: string): Promise<readonly Made[]> {
  const { server, languages } = (await compiledLines())[line] as Awaited<ReturnType<typeof compiledLines>>[string];
  const screens = Object.values(languages.en?.screens ?? {}) as readonly { readonly pack: Pack }[];
  const found = new Map<string, boolean>(ELSEWHERE.map((call) => [call, true]));
  for (const { pack } of screens) {
    if (pack.screen.account !== true) continue;
    for (const event of Object.values(pack.events)) {
      for (const call of eventCalls(event))
        found.set(call, [...(server.calls[call]?.headers ?? []), ...(event.headers ?? [])].includes('account'));
    }
  }
  return [...found].map(([call, named]) => ({ call, named }));
}

async function signedIn(browser: Browser, account: TestAccount, master?: TestAccount): Promise<Browser> {
  const password = await browser.digest(account.password);
  const reply = master
    ? await browser.call('sub-sign-in', {
        loginName: `${account.username}@${master.uuid}`,
        password,
        accountType: 2,
      })
    : await browser.call('sign-in', { loginName: account.username, password, accountType: 1 });
  expect((await browser.redeem(reply)).data.accountType).toBe(master ? 2 : 1);
  return browser;
}

/** What every call answers to this browser. */
async function answers(
  browser: Browser,
  calls: readonly Made[],
  of?: string,
): Promise<Record<string, string | number>> {
  const found: Record<string, string | number> = {};
  for (const { call, named } of calls) {
    const headers: Record<string, string> = named && of !== undefined ? { 'account-id': of } : {};
    const body = call === 'third-token' ? { provider: browser.line.line.providers[0], purpose: 'bind' } : BODIES[call];
    found[call] = (await browser.call(call, body, { headers })).code;
  }
  return found;
}

const all = (calls: readonly Made[], code: string): Record<string, string> =>
  Object.fromEntries(calls.map(({ call }) => [call, code]));

describe.each(LINES)('%s', (line) => {
  test('the table is of all of them', async () => {
    const ids = (await madeOn(line)).map(({ call }) => call);
    expect(ids.length).toBeGreaterThan(20);
    expect(ids).toEqual(expect.arrayContaining(['send-verify-code', 'send-email-code', 'sub-accounts', 'query-user']));
  });

  test('never signed in', async () => {
    const calls = await madeOn(line);
    expect(await answers(world.browser(line), calls)).toEqual(all(calls, '602'));
    // Whatever the line offers.
    expect(await answers(world.browser(line, { offers: {} }), calls)).toEqual(all(calls, '602'));
  });

  test.each(['master', 'sub'] as const)('as a %s: ended, replaced, over, disabled', async (kind) => {
    const calls = await madeOn(line);
    const over = all(calls, '602');
    const master = await world.account({ line });
    const account = kind === 'sub' ? await world.account({ master }) : master;
    const of = account.id;
    const enter = (): Promise<Browser> => signedIn(world.browser(line), account, kind === 'sub' ? master : undefined);

    const ended = await enter();
    await (await enter()).call('end-all-sessions', { present: false });
    expect(await answers(ended, calls, of)).toEqual(over);

    const browser = await enter();
    const replaced = browser.copy();
    await signedIn(browser, account, kind === 'sub' ? master : undefined);
    expect(await answers(replaced, calls, of)).toEqual(over);

    const late = await enter();
    await world.db.query(`update user_session set expires_at = foyer_now() where account_id = $1`, [account.id]);
    expect(await answers(late, calls, of)).toEqual(over);

    const disabled = await enter();
    for (const id of kind === 'sub' ? [account.id, master.id] : [account.id]) {
      await world.db.query(`update account set status = 'disabled' where id = $1`, [id]);
      expect(await answers(disabled, calls, of)).toEqual(over);
      await world.db.query(`update account set status = 'active' where id = $1`, [id]);
    }
  });

  test('signed in as another: those that act say so, those that draw the page answer for whom', async () => {
    const calls = await madeOn(line);
    const before = await world.account({ line });
    const browser = await signedIn(world.browser(line), await world.account({ line }));
    const found = await answers(browser, calls, before.id);
    const named = calls.filter((each) => each.named);
    expect(Object.fromEntries(named.map(({ call }) => [call, found[call]]))).toEqual(all(named, 'Session.Other'));
    const drawing = calls.filter((each) => !each.named).map(({ call }) => call);
    const telling = ['session', 'query-user', 'query-soft-type', 'mini-pro-activity'];
    expect(drawing.filter((call) => !telling.includes(call))).toEqual([]);
  });

  test('linking a provider, before anything else is looked at: each of them, by each way, also past the limit', async () => {
    const providers = ['wechat', 'qq', 'google', 'apple', 'dingtalk'];
    const browser = world.browser(line);
    const link = (provider: string, way?: string): Promise<string | number> =>
      browser.call('third-token', { provider, purpose: 'bind', ...(way ? { way } : {}) }).then(({ code }) => code);
    for (const provider of providers)
      for (const way of [undefined, 'redirect', 'popup', 'frame', 'post'])
        expect([provider, way, await link(provider, way)]).toEqual([provider, way, '602']);
    for (;;) {
      const { code } = await browser.call('third-token', { provider: browser.line.line.providers[0] });
      if (code === 'Common.RequestLimitExceeded') break;
    }
    for (const provider of providers) expect([provider, await link(provider)]).toEqual([provider, '602']);
  });

  test('a page’s stored user key of another account', async () => {
    const browser = await signedIn(world.browser(line), await world.account({ line }));
    const body = { username: 'another_name', userKey: 'of-another' };
    expect((await browser.call('update-username', body)).code).toBe('603');
  });

  test('a code for signing in, registering or recovering needs no session', async () => {
    for (const purpose of ['register', 'signin', 'forgetpassword']) {
      const { code } = await world.browser(line).call('send-verify-code', {
        phone: '+8613800138000',
        purpose,
        channel: 1,
        ...(await world.browser(line).captcha()),
      });
      expect([purpose, code]).not.toEqual([purpose, '602']);
    }
  });
});
