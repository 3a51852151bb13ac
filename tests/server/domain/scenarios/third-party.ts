/** Third-party sign-in: each call, each way it ends. */

import type { Identity } from '../../../../src/server/ports/identity.ts';
import {
  begin,
  bodyOf,
  callOf,
  comeBack,
  linked,
  person,
  refuse,
  signInWith,
  whileUnreachable,
} from '../third-parties.ts';
import type { Browser, Reply, TestAccount } from '../world.ts';
import { blocked, FORGED, next, type Scenario, type Scenarios, signedIn, VERBOSE, WRONG, world } from './stage.ts';

const NAMES: Readonly<Record<string, string>> = {
  wechat: 'WeChat',
  qq: 'QQ',
  google: 'Google',
  apple: 'Apple',
  dingtalk: 'DingTalk',
  gitlab: 'ThirdParty',
};

/** Values that differ every time, as the recording shows them. */
export function tidy(reply: Reply): Reply {
  if (reply.code !== 200) return reply;
  const shown: Readonly<Record<string, string>> = {
    state: '<token>',
    token: '<token>',
    loginName: 'state_person',
    username: 'state_person',
    phone: '+8613800138000',
  };
  for (const [name, value] of Object.entries(shown)) if (name in reply.data) reply.data[name] = value;
  if ('url' in reply.data) reply.data.url = 'https://provider.example/authorize';
  return reply;
}

const KIND: Readonly<Record<string, Partial<Identity>>> = {
  google: { subjectKind: 'sub' },
  apple: { subjectKind: 'sub' },
  gitlab: { subjectKind: 'sub' },
};
const someone = (id: string, more: Partial<Identity> = {}): Identity => person({ ...KIND[id], ...more });

async function withAccount(
  id: string,
  options: Parameters<typeof world.account>[0] = {},
  befall: (account: TestAccount) => Promise<unknown> = async () => undefined,
): Promise<Reply> {
  const browser = world.browser();
  const account = await world.account({ phone: world.phone(), ...options });
  await befall(account);
  return tidy(await signInWith(browser, id, await linked(browser, id, someone(id), account)));
}

export function lock({ id }: TestAccount): Promise<unknown> {
  return world.db.query(
    `insert into sign_in_counter (key, zone, account_id, failures, locked_at) values ('account:' || $1::text, 'domestic', $1::uuid, 10, foyer_now())`,
    [id],
  );
}
const flag = ({ id }: TestAccount): Promise<unknown> =>
  world.db.query('update account set security_risk = true where id = $1', [id]);

async function wrongSite(id: string, home: string, visited: string): Promise<Reply> {
  const account = await world.account({ line: home });
  const who = await linked(world.browser(home), id, someone(id), account);
  return signInWith(world.browser(visited), id, who);
}

async function binding(
  id: string,
  prepare: (browser: Browser, account: TestAccount) => Promise<Identity>,
): Promise<Reply> {
  const account = await world.account({ phone: world.phone() });
  const browser = world.browser();
  await browser.redeem(await browser.signIn(account.username, account.password));
  return signInWith(browser, id, await prepare(browser, account), { purpose: 'bind' });
}

