import { closeBrowser, freshName, letTimePass, originOf, Visitor, withMotion } from './visitor.ts';

withMotion();

afterAll(closeBrowser);
const password = 'Render2026x';

async function register(visitor: Visitor, email: string, username: string): Promise<void> {
  await visitor.registersByEmail(email, username, password);
  await visitor.sees('screens.activate.states.sent.title');
}

test('a visitor registers by e-mail, activates by the link in the mail and signs in', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const username = freshName();
  const email = `${username}@mail.example`;
  await register(visitor, email, username);

  // Before activation the right password says what is missing.
  await visitor.open('sign-in');
  await visitor.fill({ account: email, password });
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.sees('errors.Account.UnActivated');

  const { link } = await visitor.newestMessage(email, 'activation');
  // A mail scanner loads the page and submits nothing: the link still works for its owner.
  const scanner = await Visitor.arrive('foxrenderfarm');
  await scanner.page.goto(link);
  await scanner.live();
  await scanner.leave();
  await visitor.page.goto(link);
  await visitor.live();
  await visitor.sees('screens.activate.states.ready.title');
  expect(new URL(visitor.page.url()).search).not.toContain('token');
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');

  // Again: success again, nothing lost.
  await visitor.page.goto(link);
  await visitor.live();
  await visitor.sees('screens.activate.states.already-active.title');

  await visitor.open('sign-in');
  await visitor.fill({ account: email, password });
  await visitor.press('screens.sign-in.forms.password.submit');
  // The first sign-in leads to the choice of software.
  await visitor.at('software-select');
  await visitor.press('screens.software-select.actions.skip');
  await visitor.at('console');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a page that waits for its mail notices that the link was followed, in another browser or another tab', async () => {
  const [phone, desk] = [freshName(), freshName()];
  const visitor = await Visitor.arrive('foxrenderfarm');
  await register(visitor, `${phone}@mail.example`, phone);
  const other = await Visitor.arrive('foxrenderfarm', { phone: true });
  await other.page.goto((await other.newestMessage(`${phone}@mail.example`, 'activation')).link);
  await other.live();
  await other.sees('screens.activate.states.elsewhere.title');
  await other.press('screens.activate.actions.set-password');
  await other.at('reset-password');
  await other.fill({ 'new-password': password, 'confirm-password': password });
  await other.press('screens.reset-password.forms.password.submit');
  await other.at('activate');
  await other.sees('screens.activate.states.password-set.title');
  await visitor.sees('screens.activate.states.done.title');
  expect(visitor.complaints).toEqual([]);
  await other.leave();
  await visitor.leave();

  const first = await Visitor.arrive('foxrenderfarm');
  await register(first, `${desk}@mail.example`, desk);
  const tab = await Visitor.arrive('foxrenderfarm', { context: first.page.context() });
  await tab.page.goto((await tab.newestMessage(`${desk}@mail.example`, 'activation')).link);
  await tab.live();
  await tab.press('screens.activate.actions.activate');
  await tab.sees('screens.activate.states.done.title');
  await first.sees('screens.activate.states.done.title');
  await first.press('screens.activate.actions.sign-in');
  await first.at('sign-in');
  await first.leave();
});

test('a bad link ends in a page with a way on', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  await visitor.page.goto(`${originOf('foxrenderfarm')}/sso/activate?token=${'x'.repeat(43)}`);
  await visitor.live();
  await visitor.sees('screens.activate.states.expired.title');
  await visitor.leave();
});

test('the language comes from the parameter, then from what was stored, then from the line', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const language = (): Promise<string | null> => visitor.page.locator('html').getAttribute('lang');
  await visitor.open('sign-in');
  expect(await language()).toMatch(/^en/);
  await visitor.page.goto(`${originOf('foxrenderfarm')}/sso/signin?lang=zh_CN`);
  expect(await language()).toMatch(/^zh/);
  await visitor.page.goto(`${originOf('foxrenderfarm')}/sso/signin`);
  expect(await language()).toMatch(/^zh/);
  await visitor.page.goto(`${originOf('foxrenderfarm')}/sso/signin?lang=anything`);
  expect(await language()).toMatch(/^en/);
  await visitor.leave();
});

test('a forgotten password is reset by the link in the mail, and every other session ends', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const username = freshName();
  const email = `${username}@mail.example`;
  await register(visitor, email, username);
  await visitor.page.goto((await visitor.newestMessage(email, 'activation')).link);
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
  await visitor.open('sign-in');
  await visitor.fill({ account: username, password });
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.at('software-select');
  await visitor.press('screens.software-select.actions.skip');
  await visitor.at('console');

  await letTimePass(61);
  const other = await Visitor.arrive('foxrenderfarm');
  await other.open('forgot-password');
  await other.fill({ email });
  await other.press('screens.forgot-password.forms.email.submit');
  await other.at('reset-sent');
  await other.page.goto((await other.newestMessage(email, 'reset')).link);
  await other.live();
  await other.fill({ 'new-password': password, 'confirm-password': password });
  await other.press('screens.reset-password.forms.password.submit');
  await other.sees('errors.Password.Same.As.Last');
  await other.fill({ 'new-password': 'Another2026y', 'confirm-password': 'Another2026y' });
  await other.press('screens.reset-password.forms.password.submit');
  await other.at('reset-done');
  await visitor.page.reload();
  await visitor.at('sign-in');
  await visitor.sees('screens.sign-in.says.signed-out');
  await visitor.leave();
  await other.leave();
});
