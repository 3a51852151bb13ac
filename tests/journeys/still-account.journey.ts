/**
 * An account without scripts: whoever is signed in is led on from where one signs in, the account's page says what it says
 * with scripts, and each way of signing out ends what it ends there.
 */
import { arriveStill, enter, isSignedIn, pathTo, press, settled, signIn } from './still-visitor.ts';
import { ask, closeBrowser, freshPhone, lines, signedInBefore, type Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Foyer2026a';
const LINES = ['renderbus', 'foxrenderfarm'] as const;
const SUBS = {
  renderbus: 'foyer_sub@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  foxrenderfarm: 'foyer_sub@c84e2b96-75fa-4d1c-8e60-91a3b7d4f258',
} as const;

/** Opens an address and waits for the page that it leads to. */
async function comesTo(visitor: Visitor, address: string, screen: string): Promise<void> {
  await visitor.page.goto(`${visitor.origin}${address}`);
  await visitor.page.waitForURL((url) => url.pathname === pathTo(visitor, screen));
  await settled(visitor.page);
}

async function signedIn(line: string, name = 'foyer_master'): Promise<Visitor> {
  const visitor = await arriveStill(line, 'sign-in', '?form=password');
  await signIn(visitor, name, PASSWORD);
  await visitor.page.locator('.account').waitFor();
  return visitor;
}

/** What a row's button did is said where the page is seen, without the row's name. */
async function toldOf(visitor: Visitor, says: string, page = visitor.page): Promise<void> {
  const words = visitor.text(`screens.console.says.${says}`, { rowName: '|' }).split('|');
  const longest = words.sort((a, b) => b.length - a.length)[0] ?? '';
  const status = page.getByRole('status').filter({ hasText: longest });
  await status.waitFor();
  await expect(status.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).resolves.toBe(true);
}

describe('who is signed in is led on', () => {
  test.each(LINES)('%s, from every page where one signs in, and each of its forms', async (line) => {
    const visitor = await signedIn(line);
    const { page } = visitor;
    for (const screen of ['sign-in', 'sub-account']) {
      const path = pathTo(visitor, screen);
      await comesTo(visitor, path, 'console');
      for (const form of screen === 'sign-in' ? ['password', 'sub-account'] : ['sub-account'])
        await comesTo(visitor, `${path}?form=${form}`, 'console');
    }
    // Back leads to where one came from, not into the page that leads on.
    await comesTo(visitor, pathTo(visitor, 'forgot-password'), 'forgot-password');
    await comesTo(visitor, pathTo(visitor, 'sign-in'), 'console');
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(pathTo(visitor, 'forgot-password'));
    await visitor.leave();
  });

  test.each(LINES)('%s, to where the address says', async (line) => {
    const visitor = await signedIn(line);
    const { page } = visitor;
    // Not to an origin that the line does not list.
    const evil = encodeURIComponent('https://evil.example/');
    await comesTo(visitor, `${pathTo(visitor, 'sign-in')}?source_url=${evil}`, 'console');
    const [origin] = visitor.line.line.redirects.origins;
    const target = `${origin}/deep?x=1`;
    const asked = page.waitForRequest(target);
    const from = `${pathTo(visitor, 'sign-in')}?source_url=${encodeURIComponent(target)}`;
    // Nobody answers there.
    await page.goto(visitor.origin + from).catch(() => undefined);
    await asked;
    await visitor.leave();
  });

  test('who is signed in nowhere any more is asked to sign in', async () => {
    const visitor = await signedIn('renderbus');
    const cookies = await visitor.context.cookies();
    const session = cookies.find(({ name }) => name.endsWith('-session'));
    if (session === undefined) throw new Error('There is no session.');
    await visitor.context.addCookies([{ ...session, value: 'x'.repeat(43) }]);
    await comesTo(visitor, pathTo(visitor, 'console'), 'sign-in');
    await comesTo(visitor, pathTo(visitor, 'sign-in'), 'sign-in');
    await visitor.page.locator('form input[name=account]').waitFor();
    await visitor.leave();
  });
});

describe('signing out', () => {
  /** Says that it is done, and the browser and the service have nothing of the session. */
  async function expectOut(visitor: Visitor, says: string): Promise<void> {
    await visitor.page.waitForURL((url) => url.pathname === pathTo(visitor, 'sign-in'));
    await visitor.page.getByText(visitor.text(`screens.sign-in.says.${says}`)).waitFor();
    expect(await isSignedIn(visitor)).toBe(false);
    const names = (await visitor.context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('-session'))).toEqual([]);
  }

  test.each(LINES)('%s: here', async (line) => {
    const visitor = await signedIn(line);
    const other = await signedIn(line);
    await press(visitor, 'screens.console.actions.sign-out');
    await expectOut(visitor, 'done');
    expect(await isSignedIn(other)).toBe(true);
    // What comes back from the browser's history is nobody's.
    await visitor.page.goBack();
    await visitor.page.waitForURL((url) => url.pathname === pathTo(visitor, 'sign-in'));
    for (const each of [visitor, other]) await each.leave();
  });

  test.each(LINES)('%s: everywhere else, once the question is answered with yes', async (line) => {
    const visitor = await signedIn(line);
    const other = await signedIn(line);
    const { page } = visitor;
    await press(visitor, 'screens.console.actions.end-others');
    await page.getByRole('heading', { name: visitor.text('confirms.end-other-sessions.title') }).waitFor();
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, true]);
    // Enter, pressed without reading, keeps everything.
    const kept = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await kept;
    await page.locator('.account').waitFor();
    expect(await page.getByText(visitor.text('confirms.end-other-sessions.title')).count()).toBe(0);
    expect(await isSignedIn(other)).toBe(true);
    await press(visitor, 'screens.console.actions.end-others');
    await press(visitor, 'screens.console.actions.end-others', undefined, '.alert');
    await page.locator('.text.tone-success').filter({ hasText: /\S/ }).waitFor();
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false]);
    for (const each of [visitor, other]) await each.leave();
  });

  test.each(LINES)('%s: everywhere', async (line) => {
    const visitor = await signedIn(line);
    const other = await signedIn(line);
    await press(visitor, 'screens.console.actions.end-all');
    expect(await isSignedIn(other)).toBe(true);
    await press(visitor, 'screens.console.actions.end-all', undefined, '.alert');
    await expectOut(visitor, 'everywhere');
    expect(await isSignedIn(other)).toBe(false);
    for (const each of [visitor, other]) await each.leave();
  });

  test.each(LINES)('%s: one session of the list, and this one', async (line) => {
    const visitor = await signedIn(line);
    const other = await signedIn(line);
    const { page } = visitor;
    await page.reload();
    const end = visitor.text('screens.console.records.sessions.events.end-session');
    const list = page.getByRole('table', { name: visitor.text('screens.console.records.sessions.title') });
    const mark = visitor.text('screens.console.records.sessions.words.current.true');
    const rowOf = (isCurrent: boolean) =>
      list
        .getByRole('row')
        .filter({ has: page.getByRole('button') })
        .filter(isCurrent ? { hasText: mark } : { hasNotText: mark });
    for (const [isCurrent, question] of [
      [false, 'end-session'],
      [true, 'end-this-session'],
    ] as const) {
      while ((await rowOf(isCurrent).count()) > 0 && (await isSignedIn(visitor))) {
        const there = page.waitForEvent('load');
        await rowOf(isCurrent).first().getByRole('button').filter({ hasText: end }).click();
        await there;
        await page.getByRole('heading', { name: visitor.text(`confirms.${question}.title`) }).waitFor();
        const done = page.waitForEvent('load');
        await page.locator('.alert .button.danger').click();
        await done;
        if (!isCurrent) await toldOf(visitor, 'session-ended');
      }
      expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([!isCurrent, false]);
    }
    await expectOut(visitor, 'done');
    for (const each of [visitor, other]) await each.leave();
  });

  test('a sub account signs out, too', async () => {
    const visitor = await arriveStill('renderbus', 'sub-account');
    await enter(visitor, { 'login-name': SUBS.renderbus, password: PASSWORD });
    await press(visitor, 'screens.sub-account.forms.sub-account.submit');
    await visitor.page.locator('.account').waitFor();
    await press(visitor, 'screens.console.actions.sign-out');
    await expectOut(visitor, 'done');
    await visitor.leave();
  });

  test('a page that was drawn for another account ends nothing, and says whose it is now', async () => {
    const visitor = await signedIn('renderbus', 'foyer_phoneless');
    const elsewhere = await signedIn('renderbus');
    const tabs = ['end-all', 'sign-out'] as const;
    const pages = await Promise.all(tabs.map(() => visitor.context.newPage()));
    for (const tab of pages) {
      await tab.goto(`${visitor.origin}${pathTo(visitor, 'console')}`);
      await tab.locator('.account').waitFor();
    }
    // Another tab signed out and in with another account meanwhile.
    await press(visitor, 'screens.console.actions.sign-out');
    await signIn(visitor, 'foyer_master', PASSWORD);
    await visitor.page.locator('.account').waitFor();
    for (const [at, action] of tabs.entries()) {
      const tab = pages[at] as typeof visitor.page;
      const pressing = async (button: ReturnType<typeof tab.locator>): Promise<void> => {
        const there = tab.waitForEvent('load');
        await button.click();
        await there;
      };
      await pressing(tab.getByRole('button', { name: visitor.text(`screens.console.actions.${action}`), exact: true }));
      await tab.getByRole('heading', { name: visitor.text('screens.other-account.states.known.title') }).waitFor();
      expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, true]);
    }
    for (const each of [visitor, elsewhere]) await each.leave();
  });
});