/** The outcomes that every provider's call shares. */
function outcomesOf(id: string): Readonly<Record<string, Scenario>> {
  const name = NAMES[id] ?? '';
  return {
    ok: () => withAccount(id),
    'ok--verify': () => withAccount(id, { phone: `+86138${String(77000000 + next())}` }, flag).then(masked),
    'ok--verify-email': async () => {
      const account = await world.account({ email: `third.state${next()}@mail.example` });
      await flag(account);
      const browser = world.browser();
      const reply = tidy(await signInWith(browser, id, await linked(browser, id, someone(id), account)));
      return { ...reply, data: { ...reply.data, contact: 'th****@mail.example' } };
    },
    'ok--register': async () =>
      tidy(await signInWith(world.browser(), id, someone(id, { name: 'Lin Wei', email: 'lin@mail.example' }))),
    'ok--phone': async () => {
      const browser = world.browser();
      return tidy(await signInWith(browser, id, await linked(browser, id, someone(id), await world.account())));
    },
    'ok--bound': () => binding(id, async () => someone(id)),
    'ok--bound-to-another': () =>
      binding(id, async (browser) => linked(browser, id, someone(id), await world.account())),
    'ok--bound-before': () =>
      binding(id, async (browser, account) => {
        await linked(browser, id, someone(id), account);
        return someone(id);
      }),
    '602': async () => {
      const browser = await signedIn();
      const state = await begin(browser, id, { purpose: 'bind' });
      await comeBack(browser, id, state, someone(id));
      browser.jar.delete('session');
      return browser.call(callOf(id), bodyOf(id, { state }));
    },
    'Session.Other': async () => {
      const browser = await signedIn();
      const state = await begin(browser, id, { purpose: 'bind' });
      await comeBack(browser, id, state, someone(id));
      const other = await world.account();
      await browser.redeem(await browser.signIn(other.username, other.password));
      return browser.call(callOf(id), bodyOf(id, { state }));
    },
    'Session.Stale': async () => {
      const browser = await signedIn();
      const state = await begin(browser, id, { purpose: 'bind' });
      await comeBack(browser, id, state, someone(id));
      const { userId } = (await browser.call('session')).data;
      await world.db.query(
        "update user_session set created_at = created_at - interval '1 hour' where account_id = $1",
        [userId],
      );
      return browser.call(callOf(id), bodyOf(id, { state }));
    },
    'ThirdParty.State.Invalid': async () => {
      const browser = world.browser();
      const state = await begin(browser, id);
      await refuse(browser, id, state);
      return browser.call(callOf(id), bodyOf(id, { state }));
    },
    [`${name}.Login.Failed`]: () => signInWith(world.browser(), id, 'rejected'),
    [`${name}.Login.Timeout`]: () => signInWith(world.browser(), id, 'timeout'),
    'Account.Son.Prohibit.Login': async () => withAccount(id, { master: await world.account() }),
    'Account.Locked': () =>
      world.account().then(async (account) => {
        await lock(account);
        const browser = world.browser();
        return signInWith(browser, id, await linked(browser, id, someone(id), account));
      }),
    'Account.UnActivated': () => withAccount(id, { status: 'unactivated' }),
    'Account.Disabled': () => withAccount(id, { status: 'disabled' }),
    'Account.Logout': () => withAccount(id, { status: 'cancelled' }),
    'Account.SignIn.IpLimit': async () => {
      const browser = world.browser();
      const state = await begin(browser, id);
      return (await blocked(browser)).call(callOf(id), bodyOf(id, { state }));
    },
    '627': () => wrongSite(id, 'foxrenderfarm', 'renderbus'),
    '628': () => wrongSite(id, 'renderbus', 'foxrenderfarm'),
  };
}

function masked(reply: Reply): Reply {
  return { ...reply, data: { ...reply.data, contact: '+86****8000' } };
}

/** A token of result 3, and the browser that has it. */
async function pending(
  browser = world.browser(),
  who = someone('wechat'),
): Promise<{
  browser: Browser;
  token: string;
  who: Identity;
}> {
  return { browser, who, token: (await signInWith(browser, 'wechat', who)).data.token };
}

interface Risky {
  readonly browser: Browser;
  readonly token: string;
  readonly phone: string;
  readonly account: TestAccount;
}

async function risky(phone = world.phone()): Promise<Risky> {
  const account = await world.account({ phone });
  await flag(account);
  const browser = world.browser();
  const who = await linked(browser, 'wechat', someone('wechat'), account);
  return { browser, phone, account, token: (await signInWith(browser, 'wechat', who)).data.token };
}

async function checked(extra: object = {}, seconds = 61, times = 2): Promise<Reply> {
  const { browser, token } = await risky();
  let reply = await browser.call('third-check-phone', { token });
  for (let nth = 1; nth < times; nth += 1) {
    await world.shiftClock(seconds);
    reply = await browser.call('third-check-phone', { token, ...extra });
  }
  return reply;
}

