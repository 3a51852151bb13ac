/** Members of an enterprise: they become its master's sub accounts, and the master alone decides about them. */
import { removeEnterprise, storeEnterprise } from '../../../src/server/third-party/enterprises.ts';
import type { Identity } from '../../../src/server/third-party/types.ts';
import { begin, comeBack, linked, person, redeemThird, signInWith, starts } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
let serial = 0;

interface Enterprise {
  readonly master: TestAccount;
  /** The master, signed in. */
  readonly office: Browser;
  readonly alias: string;
  readonly corpId: string;
  /** Somebody who is a member as far as DingTalk says. */
  member(changes?: Partial<Identity>): Identity;
  /** A member's sign-in, in a browser of their own unless one is given. */
  arrive(who: Identity, browser?: Browser): Promise<Reply & { browser: Browser }>;
  /** What the master sees of its sub accounts, the newest first. */
  list(): Promise<readonly Readonly<Record<string, string>>[]>;
}

async function enterprise(options: Parameters<typeof world.account>[0] = {}): Promise<Enterprise> {
  serial += 1;
  const master = await world.account({ phone: world.phone(), ...options });
  const alias = `Studio ${serial}`;
  const corpId = `corp-${serial}`;
  const given = { zone: 'domestic', alias, corpId, clientId: `ding-${serial}`, clientSecret: 'canary' } as const;
  await world.db.transaction((sql) => storeEnterprise(sql, world.keys, { ...given, masterId: master.id }));
  const office = world.browser();
  await office.redeem(await office.signIn(master.username, master.password));
  return {
    master,
    office,
    alias,
    corpId,
    member: (changes = {}) => person({ corpId, appId: given.clientId, name: 'Ada', ...changes }),
    async arrive(who, browser = world.browser()) {
      return { ...(await signInWith(browser, 'dingtalk', who, { alias })), browser };
    },
    list: async () => (await office.call('sub-accounts', {})).data.subAccounts,
  };
}

const decide = (office: Browser, call: 'authorise' | 'unbind' | 'disable' | 'enable', id = ''): Promise<Reply> =>
  office.call(`${call}-sub-account`, { id });

describe('the alias', () => {
  test('stands for the public part of the enterprise, in any case and width', async () => {
    const { alias, corpId } = await enterprise();
    const browser = world.browser();
    const reply = await browser.call('dingtalk-alias', { alias: `  ${alias.toUpperCase()} ` });
    expect(reply).toEqual(
      expect.objectContaining({ code: 200, data: { alias, corpId, clientId: expect.any(String) } }),
    );
    expect(JSON.stringify(reply)).not.toContain('canary');
    await begin(browser, 'dingtalk', { alias });
    expect(starts.at(-1)?.enterprise).toMatchObject({ corpId, clientSecret: 'canary' });
  });

  test('nobody begins without one, and none begins to link', async () => {
    const { alias, office } = await enterprise();
    const browser = world.browser();
    expect(await browser.call('third-token', { provider: 'dingtalk' })).toMatchObject({
      code: 'Enterprise.Alias.Format.Error',
    });
    expect(await browser.call('third-token', { provider: 'dingtalk', alias: 'nobody' })).toMatchObject({
      code: 'Enterprise.Alias.Not.Exists',
    });
    expect(await office.call('third-token', { provider: 'dingtalk', alias, purpose: 'bind' })).toMatchObject({
      code: 'Forbidden',
    });
  });

  test('is none of the other zone', async () => {
    const { alias } = await enterprise();
    expect(await world.browser('foxrenderfarm').call('dingtalk-alias', { alias })).toMatchObject({
      code: 'Enterprise.Alias.Not.Exists',
    });
  });
});