test.each(LINES)('%s: a page whose session ended in another tab says so, whichever button is pressed', async (line) => {
  const visitor = await signedIn(line);
  const { page, context } = visitor;
  const buttons = page.locator('.account').getByRole('button');
  const count = await buttons.count();
  expect(count).toBeGreaterThan(5);
  const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  for (const tab of tabs) await tab.goto(page.url());
  await press(visitor, 'screens.console.actions.sign-out');
  const silent: string[] = [];
  for (const [at, tab] of tabs.entries()) {
    const button = tab.locator('.account').getByRole('button').nth(at);
    const name = String(await button.textContent());
    const there = tab.waitForEvent('load');
    await button.click();
    await there;
    await settled(tab);
    if (!(await tab.getByText(visitor.text('screens.sign-in.says.signed-out')).isVisible())) silent.push(name);
    await tab.close();
  }
  expect(silent).toEqual([]);
  await visitor.leave();
});

test('no page of an account has a button that nothing presses, nor waits for ever', async () => {
  const dead: string[] = [];
  let pages = 0;
  for (const name of Object.keys(await lines())) {
    const zone = (await lines())[name]?.line.zone;
    if (zone === undefined) continue;
    const visitor = await signedIn(name);
    const { screens } = visitor.line;
    for (const [screen, [path]] of Object.entries(visitor.line.line.routes)) {
      const definition = screens[screen];
      if (definition?.kind !== 'notice' || definition.account !== true) continue;
      const page = await visitor.context.newPage();
      await page.goto(`${visitor.origin}${path}`);
      await settled(page);
      pages += 1;
      if ((await page.locator('button[type=button], .spinner:visible').count()) > 0) dead.push(`${name} ${screen}`);
      await page.close();
    }
    await visitor.leave();
  }
  expect(pages).toBeGreaterThan(30);
  expect(dead).toEqual([]);
});

