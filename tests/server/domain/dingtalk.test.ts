/** DingTalk: aliases of enterprises, members who wait for their master, and what the master decides. */
import { enterpriseCommand } from '../../../src/server/enterprise.ts';
import type { Identity } from '../../../src/server/ports/identity.ts';
import { asked, begin, comeBack, person, redeemThird, refuse, signInWith, starts } from './third-parties.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
let serial = 0;

interface Enterprise {
  readonly alias: string;
  readonly corpId: string;
  readonly master: TestAccount;
  readonly phone: string;
}

async function enterprise(options: Parameters<typeof world.account>[0] = {}): Promise<Enterprise> {
  serial += 1;
  const phone = world.phone();
  const master = await world.account({ phone, ...options });
  const [alias, corpId] = [`Studio ${serial}`, `corp-${serial}`];
  await run('add', 'domestic', alias, '--corp', corpId, '--client', `client-${serial}`, '--master', master.username);
  return { alias, corpId, master, phone };
}

const run = (...args: readonly string[]): Promise<string> =>
  enterpriseCommand(world.db, world.keys, args, 'the secret');

const member = (at: Enterprise, changes: Partial<Identity> = {}): Identity =>
  person({ appId: 'client', corpId: at.corpId, name: 'Ming', ...changes });

const scan = (browser: Browser, at: Enterprise, who: Identity) =>
  signInWith(browser, 'dingtalk', who, { alias: at.alias });

async function asMaster(at: Enterprise): Promise<Browser> {
  const browser = world.browser();
  await browser.redeem(await browser.signIn(at.master.username, at.master.password));
  return browser;
}

async function waiting(browser: Browser): Promise<{ id: string; status: string; source: string; member: string }> {
  const { data } = await browser.call('sub-accounts');
  return data.subAccounts[0];
}

describe('an alias', () => {
  test('gives its public part, in any letter case', async () => {
    const at = await enterprise();
    const reply = await world.browser().call('dingtalk-alias', { alias: ` ${at.alias.toUpperCase()} ` });
    expect(reply).toMatchObject({ code: 200, data: { alias: at.alias, corpId: at.corpId } });
    expect(JSON.stringify(reply.data)).not.toContain('secret');
  });

  test.each([
    ['nobody has', 'No Such Studio', 'Enterprise.Alias.Not.Exists'],
    ['of 60 characters that nobody has', 'x'.repeat(60), 'Enterprise.Alias.Not.Exists'],
    ['of 61 characters', 'x'.repeat(61), 'Enterprise.Alias.Format.Error'],
    ['that is empty', '', 'EmptyParameter'],
    ['of blanks', '   ', 'Enterprise.Alias.Format.Error'],
    ['with a tag', '<b>studio</b>', 'Enterprise.Alias.Format.Error'],
    ['with a control character', 'stu\u0000dio', 'InvalidParameter'],
  ])('%s is told', async (_which, alias, code) => {
    const browser = world.browser();
    expect(await browser.call('dingtalk-alias', { alias })).toMatchObject({ code });
    const begun = await browser.call('third-token', { provider: 'dingtalk', alias });
    expect(begun.code).toBe(alias === '' ? 'Enterprise.Alias.Format.Error' : code);
  });

  test('cannot be guessed at will', async () => {
    const browser = world.browser();
    const codes: (string | number)[] = [];
    for (let nth = 0; nth < 11; nth += 1)
      codes.push((await browser.call('dingtalk-alias', { alias: `guess ${nth}` })).code);
    expect(codes.slice(9)).toEqual(['Enterprise.Alias.Not.Exists', 'Account.Sign.GraphicVerificationRequired']);
    const past = await browser.call('dingtalk-alias', { alias: 'guess', ...(await browser.captcha()) });
    expect(past.code).toBe('Enterprise.Alias.Not.Exists');
  });

  test('of a cancelled master stands for nothing', async () => {
    const at = await enterprise();
    await world.db.query(`update account set status = 'cancelled' where id = $1`, [at.master.id]);
    expect(await world.browser().call('dingtalk-alias', { alias: at.alias })).toMatchObject({
      code: 'Enterprise.Alias.Not.Exists',
    });
  });

  test('of the other zone stands for nothing', async () => {
    const at = await enterprise();
    expect(await world.browser('foxrenderfarm').call('dingtalk-alias', { alias: at.alias })).toMatchObject({
      code: 'Enterprise.Alias.Not.Exists',
    });
  });
});