describe('a member', () => {
  test('waits as a sub account of the master, who is told; then signs in, and as nothing but a sub account', async () => {
    const { master, office, member, arrive, list } = await enterprise({ email: `boss${serial}@example.com` });
    const who = member();
    expect(await arrive(who)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
    expect((await world.lastMessage(`boss${serial - 1}@example.com`)).template).toBe('member-waiting');
    const [waiting] = await list();
    expect(waiting).toMatchObject({ status: 'unactivated', source: 'dingtalk', member: 'Ada' });
    expect(await decide(office, 'authorise', waiting?.id)).toMatchObject({ code: 200 });
    const reply = await arrive(who);
    expect(reply).toMatchObject({ code: 200, data: { result: 1, loginType: 8, loginName: waiting?.loginName } });
    expect(waiting?.loginName).toMatch(new RegExp(`@${master.uuid}$`));
    expect(await redeemThird(reply.browser, reply)).toMatchObject({ code: 200, data: { userId: waiting?.id } });
    for (const call of ['sub-accounts', 'disable-sub-account', 'authorise-sub-account', 'unbind-sub-account'])
      expect(await reply.browser.call(call, call === 'sub-accounts' ? {} : { id: waiting?.id })).toMatchObject({
        code: 'Forbidden',
      });
    expect(await reply.browser.call('third-token', { provider: 'wechat', purpose: 'bind' })).toMatchObject({
      code: 'Sub.Account.Bind.ThirdParty.Not.Support',
    });
  });

  test('who comes again while waiting stays one sub account, and so does one who comes twice at once', async () => {
    const { member, arrive, list } = await enterprise();
    const who = member();
    const replies = await Promise.all(Array.from({ length: 4 }, () => arrive(who)));
    expect(replies.map(({ code }) => code)).toEqual(Array(4).fill('DingTalk.Account.Waiting'));
    expect(await list()).toHaveLength(1);
  });

  test('is the same person under another openid, and another one in another enterprise', async () => {
    const [first, second] = [await enterprise(), await enterprise()];
    const who = first.member();
    await first.arrive(who);
    await decide(first.office, 'authorise', (await first.list())[0]?.id);
    expect(await first.arrive({ ...who, openid: 'another' })).toMatchObject({ code: 200 });
    expect(await second.arrive(second.member({ subject: who.subject }))).toMatchObject({
      code: 'DingTalk.Account.Waiting',
    });
    expect([(await first.list()).length, (await second.list()).length]).toEqual([1, 1]);
  });

  test('is never asked for a phone or a code: those are for masters', async () => {
    const { office, member, arrive, list } = await enterprise();
    const who = member();
    await arrive(who);
    const id = (await list())[0]?.id;
    await decide(office, 'authorise', id);
    await world.db.query('update account set security_risk = true where id = $1', [id]);
    expect(await arrive(who)).toMatchObject({ code: 200, data: { result: 1 } });
  });

  test('who signs in with WeChat is nobody known: DingTalk’s word counts for DingTalk', async () => {
    const { office, member, arrive, list } = await enterprise();
    const who = member();
    await arrive(who);
    await decide(office, 'authorise', (await list())[0]?.id);
    expect(await signInWith(world.browser(), 'wechat', person({ subject: who.subject }))).toMatchObject({
      code: 200,
      data: { result: 3 },
    });
  });
});

describe('what the master decides', () => {
  async function authorised() {
    const studio = await enterprise();
    const who = studio.member();
    await studio.arrive(who);
    const id = (await studio.list())[0]?.id ?? '';
    await decide(studio.office, 'authorise', id);
    const inside = await studio.arrive(who);
    await redeemThird(inside.browser, inside);
    return { ...studio, who, id, inside: inside.browser };
  }

  test('switched off, the sessions end and nobody gets in; switched on again, they do', async () => {
    const { office, arrive, who, id, inside } = await authorised();
    await decide(office, 'disable', id);
    expect(await inside.call('session')).toMatchObject({ code: '602' });
    expect(await arrive(who)).toMatchObject({ code: 'Account.Disabled' });
    // To authorise is no way around having switched off.
    expect(await decide(office, 'authorise', id)).toMatchObject({ code: 'Forbidden' });
    await decide(office, 'enable', id);
    expect(await arrive(who)).toMatchObject({ code: 200 });
  });

  test('unbound, the sessions end, the sub account stays, and the member waits as a new one', async () => {
    const { office, arrive, list, who, id, inside } = await authorised();
    expect(await decide(office, 'unbind', id)).toMatchObject({ code: 200 });
    expect(await inside.call('session')).toMatchObject({ code: '602' });
    expect(await arrive(who)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
    const subs = await list();
    expect(subs.map(({ status, source }) => [status, source])).toEqual([
      ['unactivated', 'dingtalk'],
      ['active', 'own'],
    ]);
    expect(await decide(office, 'unbind', id)).toMatchObject({ code: 'Forbidden' });
  });

  test('a token given before is worth nothing once unbound', async () => {
    const { office, arrive, who, id } = await authorised();
    const reply = await arrive(who);
    await decide(office, 'unbind', id);
    expect(await redeemThird(reply.browser, reply)).toMatchObject({ code: 'Account.Token.Expired' });
  });

  test('turned down, the member hears so until the master thinks better of it', async () => {
    const { office, member, arrive, list } = await enterprise();
    const who = member();
    await arrive(who);
    const id = (await list())[0]?.id;
    await decide(office, 'unbind', id);
    expect(await arrive(who)).toMatchObject({ code: 'DingTalk.Account.Cancelled' });
    expect(await list()).toHaveLength(1);
    await decide(office, 'authorise', id);
    expect(await arrive(who)).toMatchObject({ code: 200 });
  });

  test('about nobody else’s: another master, a sub account that is no member', async () => {
    const [mine, other] = [await enterprise(), await enterprise()];
    await mine.arrive(mine.member());
    const id = (await mine.list())[0]?.id;
    for (const call of ['authorise', 'unbind', 'disable'] as const)
      expect(await decide(other.office, call, id)).toMatchObject({ code: 'Forbidden' });
    const sub = await world.account({ master: mine.master });
    for (const call of ['authorise', 'unbind'] as const)
      expect(await decide(mine.office, call, sub.id)).toMatchObject({ code: 'Forbidden' });
  });
});

describe('a master that may not sign in', () => {
  test.each([
    ['disabled', 'Account.Disabled'],
    ['cancelled', 'Account.Logout'],
  ])('%s between the alias and the end: no member joins, a member known is refused', async (status, code) => {
    const { master, office, alias, member, arrive, list } = await enterprise();
    const who = member();
    await arrive(who);
    await decide(office, 'authorise', (await list())[0]?.id);
    const [first, second] = [world.browser(), world.browser()];
    const states = [await begin(first, 'dingtalk', { alias }), await begin(second, 'dingtalk', { alias })];
    await world.db.query('update account set status = $2 where id = $1', [master.id, status]);
    await comeBack(first, 'dingtalk', states[0] ?? '', who);
    await comeBack(second, 'dingtalk', states[1] ?? '', member());
    expect(await first.call('third-sign-in', { state: states[0] })).toMatchObject({ code });
    expect(await second.call('third-sign-in', { state: states[1] })).toMatchObject({ code });
    const subs = await world.db.query('select 1 from account where master_id = $1', [master.id]);
    expect(subs).toHaveLength(1);
  });
});

describe('an enterprise that is removed', () => {
  test('ends what is under way, and parts its members', async () => {
    const { office, alias, member, arrive, list } = await enterprise();
    const who = member();
    await arrive(who);
    await decide(office, 'authorise', (await list())[0]?.id);
    const browser = world.browser();
    const state = await begin(browser, 'dingtalk', { alias });
    await comeBack(browser, 'dingtalk', state, who);
    await world.db.transaction((sql) => removeEnterprise(sql, 'domestic', alias));
    expect(await browser.call('third-sign-in', { state })).toMatchObject({ code: 'ThirdParty.State.Invalid' });
    expect((await list()).map(({ source }) => source)).toEqual(['own']);
  });
});

test('a phone of a member is bound to no third-party user', async () => {
  const { office, member, arrive, list } = await enterprise();
  await arrive(member());
  const id = (await list())[0]?.id;
  await decide(office, 'authorise', id);
  const phone = world.phone();
  await world.db.query('update account set phone = $2, phone_verified = true where id = $1', [id, phone]);
  const browser = world.browser();
  const { data } = await signInWith(browser, 'wechat', person());
  const code = await browser.code(phone, 'bindwxphone');
  expect(await browser.call('bind-phone-to-third', { token: data.token, phone, code })).toMatchObject({
    code: 'Sub.Account.Bind.ThirdParty.Not.Support',
  });
});

test('a master linked to WeChat, and a member of its own enterprise, are two accounts', async () => {
  const { master, member, arrive, list } = await enterprise();
  const who = await linked(world.browser(), 'wechat', person(), master);
  expect(await signInWith(world.browser(), 'wechat', who)).toMatchObject({ data: { loginName: master.username } });
  expect(await arrive(member({ subject: who.subject }))).toMatchObject({ code: 'DingTalk.Account.Waiting' });
  expect(await list()).toHaveLength(1);
});
