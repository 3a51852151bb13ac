/** Each of the four results of a third-party sign-in, by each provider that the zone offers; DingTalk's members have journeys of their own. */
import pg from 'pg';
import { decide, done, setOut, setOutInWindow, signedIn } from './third-party.ts';
import { closeBrowser, databaseOf, freshName, Visitor } from './visitor.ts';

afterAll(closeBrowser);

/** Other journeys may have given these accounts a phone, or taken their flag away. */
beforeAll(async () => {
  const client = new pg.Client(databaseOf());
  await client.connect();
  await client.query("update account set security_risk = true where username_key = 'foyer_flagged'");
  await client.query("update account set phone = null, phone_verified = false where username_key = 'foyer_phoneless'");
  await client.end();
});

type Provider = 'wechat' | 'qq' | 'google' | 'apple';

/** Goes as far as the decision at the provider, in whatever way its button takes. */
async function come(visitor: Visitor, provider: Provider, person: string): Promise<void> {
  if (provider === 'qq') return decide(await setOutInWindow(visitor, provider), { person });
  await setOut(visitor, provider);
  if (provider === 'wechat') await visitor.press('screens.wechat.actions.redirect');
  await decide(visitor.page, { person });
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
  await come(visitor, provider, person === '' ? freshName() : person);
  if (screen === 'console') await signedIn(visitor);
  else await visitor.at(screen);
  await done(visitor);
});