/** The tenth code of a day, sent over hours, so that the sign-in is begun anew each time. */
async function checkedTooOften(): Promise<Reply> {
  const phone = world.phone();
  const { account, browser } = await risky(phone);
  const [identity] = await world.db.query<{ subject: string }>(
    'select subject from third_identity where account_id = $1',
    [account.id],
  );
  const who = someone('wechat', { subject: identity?.subject ?? '' });
  for (let nth = 0; ; nth += 1) {
    const { token } = (await signInWith(browser, 'wechat', who)).data;
    const reply = await browser.call('third-check-phone', { token, ...(await browser.captcha()) });
    if (nth === 10) return reply;
    await world.shiftClock(nth === 4 ? 3601 : 61);
  }
}

async function bound(
  change: (risky: Risky, code: string) => Promise<{ code?: string; header?: string }> = async () => ({}),
): Promise<Reply> {
  const all = await risky();
  await all.browser.call('third-check-phone', { token: all.token });
  const sent = String((await world.lastMessage(all.phone)).params.code);
  const { code = sent, header = all.token } = await change(all, sent);
  const body = { token: all.token, code };
  return tidy(await all.browser.call('third-bound', body, { headers: { authtoken: header } }));
}

const other = (code: string): string => String((Number(code) + 1) % 1000000).padStart(6, '0');

const inState =
  (status: string) =>
  async ({ account }: Risky): Promise<object> => {
    await world.db.query('update account set status = $2 where id = $1', [account.id, status]);
    return {};
  };

interface LinkOptions {
  readonly account?: TestAccount;
  readonly password?: string;
  readonly loginName?: string;
  readonly captcha?: object;
  readonly browser?: Browser;
}

async function boundAccount({
  account,
  password,
  loginName,
  captcha,
  browser: given,
}: LinkOptions = {}): Promise<Reply> {
  const { browser, token } = await pending(given);
  const owner = account ?? (await world.account());
  const body = {
    token,
    loginName: loginName ?? owner.username,
    password: await browser.digest(password ?? owner.password),
    accountType: 1,
    ...(captcha ?? (await browser.captcha())),
  };
  return tidy(await browser.call('third-bound-account', body));
}

async function wrongPasswords(times: number, last: LinkOptions = { password: WRONG }): Promise<Reply> {
  const account = await world.account();
  const browser = world.browser();
  for (let nth = 1; nth < times; nth += 1) await boundAccount({ account, password: WRONG, browser });
  return boundAccount({ account, browser, ...last });
}

async function bindPhone(
  phone: string,
  prepare: (ready: { browser: Browser; token: string; who: Identity }) => Promise<unknown> = async () => undefined,
  ready?: { browser: Browser; token: string; who: Identity },
): Promise<Reply> {
  const all = ready ?? (await pending());
  const code = await all.browser.code(phone, 'bindwxphone');
  await prepare(all);
  return tidy(await all.browser.call('bind-phone-to-third', { token: all.token, phone, code }));
}

async function phoneless(): Promise<{ browser: Browser; token: string; who: Identity; account: TestAccount }> {
  const browser = world.browser();
  const account = await world.account();
  const who = await linked(browser, 'wechat', someone('wechat'), account);
  return { browser, who, account, token: (await signInWith(browser, 'wechat', who)).data.token };
}

async function ofPhone(options: Parameters<typeof world.account>[0], befall?: typeof lock): Promise<string> {
  const phone = options?.phone ?? world.phone();
  const account = await world.account({ ...options, phone });
  await befall?.(account);
  return phone;
}

