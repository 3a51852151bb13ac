/**
 * Everything that a form's page does by its script but for a captcha, by posts alone: another tab, a code that is sent, what
 * comes of both, for two browsers at once, going back and loading again.
 */
import type { Page } from 'playwright-core';
import { arriveStill, postForm, press, settled } from './still-visitor.ts';
import { ask, closeBrowser, freshName, freshPhone, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Render2026x';

const input = (page: Page, name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`);

async function fill(page: Page, values: Readonly<Record<string, string | boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') await input(page, name).setChecked(value);
    else await input(page, name).first().fill(value);
  }
}

async function goOn(visitor: Visitor): Promise<void> {
  const there = visitor.page.waitForEvent('load');
  await visitor.page.getByRole('link', { name: visitor.text('early.plain') }).click();
  await there;
}
async function chooseTab(visitor: Visitor, screen: string, form: string): Promise<void> {
  const there = visitor.page.waitForEvent('load');
  await visitor.page.getByRole('tab', { name: visitor.text(`screens.${screen}.forms.${form}.tab`) }).click();
  await there;
}

test('a visitor registers by phone: the code is sent, what was typed stays, the account is made', async () => {
  const visitor = await arriveStill('renderbus', 'register');
  const { page } = visitor;
  await goOn(visitor);
  const [phone, username] = [freshPhone(), freshName()];
  // Without a phone no code goes out, and its field says so.
  await press(visitor, 'widgets.code.send');
  await page.getByText(visitor.text('fields.phone.errors.required')).first().waitFor();
  await fill(page, { phone });
  await press(visitor, 'widgets.code.send');
  expect(await input(page, 'phone').inputValue()).toBe(phone);
  // It says so once, as a page does whose countdown begins.
  const coming = page.getByText(visitor.text('widgets.code.sent'));
  expect(await coming.count()).toBe(1);
  const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
  await fill(page, { code: '000000' });
  await press(visitor, 'screens.register.forms.phone.submit', { proof: 'absent' });
  expect(await page.locator('[aria-invalid=true], [role=alert]').count()).toBeGreaterThan(0);
  expect(await input(page, 'username').count()).toBe(0);
  await fill(page, { code: String(code) });
  await press(visitor, 'screens.register.forms.phone.submit', { proof: 'absent' });
  // Nothing of the second step is said to be wrong before it was filled.
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  await page.locator('form [name="business-type"]').first().check();
  await fill(page, { username, 'new-password': 'Password1', agreement: true });
  await press(visitor, 'screens.register.forms.phone.submit');
  expect(await input(page, 'username').inputValue()).toBe(username);
  expect(await ask('select 1 from account where username = $1', [username])).toBeUndefined();
  await fill(page, { 'new-password': PASSWORD, agreement: true });
  await press(visitor, 'screens.register.forms.phone.submit');
  expect(await ask('select 1 from account where username = $1', [username])).toBeDefined();
  expect(new URL(page.url()).pathname).toBe(visitor.line.line.routes['register-success']?.[0]);
  for (const each of [phone, username, PASSWORD, String(code)]) expect(page.url()).not.toContain(each);
  // What the page asks for as it opens is there, too.
  expect(await page.getByText(visitor.text('screens.register-success.texts.coupon')).count()).toBe(1);
  await visitor.leave();
});

test('another tab signs in by a code, with the address that it came with', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?source_url=%2Fsso%2Fconsole&lang=en', 'en');
  const { page } = visitor;
  await goOn(visitor);
  expect(new URL(page.url()).searchParams.get('source_url')).toBe('/sso/console');
  await chooseTab(visitor, 'sign-in', 'code');
  expect(new URL(page.url()).searchParams.get('form')).toBe('code');
  expect(new URL(page.url()).searchParams.get('source_url')).toBe('/sso/console');
  const row = await ask<{ phone: string }>(
    "select phone from account where zone = 'domestic' and username = 'foyer_master'",
  );
  const phone = String(row?.phone);
  await fill(page, { phone: phone.replace('+86', '') });
  await press(visitor, 'widgets.code.send');
  const { code } = await visitor.newestMessage(phone, 'code');
  await page.reload();
  await fill(page, { phone: phone.replace('+86', ''), code: String(code) });
  await press(visitor, 'screens.sign-in.forms.code.submit');
  const names = (await visitor.context.cookies()).map(({ name }) => name);
  expect(names.some((name) => name.endsWith('-session'))).toBe(true);
  await visitor.leave();
});

test('another language keeps the form, the address that it came with and what was sent', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?source_url=%2Fsso%2Fconsole');
  const { page } = visitor;
  await goOn(visitor);
  await chooseTab(visitor, 'sign-in', 'code');
  const phone = freshPhone();
  await fill(page, { phone });
  await press(visitor, 'widgets.code.send');
  // Nothing stands still that is meant to count: the button can be pressed, and the service answers.
  await page.getByRole('button', { name: visitor.text('widgets.code.again'), exact: true }).waitFor();
  const there = page.waitForEvent('load');
  await page.locator('a[hreflang=en]').click();
  await there;
  const { searchParams } = new URL(page.url());
  expect(['form', 'lang', 'source_url'].map((name) => searchParams.get(name))).toEqual(['code', 'en', '/sso/console']);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await input(page, 'phone').inputValue()).toBe(phone);
  await visitor.leave();
});

test.each([
  ['one that the server gave', (own: string) => own],
  ['one that somebody made up', () => 'F'.repeat(43)],
])('who signs in by a post with %s leaves with another flow', async (_what, came) => {
  const visitor = await arriveStill('renderbus', 'sign-in');
  const { page, context } = visitor;
  const flow = async () => (await context.cookies()).find(({ name }) => name.endsWith('-flow'));
  const given = await flow();
  if (given === undefined) throw new Error('The browser got no flow.');
  const value = came(given.value);
  await context.addCookies([{ ...given, value }]);
  await fill(page, { account: 'foyer_master', password: 'Foyer2026a' });
  await press(visitor, 'screens.sign-in.forms.password.submit');
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.endsWith('-session'))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('-flow'))).toHaveLength(1);
  expect([value, given.value]).not.toContain((await flow())?.value);
  await visitor.leave();
});

test('Enter sends the form and no code', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in');
  const { page } = visitor;
  await goOn(visitor);
  await chooseTab(visitor, 'sign-in', 'code');
  const phone = freshPhone();
  await fill(page, { phone, code: '123456' });
  const there = page.waitForEvent('load');
  await input(page, 'phone').press('Enter');
  await there;
  expect(
    await ask('select 1 from outbox where recipient like $1', [`%${phone}`]).catch(() => undefined),
  ).toBeUndefined();
  expect(await page.locator('[aria-invalid=true], [role=alert]').count()).toBeGreaterThan(0);
  await visitor.leave();
});

test('a code that one browser asked for is nobody else’s, and a press that the form has not does nothing', async () => {
  const mine = await arriveStill('renderbus', 'sign-in');
  const other = await arriveStill('renderbus', 'sign-in');
  for (const visitor of [mine, other]) {
    await goOn(visitor);
    await chooseTab(visitor, 'sign-in', 'code');
  }
  const phone = freshPhone();
  await fill(mine.page, { phone });
  await press(mine, 'widgets.code.send');
  await mine.newestMessage(`+86${phone}`, 'code');
  // What the one typed the other never sees.
  await other.page.reload();
  expect(await input(other.page, 'phone').inputValue()).toBe('');
  const before = await other.context.cookies();
  for (const form of [
    { 'foyer.form': 'code', 'foyer.press': 'sign-out', phone },
    { 'foyer.form': 'nothing', 'foyer.press': 'load', phone },
    { 'foyer.form': '__proto__', 'foyer.press': 'constructor', phone },
  ])
    expect((await postForm(other, form)).status).toBe(303);
  expect(await other.context.cookies()).toEqual(before);
  for (const visitor of [mine, other]) await visitor.leave();
});

test.each(['renderbus', 'foxrenderfarm'])('%s: pages with scripts are led nowhere', async (line) => {
  const visitor = await Visitor.arrive(line);
  await visitor.open('sign-in');
  expect(await visitor.page.getByRole('link', { name: visitor.text('early.plain') }).count()).toBe(0);
  await visitor.leave();
});

test('whoever forgot a domestic password proves the account by a code, and comes back to it', async () => {
  const visitor = await arriveStill('renderbus', 'forgot-password');
  const { page } = visitor;
  expect(await page.getByRole('link', { name: visitor.text('early.plain') }).count()).toBe(1);
  await goOn(visitor);
  const row = await ask<{ phone: string }>(
    "select phone from account where zone = 'domestic' and phone_verified and username not in ('foyer_master') order by username limit 1",
  );
  const phone = String(row?.phone);
  await fill(page, { phone: phone.replace('+86', '') });
  await press(visitor, 'widgets.code.send');
  const { code } = await visitor.newestMessage(phone, 'code');
  await fill(page, { phone: phone.replace('+86', ''), code: String(code) });
  await press(visitor, 'screens.forgot-password.forms.phone.submit');
  expect(new URL(page.url()).pathname).toBe(visitor.line.line.routes['reset-password']?.[0]);
  // Back leads to a form that works again.
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(visitor.line.line.routes['forgot-password']?.[0]);
  // The page itself holds it, whatever the browser restores; the code it does not.
  const tab = await visitor.context.newPage();
  await tab.goto(page.url());
  expect([await input(tab, 'phone').inputValue(), await input(tab, 'code').inputValue()]).toEqual([
    phone.replace('+86', ''),
    '',
  ]);
  await tab.close();
  await fill(page, { phone: phone.replace('+86', ''), code: '000000' });
  await press(visitor, 'screens.forgot-password.forms.phone.submit');
  expect(await page.locator('[aria-invalid=true], [role=alert]').count()).toBeGreaterThan(0);
  await visitor.leave();
});

/** Forms with a code, where nobody is signed in. */
const CODES = [
  ['renderbus', 'sign-in', 'code'],
  ['renderbus', 'forgot-password', 'phone'],
  ['pkdragon', 'sign-in', 'code'],
  ['dayan', 'register', 'phone'],
] as const;

test.each(CODES)('%s %s: a code that was asked for is on its way, once', async (line, screen, form) => {
  const visitor = await arriveStill(line, screen, `?form=${form}`);
  const { page } = visitor;
  const coming = page.getByText(visitor.text('widgets.code.sent'));
  expect(await coming.count()).toBe(0);
  // None went out: it is not said.
  await press(visitor, 'widgets.code.send');
  expect(await coming.count()).toBe(0);
  await fill(page, { phone: freshPhone() });
  await press(visitor, 'widgets.code.send');
  expect(await coming.count()).toBe(1);
  // What is offered has its button, which is answered.
  expect(await page.getByText(visitor.text('widgets.code.voiceHint')).count()).toBe(1);
  await press(visitor, 'widgets.code.voice');
  expect(await coming.count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(1);
  // The service refuses another so soon.
  await press(visitor, 'widgets.code.again');
  expect(await coming.count()).toBe(0);
  await page.reload();
  expect(await coming.count()).toBe(0);
  await visitor.leave();
});

const TYPED = [
  ['renderbus', 'sign-in', 'password', 'screens.sign-in.forms.password.submit', { account: 'nobody-here' }],
  ['foxrenderfarm', 'sign-in', 'password', 'screens.sign-in.forms.password.submit', { account: 'nobody-here' }],
  [
    'foxrenderfarm',
    'forgot-password',
    'email',
    'screens.forgot-password.forms.email.submit',
    { email: 'a.b@c.example' },
  ],
] as const;

test.each(TYPED)('%s %s %s: Back after a post keeps what was typed', async (line, screen, form, submit, typed) => {
  const visitor = await arriveStill(line, screen, `?form=${form}`);
  const { page } = visitor;
  const secret = form === 'password' ? { password: 'Wrong2026x' } : {};
  await fill(page, { ...typed, ...secret });
  await press(visitor, submit);
  const holds = async (): Promise<void> => {
    for (const [name, value] of Object.entries(typed)) expect(await input(page, name).first().inputValue()).toBe(value);
    if (form === 'password') expect(await input(page, 'password').inputValue()).toBe('');
    expect(await page.content()).not.toContain('Wrong2026x');
  };
  const there = new URL(page.url()).pathname;
  if (there === visitor.line.line.routes[screen]?.[0]) await holds();
  // To another page of ours, and back.
  await page.goto(`${visitor.origin}${visitor.line.line.routes['sub-account-name']?.[0]}`);
  await page.goBack();
  await settled(page);
  if (new URL(page.url()).pathname !== visitor.line.line.routes[screen]?.[0]) await page.goBack();
  await holds();
  await visitor.leave();
});