test.each(LINES)('%s: a phone is bound, with its code and the password', async (line) => {
  const visitor = await signedIn(line, 'foyer_phoneless');
  const { page } = visitor;
  await comesTo(visitor, pathTo(visitor, 'bind-phone'), 'bind-phone');
  const phone = `+86${freshPhone()}`;
  // The page knows that there is a password, and asks for it at once.
  await enter(visitor, { phone, 'old-password': PASSWORD });
  await press(visitor, 'widgets.code.send');
  await page.getByText(visitor.text('widgets.code.sent')).waitFor();
  const { code } = await visitor.newestMessage(phone, 'code');
  await enter(visitor, { code: '000000', 'old-password': PASSWORD });
  await press(visitor, 'screens.bind-phone.forms.phone.submit');
  expect(new URL(page.url()).pathname).toBe(pathTo(visitor, 'bind-phone'));
  await enter(visitor, { code: String(code), 'old-password': PASSWORD });
  await press(visitor, 'screens.bind-phone.forms.phone.submit');
  await page.waitForURL((url) => url.pathname === pathTo(visitor, 'account-saved'));
  const { zone } = visitor.line.line;
  expect(
    await ask('select 1 from account where zone = $1 and phone = $2 and phone_verified', [zone, phone]),
  ).toBeDefined();
  await visitor.leave();
});