async function register(
  changes: Readonly<Record<string, unknown>> = {},
  { line = 'renderbus', who = someone('wechat'), before = async () => undefined as unknown, id = 'wechat' } = {},
): Promise<Reply> {
  const browser = world.browser(line);
  const { token } = (await signInWith(browser, id, who)).data;
  const phone = (changes.phone as string | undefined) ?? world.phone();
  const contact =
    line === 'renderbus'
      ? { phone, code: changes.code ?? (await browser.code(phone, 'register')) }
      : { email: `third${next()}@foxrenderfarm.example` };
  await before();
  const reply = await browser.call('third-register', {
    token,
    username: `third_${next()}_state`,
    password: await browser.digest('Foyer2026a'),
    businessType: 0,
    agreement: true,
    ...contact,
    ...changes,
  });
  if (reply.code === 200 && 'email' in reply.data) reply.data.email = 'newcomer@mail.example';
  return tidy(reply);
}

async function registeredTooOften(extra: object): Promise<Reply> {
  const { browser, token } = await pending();
  for (let nth = 0; nth < 30; nth += 1) await world.limiter.take('register', browser.address);
  const body = { token, phone: world.phone(), code: '123456', username: 'third_too_many', businessType: 0 };
  const password = await browser.digest('Foyer2026a');
  return browser.call('third-register', { ...body, password, agreement: true, ...extra });
}

const EN_INVITES = `insert into invite_code (zone, code_key, business_types, expires_at)
  values ('domestic', 'film', '{1}', null), ('domestic', 'old', null, foyer_now() - interval '1 day') on conflict do nothing`;

const faultsOfStart = Object.fromEntries(
  Object.entries(NAMES).flatMap(([id, name]) =>
    (['Failed', 'Timeout'] as const).map((how) => [
      `${name}.Login.${how}`,
      async (): Promise<Reply> => {
        if (id === 'dingtalk') await simulatedEnterprise();
        const body = { provider: id, ...(id === 'dingtalk' ? { alias: 'state-studio' } : {}) };
        return whileUnreachable(how === 'Failed' ? 'misconfigured' : 'timeout', () =>
          world.browser().call('third-token', body),
        );
      },
    ]),
  ),
);

/** An enterprise that every scenario shares. */
export async function simulatedEnterprise(): Promise<{ alias: string; corpId: string; masterId: string }> {
  const { storeEnterprise } = await import('../../../../src/server/third-party/enterprises.ts');
  const [there] = await world.db.query<{ master_id: string }>(
    "select master_id from dingtalk_enterprise where alias_key = 'state-studio'",
  );
  const masterId = there?.master_id ?? (await world.account({ username: 'state_owner' })).id;
  const made = { alias: 'state-studio', corpId: 'ding-state', masterId };
  await storeEnterprise(world.db, world.keys, {
    ...made,
    zone: 'domestic',
    clientId: 'ding-client',
    clientSecret: 's',
  });
  return made;
}

