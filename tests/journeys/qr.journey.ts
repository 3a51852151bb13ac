/** Codes to scan: a phone lets a desktop in, and WeChat is bound for coupons. */
import type { Response } from 'playwright-core';
import { closeBrowser, letTimePass, PATIENCE, server, Visitor } from './visitor.ts';

afterAll(closeBrowser);
/** An account that every start with reference accounts has. */
const MASTER = { account: 'foyer_master', password: 'Foyer2026a' };

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.fill(MASTER);
  await visitor.press('screens.sign-in.forms.password.submit');
}

interface Code {
  readonly qr: string;
  readonly match: string;
}

/** A desktop that shows codes; `code` waits for the newest. */
async function desktop(line: string): Promise<Visitor & { code(after?: string): Promise<Code> }> {
  const visitor = await Visitor.arrive(line);
  let newest: Code | undefined;
  visitor.page.on('response', async (response: Response) => {
    if (response.url().endsWith('/api/foyer/qr/ticket') && response.ok()) newest = (await response.json()).data as Code;
  });
  return Object.assign(visitor, {
    async code(after?: string) {
      await visitor.page.getByRole('img', { name: visitor.text('screens.qr-sign-in.picture') }).waitFor();
      for (let tries = 0; tries < 100; tries += 1) {
        if (newest !== undefined && newest.qr !== after) return newest;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error('No code was made.');
    },
  });
}

/** A phone that scans: it opens the address in the picture. */
async function phone(line: string): Promise<Visitor & { scan(code: Code): Promise<void> }> {
  const visitor = await Visitor.arrive(line, { phone: true });
  return Object.assign(visitor, {
    async scan({ qr }: Code) {
      await visitor.page.goto(qr);
      await visitor.live();
      // The public id leaves the address at once.
      await visitor.page.waitForURL((url) => url.search === '');
    },
  });
}

const shows = (visitor: Visitor, key: string): Promise<void> =>
  visitor.page.getByRole('heading', { level: 1, name: visitor.text(key) }).waitFor();

describe.each(['renderbus', 'foxrenderfarm'])('signing in on %s', (line) => {
  test('a phone that is signed in lets the desktop in', async () => {
    const screen = await desktop(line);
    await screen.open('sign-in');
    await screen.follow('screens.sign-in.links.qr-sign-in');
    const code = await screen.code();
    const scanner = await phone(line);
    await scanner.open('sign-in');
    await signIn(scanner);
    await scanner.at('console');
    await scanner.scan(code);
    await shows(scanner, 'screens.qr-confirm.states.ready.title');
    await scanner.page.getByText(code.match, { exact: true }).waitFor();
    await screen.sees('screens.qr-sign-in.states.scanned.title');
    // Opening alone let nobody in.
    expect(screen.requests).not.toContain('POST /api/foyer/qr/redeem');
    await scanner.press('screens.qr-confirm.actions.confirm');
    await shows(scanner, 'screens.qr-confirm.states.done.title');
    await screen.at('console');
    await screen.sees('screens.console.states.signed-in.title', { username: 'foyer_master' });
    expect([...screen.complaints, ...scanner.complaints]).toEqual([]);
    await screen.leave();
    await scanner.leave();
  });

  test('a guest’s phone signs in first and comes back; a second phone is told that it is too late', async () => {
    const screen = await desktop(line);
    await screen.open('qr-sign-in');
    const code = await screen.code();
    const [guest, other] = [await phone(line), await phone(line)];
    await guest.scan(code);
    await shows(guest, 'screens.qr-confirm.states.guest.title');
    await other.scan(code);
    await shows(other, 'screens.qr-confirm.states.taken.title');
    await guest.press('screens.qr-confirm.actions.sign-in');
    await guest.at('sign-in');
    await signIn(guest);
    await guest.at('qr-confirm');
    await shows(guest, 'screens.qr-confirm.states.ready.title');
    await guest.press('screens.qr-confirm.actions.confirm');
    await shows(guest, 'screens.qr-confirm.states.done.title');
    await screen.at('console');
    expect([screen, guest, other].flatMap(({ complaints }) => complaints)).toEqual([]);
    for (const each of [screen, guest, other]) await each.leave();
  });
});

test('cancelled on the phone, then expired, each renewed by a click on the picture, also by keyboard', async () => {
  const screen = await desktop('renderbus');
  await screen.open('qr-sign-in');
  const first = await screen.code();
  const scanner = await phone('renderbus');
  await scanner.scan(first);
  await scanner.press('screens.qr-confirm.actions.cancel');
  await shows(scanner, 'screens.qr-confirm.states.cancelled.title');
  await screen.sees('screens.qr-sign-in.states.cancelled.title');
  await screen.press('screens.qr-sign-in.states.cancelled.cover');
  const second = await screen.code(first.qr);
  await letTimePass(121);
  const cover = screen.button('screens.qr-sign-in.states.expired.cover');
  await cover.waitFor();
  await scanner.scan(second);
  await shows(scanner, 'screens.qr-confirm.states.expired.title');
  await cover.focus();
  await screen.page.keyboard.press('Space');
  const third = await screen.code(second.qr);
  expect(new Set([first.qr, second.qr, third.qr]).size).toBe(3);
  expect([...screen.complaints, ...scanner.complaints]).toEqual([]);
  await screen.leave();
  await scanner.leave();
});

test('offline the page says so, and heals by itself', async () => {
  const screen = await desktop('renderbus');
  await screen.open('qr-sign-in');
  await screen.code();
  await screen.context.setOffline(true);
  await screen.sees('screens.qr-sign-in.texts.unreachable');
  await screen.context.setOffline(false);
  await screen.page
    .getByText(screen.text('screens.qr-sign-in.texts.unreachable'))
    .waitFor({ state: 'detached', timeout: PATIENCE });
  await screen.code();
  await screen.leave();
});

interface Scene {
  readonly kind: string;
  readonly scene: string;
  readonly ticket: string | null;
}

/** The newest code that the simulated platform made. */
async function newest(kind: string): Promise<Scene> {
  const answer = await fetch(`http://127.0.0.1:${server().port}/simulators/wechat-platform`);
  const { codes } = (await answer.json()) as { codes: readonly Scene[] };
  const found = codes.find((code) => code.kind === kind);
  if (!found) throw new Error(`No code of ${kind} was made.`);
  return found;
}
const platform = (path: string): string => `http://127.0.0.1:${server().port}/simulators/wechat-platform${path}`;

test('when WeChat gives no picture, the visitor is told and may try again', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('sign-in');
  await signIn(visitor);
  await visitor.at('console');
  await fetch(platform('/trouble'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/wxa/getwxacodeunlimit', errcode: 41030, times: 1 }),
  });
  await visitor.open('mini-program');
  await visitor.sees('screens.mini-program.states.failed.title');
  await visitor.press('screens.mini-program.states.failed.cover');
  await visitor.page.getByRole('img', { name: visitor.text('screens.mini-program.picture') }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('WeChat is bound in the mini program and follows the public account; the coupons are in the account', async () => {
  const visitor = await Visitor.arrive('renderbus');
  // Nobody is signed in: there first, then back.
  await visitor.open('mini-program');
  await visitor.at('sign-in');
  await signIn(visitor);
  await visitor.at('mini-program');
  const picture = (screen: string) =>
    visitor.page.getByRole('img', { name: visitor.text(`screens.${screen}.picture`) });
  await picture('mini-program').waitFor();
  const natural = await picture('mini-program').evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );
  expect(natural).toBeGreaterThanOrEqual(430);

  const wechat = await visitor.context.browser()?.newPage({ viewport: { width: 390, height: 844 } });
  if (!wechat) throw new Error('No phone.');
  // Who has no phone at hand opens the simulated one from the page.
  const [phone] = await Promise.all([
    visitor.context.waitForEvent('page'),
    visitor.follow('screens.mini-program.opens'),
  ]);
  await visitor.sees('screens.mini-program.states.scanned.title');
  await phone.getByRole('button', { name: 'Refuse' }).click();
  await phone.close();
  await visitor.sees('screens.mini-program.states.cancelled.title');
  await visitor.press('screens.mini-program.states.cancelled.cover');
  await picture('mini-program').waitFor();
  await wechat.goto(platform(`/phone?scene=${(await newest('miniProgram')).scene}`));
  await wechat.getByLabel('Id of whose WeChat it is').fill('journey');
  await wechat.getByRole('button', { name: 'Bind', exact: true }).click();
  await wechat.getByText(/^Bound\./).waitFor();
  await visitor.sees('screens.mini-program.states.success.text', { wxCoupon: 30 });
  expect(await visitor.page.evaluate(() => localStorage.getItem('mini-bound-coupon'))).toBe('30');

  await visitor.press('screens.mini-program.actions.follow');
  await visitor.at('follow-account');
  await picture('follow-account').waitFor();
  await wechat.goto(platform(`/q/${(await newest('publicAccount')).ticket}`));
  await wechat.getByLabel('Id of whose WeChat it is').fill('journey');
  await wechat.getByRole('button', { name: 'Follow', exact: true }).click();
  await wechat.getByText('delivered 3 times and taken 3 times').waitFor();
  await visitor.sees('screens.follow-account.states.success.text', { wxCoupon: 10 });

  await visitor.press('screens.follow-account.actions.console');
  await visitor.at('console');
  for (const kind of ['miniProgram', 'publicAccount']) {
    const row = visitor.page
      .getByRole('row')
      .filter({ hasText: visitor.text(`screens.console.records.coupons.words.kind.${kind}`) });
    await row.waitFor();
    expect(await row.count()).toBe(1);
  }
  // It is no way to sign in, and the page says so where those are listed.
  await visitor.sees('screens.console.texts.mini-bound');
  await visitor.open('mini-program');
  await visitor.sees('screens.mini-program.states.already-bound.title');
  expect(visitor.complaints).toEqual([]);
  await wechat.close();
  await visitor.leave();
});
