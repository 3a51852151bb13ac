/** Members of an enterprise, what a master decides about them, and what the signed-in page shows of third parties. */

import type { Identity } from '../../../../src/server/ports/identity.ts';
import { begin, comeBack, linked, person, redeemThird, refuse, signInWith } from '../third-parties.ts';
import type { Browser, Reply } from '../world.ts';
import { blocked, FORGED, next, type Scenarios, signedIn, world } from './stage.ts';
import { lock, simulatedEnterprise, tidy } from './third-party.ts';

interface Enterprise {
  readonly alias: string;
  readonly corpId: string;
  readonly masterId: string;
}

async function enterprise(): Promise<Enterprise> {
  const { storeEnterprise } = await import('../../../../src/server/third-party/enterprises.ts');
  const serial = next();
  const master = await world.account({ username: `state_master_${serial}` });
  const made = { alias: `state ${serial}`, corpId: `corp-${serial}`, masterId: master.id };
  await storeEnterprise(world.db, world.keys, { ...made, zone: 'domestic', clientId: 'ding', clientSecret: 's' });
  return made;
}

const memberOf = ({ corpId }: Enterprise): Identity => person({ corpId, name: 'Ming', appId: 'ding' });
const scan = (browser: Browser, { alias }: Enterprise, who: Identity): Promise<Reply> =>
  signInWith(browser, 'dingtalk', who, { alias });

/** A member whose sub account is in some state; null leaves it waiting. */
async function member(status: string | null): Promise<{ at: Enterprise; who: Identity; id: string }> {
  const at = await enterprise();
  const who = memberOf(at);
  await scan(world.browser(), at, who);
  const [row] = await world.db.query<{ id: string }>('select id from account where master_id = $1', [at.masterId]);
  const id = row?.id ?? '';
  if (status !== null) await world.db.query('update account set status = $2 where id = $1', [id, status]);
  return { at, who, id };
}

/** A member signs in, whose master's state changes on the way. */
async function scanned(status: string | null, masterStatus = 'active'): Promise<Reply> {
  const { at, who } = await member(status);
  const browser = world.browser();
  const state = await begin(browser, 'dingtalk', { alias: at.alias });
  await comeBack(browser, 'dingtalk', state, who);
  await world.db.query('update account set status = $2 where id = $1', [at.masterId, masterStatus]);
  return tidy(await browser.call('third-sign-in', { state }));
}

async function decided(call: string, status: string | null): Promise<Reply> {
  const { at, id } = await member(status);
  const [row] = await world.db.query<{ username: string }>('select username from account where id = $1', [at.masterId]);
  const browser = world.browser();
  await browser.redeem(await browser.signIn(row?.username ?? '', 'Foyer2026a'));
  return browser.call(call, { id });
}

async function withLink(): Promise<{ browser: Browser; id: string }> {
  const browser = await signedIn({ username: `state_linked_${next()}` });
  await signInWith(browser, 'wechat', person({ name: 'Lin Wei' }), { purpose: 'bind' });
  const { data } = await browser.call('third-links');
  return { browser, id: data.links[0].id };
}

async function guesses(extra: object): Promise<Reply> {
  const browser = world.browser();
  for (let nth = 0; nth < 10; nth += 1) await world.limiter.take('enterprise-alias', browser.address);
  return browser.call('dingtalk-alias', { alias: 'guess', ...extra });
}

async function ready(): Promise<{ browser: Browser; reply: Reply }> {
  const browser = world.browser();
  const account = await world.account({ phone: world.phone() });
  return { browser, reply: await signInWith(browser, 'wechat', await linked(browser, 'wechat', person(), account)) };
}

async function registered(): Promise<{ browser: Browser; reply: Reply }> {
  const browser = world.browser();
  const { token } = (await signInWith(browser, 'wechat', person())).data;
  const phone = world.phone();
  const body = { token, phone, code: await browser.code(phone, 'register'), username: `third_user_${next()}` };
  const password = await browser.digest('Foyer2026a');
  return {
    browser,
    reply: await browser.call('third-register', { ...body, password, businessType: 0, agreement: true }),
  };
}

