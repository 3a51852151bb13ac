/** The signed-in account and the ways back into it: phone, e-mail, password, username, sub accounts, several accounts on one phone. */
import { closeBrowser, freshName, freshPhone, letTimePass, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const SEEDED = 'Foyer2026a';
const NEXT = 'Another2026y';
const MASTER = {
  renderbus: '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  foxrenderfarm: 'c84e2b96-75fa-4d1c-8e60-91a3b7d4f258',
};

async function signIn(visitor: Visitor, account: string, password = SEEDED): Promise<void> {
  await visitor.open('sign-in');
  await visitor.fill({ account, password });
  await visitor.press('screens.sign-in.forms.password.submit');
}

/** Has another code sent by a browser that had a message before, which is asked for a captcha first. */
async function sendAnother(visitor: Visitor): Promise<void> {
  await visitor.press('widgets.code.send');
  await visitor.button('captcha.action').click();
}

/** Registers on an e-mail line, activates by the link and signs in. */
async function member(visitor: Visitor, password = 'Render2026x'): Promise<{ email: string; username: string }> {
  const username = freshName();
  const email = `${username}@mail.example`;
  await visitor.registersByEmail(email, username, password);
  const { link } = await visitor.newestMessage(email, 'activation');
  await visitor.page.goto(link ?? '');
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
  expect(visitor.requests).toContain('POST /api/rendering/user/activateAbroadRegisterUser');
  await signIn(visitor, email, password);
  await visitor.at('software-select');
  await visitor.press('screens.software-select.actions.skip');
  await visitor.at('console');
  return { email, username };
}

test('an e-mail account binds its phone from its page; the mailbox is told', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm', { phone: true });
  const { email } = await member(visitor);
  await visitor.press('screens.console.actions.bind-phone');
  await visitor.at('bind-phone');
  const phone = `415555${String(Date.now()).slice(-4)}`;
  await visitor.fill({ phone });
  await sendAnother(visitor);
  const { code } = await visitor.newestMessage(`+1${phone}`, 'code');
  await visitor.fill({ code: code ?? '', 'old-password': 'Wrong2026x' });
  await visitor.press('screens.bind-phone.forms.phone.submit');
  await visitor.sees('errors.Account.SignIn.Failed.old-password');
  await visitor.fill({ 'old-password': 'Render2026x' });
  await visitor.press('screens.bind-phone.forms.phone.submit');
  await visitor.at('account-saved');
  await visitor.sees('screens.account-saved.states.phone.title');
  await visitor.newestMessage(email, 'phone-bound');
  await visitor.press('screens.account-saved.actions.console');
  await visitor.button('screens.console.actions.change-phone').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a line with the coupon gives it for the first phone', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await signIn(visitor, 'foyer_flagged');
  await visitor.press('screens.sign-in.forms.username.close');
  await visitor.at('console');
  await visitor.press('screens.console.actions.bind-phone');
  await visitor.at('bind-phone');
  await visitor.sees('screens.bind-phone.texts.coupon');
  const phone = freshPhone();
  await visitor.fill({ phone });
  await visitor.press('widgets.code.send');
  const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
  await visitor.fill({ code: code ?? '', 'old-password': SEEDED });
  await visitor.press('screens.bind-phone.forms.phone.submit');
  await visitor.at('account-saved');
  await visitor.sees('screens.account-saved.states.phone-coupon.text', { phone: `+86${phone}`, coupon: 70 });
  await visitor.page.reload();
  await visitor.sees('screens.account-saved.states.phone-coupon.title');
  await visitor.leave();
});