test.each(LINES)('%s: a master sets the password of a sub account, who signs in with it', async (line) => {
  const visitor = await signedIn(line);
  const { page } = visitor;
  const name = SUBS[line];
  const button = page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button')
    .filter({ hasText: visitor.text('screens.console.records.sub-accounts.events.set-sub-password') });
  const there = page.waitForEvent('load');
  await button.click();
  await there;
  await page.waitForURL((url) => url.pathname === pathTo(visitor, 'sub-account-password'));
  await page.getByText(name).first().waitFor();
  const password = 'Worker2026still';
  await enter(visitor, { 'new-password': password, 'confirm-password': `${password}r` });
  await press(visitor, 'screens.sub-account-password.forms.password.submit');
  expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
  // It is disabled in another tab meanwhile: nothing is saved, and the page says why and what to do.
  const tab = await visitor.context.newPage();
  const inTab = async (event: string): Promise<void> => {
    const label = visitor.text(`screens.console.records.sub-accounts.events.${event}`);
    await tab.getByRole('row').filter({ hasText: name }).getByRole('button').filter({ hasText: label }).click();
  };
  await tab.goto(`${visitor.origin}${pathTo(visitor, 'console')}`);
  await inTab('disable-sub-account');
  await tab.locator('.alert .button.danger').click();
  await toldOf(visitor, 'sub-disabled', tab);
  await enter(visitor, { 'new-password': password, 'confirm-password': password });
  await press(visitor, 'screens.sub-account-password.forms.password.submit');
  await page.getByText(visitor.text('screens.console.says.sub-disabled-before')).waitFor();
  await inTab('enable-sub-account');
  await toldOf(visitor, 'sub-enabled', tab);
  await tab.close();
  await page.goto(`${visitor.origin}${pathTo(visitor, 'console')}`);
  await button.click();
  await page.waitForURL((url) => url.pathname === pathTo(visitor, 'sub-account-password'));
  await enter(visitor, { 'new-password': password, 'confirm-password': password });
  await press(visitor, 'screens.sub-account-password.forms.password.submit');
  await page.getByRole('heading', { name: visitor.text('screens.account-saved.states.sub-password.title') }).waitFor();
  const sub = await arriveStill(line, 'sub-account');
  await enter(sub, { 'login-name': name, password });
  await press(sub, 'screens.sub-account.forms.sub-account.submit');
  expect(await isSignedIn(sub)).toBe(true);
  for (const each of [visitor, sub]) await each.leave();
});

test('of many sessions the newest five are seen, and the others once that is asked for', async () => {
  const visitor = await signedIn('renderbus');
  const { page } = visitor;
  const others: Visitor[] = [];
  while (others.length < 8) others.push(await signedIn('renderbus'));
  await page.goto(page.url());
  const fold = page.locator('details.records-fold');
  const ending = fold
    .getByRole('button')
    .filter({ hasText: visitor.text('screens.console.records.sessions.events.end-session') });
  await fold.locator('summary').waitFor();
  expect(await ending.first().isVisible()).toBe(false);
  await fold.locator('summary').click();
  expect(await ending.first().isVisible()).toBe(true);
  for (const each of [visitor, ...others]) await each.leave();
});

test.each(['renderbus', 'foxrenderfarm'] as const)('%s: what takes a fresh sign-in says so', async (line) => {
  const visitor = await signedIn(line, 'foyer_phoneless');
  await signedInBefore('foyer_phoneless', 16);
  const { page } = visitor;
  const unlink = visitor.text('screens.console.records.third-links.events.unlink');
  const there = page.waitForEvent('load');
  await page.getByRole('row').getByRole('button').filter({ hasText: unlink }).first().click();
  await there;
  const done = page.waitForEvent('load');
  await page.locator('.alert .button.danger').click();
  await done;
  await page
    .getByRole('alert')
    .filter({ hasText: visitor.text('errors.Session.Stale', { freshMinutes: 15 }) })
    .waitFor();
  await visitor.leave();
});
