/** What visitors do beside the straight way: they leave and come back, use a phone, or find that a stranger came first. */
import { closeBrowser, freshName, freshPhone, letTimePass, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const PASSWORD = 'Render2026x';
const NEXT = 'Another2026y';

/** Registers by phone, and stays on the page that says so. */
async function registerByPhone(visitor: Visitor, phone: string, username: string): Promise<void> {
  await visitor.open('register');
  await visitor.provesPhone(phone);
  await visitor.fill({ username, 'new-password': PASSWORD });
  if (visitor.line.line.businessTypes.length > 1)
    await visitor.choose('business-type', visitor.line.line.businessTypes[0] ?? '');
  await visitor.fill({ agreement: true });
  await visitor.press('screens.register.forms.phone.submit');
  await visitor.at('register-success');
}

/** Registers by e-mail, and gives the mail's link. */
async function registerByEmail(visitor: Visitor, email: string, username: string): Promise<string> {
  await visitor.registersByEmail(email, username, PASSWORD);
  return (await visitor.newestMessage(email, 'activation')).link;
}

async function signIn(visitor: Visitor, account: string, password: string): Promise<void> {
  await visitor.open('sign-in');
  await visitor.fill({ account, password });
  await visitor.press('screens.sign-in.forms.password.submit');
}

/** All that the tab and the browser keep, as one text. */
const kept = (visitor: Visitor): Promise<string> =>
  visitor.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

test('after a right phone code the form for a new password is for this visit of the flow, also with Back and a reload', async () => {
  const [phone, username] = [freshPhone(), freshName()];
  const first = await Visitor.arrive('renderbus');
  await registerByPhone(first, phone, username);
  await first.leave();
  await letTimePass(61);
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('forgot-password');
  await visitor.fill({ phone });
  await visitor.press('widgets.code.send');
  await visitor.sees('widgets.code.sent');
  await visitor.fill({ code: (await visitor.newestMessage(`+86${phone}`, 'code')).code ?? '' });
  await visitor.press('screens.forgot-password.forms.phone.submit');
  await visitor.at('reset-password');
  await visitor.page.reload();
  await visitor.live();
  await visitor.field('new-password').waitFor();

  // Whoever sits there next opens the address in another tab, or in this one after another page.
  const beside = await Visitor.arrive('renderbus', { context: visitor.context });
  await beside.open('reset-password');
  await beside.at('forgot-password');
  await beside.page.close();
  await visitor.open('sign-in');
  await visitor.open('reset-password');
  await visitor.at('forgot-password');
  await visitor.page.goBack();
  await visitor.page.goBack();
  await visitor.live();
  await visitor.at('forgot-password');
  expect(await visitor.field('new-password').count()).toBe(0);
  await visitor.leave();
});

test.each(['foxrenderfarm', 'dragonforeign'])(
  '%s: a mailbox that a stranger registered is its owner’s alone once the owner set a password',
  async (line) => {
    const username = freshName();
    const email = `${username}@mail.example`;
    const stranger = await Visitor.arrive(line);
    const link = await registerByEmail(stranger, email, username);

    const owner = await Visitor.arrive(line);
    await owner.page.goto(link);
    await owner.live();
    await owner.sees('screens.activate.states.elsewhere.title');
    await owner.press('screens.activate.actions.set-password');
    await owner.at('reset-password');
    await owner.fill({ 'new-password': NEXT, 'confirm-password': NEXT });
    await owner.press('screens.reset-password.forms.password.submit');
    await owner.at('activate');
    await owner.sees('screens.activate.states.password-set.title');

    await signIn(stranger, email, PASSWORD);
    await stranger.sees('errors.Account.SignIn.Failed');
    await signIn(owner, email, NEXT);
    await owner.page.waitForURL((url) => !url.pathname.startsWith('/sso/signin'));
    expect([...owner.complaints, ...stranger.complaints]).toEqual([]);
    await owner.leave();
    await stranger.leave();
  },
);

test.each(['renderbus', 'foxrenderfarm'])('%s: nothing of the person stays in the tab or browser', async (line) => {
  const username = freshName();
  const email = `${username}@mail.example`;
  const phone = freshPhone();
  const visitor = await Visitor.arrive(line);
  if (line === 'renderbus') {
    await registerByPhone(visitor, phone, username);
    await visitor.open('/console');
  } else {
    await visitor.page.goto(await registerByEmail(visitor, email, username));
    await visitor.live();
    await visitor.press('screens.activate.actions.activate');
    await visitor.sees('screens.activate.states.done.title');
    await signIn(visitor, email, PASSWORD);
    await visitor.at('software-select');
    await visitor.open('/console');
  }
  await visitor.sees('screens.console.states.signed-in.title', { username });
  const id = await visitor.page.getByRole('definition').nth(2).textContent();
  await visitor.press('screens.console.actions.sign-out');
  await visitor.at('sign-in');
  await visitor.page.waitForLoadState('networkidle');
  const left = await kept(visitor);
  for (const personal of [username, email, phone, id ?? username]) expect(left).not.toContain(personal);
  // Nor by Back.
  await visitor.page.goBack();
  await visitor.live();
  await visitor.at('sign-in');
  expect(await visitor.page.getByText(username).count()).toBe(0);
  await visitor.leave();
});

test('ending one’s own session in the list leads to sign-in, in this tab and in the other', async () => {
  const username = freshName();
  const visitor = await Visitor.arrive('renderbus');
  await registerByPhone(visitor, freshPhone(), username);
  await visitor.open('/console');
  const other = await Visitor.arrive('renderbus', { context: visitor.context });
  await other.open('/console');
  await other.sees('screens.console.states.signed-in.title', { username });
  const end = 'screens.console.records.sessions.events.end-session';
  // Whoever is asked, and says no by Escape or by Enter on the button that has the focus, stays.
  const sent = visitor.requests.length;
  for (const key of ['Escape', 'Enter']) {
    await visitor.press(end);
    await visitor.sees('confirms.end-this-session.title');
    // Enter that follows at once belongs to the press before.
    await visitor.page.waitForTimeout(600);
    await visitor.page.keyboard.press(key);
    await visitor.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await visitor.button(end).evaluate((button) => button === document.activeElement)).toBe(true);
  }
  expect(visitor.requests.slice(sent)).not.toContain('POST /api/foyer/sessions/end');
  await visitor.press(end);
  await visitor.goOn(end);
  await visitor.at('sign-in');
  await other.at('sign-in');
  expect(await other.page.getByText(username).count()).toBe(0);
  await visitor.leave();
});