test('the e-mail and the password are changed from the account’s page, and the old address is told', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const { email, username } = await member(visitor);
  await visitor.press('screens.console.actions.change-email');
  await visitor.at('change-email');
  const next = `next-${email}`.slice(-40);
  await visitor.fill({ email: next });
  await sendAnother(visitor);
  const { code } = await visitor.newestMessage(next, 'code');
  await visitor.fill({ 'email-code': code ?? '', 'old-password': 'Render2026x' });
  // Whoever clicks twice means one thing: it is sent once, and nothing on the page that comes is pressed by it.
  const sent = visitor.requests.length;
  await visitor.button('screens.change-email.forms.email.submit').dblclick();
  await visitor.at('account-saved');
  await visitor.sees('screens.account-saved.states.email.title');
  expect(visitor.requests.slice(sent).filter((each) => each === 'POST /api/foyer/email')).toHaveLength(1);
  await visitor.newestMessage(email, 'email-changed');
  // Another browser stays signed in until the owner ends it from here.
  const other = await Visitor.arrive('foxrenderfarm');
  await signIn(other, username, 'Render2026x');
  await other.at('console');
  await visitor.page.reload();
  await visitor.press('screens.account-saved.actions.end-others');
  await visitor.goOn('screens.account-saved.actions.end-others');
  await visitor.page
    .getByRole('button', { name: visitor.text('screens.account-saved.records.sessions.events.end-session') })
    .waitFor({ state: 'detached' });
  await other.page.reload();
  await other.at('sign-in');
  await other.leave();

  await visitor.press('screens.account-saved.actions.console');
  await visitor.press('screens.console.actions.change-password');
  await visitor.at('change-password');
  await visitor.fill({
    'old-password': 'Render2026x',
    'new-password': 'Render2026x',
    'confirm-password': 'Render2026x',
  });
  await visitor.press('screens.change-password.forms.password.submit');
  await visitor.sees('errors.Password.Same.As.Last');
  await visitor.fill({ 'new-password': NEXT, 'confirm-password': NEXT });
  await visitor.press('screens.change-password.forms.password.submit');
  await visitor.at('account-saved');
  await visitor.newestMessage(next, 'password-changed');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
  const again = await Visitor.arrive('foxrenderfarm');
  await signIn(again, username, NEXT);
  await again.at('console');
  await again.leave();
});

test.each(['renderbus', 'foxrenderfarm'] as const)(
  'a flagged account on %s is asked for a new username before it leaves; Escape is "not now"',
  async (line) => {
    const visitor = await Visitor.arrive(line);
    await signIn(visitor, 'foyer_flagged');
    await visitor.page.locator('dialog[open]').waitFor();
    await visitor.fill({ username: 'foyer_master' });
    await visitor.press('screens.sign-in.forms.username.submit');
    await visitor.sees('errors.Account.UserName.Existed', { phoneLike: 'absent' });
    await visitor.page.keyboard.press('Escape');
    await visitor.at('console');
    // The page of its own asks the same.
    await visitor.open('set-user-info');
    await visitor.context.clearCookies();
    await visitor.fill({ username: freshName() });
    await visitor.press('screens.set-user-info.forms.username.submit');
    await visitor.at('sign-in');
    expect(await visitor.page.evaluate(() => localStorage.getItem('userKey'))).toBeNull();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
);

test('the page for a new username clears the stored key of a session that is gone', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('sign-in');
  await visitor.page.evaluate(() => localStorage.setItem('userKey', 'stale'));
  await visitor.page.goto(`${new URL(visitor.page.url()).origin}/sso/set-user-info`);
  await visitor.at('sign-in');
  expect(await visitor.page.evaluate(() => localStorage.getItem('userKey'))).toBeNull();
  await visitor.leave();
});

test('two tabs: another account in one is shown in the other, and signing out reaches it', async () => {
  const one = await Visitor.arrive('foxrenderfarm');
  await signIn(one, 'foyer_master');
  await one.at('console');
  const two = await Visitor.arrive('foxrenderfarm', { context: one.context });
  await two.open('/console');
  await two.press('screens.console.actions.sign-out');
  await two.at('sign-in');
  await one.at('sign-in');
  await signIn(one, 'foyer_master');
  await one.at('console');
  // Its page for signing in has been open since before.
  await two.fill({ account: 'foyer_phoneless', password: SEEDED });
  await two.press('screens.sign-in.forms.password.submit');
  await two.at('console');
  await one.at('other-account');
  await one.sees('screens.other-account.states.known.title');
  await one.page.getByText('fo****').waitFor();
  await one.press('screens.other-account.actions.go-on');
  await one.at('console');
  await one.sees('screens.console.states.signed-in.title', { username: 'foyer_phoneless' });
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await one.leave();
});

