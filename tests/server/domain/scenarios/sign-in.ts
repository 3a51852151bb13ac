/** Signing in, in every way that it ends. */
import type { Reply } from '../world.ts';
import {
  blocked,
  FORGED,
  type Scenarios,
  staleCode,
  subAccount,
  VERBOSE,
  WRONG,
  world,
  wrongCodes,
  wrongTimes,
} from './stage.ts';

async function wrongAccount(times: number): Promise<Reply> {
  return wrongTimes((await world.account()).username, times);
}

async function locked(): Promise<Reply> {
  const account = await world.account();
  const browser = world.browser();
  await wrongTimes(account.username, 10, browser);
  return browser.signInPast(account.username, account.password);
}

async function inState(status: 'unactivated' | 'disabled' | 'cancelled', email?: string): Promise<Reply> {
  const account = await world.account({ status, ...(email ? { email } : {}) });
  return world.browser().signIn(account.username, account.password);
}

async function captchaDue(extra: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
  const account = await world.account();
  const browser = world.browser();
  await wrongTimes(account.username, 3, browser);
  return browser.signIn(account.username, account.password, extra);
}

async function subSignIn(loginName: string, password: string, browser = world.browser(), extra = {}): Promise<Reply> {
  return browser.call('sub-sign-in', { loginName, password: await browser.digest(password), accountType: 2, ...extra });
}

async function subWrong(times: number): Promise<Reply> {
  const { loginName } = await subAccount();
  const browser = world.browser();
  let reply: Reply = { code: 0, data: null, cookies: [] };
  for (let nth = 0; nth < times; nth += 1) reply = await subSignIn(loginName, WRONG, browser, await browser.captcha());
  return reply;
}

async function subState(status: 'unactivated' | 'disabled' | 'cancelled'): Promise<Reply> {
  const master = await world.account();
  const sub = await world.account({ master, username: 'worker_two', status });
  return subSignIn(`worker_two@${master.uuid}`, sub.password);
}

async function byCode(phone: string, browser = world.browser()): Promise<Reply> {
  return browser.call('phone-sign-in', { phone, code: await browser.code(phone, 'signin'), accountType: 1 });
}

async function phoneAccount(status: 'active' | 'unactivated' | 'disabled' | 'cancelled'): Promise<Reply> {
  const phone = world.phone();
  await world.account({ phone, status });
  return byCode(phone);
}

