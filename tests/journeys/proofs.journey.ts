/** Links, proofs and sessions of two accounts in one browser: each does what it was made for, and nothing for the other. */
import { arriveStill, enter, press, settled } from './still-visitor.ts';
import { closeBrowser, freshName, letTimePass, PATIENCE, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const LINE = 'foxrenderfarm';
const FIRST = 'Render2026x';
const SECOND = 'Another2026y';

interface Person {
  readonly email: string;
  readonly username: string;
}

/** Somebody with an active account. */
async function person(initial: string): Promise<Person> {
  const visitor = await Visitor.arrive(LINE);
  // What is masked differs from the first letters on.
  const username = `${initial}${freshName()}`.slice(0, 20);
  const email = `${username}@mail.example`;
  await visitor.registersByEmail(email, username, FIRST);
  await visitor.page.goto((await visitor.newestMessage(email, 'activation')).link);
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
  await visitor.leave();
  return { email, username };
}

/** The link that resets a person's password, asked for in a browser of its own. */
async function resetLink({ email }: Person): Promise<string> {
  await letTimePass(61);
  const visitor = await Visitor.arrive(LINE);
  await visitor.open('forgot-password');
  await visitor.fill({ email });
  await visitor.press('screens.forgot-password.forms.email.submit');
  await visitor.at('reset-sent');
  const { link } = await visitor.newestMessage(email, 'reset');
  await visitor.leave();
  return link;
}

async function signsIn({ username }: Person, password: string): Promise<boolean> {
  const visitor = await Visitor.arrive(LINE);
  await visitor.open('sign-in');
  await visitor.fill({ account: username, password });
  await visitor.press('screens.sign-in.forms.password.submit');
  const done = visitor.page.waitForURL((url) => !url.pathname.startsWith('/sso/signin'), { timeout: PATIENCE });
  const refused = visitor.page.getByRole('alert').first().waitFor({ timeout: PATIENCE });
  const signedIn = await Promise.race([done.then(() => true), refused.then(() => false)]);
  // The other of the two never comes; it ends with the page.
  await visitor.leave();
  await Promise.allSettled([done, refused]);
  return signedIn;
}

const masked = ({ email }: Person): string => `${email.slice(0, 2)}****${email.slice(email.indexOf('@'))}`;

test('one link and then another’s in the same tab set the other’s password alone; the used one says so', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const [adas, bobs] = [await resetLink(ada), await resetLink(bob)];
  const visitor = await Visitor.arrive(LINE);
  await visitor.page.goto(adas);
  await visitor.live();
  await visitor.page.getByText(masked(ada)).waitFor();
  // Reload keeps whose it is.
  await visitor.page.reload();
  await visitor.live();
  await visitor.page.getByText(masked(ada)).waitFor();

  await visitor.page.goto(bobs);
  await visitor.live();
  await visitor.page.getByText(masked(bob)).waitFor();
  expect(await visitor.page.getByText(masked(ada)).count()).toBe(0);
  await visitor.fill({ 'new-password': SECOND, 'confirm-password': SECOND });
  await visitor.press('screens.reset-password.forms.password.submit');
  await visitor.at('reset-done');
  await visitor.sees('screens.reset-done.states.done.title');

  await visitor.page.goto(bobs);
  await visitor.sees('screens.reset-done.states.used.title');
  // Hers was not touched, and is taken in the tab that used his.
  await visitor.page.goto(adas);
  await visitor.live();
  await visitor.page.getByText(masked(ada)).waitFor();
  expect([await signsIn(bob, SECOND), await signsIn(ada, FIRST)]).toEqual([true, true]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
}, 180000);

test('a form that is open when somebody else uses its link says that it was used', async () => {
  const ada = await person('ada');
  const link = await resetLink(ada);
  const [first, second] = [await Visitor.arrive(LINE), await Visitor.arrive(LINE)];
  const still = await arriveStill(LINE, 'sign-in');
  for (const visitor of [first, second]) {
    await visitor.page.goto(link);
    await visitor.live();
    await visitor.page.getByText(masked(ada)).waitFor();
  }
  await still.page.goto(link);
  await settled(still.page);
  await still.page.getByText(masked(ada)).waitFor();
  await first.fill({ 'new-password': SECOND, 'confirm-password': SECOND });
  await first.press('screens.reset-password.forms.password.submit');
  await first.sees('screens.reset-done.states.done.title');
  await second.fill({ 'new-password': 'Third2026z', 'confirm-password': 'Third2026z' });
  await second.press('screens.reset-password.forms.password.submit');
  await second.sees('screens.reset-done.states.used.title');
  await enter(still, { 'new-password': 'Third2026z', 'confirm-password': 'Third2026z' });
  await press(still, 'screens.reset-password.forms.password.submit');
  await still.page.getByText(still.text('screens.reset-done.states.used.title')).first().waitFor();
  expect(await signsIn(ada, SECOND)).toBe(true);
  for (const visitor of [first, second, still]) await visitor.leave();
}, 180000);

test('Back and Forward between two links ask about each anew, and the named account alone gets the password', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const [adas, bobs] = [await resetLink(ada), await resetLink(bob)];
  const visitor = await Visitor.arrive(LINE);
  const { page } = visitor;
  const asked = (): number => visitor.requests.filter((each) => each.endsWith('checkEmailToken')).length;
  const names = async (whose: Person, other: Person, how: () => Promise<unknown>): Promise<void> => {
    const before = asked();
    await how();
    await visitor.live();
    await page.getByText(masked(whose)).waitFor();
    expect([asked() - before, await page.getByText(masked(other)).count()]).toEqual([1, 0]);
  };
  await names(ada, bob, () => page.goto(adas));
  await names(bob, ada, () => page.goto(bobs));
  await names(ada, bob, () => page.goBack());
  await names(bob, ada, () => page.goForward());
  await names(ada, bob, () => page.goBack());
  // In another language, pressed before the scripts have come, it is the same link still.
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/main.*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('link', { name: visitor.text('frame.languages.zh') }).click({ noWaitAfter: true });
  await page.unroute('**/assets/main.*.js');
  release();
  await page.locator('html[lang=zh][data-live]').waitFor({ state: 'attached' });
  await page.getByText(masked(ada)).waitFor();
  const chinese = new Visitor(visitor.line, 'zh', visitor.context, page, visitor.origin);
  await chinese.fill({ 'new-password': SECOND, 'confirm-password': SECOND });
  await chinese.press('screens.reset-password.forms.password.submit');
  await chinese.sees('screens.reset-done.states.done.title');
  // Her link did its work; his is still good for him.
  await page.goBack();
  await chinese.sees('screens.reset-done.states.used.title');
  expect([await signsIn(ada, SECOND), await signsIn(bob, FIRST)]).toEqual([true, true]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
}, 180000);

test('a form for a new password is gone once its page was left for another one', async () => {
  const ada = await person('ada');
  const visitor = await Visitor.arrive(LINE);
  await visitor.page.goto(await resetLink(ada));
  await visitor.live();
  await visitor.page.getByText(masked(ada)).waitFor();
  await visitor.open('sign-in');
  await visitor.open('reset-password');
  await visitor.at('forgot-password');
  await visitor.leave();
});

test('an older tab says that another account is signed in, and does nothing in its name', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const visitor = await Visitor.arrive(LINE);
  const signIn = async (at: Visitor, { username }: Person): Promise<void> => {
    await at.open('sign-in');
    await at.fill({ account: username, password: FIRST });
    await at.press('screens.sign-in.forms.password.submit');
    await at.at('software-select');
  };
  await signIn(visitor, ada);
  await visitor.open('change-password');
  await visitor.fill({ 'old-password': FIRST, 'new-password': SECOND, 'confirm-password': SECOND });
  // The other account signs in beside it, as a browser does whose first session ended: with its cookies alone.
  const other = await Visitor.arrive(LINE);
  await signIn(other, bob);
  const theirs = (await other.context.cookies()).filter(({ name }) => name.includes('session'));
  await visitor.context.addCookies(theirs);
  await visitor.press('screens.change-password.forms.password.submit');
  await visitor.at('other-account');
  await visitor.sees('screens.other-account.states.known.title');
  expect([await signsIn(bob, FIRST), await signsIn(ada, FIRST)]).toEqual([true, true]);
  await visitor.leave();
  await other.leave();
});
