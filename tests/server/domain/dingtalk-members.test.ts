/** What may not happen to members of an enterprise, or by them: the corners of `dingtalk.test.ts`. */

import type { Identity } from '../../../src/server/ports/identity.ts';
import { NoRoomError } from '../../../src/server/room.ts';
import { removeEnterprise, storeEnterprise } from '../../../src/server/third-party/enterprises.ts';
import { begin, comeBack, linked, person, redeemThird, signInWith } from './third-parties.ts';
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

describe('a member', () => {
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

test('without room a member who is known signs in, and nobody new is stored until there is some', async () => {
  const { office, member, arrive, list } = await enterprise();
  const who = member();
  await arrive(who);
  await decide(office, 'authorise', (await list())[0]?.id);
  const full = (): Browser =>
    Object.assign(world.browser(), {
      extra: {
        needRoom: () => {
          throw new NoRoomError(30);
        },
      },
    });
  expect(await arrive(who, full())).toMatchObject({ code: 200, data: { result: 1 } });
  const other = member();
  await expect(arrive(other, full())).rejects.toThrow(NoRoomError);
  expect(await list()).toHaveLength(1);
  expect(await arrive(other)).toMatchObject({ code: 'DingTalk.Account.Waiting' });
  expect(await list()).toHaveLength(2);
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

  test('to authorise is no way around having switched off', async () => {
    const { office, arrive, who, id, inside } = await authorised();
    await decide(office, 'disable', id);
    expect(await inside.call('session')).toMatchObject({ code: '602' });
    expect(await decide(office, 'authorise', id)).toMatchObject({ code: 'Forbidden' });
    expect(await arrive(who)).toMatchObject({ code: 'Account.Disabled' });
  });

  test('a member signs in as nothing but a sub account', async () => {
    const { inside, id } = await authorised();
    for (const call of ['disable-sub-account', 'authorise-sub-account', 'unbind-sub-account'])
      expect(await inside.call(call, { id })).toMatchObject({ code: 'Forbidden' });
    expect(await inside.call('third-token', { provider: 'wechat', purpose: 'bind' })).toMatchObject({
      code: 'Sub.Account.Bind.ThirdParty.Not.Support',
    });
  });

  test('a token given before is worth nothing once unbound', async () => {
    const { office, arrive, who, id } = await authorised();
    const reply = await arrive(who);
    await decide(office, 'unbind', id);
    expect(await redeemThird(reply.browser, reply)).toMatchObject({ code: 'Account.Token.Expired' });
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