export const scenarios: Scenarios = {
  'third-sign-in': {
    ok: () => scanned('active'),
    'DingTalk.Account.Waiting': () => scanned(null),
    'DingTalk.Account.Cancelled': () => scanned('cancelled'),
    'Account.Disabled': () => scanned('disabled'),
    'Account.Logout': () => scanned('active', 'cancelled'),
    'Account.UnActivated': () => scanned('active', 'unactivated'),
    'Account.Locked': async () => {
      const { at, who, id } = await member('active');
      await lock({ id, uuid: '', username: '', password: '', line: '' });
      return scan(world.browser(), at, who);
    },
    'DingTalk.Member.Foreign': async () =>
      signInWith(world.browser(), 'dingtalk', 'foreign', { alias: (await enterprise()).alias }),
    'DingTalk.Login.Failed': async () =>
      signInWith(world.browser(), 'dingtalk', 'rejected', { alias: (await enterprise()).alias }),
    'DingTalk.Login.Timeout': async () =>
      signInWith(world.browser(), 'dingtalk', 'timeout', { alias: (await enterprise()).alias }),
    'ThirdParty.State.Invalid': async () => {
      const browser = world.browser();
      const state = await begin(browser, 'dingtalk', { alias: (await enterprise()).alias });
      await refuse(browser, 'dingtalk', state);
      return browser.call('third-sign-in', { state });
    },
    'Account.SignIn.IpLimit': async () => {
      const [browser, at] = [world.browser(), await enterprise()];
      const state = await begin(browser, 'dingtalk', { alias: at.alias });
      await comeBack(browser, 'dingtalk', state, memberOf(at));
      return (await blocked(browser)).call('third-sign-in', { state });
    },
  },
  'dingtalk-alias': {
    ok: async () => world.browser().call('dingtalk-alias', { alias: (await simulatedEnterprise()).alias }),
    'Enterprise.Alias.Not.Exists': () => world.browser().call('dingtalk-alias', { alias: 'nobody' }),
    'Enterprise.Alias.Format.Error': () => world.browser().call('dingtalk-alias', { alias: '<b>' }),
    'Account.Sign.GraphicVerificationRequired': () => guesses({}),
    'Account.Validate.IntelligentFailed': () => guesses(FORGED),
    Forbidden: () => {
      const browser = world.browser();
      browser.extra = { thirdParties: { get: () => undefined, configured: [] } };
      return browser.call('dingtalk-alias', { alias: 'nobody' });
    },
  },
  'authorise-sub-account': {
    ok: () => decided('authorise-sub-account', null),
    '602': () => world.browser().call('authorise-sub-account', { id: 'whoever' }),
    Forbidden: () => decided('authorise-sub-account', 'disabled'),
  },
  'unbind-sub-account': {
    ok: () => decided('unbind-sub-account', 'active'),
    '602': () => world.browser().call('unbind-sub-account', { id: 'whoever' }),
    Forbidden: async () => (await signedIn()).call('unbind-sub-account', { id: 'whoever' }),
  },
  'third-links': {
    ok: async () => (await signedIn()).call('third-links'),
    'ok--linked': async () => (await withLink()).browser.call('third-links'),
    '602': () => world.browser().call('third-links'),
  },
  'unlink-third': {
    ok: async () => {
      const { browser, id } = await withLink();
      return browser.call('unlink-third', { id });
    },
    '602': () => world.browser().call('unlink-third', { id: 'whoever' }),
    'ThirdParty.Last.Way': async () => {
      const { browser, id } = await withLink();
      await world.db.query(
        'delete from credential c using third_identity i where i.id = $1 and c.account_id = i.account_id',
        [id],
      );
      return browser.call('unlink-third', { id });
    },
    Forbidden: async () => (await signedIn()).call('unlink-third', { id: 'whoever' }),
  },
  'third-login': {
    ok: async () => {
      const { browser, reply } = await ready();
      return redeemThird(browser, reply);
    },
    'Account.Token.Expired': async () => {
      const { browser, reply } = await ready();
      await world.shiftClock(61);
      return redeemThird(browser, reply);
    },
    'Auth.Fail': async () => {
      const { browser, reply } = await ready();
      return redeemThird(browser, { ...reply, data: { ...reply.data, loginName: 'somebody_else' } });
    },
  },
  'register-third-user': {
    ok: async () => {
      const { browser, reply } = await registered();
      const { username: userName, rsAuthToken } = reply.data;
      return browser.call('register-third-user', { userName, version: '1.0.0', rsAuthToken });
    },
    'Account.Token.Expired': () =>
      world
        .browser()
        .call('register-third-user', { userName: 'nobody_here', version: '1.0.0', rsAuthToken: 'A'.repeat(43) }),
  },
};
