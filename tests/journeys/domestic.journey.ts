import { closeBrowser, freshName, freshPhone, letTimePass, originOf, Visitor, withMotion } from './visitor.ts';

withMotion();

afterAll(closeBrowser);
const password = 'Render2026x';

/** Registers on a line that registers by phone, and leaves the visitor on the success screen. */
async function register(visitor: Visitor, phone: string, username: string): Promise<void> {
  await visitor.open('register');
  await visitor.provesPhone(phone);
  await visitor.fill({ username, 'new-password': password });
  if (visitor.line.line.businessTypes.length > 1)
    await visitor.choose('business-type', visitor.line.line.businessTypes[0] ?? '');
  await visitor.fill({ agreement: true });
  await visitor.press('screens.register.forms.phone.submit');
  await visitor.at('register-success');
}

test('a visitor registers by phone, goes on to the console, signs out and signs in again by password', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const [phone, username] = [freshPhone(), freshName()];
  await register(visitor, phone, username);
  await visitor.sees('screens.register-success.states.done.title');
  await visitor.press('screens.register-success.actions.continue');
  await visitor.at('console');
  await visitor.page.getByText(username).first().waitFor();
  const stored = await visitor.page.evaluate(() => [
    localStorage.getItem('raySyncUserKey'),
    sessionStorage.getItem('raySyncUserKey'),
  ]);
  expect(stored[0]).toMatch(/^[^|]+\|2\|2$/);
  expect(stored[1]).toBe(stored[0]);
  await visitor.press('screens.console.actions.sign-out');
  await visitor.at('sign-in');
  expect(await visitor.page.evaluate(() => localStorage.getItem('raySyncUserKey'))).toBeNull();
  await visitor.fill({ account: username, password });
  await visitor.field('password').press('Enter');
  await visitor.at('console');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a phone code signs in a known phone, and takes an unknown one to registration with the phone proven', async () => {
  const first = await Visitor.arrive('renderbus');
  const phone = freshPhone();
  await first.open('sign-in');
  await first.tab('sign-in', 'code');
  await first.fill({ phone });
  await first.press('widgets.code.send');
  await first.fill({ code: (await first.newestMessage(`+86${phone}`, 'code')).code ?? '' });
  await first.press('screens.sign-in.forms.code.submit');
  await first.at('register');
  await first.sees('screens.register.texts.phone-not-registered');
  await first.sees('screens.register.texts.step-account', { phone: `+86${phone}` });
  const username = freshName();
  await first.fill({ username, 'new-password': password });
  await first.choose('business-type', 'animation');
  await first.fill({ agreement: true });
  await first.press('screens.register.forms.phone.submit');
  await first.at('register-success');
  await first.leave();
});

test('wrong passwords: a captcha from the third on, a way to reset from the fifth, tries left from the seventh, then the lock', async () => {
  const owner = await Visitor.arrive('renderbus');
  const username = freshName();
  await register(owner, freshPhone(), username);
  await owner.leave();

  const stranger = await Visitor.arrive('renderbus');
  await stranger.open('sign-in');
  await stranger.fill({ account: username });
  const attempt = async (value: string, captcha: boolean): Promise<void> => {
    await stranger.fill({ password: value });
    await stranger.press('screens.sign-in.forms.password.submit');
    if (captcha) await stranger.press('captcha.action');
  };
  for (let wrong = 1; wrong <= 10; wrong += 1) {
    await attempt(`Wrong${wrong}pass`, wrong > 3);
    const sentence =
      { 7: 'errors.818', 8: 'errors.820', 9: 'errors.821', 10: 'errors.Account.Locked' }[wrong] ??
      'errors.Account.SignIn.Failed';
    await stranger.sees(sentence);
    expect(await stranger.field('account').inputValue()).toBe(username);
    if (wrong === 5)
      await stranger.page
        .getByRole('alert')
        .getByRole('link', { name: stranger.text('errors.links.forgot-password') })
        .waitFor();
  }
  // Locked: not even the right password, and no captcha is asked for in vain.
  await attempt(password, false);
  await stranger.sees('errors.Account.Locked');
  expect(stranger.complaints).toEqual([]);
  await stranger.leave();
});

