/** What the scenarios of recorded states share: one world per test file, and the ways into common situations. */
import { type Browser, type Reply, withWorld } from '../world.ts';

export type Scenario = () => Promise<Reply>;
/** Call id → outcome (`ok`, a code, or either with `--<variant>`) → what brings it about. */
export type Scenarios = Readonly<Record<string, Readonly<Record<string, Scenario>>>>;

export const world = withWorld();
export const VERBOSE = { wording: 'verbose' };
export const WRONG = 'Wrong2026a';

let serial = 0;
/** A number nobody has had yet in this file. */
export function next(): number {
  serial += 1;
  return serial;
}
export async function wrongTimes(loginName: string, times: number, browser = world.browser()): Promise<Reply> {
  let reply: Reply = { code: 0, data: null, cookies: [] };
  for (let nth = 0; nth < times; nth += 1) reply = await browser.signInPast(loginName, WRONG);
  return reply;
}

export const FORGED = { ticket: 'e30=', randstr: 'x', captchaAppId: 'foyer-built-in' };

export async function subAccount(): Promise<{ loginName: string; password: string; phone: string }> {
  const master = await world.account();
  const phone = world.phone();
  const sub = await world.account({ master, username: 'worker_one', phone });
  return { loginName: `worker_one@${master.uuid}`, password: sub.password, phone };
}

export async function signedIn(options: object = {}): Promise<Browser> {
  const account = await world.account(options);
  const browser = world.browser();
  await browser.redeem(await browser.signIn(account.username, account.password));
  return browser;
}

export async function blocked(browser: Browser): Promise<Browser> {
  await world.db.query(
    "insert into blocked_network (zone, network) values ('domestic', '203.0.113.0/24') on conflict do nothing",
  );
  browser.address = '203.0.113.5';
  return browser;
}

export async function undelivered(state: 'owed' | 'refused', code: number, send: () => Promise<Reply>): Promise<Reply> {
  world.delivered = { state, code };
  try {
    return await send();
  } finally {
    world.delivered = { state: 'sent', code: 200 };
  }
}

export async function sendTwice(
  call: string,
  body: Readonly<Record<string, unknown>>,
  browser: Browser,
  extra = {},
  seconds = 61,
): Promise<Reply> {
  await browser.call(call, body);
  await world.shiftClock(seconds);
  return browser.call(call, { ...body, ...extra });
}

export async function sendTenTimes(
  call: string,
  body: Readonly<Record<string, unknown>>,
  browser: Browser,
): Promise<Reply> {
  for (let nth = 0; nth < 10; nth += 1) {
    await browser.call(call, { ...body, ...(await browser.captcha()) });
    await world.shiftClock(nth === 4 ? 3601 : 61);
  }
  return browser.call(call, { ...body, ...(await browser.captcha()) });
}

/** Checks a wrong code `times` times; the last answer. */
export async function wrongCodes(
  call: string,
  purpose: string,
  times: number,
  extra = {},
  browser = world.browser(),
): Promise<Reply> {
  const phone = world.phone();
  if (purpose === 'forgetpassword') await world.account({ phone });
  let reply: Reply = { code: 0, data: null, cookies: [] };
  let code = '';
  for (let nth = 0; nth < times; nth += 1) {
    if (nth % 5 === 0) {
      if (nth > 0) await world.shiftClock(61);
      code = String((Number(await browser.code(phone, purpose)) + 1) % 1000000).padStart(6, '0');
    }
    reply = await browser.call(call, { phone, code, ...extra });
  }
  return reply;
}

export async function staleCode(call: string, extra: Readonly<Record<string, unknown>>): Promise<Reply> {
  return world.browser().call(call, { phone: world.phone(), code: '123456', ...extra });
}