test.each(['renderbus', 'dayan', 'ip'])('%s, on a phone: success is seen from its top', async (line) => {
  const visitor = await Visitor.arrive(line, { phone: true });
  await registerByPhone(visitor, freshPhone(), freshName());
  const title = visitor.page.getByRole('heading', { level: 1 });
  await title.waitFor();
  expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
  const box = await title.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 844).toBe(true);
  await visitor.leave();
});

test('availability asks for its captcha once names were tried often, and then answers', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('register');
  // The phone was asked about, too.
  await visitor.provesPhone(freshPhone());
  const field = visitor.field('username');
  for (let tried = 0; tried < 9; tried += 1) {
    await field.fill(freshName());
    const answered = visitor.page.waitForResponse((answer) => answer.url().includes('registerCheck'));
    await field.blur();
    await answered;
  }
  await field.fill('foyer_master');
  await field.blur();
  await visitor.press('captcha.action');
  await visitor.sees('errors.Account.UserName.Existed', { phoneLike: 'absent' });
  expect(await field.inputValue()).toBe('foyer_master');
  await visitor.leave();
});

test('Enter twice in a form sends one request', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  await visitor.open('sign-in');
  await visitor.fill({ account: 'foyer_nobody', password: PASSWORD });
  await visitor.field('password').press('Enter');
  await visitor.field('password').press('Enter');
  await visitor.page.getByRole('alert').first().waitFor();
  expect(
    visitor.requests.filter((request) => request.startsWith('POST') && /[Ll]ogin|password/.test(request)),
  ).toHaveLength(1);
  await visitor.leave();
});
