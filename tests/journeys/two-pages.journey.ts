/** Registering by e-mail on two pages: how to reach somebody first, then the account. */
import { arriveStill, enter, pathTo, press, settled } from './still-visitor.ts';
import { closeBrowser, freshName, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const LINE = 'foxrenderfarm';
const PASSWORD = 'Render2026x';
const NEXT = 'screens.register.forms.email.submit';
const CREATE = 'screens.register-account.forms.account.submit';
const OTHER = 'screens.register-account.links.register';
const mailOf = (username: string): string => `${username}@mail.example`;
const step = (email: string) => ['screens.register-account.texts.step-account', { email }] as const;

test.each(['en', 'zh'])(
  'forward, Back, another e-mail and a reload lose nothing that was typed but the password: %s',
  async (language) => {
    const visitor = await Visitor.arrive(LINE, { language });
    const { page } = visitor;
    const [username, other] = [freshName(), freshName()];
    await visitor.open(`/sso/signup?inviteId=STILL2026&lang=${language === 'zh' ? 'zh_CN' : 'en'}`);
    await visitor.sees('screens.register.texts.step-contact');
    await visitor.press(NEXT);
    await visitor.sees('fields.email.errors.required');
    await visitor.fill({ email: mailOf(username) });
    const phone = page.getByRole('textbox', { name: visitor.text('fields.phone.label') });
    await phone.fill('2025550143');
    await visitor.press(NEXT);
    await visitor.at('register-account');
    await visitor.sees(...step(mailOf(username)));
    const invite = page.getByLabel(visitor.text('fields.inviter-code.label'));
    expect(await invite.inputValue()).toBe('STILL2026');
    await invite.fill('');
    await visitor.choosesAccount(username, PASSWORD);

    await page.goBack();
    await visitor.at('register');
    expect(await visitor.field('email').inputValue()).toBe(mailOf(username));
    await page.goForward();
    await visitor.at('register-account');
    expect(await visitor.field('username').inputValue()).toBe(username);
    await visitor.follow(OTHER);
    await visitor.at('register');
    expect(await phone.inputValue()).toContain('0143');
    await visitor.fill({ email: mailOf(other) });
    await visitor.press(NEXT);
    await visitor.at('register-account');
    await page.reload();
    await visitor.live();
    await visitor.sees(...step(mailOf(other)));
    expect(await visitor.field('username').inputValue()).toBe(username);
    expect(await visitor.field('new-password').inputValue()).toBe('');
    expect(await invite.inputValue()).toBe('');
    expect(await visitor.checkbox('agreement').isChecked()).toBe(true);
    await visitor.fill({ 'new-password': PASSWORD });
    await visitor.press(CREATE);
    await visitor.at('activate');
    await visitor.newestMessage(mailOf(other), 'activation');
    await page.goBack();
    await visitor.at('register');
    expect(await visitor.field('email').inputValue()).toBe('');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
);

test('the second page opened directly leads to the first, in its place', async () => {
  const visitor = await Visitor.arrive(LINE);
  await visitor.open('sign-in');
  await visitor.open('register-account');
  await visitor.at('register');
  await visitor.page.goBack();
  await visitor.at('sign-in');
  await visitor.leave();
});

test.each(['', '?lang=zh_CN'])('opened directly it leads there before its scripts come: %j', async (query) => {
  const visitor = await Visitor.arrive(LINE);
  const { page, origin } = visitor;
  await page.route('**/*.js', () => {});
  await page.goto(`${origin}${pathTo(visitor, 'register-account')}${query}`, { waitUntil: 'commit' });
  await page.waitForURL(`${origin}${pathTo(visitor, 'register')}${query}`, { waitUntil: 'commit' });
  await visitor.leave();
});

test('an e-mail that somebody took meanwhile is told on the second page, which leads back', async () => {
  const visitor = await Visitor.arrive(LINE);
  const [username, other, later] = [freshName(), freshName(), freshName()];
  await visitor.givesEmail(mailOf(username));
  await visitor.choosesAccount(other, PASSWORD);
  const faster = await Visitor.arrive(LINE);
  await faster.registersByEmail(mailOf(username), username, PASSWORD);
  await faster.leave();
  await visitor.press(CREATE);
  const alert = visitor.page.getByRole('alert').filter({ hasText: visitor.text('errors.Account.Email.Existed') });
  await alert.waitFor();
  await visitor.follow(OTHER);
  await visitor.at('register');
  await visitor.fill({ email: mailOf(later) });
  await visitor.press(NEXT);
  await visitor.at('register-account');
  expect(await visitor.field('username').inputValue()).toBe(other);
  await visitor.fill({ 'new-password': PASSWORD });
  await visitor.press(CREATE);
  await visitor.at('activate');
  await visitor.leave();
});

test.each([true, false])(
  'an e-mail that has an account is told on the first page at once, scripts: %s',
  async (scripts) => {
    const visitor = scripts ? await Visitor.arrive(LINE) : await arriveStill(LINE, 'register');
    if (scripts) await visitor.open('register');
    const email = visitor.page.getByRole('textbox', { name: visitor.text('fields.email.label'), exact: true });
    await email.fill('master@foxrenderfarm.example');
    await email.press('Enter');
    await visitor.page.getByText(visitor.text('errors.Account.Email.Existed')).first().waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe(pathTo(visitor, 'register'));
    await visitor.leave();
  },
);

test('each of two tabs registers with its own e-mail', async () => {
  const one = await Visitor.arrive(LINE);
  const two = await Visitor.arrive(LINE, { context: one.context });
  const [first, second] = [freshName(), freshName()];
  await one.givesEmail(mailOf(first));
  await two.givesEmail(mailOf(second));
  await one.page.reload();
  await one.live();
  await one.sees(...step(mailOf(first)));
  for (const [tab, name] of [
    [one, first],
    [two, second],
  ] as const) {
    await tab.choosesAccount(name, PASSWORD);
    await tab.press(CREATE);
    // A browser that had a message before is asked for a captcha.
    if (tab === two) await tab.press('captcha.action');
    await tab.at('activate');
    await tab.newestMessage(mailOf(name), 'activation');
  }
  await one.leave();
});

describe('without scripts', () => {
  const account = (username: string) => ({
    username,
    'new-password': PASSWORD,
    'business-type': true,
    agreement: true,
  });
  const path = ({ page }: Visitor): string => new URL(page.url()).pathname;

  test('both pages are posted, and what was typed is kept', async () => {
    const visitor = await arriveStill(LINE, 'register', '?inviteId=STILL2026');
    const { page } = visitor;
    const [username, other] = [freshName(), freshName()];
    await enter(visitor, { email: 'nobody' });
    await press(visitor, NEXT);
    expect(path(visitor)).toBe(pathTo(visitor, 'register'));
    await enter(visitor, { email: mailOf(username), phone: '2025550143' });
    await press(visitor, NEXT);
    expect(path(visitor)).toBe(pathTo(visitor, 'register-account'));
    await visitor.sees(...step(mailOf(username)));
    await page.reload();
    await settled(page);
    await visitor.sees(...step(mailOf(username)));
    await enter(visitor, { username: 'no', 'new-password': PASSWORD });
    await press(visitor, CREATE);
    await visitor.sees('fields.agreement.errors.required');
    await visitor.sees(...step(mailOf(username)));
    await visitor.follow(OTHER);
    await page.waitForURL((url) => url.pathname === pathTo(visitor, 'register'));
    await enter(visitor, { email: mailOf(other) });
    await press(visitor, NEXT);
    await visitor.sees(...step(mailOf(other)));
    await enter(visitor, { ...account(username), 'inviter-code': '' });
    await press(visitor, CREATE);
    expect(path(visitor)).toBe(pathTo(visitor, 'activate'));
    await visitor.newestMessage(mailOf(other), 'activation');
    await visitor.leave();
  });

  test('the second page opened directly leads to the first', async () => {
    const visitor = await arriveStill(LINE, 'register-account');
    await visitor.page.waitForURL((url) => url.pathname === pathTo(visitor, 'register'));
    await visitor.leave();
  });

  test('an e-mail that another tab gave is not the one that is sent', async () => {
    const one = await arriveStill(LINE, 'register');
    const two = await Visitor.arrive(LINE, { context: one.context });
    await two.page.goto(one.page.url());
    const [first, second] = [freshName(), freshName()];
    await enter(one, { email: mailOf(first) });
    await press(one, NEXT);
    await enter(two, { email: mailOf(second) });
    await press(two, NEXT);
    await enter(one, account(first));
    await press(one, CREATE);
    expect(path(one)).toBe(pathTo(one, 'register'));
    // It says why nothing came of it.
    await one.page.getByText(one.text('early.over')).waitFor();
    await enter(one, { email: mailOf(first) });
    await press(one, NEXT);
    await one.sees(...step(mailOf(first)));
    await enter(one, account(first));
    await press(one, CREATE);
    expect(path(one)).toBe(pathTo(one, 'activate'));
    await one.newestMessage(mailOf(first), 'activation');
    await one.leave();
  });
});