export const scenarios: Scenarios = {
  'sign-in': {
    ok: async () => {
      const account = await world.account({ username: 'state_person' });
      return world.browser().signIn('state_person', account.password);
    },
    'Account.SignIn.Failed': () => wrongAccount(1),
    'Account.SignIn.Failed--fifth': () => wrongAccount(5),
    '818': () => wrongAccount(7),
    '820': () => wrongAccount(8),
    '821': () => wrongAccount(9),
    'Account.Locked': locked,
    'Account.NotFound': () => world.browser('renderbus', VERBOSE).signIn('nobody_here', WRONG),
    'Account.UnActivated': () => inState('unactivated', 'waiting@mail.example'),
    'Account.Disabled': () => inState('disabled'),
    'Account.Logout': () => inState('cancelled'),
    'Account.SignIn.IpLimit': async () => (await blocked(world.browser())).signIn('whoever', WRONG),
    'Account.Son.Prohibit.Login': async () => {
      const { loginName, password } = await subAccount();
      return world.browser().signIn(loginName, password);
    },
    '627': async () => {
      const account = await world.account({ line: 'foxrenderfarm' });
      return world.browser('renderbus').signIn(account.username, account.password);
    },
    '628': async () => {
      const account = await world.account({ line: 'renderbus' });
      return world.browser('foxrenderfarm').signIn(account.username, account.password);
    },
    'Account.Sign.GraphicVerificationRequired': () => captchaDue(),
    'Account.Validate.IntelligentFailed': () => captchaDue(FORGED),
    EmptyParameter: () => world.browser().call('sign-in', { loginName: 'whoever', accountType: 1 }),
    InvalidParameter: () =>
      world.browser().call('sign-in', { loginName: 'whoever', password: 'plain', accountType: 1 }),
  },
  'sub-sign-in': {
    ok: async () => {
      const { loginName, password } = await subAccount();
      const reply = await subSignIn(loginName, password);
      reply.data.loginName = 'worker_one@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
      return reply;
    },
    'Account.SignIn.Failed': () => subWrong(1),
    '818': () => subWrong(7),
    '820': () => subWrong(8),
    '821': () => subWrong(9),
    'Account.Locked': () => subWrong(11),
    'Account.NotFound': async () => {
      const browser = world.browser('renderbus', VERBOSE);
      return subSignIn('nobody@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13', WRONG, browser);
    },
    'Account.UnActivated': () => subState('unactivated'),
    'Account.Disabled': () => subState('disabled'),
    'Account.Logout': () => subState('cancelled'),
    'Account.SignIn.IpLimit': async () => {
      const { loginName, password } = await subAccount();
      return subSignIn(loginName, password, await blocked(world.browser()));
    },
    '627': async () => {
      const master = await world.account({ line: 'foxrenderfarm' });
      const sub = await world.account({ master, username: 'worker_far' });
      return subSignIn(`worker_far@${master.uuid}`, sub.password);
    },
    '628': async () => {
      const { loginName, password } = await subAccount();
      return subSignIn(loginName, password, world.browser('foxrenderfarm'));
    },
    'Account.Sign.GraphicVerificationRequired': async () => {
      const { loginName, password } = await subAccount();
      const browser = world.browser();
      for (let nth = 0; nth < 3; nth += 1) await subSignIn(loginName, WRONG, browser);
      return subSignIn(loginName, password, browser);
    },
    'Account.Validate.IntelligentFailed': async () => {
      const { loginName, password } = await subAccount();
      const browser = world.browser();
      for (let nth = 0; nth < 3; nth += 1) await subSignIn(loginName, WRONG, browser);
      return subSignIn(loginName, password, browser, FORGED);
    },
  },
  'phone-sign-in': {
    ok: async () => {
      const reply = await phoneAccount('active');
      reply.data.loginName = '+8613800138000';
      return reply;
    },
    'ok--not-registered': async () => {
      const reply = await byCode(world.phone());
      reply.data.phone = '+8613800138000';
      return reply;
    },
    'Account.NotFound': () =>
      byCode(world.phone(), world.browser('renderbus', { offers: { phoneSignIn: true, phoneRegistration: false } })),
    'Account.UnActivated': () => phoneAccount('unactivated'),
    'Account.Disabled': () => phoneAccount('disabled'),
    'Account.Logout': () => phoneAccount('cancelled'),
    'Account.SignIn.IpLimit': async () =>
      (await blocked(world.browser())).call('phone-sign-in', { phone: world.phone(), code: '123456', accountType: 1 }),
    'Account.Son.Prohibit.Login': async () => byCode((await subAccount()).phone),
    '627': async () => {
      await world.account({ line: 'foxrenderfarm', phone: '+14155550111' });
      return byCode('+14155550111');
    },
    '628': async () => {
      const phone = world.phone();
      await world.account({ phone });
      return byCode(phone, world.browser('foxrenderfarm', { offers: { phoneSignIn: true } }));
    },
    'Validate.Code.Error': () => wrongCodes('phone-sign-in', 'signin', 1, { accountType: 1 }),
    'Code.Error.More': () => staleCode('phone-sign-in', { accountType: 1 }),
    'Common.RequestLimitExceeded': () => wrongCodes('phone-sign-in', 'signin', 11, { accountType: 1 }),
    Forbidden: () =>
      world.browser('foxrenderfarm').call('phone-sign-in', { phone: '+14155550100', code: '123456', accountType: 1 }),
  },
  'login-fail-cache': {
    ok: () => world.browser().call('login-fail-cache', { loginName: 'never_tried' }),
    'ok--locked': async () => {
      const browser = world.browser();
      await wrongTimes('locked_name', 10, browser);
      return browser.call('login-fail-cache', { loginName: 'locked_name' });
    },
  },
  'user-login': {
    ok: async () => {
      const account = await world.account();
      const browser = world.browser();
      return browser.redeem(await browser.signIn(account.username, account.password));
    },
    'Account.Token.Expired': () =>
      world.browser().call('user-login', { userName: 'whoever', version: '1.0.0', rsAuthToken: 'gone', loginType: 3 }),
    'Auth.Fail': async () => {
      const account = await world.account();
      const browser = world.browser();
      const { data } = await browser.signIn(account.username, account.password);
      return browser.call('user-login', {
        userName: 'someone_else',
        version: '1.0.0',
        rsAuthToken: data.rsAuthToken,
        loginType: 3,
      });
    },
  },
};