export const scenarios: Scenarios = {
  'third-token': {
    ok: async () => tidy(await world.browser().call('third-token', { provider: 'wechat' })),
    'ok--bind': async () => tidy(await (await signedIn()).call('third-token', { provider: 'qq', purpose: 'bind' })),
    'ok--dingtalk': async () => {
      const { alias } = await simulatedEnterprise();
      return tidy(await world.browser().call('third-token', { provider: 'dingtalk', alias }));
    },
    '602': () => world.browser().call('third-token', { provider: 'wechat', purpose: 'bind' }),
    'Sub.Account.Bind.ThirdParty.Not.Support': async () => {
      const master = await world.account();
      const sub = await world.account({ master, username: 'state_helper' });
      const browser = world.browser();
      const password = await browser.digest(sub.password);
      const loginName = `state_helper@${master.uuid}`;
      await browser.redeem(await browser.call('sub-sign-in', { loginName, password, accountType: 2 }));
      return browser.call('third-token', { provider: 'wechat', purpose: 'bind' });
    },
    'Enterprise.Alias.Not.Exists': () => world.browser().call('third-token', { provider: 'dingtalk', alias: 'nobody' }),
    'Enterprise.Alias.Format.Error': () => world.browser().call('third-token', { provider: 'dingtalk', alias: '<b>' }),
    Forbidden: () => {
      const browser = world.browser();
      browser.extra = { thirdParties: { get: () => undefined, configured: [] } };
      return browser.call('third-token', { provider: 'wechat' });
    },
    ...faultsOfStart,
  },
  'wx-login': outcomesOf('wechat'),
  'qq-login': outcomesOf('qq'),
  'google-login': outcomesOf('google'),
  'apple-login': outcomesOf('apple'),
  'open-login': outcomesOf('gitlab'),
  'third-check-phone': {
    ok: async () => {
      const { browser, token } = await risky();
      return masked(await browser.call('third-check-phone', { token }));
    },
    'Account.Token.Expired': () => world.browser().call('third-check-phone', { token: 'A'.repeat(43) }),
    'Validate.frequently': () => checked({}, 1),
    'Account.Sign.GraphicVerificationRequired': () => checked(),
    'Account.Validate.IntelligentFailed': () => checked(FORGED),
    'Validate.LimitExceeded': checkedTooOften,
    'Validate.Code.SendError': async () => {
      const { browser, token } = await risky();
      world.delivered = { state: 'owed', code: 500 };
      try {
        return await browser.call('third-check-phone', { token });
      } finally {
        world.delivered = { state: 'sent', code: 200 };
      }
    },
  },
  'third-bound': {
    ok: () => bound(),
    'Auth.Fail': () => bound(async () => ({ header: 'another' })),
    'Account.Token.Expired': () =>
      world
        .browser()
        .call('third-bound', { token: 'A'.repeat(43), code: '123456' }, { headers: { authtoken: 'A'.repeat(43) } }),
    'Validate.Code.Error': () => bound(async (_all, code) => ({ code: other(code) })),
    'Code.Error.More': async () => {
      const { browser, token } = await risky();
      return browser.call('third-bound', { token, code: '123456' }, { headers: { authtoken: token } });
    },
    'Account.UnActivated': () => bound(inState('unactivated')),
    'Account.Disabled': () => bound(inState('disabled')),
    'Account.Logout': () => bound(inState('cancelled')),
    'Account.SignIn.IpLimit': () =>
      bound(async ({ browser }) => {
        await blocked(browser);
        return {};
      }),
  },
  'third-bound-account': {
    ok: () => boundAccount(),
    'Account.Token.Expired': async () => {
      const browser = world.browser();
      const body = { loginName: 'whoever', password: await browser.digest(WRONG), accountType: 1 };
      return browser.call('third-bound-account', { token: 'A'.repeat(43), ...body });
    },
    'Account.SignIn.Failed': () => wrongPasswords(1),
    'Account.SignIn.Failed--suggest': () => wrongPasswords(5),
    '818': () => wrongPasswords(7),
    '820': () => wrongPasswords(8),
    '821': () => wrongPasswords(9),
    'Account.Locked': () => wrongPasswords(10),
    'Account.Sign.GraphicVerificationRequired': () => wrongPasswords(4, { captcha: {} }),
    'Account.Validate.IntelligentFailed': () => wrongPasswords(4, { captcha: FORGED }),
    'Account.NotFound': () =>
      boundAccount({ loginName: 'nobody_at_all', browser: world.browser('renderbus', VERBOSE) }),
    'Account.UnActivated': async () => boundAccount({ account: await world.account({ status: 'unactivated' }) }),
    'Account.Disabled': async () => boundAccount({ account: await world.account({ status: 'disabled' }) }),
    'Account.Logout': async () => boundAccount({ account: await world.account({ status: 'cancelled' }) }),
    'Account.SignIn.IpLimit': async () => {
      const { browser, token } = await pending();
      await blocked(browser);
      const body = { token, loginName: 'whoever', password: await browser.digest(WRONG), accountType: 1 };
      return browser.call('third-bound-account', body);
    },
    'Account.Son.Prohibit.Login': async () => {
      const master = await world.account();
      const sub = await world.account({ master, username: 'state_helper' });
      return boundAccount({ account: sub, loginName: `state_helper@${master.uuid}` });
    },
    '627': async () => boundAccount({ account: await world.account({ line: 'foxrenderfarm' }) }),
    '628': async () => boundAccount({ browser: world.browser('foxrenderfarm'), account: await world.account() }),
    'UnionId.Existed': async () => {
      const { browser, token, who } = await pending();
      await linked(browser, 'wechat', who, await world.account());
      const account = await world.account();
      const password = await browser.digest(account.password);
      return browser.call('third-bound-account', { token, loginName: account.username, password, accountType: 1 });
    },
    'ThirdParty.Provider.Bound': async () => {
      const account = await world.account();
      await linked(world.browser(), 'wechat', someone('wechat'), account);
      return boundAccount({ account });
    },
  },
  'is-bind-account': {
    ok: async () => {
      const { browser, token } = await pending(world.browser(), someone('wechat', { name: 'Lin Wei' }));
      return browser.call('is-bind-account', { token });
    },
    'ok--verify': async () => {
      const { browser, token } = await risky();
      return masked(await browser.call('is-bind-account', { token }));
    },
    'ok--phone': async () => {
      const { browser, token } = await phoneless();
      return browser.call('is-bind-account', { token });
    },
    'Account.Token.Expired': () => world.browser().call('is-bind-account', { token: 'A'.repeat(43) }),
  },
  'is-bind-other-account': {
    ok: async () => {
      const [{ browser, token }, phone] = [await pending(), world.phone()];
      const code = await browser.code(phone, 'bindwxphone');
      return browser.call('is-bind-other-account', { token, phone, code });
    },
    'ok--bound': async () => {
      const [{ browser, token }, phone] = [await pending(), world.phone()];
      await linked(browser, 'wechat', someone('wechat'), await world.account({ phone }));
      const code = await browser.code(phone, 'bindwxphone');
      return browser.call('is-bind-other-account', { token, phone, code });
    },
    'Account.Token.Expired': () =>
      world.browser().call('is-bind-other-account', { token: 'A'.repeat(43), phone: world.phone(), code: '123456' }),
    'Validate.Code.Error': async () => {
      const [{ browser, token }, phone] = [await pending(), world.phone()];
      const code = other(await browser.code(phone, 'bindwxphone'));
      return browser.call('is-bind-other-account', { token, phone, code });
    },
    'Code.Error.More': async () => {
      const { browser, token } = await pending();
      return browser.call('is-bind-other-account', { token, phone: world.phone(), code: '123456' });
    },
  },
  'bind-phone-to-third': {
    ok: async () => bindPhone(world.phone(), undefined, await phoneless()),
    'ok--linked': async () => bindPhone(await ofPhone({})),
    'ok--nobody': () => bindPhone(world.phone()),
    'Account.Token.Expired': () =>
      world.browser().call('bind-phone-to-third', { token: 'A'.repeat(43), phone: world.phone(), code: '123456' }),
    'Validate.Code.Error': async () => {
      const [{ browser, token }, phone] = [await pending(), world.phone()];
      const code = other(await browser.code(phone, 'bindwxphone'));
      return browser.call('bind-phone-to-third', { token, phone, code });
    },
    'Code.Error.More': async () => {
      const { browser, token } = await pending();
      return browser.call('bind-phone-to-third', { token, phone: world.phone(), code: '123456' });
    },
    'Account.Locked': async () => bindPhone(await ofPhone({}, lock)),
    'Account.UnActivated': async () => bindPhone(await ofPhone({ status: 'unactivated' })),
    'Account.Disabled': async () => bindPhone(await ofPhone({ status: 'disabled' })),
    'Account.Logout': async () => {
      const ready = await phoneless();
      await world.db.query(`update account set status = 'cancelled' where id = $1`, [ready.account.id]);
      return bindPhone(world.phone(), undefined, ready);
    },
    'Account.SignIn.IpLimit': () => bindPhone(world.phone(), ({ browser }) => blocked(browser)),
    '627': async () => bindPhone(await ofPhone({ line: 'foxrenderfarm' })),
    '628': async () => {
      const phone = await ofPhone({});
      const browser = world.browser('foxrenderfarm', { offers: { phoneSignIn: true }, providers: ['wechat'] });
      return bindPhone(phone, undefined, await pending(browser));
    },
    'Account.Phone.Existed': async () => bindPhone(await ofPhone({}), undefined, await phoneless()),
    'Account.Phone.Existed.OtherLine': async () =>
      bindPhone(await ofPhone({ line: 'pkdragon' }), undefined, await phoneless()),
    'Account.Register.LowSafe': async () => {
      const phone = world.phone();
      return bindPhone(phone, () =>
        world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'phone', $1)", [phone]),
      );
    },
    'Phone.Bound.ThirdParty': async () => {
      const phone = world.phone();
      await linked(world.browser(), 'wechat', someone('wechat'), await world.account({ phone }));
      return bindPhone(phone);
    },
    'Sub.Account.Bind.ThirdParty.Not.Support': async () => {
      const phone = world.phone();
      await world.account({ master: await world.account(), username: 'state_helper', phone });
      return bindPhone(phone);
    },
    'UnionId.Existed': async () =>
      bindPhone(await ofPhone({}), async ({ browser, who }) => linked(browser, 'wechat', who, await world.account())),
    Forbidden: async () => {
      const { browser, token } = await pending(world.browser('foxrenderfarm'));
      return browser.call('bind-phone-to-third', { token, phone: '+14155550100', code: '123456' });
    },
  },
  'third-register': {
    ok: () => register(),
    'ok--unactivated': () => register({}, { line: 'foxrenderfarm', id: 'google', who: someone('google') }),
    'Account.Token.Expired': async () => {
      const browser = world.browser();
      const body = { username: 'third_state', businessType: 0, agreement: true, phone: world.phone(), code: '123456' };
      const password = await browser.digest('Foyer2026a');
      return browser.call('third-register', { token: 'A'.repeat(43), password, ...body });
    },
    'Account.Phone.Existed': async () => register({ phone: await ofPhone({}) }),
    'Account.Phone.Existed.OtherLine': async () => register({ phone: await ofPhone({ line: 'pkdragon' }) }),
    'Account.Email.Existed': async () => {
      await world.account({ line: 'foxrenderfarm', email: 'third.taken@fox.example' });
      const options = { line: 'foxrenderfarm', id: 'google', who: someone('google') };
      return register({ email: 'third.taken@fox.example' }, options);
    },
    'Account.Email.Blacklisted': () =>
      register({ email: 'who@mailinator.com' }, { line: 'foxrenderfarm', id: 'google', who: someone('google') }),
    'Account.UserName.Existed': async () => register({ username: (await world.account()).username }),
    'Account.Register.LowSafe': async () => {
      const phone = world.phone();
      const before = (): Promise<unknown> =>
        world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'phone', $1)", [phone]);
      return register({ phone }, { before });
    },
    'Validate.Code.Error': async () => {
      const [{ browser, token }, phone] = [await pending(), world.phone()];
      const code = other(await browser.code(phone, 'register'));
      const password = await browser.digest('Foyer2026a');
      const body = { token, phone, code, username: 'third_wrong', password, businessType: 0, agreement: true };
      return browser.call('third-register', body);
    },
    'Code.Error.More': () => register({ code: '123456' }),
    '5001': () => register({ inviteCode: 'none' }),
    '5002': () => world.db.query(EN_INVITES).then(() => register({ inviteCode: 'film' })),
    '5003': () => world.db.query(EN_INVITES).then(() => register({ inviteCode: 'old' })),
    'Password.Too.Common': async () => register({ password: await world.browser().digest('Password1') }),
    'UnionId.Existed': () => {
      const who = someone('wechat');
      return register({}, { who, before: async () => linked(world.browser(), 'wechat', who, await world.account()) });
    },
    'Account.Sign.GraphicVerificationRequired': () => registeredTooOften({}),
    'Account.Validate.IntelligentFailed': () => registeredTooOften(FORGED),
  },
};
