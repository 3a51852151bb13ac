/**
 * How pages without scripts end: who is signed in when somebody else was, what a reload leaves and where the way goes on.
 */
import type { Page } from 'playwright-core';
import { arriveStill, pathTo, postForm, press, sessionOf, settled, signIn } from './still-visitor.ts';
import { ask, closeBrowser, freshName, freshPhone, type Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Foyer2026a';

const input = (page: Page, name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`).first();

/** Name of the account whose session this browser has. */
const signedIn = async (visitor: Visitor): Promise<string | undefined> => (await sessionOf(visitor))?.username;

/** Has a code sent to a phone that nobody has. */
async function proving(visitor: Visitor): Promise<{ readonly phone: string; readonly code: string }> {
  const phone = freshPhone();
  await input(visitor.page, 'phone').fill(phone);
  await press(visitor, 'widgets.code.send');
  const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
  return { phone, code: String(code) };
}

/** Comes to the second step of registering. */
async function proven(visitor: Visitor): Promise<void> {
  const { code } = await proving(visitor);
  await input(visitor.page, 'code').fill(code);
  await press(visitor, 'screens.register.forms.phone.submit', { proof: 'absent' });
}

test('who signs in where somebody else is signed in gets an account of their own, or a refusal', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?form=password');
  // Tabs that were open before: one that is opened now leads on.
  const [first, second, third] = [visitor.page, await visitor.context.newPage(), await visitor.context.newPage()];
  const open = async (page: Page, form: string): Promise<void> => {
    await page.goto(`${visitor.origin}${pathTo(visitor, 'sign-in')}?form=${form}`);
  };
  const send = async (page: Page, account: string, password: string): Promise<void> => {
    await input(page, 'account').fill(account);
    await input(page, 'password').fill(password);
    const there = page.waitForEvent('load');
    await page
      .getByRole('button', { name: visitor.text('screens.sign-in.forms.password.submit'), exact: true })
      .click();
    await there;
  };
  await open(second, 'password');
  await open(third, 'code');
  await send(first, 'foyer_phoneless', PASSWORD);
  expect(await signedIn(visitor)).toBe('foyer_phoneless');
  await send(second, 'foyer_master', 'Wrong2026x');
  expect(new URL(second.url()).pathname).toBe(pathTo(visitor, 'sign-in'));
  await second.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  expect(await signedIn(visitor)).toBe('foyer_phoneless');
  await send(second, 'foyer_master', PASSWORD);
  expect(await signedIn(visitor)).toBe('foyer_master');
  // A code is asked for as by anybody.
  const phone = freshPhone();
  await input(third, 'phone').fill(phone);
  const there = third.waitForEvent('load');
  await third.getByRole('button', { name: visitor.text('widgets.code.send'), exact: true }).click();
  await there;
  expect(await visitor.newestMessage(`+86${phone}`, 'code')).toBeDefined();
  await visitor.leave();
});

test('a reload keeps what a code proved, and tells no refusal twice', async () => {
  const visitor = await arriveStill('dayan', 'register', '?form=phone');
  const { page } = visitor;
  const username = freshName();
  await proven(visitor);
  const send = async (invite: string): Promise<void> => {
    await input(page, 'username').fill(username);
    await input(page, 'new-password').fill('Render2026x');
    await input(page, 'inviter-code').fill(invite);
    await input(page, 'agreement').setChecked(true);
    await press(visitor, 'screens.register.forms.phone.submit');
  };
  await send('EXPIRED2026');
  const refused = page.locator('[aria-invalid=true]');
  expect(await refused.count()).toBeGreaterThan(0);
  expect(await input(page, 'code').count()).toBe(0);
  await page.reload();
  expect(await refused.count()).toBe(0);
  expect(await input(page, 'code').count()).toBe(0);
  expect(await input(page, 'username').inputValue()).toBe(username);
  await send('');
  expect(await ask('select 1 from account where username = $1', [username])).toBeDefined();
  await visitor.leave();
});

test('a phone that no account has is proven by signing in, and registers with that proof', async () => {
  const visitor = await arriveStill('dayan', 'sign-in', '?form=code');
  const { page } = visitor;
  const username = freshName();
  const { code } = await proving(visitor);
  await input(page, 'code').fill(code);
  await press(visitor, 'screens.sign-in.forms.code.submit');
  expect(new URL(page.url()).pathname).toBe(pathTo(visitor, 'register'));
  await input(page, 'username').fill(username);
  await input(page, 'new-password').fill('Password1');
  await input(page, 'agreement').setChecked(true);
  await press(visitor, 'screens.register.forms.phone.submit');
  expect(await ask('select 1 from account where username = $1', [username])).toBeUndefined();
  await input(page, 'new-password').fill('Render2026x');
  await input(page, 'agreement').setChecked(true);
  await press(visitor, 'screens.register.forms.phone.submit');
  expect(await ask('select 1 from account where username = $1', [username])).toBeDefined();
  await visitor.leave();
});

test('the way on is there after a reload, too', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?form=password');
  const [origin] = visitor.line.line.redirects.origins;
  const target = `${origin}/deep?x=1`;
  await visitor.page.goto(
    `${visitor.origin}${pathTo(visitor, 'sign-in')}?form=password&source_url=${encodeURIComponent(target)}`,
  );
  await input(visitor.page, 'account').fill('foyer_phoneless');
  await input(visitor.page, 'password').fill(PASSWORD);
  await press(visitor, 'screens.sign-in.forms.password.submit');
  const way = visitor.page.locator('#early a');
  expect(await way.getAttribute('href')).toBe(target);
  await visitor.page.reload();
  expect(await way.getAttribute('href')).toBe(target);
  await visitor.leave();
});

test.each([20, 150])('a double click %i ms apart makes one account, and the page says so', async (pause) => {
  const visitor = await arriveStill('dayan', 'register', '?form=phone');
  const { page } = visitor;
  const username = freshName();
  await proven(visitor);
  await input(page, 'username').fill(username);
  await input(page, 'new-password').fill('Render2026x');
  await input(page, 'agreement').setChecked(true);
  const button = page.getByRole('button', { name: visitor.text('screens.register.forms.phone.submit'), exact: true });
  await button.click({ clickCount: 2, delay: pause, noWaitAfter: true });
  const there = pathTo(visitor, 'register-success');
  // The browser drops the first press's answer for the second's.
  for (let tries = 0; tries < 100 && new URL(page.url()).pathname !== there; tries += 1) await page.waitForTimeout(100);
  expect(new URL(page.url()).pathname).toBe(there);
  expect(await signedIn(visitor)).toBe(username);
  await visitor.leave();
});

test('two equal posts at once get equal answers, and the cookies of one effect', async () => {
  const visitor = await arriveStill('dayan', 'sign-in', '?form=code');
  const { page } = visitor;
  const { phone, code } = await proving(visitor);
  const once = await page.locator('[name="foyer.once"]').getAttribute('value');
  const form = {
    'foyer.once': String(once),
    'foyer.form': 'code',
    phone,
    'phone-country-code': '+86',
    code,
  };
  const answers = await Promise.all(
    [0, 60].map((ms) => visitor.page.waitForTimeout(ms).then(() => postForm(visitor, form))),
  );
  expect(answers[0]?.location).toBe(pathTo(visitor, 'register'));
  expect(answers[1]).toEqual(answers[0]);
  // The first answer's cookies are in the browser before its page is.
  for (const line of answers[0]?.cookies ?? []) {
    const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
    await visitor.context.addCookies([{ name, value, url: visitor.origin }]);
  }
  expect(await postForm(visitor, form)).toEqual(answers[0]);
  await visitor.leave();
});

test('a captcha and a next step that need a script are told as that alone', async () => {
  const flagged = await arriveStill('renderbus', 'sign-in', '?form=password');
  await signIn(flagged, 'foyer_flagged', PASSWORD);
  expect(await flagged.page.locator('#early').textContent()).toBe(flagged.text('early.next'));
  await flagged.leave();
  const guessing = await arriveStill('renderbus', 'sign-in', '?form=password');
  const name = freshName();
  for (let at = 0; at < 4; at += 1) await signIn(guessing, name, 'Wrong2026x');
  expect(await guessing.page.locator('#early').textContent()).toBe(guessing.text('early.captcha'));
  expect(await guessing.page.locator('main [role=alert]').filter({ hasText: /\S/ }).count()).toBe(0);
  await guessing.leave();
});

test('a page that stands still has the title that it has with scripts: what its heading says', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?form=password');
  const { page } = visitor;
  await signIn(visitor, 'foyer_master', PASSWORD);
  await page.goto(`${visitor.origin}${pathTo(visitor, 'bind-phone')}?form=phone`);
  const heading = visitor.text('screens.bind-phone.heading', { phoneVerified: 'true' });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
  expect(await page.title()).toContain(heading);
  await visitor.leave();
});

describe.each(['renderbus', 'foxrenderfarm'])('%s: software is chosen without scripts', (line) => {
  const choice = async (): Promise<Visitor> => {
    const visitor = await arriveStill(line, 'sign-in', '?form=password');
    await signIn(visitor, 'foyer_master', PASSWORD);
    await visitor.page.goto(`${visitor.origin}${pathTo(visitor, 'software-select')}`);
    await settled(visitor.page);
    return visitor;
  };
  const box = (page: Page, value: string) => page.locator(`input[name=software][value=${value}]`);
  const save = (visitor: Visitor) => press(visitor, 'screens.software-select.actions.submit');

  test('what was chosen is kept and shown again; nothing chosen is refused at its place', async () => {
    const visitor = await choice();
    const { page } = visitor;
    expect(await page.getByText(visitor.text('early.off.missing')).count()).toBe(0);
    for (const each of await page.locator('input[name=software]:checked').all())
      await each.setChecked(false, { force: true });
    await save(visitor);
    expect(await page.locator('#early, [role=alert], .error:not(:empty)').count()).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe(pathTo(visitor, 'software-select'));
    await box(page, 'maya').setChecked(true, { force: true });
    await box(page, 'blender').setChecked(true, { force: true });
    const business = page.locator('input[name=business-type]').first();
    if ((await business.count()) > 0) await business.setChecked(true, { force: true });
    await save(visitor);
    expect(new URL(page.url()).pathname).not.toBe(pathTo(visitor, 'software-select'));
    await page.goto(`${visitor.origin}${pathTo(visitor, 'software-select')}`);
    await settled(page);
    expect(await box(page, 'maya').isChecked()).toBe(true);
    expect(await box(page, 'houdini').isChecked()).toBe(false);
    await visitor.leave();
  });

  test('the way past it leads on', async () => {
    const visitor = await choice();
    await press(visitor, 'screens.software-select.actions.skip');
    expect(new URL(visitor.page.url()).pathname).not.toBe(pathTo(visitor, 'software-select'));
    await visitor.leave();
  });
});
