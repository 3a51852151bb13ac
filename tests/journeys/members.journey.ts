/** Who may come in through a third party, and for how long: sub accounts, DingTalk's members, and a sign-in that took too long. */
import {
  decide,
  done,
  inRow,
  MASTER,
  masterArrives,
  memberOf,
  SIMULATOR,
  scan,
  setOut,
  setOutInWindow,
  signedIn,
  title,
} from './third-party.ts';
import { ask, closeBrowser, freshName, letTimePass, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const line = 'renderbus';
const SUB = { loginName: 'foyer_sub@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13', phone: '13800138001' };

/** Scans DingTalk's code as this member, from the sign-in page. */
async function comeAs(person: string, visitor: Visitor, trouble?: string): Promise<void> {
  await setOut(visitor, 'dingtalk');
  await visitor.at('dingtalk');
  await visitor.fill({ 'enterprise-alias': 'foyer-studio' });
  await visitor.press('screens.dingtalk.forms.alias.submit');
  await visitor.at('dingtalk-code');
  await scan(visitor, { person, ...(trouble === undefined ? {} : { trouble }) });
}

/** Turns a member down who still waits. */
async function turnDown(master: Visitor, username: string): Promise<void> {
  const row = master.page.getByRole('row').filter({ hasText: username });
  await row
    .getByRole('button', { name: master.text('screens.console.records.sub-accounts.events.turn-member-down') })
    .click();
  await master.goOn('screens.console.records.sub-accounts.events.turn-member-down');
  await row
    .getByRole('cell', { name: master.text('screens.console.records.sub-accounts.words.status.cancelled') })
    .waitFor();
}

describe('a member of an enterprise', () => {
  test('whom the master unbinds is out at once, and waits as somebody new at the next sign-in', async () => {
    const person = freshName();
    const member = await Visitor.arrive(line);
    await comeAs(person, member);
    await member.sees(title('oauth-callback', 'waiting'));
    const { username } = await memberOf(person);

    const master = await masterArrives(line);
    await inRow(master, username, 'authorise-sub-account');
    await comeAs(person, member);
    await member.at('console');

    await inRow(master, username, 'unbind-sub-account', true);
    await member.page.reload();
    await member.at('sub-account');
    await member.sees('screens.sub-account.says.signed-out');
    await member.follow('screens.sub-account.links.dingtalk');
    await member.at('dingtalk');
    await comeAs(person, member);
    await member.sees(title('oauth-callback', 'waiting'));
    const other = await memberOf(person);
    expect(other.username).not.toBe(username);
    // Nobody is left waiting for the journeys that follow.
    await master.page.reload();
    await signedIn(master);
    await turnDown(master, other.username);
    await done(member);
    await done(master);
  });

  test('whom the master turns down reads so, and comes in once authorised after all', async () => {
    const person = freshName();
    const member = await Visitor.arrive(line);
    await comeAs(person, member);
    await member.sees(title('oauth-callback', 'waiting'));
    const { id, username } = await memberOf(person);
    const master = await masterArrives(line);
    await turnDown(master, username);
    await comeAs(person, member);
    await member.sees(title('oauth-callback', 'cancelled'));
    expect((await memberOf(person)).id).toBe(id);
    await member.press('screens.oauth-callback.actions.sign-in');
    await member.at('sign-in');

    await inRow(master, username, 'authorise-sub-account');
    await comeAs(person, member);
    await member.at('console');
    await done(member);
    await done(master);
  });

  test.each(['other-corp', 'no-corp', 'not-member'])(
    'of another enterprise, or of none (%s), reads so and may choose another',
    async (trouble) => {
      const member = await Visitor.arrive(line);
      await comeAs('linked', member, trouble);
      await member.sees(title('oauth-callback', 'foreign'));
      await member.press('screens.oauth-callback.actions.other-enterprise');
      await member.at('dingtalk');
      await done(member);
    },
  );

  test.each([
    ['down', 'Failed'],
    ['slow', 'Timeout'],
    ['used', 'Failed'],
  ])('while DingTalk is %s, reads so within ten seconds, with a way on', async (trouble, kind) => {
    const member = await Visitor.arrive(line);
    await comeAs('linked', member, trouble);
    const since = Date.now();
    await member.sees(`errors.DingTalk.Login.${kind}`);
    expect(Date.now() - since).toBeLessThan(10_000);
    await member.press('screens.oauth-callback.actions.sign-in');
    await member.at('sign-in');
    await done(member);
  });

  test('whose account is locked reads why, and what to do', async () => {
    const person = freshName();
    const first = await Visitor.arrive(line);
    await comeAs(person, first);
    await first.sees(title('oauth-callback', 'waiting'));
    const { id, username } = await memberOf(person);
    const master = await masterArrives(line);
    await inRow(master, username, 'authorise-sub-account');
    await ask(
      `insert into sign_in_counter (key, zone, account_id, failures, locked_at)
       values ('account:' || $1::text, 'domestic', $1::uuid, $2, foyer_now())`,
      [id, first.line.line.limits.lockAfter],
    );
    await comeAs(person, first);
    await first.sees('errors.Account.Locked');
    await first.press('screens.oauth-callback.actions.sign-in');
    await first.at('sign-in');
    await done(first);
    await done(master);
  });
});

/** Enters a code for the sub account's phone; one that had a message before is asked for a captcha first. */
async function proveSubPhone(visitor: Visitor): Promise<void> {
  await visitor.fill({ phone: SUB.phone });
  await visitor.press('widgets.code.send');
  await visitor
    .button('captcha.action')
    .click({ timeout: 3000 })
    .catch(() => undefined);
  const { code } = await visitor.newestMessage(`+86${SUB.phone}`, 'code');
  await visitor.fill({ code: code ?? '' });
}

describe('a sub account has no way of its master’s', () => {
  test('not the phone code', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('sign-in');
    await visitor.tab('sign-in', 'code');
    await proveSubPhone(visitor);
    await visitor.press('screens.sign-in.forms.code.submit');
    await visitor.sees('errors.Account.Son.Prohibit.Login');
    await done(visitor);
  });

  test('not WeChat, by its password or by its phone', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    await decide(visitor.page, { person: freshName() });
    await visitor.at('bind-account');
    await visitor.fill({ account: SUB.loginName, password: MASTER.password });
    await visitor.press('screens.bind-account.forms.existing.submit');
    await visitor.sees('errors.Account.Son.Prohibit.Login');
    await visitor.follow('screens.bind-account.links.by-phone');
    await visitor.at('third-phone');
    // A phone gets no second code within a minute.
    await letTimePass(61);
    await proveSubPhone(visitor);
    await visitor.press('screens.third-phone.forms.phone.submit');
    await visitor.sees('errors.Sub.Account.Bind.ThirdParty.Not.Support');
    await done(visitor);
  });
});

describe('a sign-in that took more than ten minutes', () => {
  test('ends by redirect in a page that says so, and starts again from there', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    await visitor.page.waitForURL(SIMULATOR);
    await letTimePass(601);
    await decide(visitor.page, { person: 'linked' });
    await visitor.sees(title('oauth-callback', 'expired'));
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await visitor.press('frame.providers.wechat');
    await visitor.at('wechat');
    await scan(visitor, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test('ends so in a window, too', async () => {
    const visitor = await Visitor.arrive(line);
    const opened = await setOutInWindow(visitor, 'qq');
    await opened.waitForURL(SIMULATOR);
    await letTimePass(601);
    await decide(opened, { person: 'linked' });
    await visitor.sees(title('oauth-callback', 'expired'));
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await done(visitor);
  });
});