test.each(['renderbus', 'foxrenderfarm'] as const)(
  'a sub account of %s puts its login name together, signs in, and is remembered',
  async (line) => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('/sso/subaccount');
    await visitor.follow('screens.sub-account.links.sub-account-name');
    await visitor.at('sub-account-name');
    await visitor.fill({ username: 'foyer_sub', 'master-id': 'not an id' });
    await visitor.press('screens.sub-account-name.forms.name.submit');
    await visitor.sees('fields.master-id.errors.minLength', { maxLength: 36 });
    await visitor.fill({ 'master-id': MASTER[line].toUpperCase() });
    await visitor.press('screens.sub-account-name.forms.name.submit');
    await visitor.at('sub-account');
    const name = `foyer_sub@${MASTER[line]}`;
    expect(await visitor.field('login-name').inputValue()).toBe(name);
    await visitor.fill({ password: SEEDED });
    await visitor.press('screens.sub-account.forms.sub-account.submit');
    await visitor.at('console');
    await visitor.page.getByText(name).first().waitFor();
    await visitor.press('screens.console.actions.sign-out');
    await visitor.at('sign-in');
    await visitor.open('/sso/subaccount');
    await visitor.page.waitForFunction(
      (wanted) =>
        document.querySelector('form input')?.getAttribute('value') === wanted ||
        (document.querySelector('form input') as HTMLInputElement | null)?.value === wanted,
      name,
    );
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
);

test('a master switches a sub account on, sets its password, and off again', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  await signIn(visitor, 'foyer_master');
  await visitor.at('console');
  const off = `foyer_sub_off@${MASTER.foxrenderfarm}`;
  const row = visitor.page.getByRole('row').filter({ hasText: off });
  const press = (event: string) =>
    visitor.button(`screens.console.records.sub-accounts.events.${event}`, {}, row).click();
  await row.waitFor();
  await press('enable-sub-account');
  await row.getByText(visitor.text('screens.console.records.sub-accounts.words.status.active')).waitFor();
  await press('set-sub-password');
  await visitor.at('sub-account-password');
  await visitor.sees('screens.sub-account-password.texts.whose', { subLoginName: off });
  const password = `Worker${Date.now()}x`.slice(0, 18);
  await visitor.fill({ 'new-password': password, 'confirm-password': password });
  await visitor.press('screens.sub-account-password.forms.password.submit');
  await visitor.at('account-saved');

  const worker = await Visitor.arrive('foxrenderfarm');
  const enter = async () => {
    await worker.open('/sso/subaccount');
    await worker.fill({ 'login-name': off, password });
    await worker.press('screens.sub-account.forms.sub-account.submit');
  };
  await enter();
  await worker.at('console');
  await visitor.press('screens.account-saved.actions.console');
  await row.waitFor();
  await press('disable-sub-account');
  await visitor.goOn('screens.console.records.sub-accounts.events.disable-sub-account');
  await row.getByText(visitor.text('screens.console.records.sub-accounts.words.status.disabled')).waitFor();
  await worker.page.reload();
  await worker.at('sub-account');
  await worker.sees('screens.sub-account.says.signed-out');
  expect(await worker.field('login-name').inputValue()).toBe(off);
  await enter();
  await worker.sees('errors.Account.Disabled.login-name');
  expect([...visitor.complaints, ...worker.complaints]).toEqual([]);
  await worker.leave();
  await visitor.leave();
});

test.each(['zh', 'en'])(
  'a phone of several accounts asks which one to reset, in %s; a sub account is sent to its master',
  async (language) => {
    const visitor = await Visitor.arrive('renderbus', { language });
    await letTimePass(61);
    await visitor.open(`/sso/forget-password?lang=${language === 'zh' ? 'zh_CN' : 'en'}`);
    await visitor.fill({ phone: '13800138000' });
    await visitor.press('widgets.code.send');
    await visitor.sees('widgets.code.sent');
    await visitor.fill({ code: (await visitor.newestMessage('+8613800138000', 'code')).code ?? '' });
    await visitor.press('screens.forgot-password.forms.phone.submit');
    await visitor.at('choose-account');
    await visitor.page.getByText('foyer_sub_off').waitFor();
    // Every button stands inside its column, whatever the language.
    for (const button of await visitor.page.getByRole('row').getByRole('button').all()) {
      const [box, room] = await Promise.all([button.boundingBox(), visitor.page.locator('.records').boundingBox()]);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0));
    }
    const choose = 'screens.choose-account.records.accounts.events';
    await visitor.press(`${choose}.choose`);
    await visitor.at('reset-password');
    await visitor.fill({ 'new-password': SEEDED, 'confirm-password': SEEDED });
    await visitor.press('screens.reset-password.forms.password.submit');
    await visitor.sees('errors.Password.Same.As.Last');
    expect(visitor.requests).toContain('POST /api/sso/password/resetPassword');
    await visitor.page.goBack();
    await visitor.at('choose-account');
    await visitor.press(`${choose}.choose-sub`);
    await visitor.at('sub-account');
    // Another page of ours leaves the flow: what the code proved is gone.
    await visitor.page.goBack();
    await visitor.at('forgot-password');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
);
