/** Each of the four results of a third-party sign-in by each provider that the zone offers, and what a provider in trouble ends in. DingTalk's members have journeys of their own. */
import { type Decision, decide, done, MASTER, setOut, setOutInWindow, signedIn, title } from './third-party.ts';
import { closeBrowser, freshName, Visitor } from './visitor.ts';

afterAll(closeBrowser);

type Provider = 'wechat' | 'qq' | 'google' | 'apple';

/** Goes as far as the decision at the provider, in whatever way its button takes. */
async function come(visitor: Visitor, provider: Provider, decision: Decision): Promise<void> {
  if (provider === 'qq') return decide(await setOutInWindow(visitor, provider), decision);
  await setOut(visitor, provider);
  if (provider === 'wechat') await visitor.press('screens.wechat.actions.redirect');
  await decide(visitor.page, decision);
}

const RESULTS: readonly [line: string, provider: Provider, person: string, screen: string][] = [
  ...(['wechat', 'qq'] as const).flatMap((provider): [string, Provider, string, string][] => [
    ['renderbus', provider, 'linked', 'console'],
    ['renderbus', provider, 'risky', 'third-verify'],
    ['renderbus', provider, '', 'bind-account'],
    ['renderbus', provider, 'phoneless', 'third-phone'],
  ]),
  // These lines register by e-mail: nobody lacks a phone there.
  ...(['google', 'apple'] as const).flatMap((provider): [string, Provider, string, string][] => [
    ['foxrenderfarm', provider, 'linked', 'console'],
    ['foxrenderfarm', provider, 'risky', 'third-verify'],
    ['foxrenderfarm', provider, '', 'bind-account'],
    ['foxrenderfarm', provider, 'phoneless', 'console'],
  ]),
];

test.each(RESULTS)('%s, %s, who is "%s": %s', async (line, provider, person, screen) => {
  const visitor = await Visitor.arrive(line);
  await come(visitor, provider, { person: person === '' ? freshName() : person });
  if (screen === 'console') await signedIn(visitor);
  else await visitor.at(screen);
  await done(visitor);
});

/** Milliseconds within which a visitor hears that a provider does not answer. */
const PATIENCE = 10_000;

describe.each([
  ['renderbus', 'qq', 'QQ'],
  ['foxrenderfarm', 'google', 'Google'],
  ['foxrenderfarm', 'apple', 'Apple'],
] as const)('%s, %s', (line, provider, name) => {
  test.each([
    ['slow', 'Timeout'],
    ['down', 'Failed'],
  ])('that is %s: a sentence within ten seconds, and the password still works', async (trouble, said) => {
    const visitor = await Visitor.arrive(line);
    await come(visitor, provider, { person: 'linked', trouble });
    const since = Date.now();
    await visitor.sees(`errors.${name}.Login.${said}`);
    expect(Date.now() - since).toBeLessThan(PATIENCE);
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await visitor.fill(MASTER);
    await visitor.press('screens.sign-in.forms.password.submit');
    await signedIn(visitor);
    await done(visitor);
  });

  test('whose code was used already: a sentence, and a way on', async () => {
    const visitor = await Visitor.arrive(line);
    await come(visitor, provider, { person: 'linked', trouble: 'used' });
    await visitor.sees(`errors.${name}.Login.Failed`);
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await done(visitor);
  });
});

test('a refusal in a window closes it, and the page that opened it says so', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const opened = await setOutInWindow(visitor, 'qq');
  await decide(opened, { person: 'linked', trouble: 'cancelled' });
  await visitor.sees(title('third-start', 'refused'), { provider: 'qq' });
  expect(opened.isClosed()).toBe(true);
  const [again] = await Promise.all([
    visitor.page.waitForEvent('popup'),
    visitor.press('screens.third-start.actions.again'),
  ]);
  await decide(again, { person: 'linked' });
  await signedIn(visitor);
  await done(visitor);
});

test('a sign-in in another tab meanwhile: the window closes, and the page that opened it says to start again', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const opened = await setOutInWindow(visitor, 'qq');
  const other = await Visitor.arrive('renderbus', { context: visitor.context });
  await other.open('sign-in');
  await other.fill(MASTER);
  await other.press('screens.sign-in.forms.password.submit');
  await signedIn(other);
  await decide(opened, { person: 'linked' });
  await visitor.sees(title('third-start', 'expired'));
  expect(opened.isClosed()).toBe(true);
  await done(visitor);
});

test('an error that is no refusal closes the window, too, and is told as the provider’s', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const opened = await setOutInWindow(visitor, 'qq');
  await decide(opened, { person: 'linked', trouble: 'error-pair' });
  await visitor.sees('errors.QQ.Login.Failed');
  expect(opened.isClosed()).toBe(true);
  await visitor.press('screens.oauth-callback.actions.sign-in');
  await visitor.at('sign-in');
  await done(visitor);
});

test('Apple refused: the callback’s page says so, with a way on', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  await come(visitor, 'apple', { refuses: true });
  await visitor.sees(title('oauth-callback', 'refused'), { provider: 'apple' });
  await visitor.press('screens.oauth-callback.actions.sign-in');
  await visitor.at('sign-in');
  await done(visitor);
});