describe('a member', () => {
  test('is asked for by the application of its enterprise', async () => {
    const at = await enterprise();
    const browser = world.browser();
    await scan(browser, at, member(at));
    expect(starts.at(-1)?.enterprise).toMatchObject({ corpId: at.corpId, clientSecret: 'the secret' });
    expect(asked.at(-1)).toMatchObject({ enterprise: { corpId: at.corpId, clientSecret: 'the secret' } });
  });

  test('waits until the master authorises it, then signs in as its sub account', async () => {
    const at = await enterprise();
    const who = member(at);
    expect(await scan(world.browser(), at, who)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
    const told = await world.lastMessage(at.phone);
    expect(told).toMatchObject({ template: 'member-waiting', params: { member: 'Ming' } });
    expect(String(told?.params.link)).toContain('/sso');
    expect(await scan(world.browser(), at, who)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
    expect(await world.messages(at.phone)).toHaveLength(1);
    const master = await asMaster(at);
    const sub = await waiting(master);
    expect(sub).toMatchObject({ status: 'unactivated', source: 'dingtalk', member: 'Ming' });
    expect(await master.call('enable-sub-account', { id: sub.id })).toMatchObject({ code: 'Forbidden' });
    expect(await master.call('authorise-sub-account', { id: sub.id })).toMatchObject({ code: 200 });
    const browser = world.browser();
    const reply = await scan(browser, at, who);
    expect(reply).toMatchObject({ code: 200, data: { result: 1, loginType: 8 } });
    expect(reply.data.loginName).toMatch(new RegExp(`^ding_[0-9a-z]{1,12}@${at.master.uuid}$`));
    expect(await redeemThird(browser, reply)).toMatchObject({ data: { userId: sub.id, accountType: 2 } });
    expect(await browser.call('query-user')).toMatchObject({ data: { accountType: 2 } });
  });

  test('is disabled and enabled again', async () => {
    const at = await enterprise();
    const who = member(at);
    const { browser, id } = await authorised(at, who);
    const master = await asMaster(at);
    await master.call('disable-sub-account', { id });
    expect(await browser.call('session')).toMatchObject({ code: '602' });
    expect(await scan(browser, at, who)).toMatchObject({ code: 'Account.Disabled' });
    expect(await master.call('authorise-sub-account', { id })).toMatchObject({ code: 'Forbidden' });
    await master.call('enable-sub-account', { id });
    expect(await scan(browser, at, who)).toMatchObject({ data: { result: 1 } });
  });

  async function authorised(at: Enterprise, who: Identity): Promise<{ browser: Browser; id: string }> {
    const browser = world.browser();
    await scan(browser, at, who);
    const master = await asMaster(at);
    const { id } = await waiting(master);
    await master.call('authorise-sub-account', { id });
    await redeemThird(browser, await scan(browser, at, who));
    return { browser, id };
  }

  test('that is unbound comes back as somebody new, who waits', async () => {
    const at = await enterprise();
    const who = member(at);
    const { browser, id } = await authorised(at, who);
    const master = await asMaster(at);
    expect(await master.call('unbind-sub-account', { id })).toMatchObject({ code: 200 });
    expect(await browser.call('session')).toMatchObject({ code: '602' });
    expect(await scan(browser, at, who)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
    const { data } = await master.call('sub-accounts');
    expect(data.subAccounts.map((each: { source: string }) => each.source).sort()).toEqual(['dingtalk', 'own']);
    expect(await master.call('unbind-sub-account', { id })).toMatchObject({ code: 'Forbidden' });
  });

  test('that is turned down is told so, until the master thinks better of it', async () => {
    const at = await enterprise();
    const who = member(at);
    await scan(world.browser(), at, who);
    const master = await asMaster(at);
    const { id } = await waiting(master);
    expect(await master.call('unbind-sub-account', { id })).toMatchObject({ code: 200 });
    expect(await scan(world.browser(), at, who)).toMatchObject({ code: 'DingTalk.Account.Cancelled' });
    expect(await master.call('authorise-sub-account', { id })).toMatchObject({ code: 200 });
    expect(await scan(world.browser(), at, who)).toMatchObject({ data: { result: 1 } });
  });

  test('shares its master’s fate', async () => {
    const at = await enterprise();
    const who = member(at);
    const { browser } = await authorised(at, who);
    await world.db.query(`update account set status = 'disabled' where id = $1`, [at.master.id]);
    expect(await scan(browser, at, who)).toMatchObject({ code: 'Account.Disabled' });
  });

  test('of two enterprises is two members', async () => {
    const [one, two] = [await enterprise(), await enterprise()];
    const who = member(one);
    await authorised(one, who);
    expect(await scan(world.browser(), two, { ...who, corpId: two.corpId })).toMatchObject({
      code: 'DingTalk.Account.Waiting',
    });
  });

  test.each([
    ['foreign', 'DingTalk.Member.Foreign'],
    ['rejected', 'DingTalk.Login.Failed'],
    ['timeout', 'DingTalk.Login.Timeout'],
  ] as const)('whom the provider calls %s is told so', async (fault, code) => {
    const at = await enterprise();
    expect(await signInWith(world.browser(), 'dingtalk', fault, { alias: at.alias })).toMatchObject({ code });
  });

  test('twenty first sign-ins at once make one sub account', async () => {
    const at = await enterprise();
    const who = member(at);
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = world.browser();
        const state = await begin(browser, 'dingtalk', { alias: at.alias });
        await comeBack(browser, 'dingtalk', state, who);
        return { browser, state };
      }),
    );
    const replies = await Promise.all(browsers.map(({ browser, state }) => browser.call('third-sign-in', { state })));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set(['DingTalk.Account.Waiting']));
    expect(await world.db.query('select 1 from account where master_id = $1', [at.master.id])).toHaveLength(1);
    expect(await world.messages(at.phone)).toHaveLength(1);
  });

  test('brings no words of its own into the message to the master', async () => {
    const at = await enterprise();
    await scan(world.browser(), at, member(at, { name: '中奖 http://evil.example/<b>x</b> 请立即点击领取' }));
    expect((await world.lastMessage(at.phone)).params.member).toBe('中奖 httpevilexamplebx');
  });

  test('of a crowd is not told of one by one', async () => {
    const at = await enterprise();
    for (let nth = 0; nth < 7; nth += 1) await scan(world.browser(), at, member(at));
    expect(await world.messages(at.phone)).toHaveLength(5);
    await world.shiftClock(3601);
    await scan(world.browser(), at, member(at));
    expect(await world.messages(at.phone)).toHaveLength(6);
  });

  test('who refuses leaves nothing', async () => {
    const at = await enterprise();
    const browser = world.browser();
    const state = await begin(browser, 'dingtalk', { alias: at.alias });
    await refuse(browser, 'dingtalk', state);
    expect(await browser.call('third-sign-in', { state })).toMatchObject({ code: 'ThirdParty.State.Invalid' });
    expect(await world.db.query('select 1 from account where master_id = $1', [at.master.id])).toHaveLength(0);
  });
});

