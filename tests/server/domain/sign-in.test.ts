/** Signing in with a password: what each attempt answers, and what it leaves behind. */
import { withWorld } from './world.ts';

const world = withWorld();

test('a right password gives a token that opens a session once', async () => {
  const account = await world.account({ email: 'one@renderbus.example', phone: world.phone() });
  const browser = world.browser();
  const reply = await browser.signIn(account.username, account.password);
  expect(reply).toMatchObject({ code: 200, data: { loginName: account.username, loginType: 3 } });
  const [opened, again] = [await browser.redeem(reply), await browser.redeem(reply)];
  expect(opened).toMatchObject({ code: 200, data: { userId: account.id, channel: 2, platform: 2 } });
  expect(again.code).toBe('Account.Token.Expired');
  expect(await browser.call('session')).toMatchObject({
    code: 200,
    data: { username: account.username, accountType: 1 },
  });
});