test('automatic sign-in outlives the browser, an ordinary session does not', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const username = freshName();
  await register(visitor, freshPhone(), username);
  await visitor.leave();
  for (const remember of [true, false]) {
    const first = await Visitor.arrive('renderbus');
    await first.open('sign-in');
    await first.fill({ account: username, password, 'auto-sign-in': remember });
    await first.press('screens.sign-in.forms.password.submit');
    await first.at('console');
    const state = await first.context.storageState();
    await first.leave();
    // A browser restart keeps cookies with an expiry and drops the others.
    const kept = { ...state, cookies: state.cookies.filter((cookie) => cookie.expires > 0) };
    const { browser } = await import('./visitor.ts');
    const second = await Visitor.arrive('renderbus', {
      context: await (await browser()).newContext({ storageState: kept }),
    });
    await second.page.goto(`${originOf('renderbus')}/sso`);
    await second.at(remember ? 'console' : 'sign-in');
    await second.leave();
  }
});

test('a double click sends one request, and going offline in the middle keeps what was typed', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('sign-in');
  await visitor.fill({ account: 'nobody_here', password });
  await visitor.button('screens.sign-in.forms.password.submit').dblclick();
  await visitor.sees('errors.Account.SignIn.Failed');
  expect(visitor.requests.filter((request) => request.endsWith('/signIn'))).toHaveLength(1);
  await visitor.page.route('**/api/sso/sign/signIn', async () => {
    await visitor.context.setOffline(true);
  });
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.sees('errors.offline');
  expect(await visitor.field('account').inputValue()).toBe('nobody_here');
  await visitor.context.setOffline(false);
  await visitor.page.unroute('**/api/sso/sign/signIn');
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.sees('errors.Account.SignIn.Failed');
  await visitor.leave();
});

test('a forgotten password is reset by phone code, and the new one signs in', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const [phone, username] = [freshPhone(), freshName()];
  await register(visitor, phone, username);
  await visitor.leave();
  await letTimePass(61);
  const again = await Visitor.arrive('renderbus');
  await again.open('forgot-password');
  await again.fill({ phone });
  await again.press('widgets.code.send');
  await again.sees('widgets.code.sent');
  await again.fill({ code: (await again.newestMessage(`+86${phone}`, 'code')).code ?? '' });
  await again.press('screens.forgot-password.forms.phone.submit');
  await again.at('reset-password');
  await again.fill({ 'new-password': 'Another2026y', 'confirm-password': 'Another2026z' });
  await again.press('screens.reset-password.forms.password.submit');
  await again.sees('fields.confirm-password.errors.sameAs');
  await again.fill({ 'confirm-password': 'Another2026y' });
  await again.press('screens.reset-password.forms.password.submit');
  await again.at('reset-done');
  await again
    .press('screens.reset-done.actions.sign-in')
    .catch(() => again.follow('screens.reset-done.actions.sign-in'));
  await again.at('sign-in');
  await again.fill({ account: username, password: 'Another2026y' });
  await again.press('screens.sign-in.forms.password.submit');
  await again.at('console');
  await again.leave();
});

test('a sub account signs in by its name at the master, and its bare name is no way in', async () => {
  const visitor = await Visitor.arrive('renderbus');
  // Seeded by the start command; the master's id is part of the reference accounts.
  const loginName = 'foyer_sub@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
  await visitor.open('sign-in');
  await visitor.tab('sign-in', 'sub-account');
  await visitor.fill({ 'login-name': 'foyer_sub', password: 'Foyer2026a' });
  await visitor.press('screens.sign-in.forms.sub-account.submit');
  await visitor.sees('fields.login-name.errors.pattern');
  expect(visitor.requests.filter((request) => request.endsWith('/child/login'))).toEqual([]);
  await visitor.fill({ 'login-name': loginName });
  await visitor.press('screens.sign-in.forms.sub-account.submit');
  await visitor.at('console');
  await visitor.page.getByText('foyer_sub').first().waitFor();
  await visitor.leave();
});