describe('the master', () => {
  test('is the only one who decides', async () => {
    const at = await enterprise();
    await scan(world.browser(), at, member(at));
    const { id } = await waiting(await asMaster(at));
    const stranger = await asMaster(await enterprise());
    for (const call of ['authorise-sub-account', 'unbind-sub-account']) {
      expect(await stranger.call(call, { id })).toMatchObject({ code: 'Forbidden' });
      expect(await stranger.call(call, { id: 'none' })).toMatchObject({ code: 'Forbidden' });
      expect(await world.browser().call(call, { id })).toMatchObject({ code: '602' });
    }
  });

  test('decides about members only', async () => {
    const at = await enterprise();
    const sub = await world.account({ master: at.master, username: 'plain_helper' });
    const master = await asMaster(at);
    for (const call of ['authorise-sub-account', 'unbind-sub-account'])
      expect(await master.call(call, { id: sub.id })).toMatchObject({ code: 'Forbidden' });
  });

  test('links no DingTalk of its own', async () => {
    const at = await enterprise();
    const master = await asMaster(at);
    const reply = await master.call('third-token', { provider: 'dingtalk', alias: at.alias, purpose: 'bind' });
    expect(reply.code).toBe('Forbidden');
  });
});

describe('the command of the operators', () => {
  test('adds, lists and removes; members are unlinked then', async () => {
    const at = await enterprise();
    const who = member(at);
    await scan(world.browser(), at, who);
    const listed = await run('list', 'domestic');
    expect(listed).toContain(at.alias);
    expect(listed).toContain(at.corpId);
    expect(listed).not.toContain('the secret');
    expect(await run('remove', 'domestic', at.alias)).toContain('removed');
    expect(await world.browser().call('dingtalk-alias', { alias: at.alias })).toMatchObject({
      code: 'Enterprise.Alias.Not.Exists',
    });
    expect(await world.db.query('select 1 from third_identity where corp_id = $1', [at.corpId])).toHaveLength(0);
    expect(await world.db.query('select 1 from account where master_id = $1', [at.master.id])).toHaveLength(1);
  });

  test('changes the application of an enterprise, and never whose it is', async () => {
    const at = await enterprise();
    const again = ['add', 'domestic', at.alias, '--corp', at.corpId, '--client', 'renewed'];
    await run(...again, '--master', at.master.username);
    expect(await world.browser().call('dingtalk-alias', { alias: at.alias })).toMatchObject({
      data: { clientId: 'renewed' },
    });
    const other = await world.account();
    await expect(run(...again, '--master', other.username)).rejects.toThrow('Remove it first');
  });

  test.each([
    [['add', 'domestic', '<b>', '--corp', 'c', '--client', 'c', '--master', 'm'], 'alias'],
    [['add', 'domestic', 'studio', '--corp', 'c', '--client', 'c'], '--master'],
    [['add', 'domestic', 'studio', '--corp', 'c', '--client', 'c', '--master', 'nobody_here'], 'master account'],
    [['add', 'moon', 'studio', '--corp', 'c', '--client', 'c', '--master', 'm'], 'region'],
    [['remove', 'domestic', 'never there'], 'Nobody'],
    [['rename'], 'Write'],
    [[], 'Write'],
  ])('%j is told what is wrong', async (args, told) => {
    await expect(run(...args)).rejects.toThrow(told);
  });

  test('takes no secret that is empty', async () => {
    const { username } = await world.account();
    const args = ['add', 'domestic', 'studio', '--corp', 'c', '--client', 'c', '--master', username];
    await expect(enterpriseCommand(world.db, world.keys, args, '  ')).rejects.toThrow(
      'The client secret is missing. Set ENTERPRISE_SECRET to it, or hand it to the standard input.',
    );
  });
});
