/**
 * A browser that a scan let in is none of the account's known ones: it takes nobody's place among them, and strangers' guesses lock it
 * out like any other, until the password is proven in it. However many let one another in.
 */
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const WRONG = 'Wrong2026a';
const LINES = ['renderbus', 'foxrenderfarm'] as const;

async function signIn(browser: Browser, { username, password }: TestAccount): Promise<unknown> {
  return (await browser.redeem(await browser.signIn(username, password))).code;
}

/** The phone scans what another browser shows, and lets it in. */
async function letIn(line: string, phone: Browser): Promise<Browser> {
  const desktop = world.browser(line);
  const { data } = await desktop.call('qr-ticket');
  const ticket = new URL(data.qr).searchParams.get('ticket') ?? '';
  await phone.call('qr-look', { ticket });
  expect((await phone.call('qr-confirm', { ticket })).code).toBe(200);
  const opened = await desktop.redeem(await desktop.call('qr-redeem', { secret: data.secret }));
  expect(opened.code).toBe(200);
  return desktop;
}

/** Wrong passwords of many browsers, until strangers are locked out. */
async function lock(line: string, { username }: TestAccount): Promise<void> {
  for (let attempt = 0; attempt < 12; attempt += 1) await world.browser(line).signInPast(username, WRONG);
}

describe.each(LINES)('on %s', (line) => {
  test.each([
    ['the owner’s phone', 1],
    ['one that was let in itself', 5],
  ])('browsers let in by %s take no place of the owner’s', async (by, count) => {
    const account = await world.account({ line });
    const owner = world.browser(line);
    expect(await signIn(owner, account)).toBe(200);
    const first = await letIn(line, owner);
    const others: Browser[] = [];
    for (let at = 1; at < count; at += 1) others.push(await letIn(line, by.startsWith('one') ? first : owner));
    await lock(line, account);
    expect((await owner.signInPast(account.username, account.password)).code).toBe(200);
    for (const each of [first, ...others])
      expect((await each.signInPast(account.username, account.password)).code).toBe('Account.SignIn.Failed');
  });

  test('a known browser that is let in again stays known', async () => {
    const account = await world.account({ line });
    const phone = world.browser(line);
    const desktop = world.browser(line);
    expect(await signIn(desktop, account)).toBe(200);
    await desktop.call('sign-out');
    expect(await signIn(phone, account)).toBe(200);
    const { data } = await desktop.call('qr-ticket');
    const ticket = new URL(data.qr).searchParams.get('ticket') ?? '';
    await phone.call('qr-look', { ticket });
    await phone.call('qr-confirm', { ticket });
    expect((await desktop.redeem(await desktop.call('qr-redeem', { secret: data.secret }))).code).toBe(200);
    await lock(line, account);
    expect((await desktop.signInPast(account.username, account.password)).code).toBe(200);
  });

  test('once the password is proven in it, it is known', async () => {
    const account = await world.account({ line });
    const owner = world.browser(line);
    expect(await signIn(owner, account)).toBe(200);
    const desktop = await letIn(line, owner);
    expect(await signIn(desktop, account)).toBe(200);
    await lock(line, account);
    expect((await desktop.signInPast(account.username, account.password)).code).toBe(200);
  });
});
