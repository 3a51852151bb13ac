/** What docs/operators.md has support do by hand does it. */
import { readFileSync } from 'node:fs';
import { withWorld } from './world.ts';

const world = withWorld();
const [, written = ''] =
  /## What support does by hand[\s\S]*?```sql\n([\s\S]*?)```/.exec(readFileSync('docs/operators.md', 'utf8')) ?? [];
const statements = written.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
/** Carries out the statement that begins like this and names this. */
async function byHand(start: string, of: string): Promise<void> {
  const [statement] = statements.filter((each) => each.startsWith(start) && each.includes(of));
  if (!statement) throw new Error(`${start} of ${of} is not written.`);
  await world.db.query(statement);
}

test('an account is unlocked, disabled, enabled, and asked for a new name', async () => {
  const account = await world.account({ username: 'mei_lin' });
  const signIn = async () => (await world.browser().signInPast(account.username, account.password)).code;
  for (let nth = 0; nth < 10; nth += 1) await world.browser().signInPast(account.username, 'Wrong2026a');
  expect(await signIn()).toBe('Account.SignIn.Failed');
  await byHand('DELETE', 'sign_in_counter');
  expect(await signIn()).toBe(200);
  await byHand('UPDATE', "'disabled'");
  expect(await signIn()).toBe('Account.Disabled');
  await byHand('UPDATE', "'active'");
  await byHand('UPDATE', 'security_risk');
  const browser = world.browser();
  const session = await browser.redeem(await browser.signIn(account.username, account.password));
  expect(session.data.securityRisk).toBe(true);
});

test('networks, mailboxes and phones are refused', async () => {
  await byHand('INSERT', 'blocked_network');
  await byHand('INSERT', "'domain'");
  await byHand('INSERT', "'phone'");
  const browser = world.browser();
  expect((await browser.call('is-blacklist-email', { email: 'x@throwaway.example' })).code).toBe(
    'Account.Email.Blacklisted',
  );
  expect((await browser.call('is-blacklist-email', { email: 'someone@mail.example' })).code).toBe(
    'Account.Email.Blacklisted',
  );
  const sent = await browser.call('send-verify-code', { phone: '+8617012345678', purpose: 'register', channel: 1 });
  expect(sent.code).toBe('Account.Register.LowSafe');
  browser.address = '203.0.113.9';
  expect((await browser.signIn('anybody_at_all', 'Foyer2026a')).code).toBe('Account.SignIn.IpLimit');
});

test('an inviter code is good for its business types', async () => {
  await byHand('INSERT', 'invite_code');
  const check = async (line: string, businessType: number) =>
    (await world.browser(line).call('check-invite-code', { inviteCode: 'Spring2026', businessType })).code;
  expect([await check('renderbus', 0), await check('pkdragon', 5)]).toEqual([200, '5002']);
});
