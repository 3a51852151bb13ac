/** The signed-in account, its contacts, its sub accounts; the region's own addresses for resets and activation. */
import type { Browser, Reply } from '../world.ts';
import {
  FORGED,
  next,
  type Scenario,
  type Scenarios,
  sendTenTimes,
  signedIn,
  undelivered,
  WRONG,
  world,
} from './stage.ts';

const RIGHT = 'Foyer2026a';
const NEXT = 'Another2026b';
const mailbox = (): string => `state_account_${next()}@mail.example`;

/** Body parts that prove it is the owner; gives what the call takes besides the password. */
type Body = (browser: Browser) => Promise<Readonly<Record<string, unknown>>>;

const passwordBody: Body = async (browser) => ({ password: await browser.digest(NEXT) });
const phoneBody: Body = async (browser) => {
  const phone = world.phone();
  return { phone, code: await browser.code(phone, 'binddevice') };
};
const emailBody: Body = async (browser) => {
  const email = mailbox();
  await browser.call('send-email-code', { email });
  return { email, code: String((await world.lastMessage(email)).params.code) };
};

/** A signed-in account that is to choose another username. */
async function flagged(): Promise<Browser> {
  const browser = await signedIn();
  const { userId } = (await browser.call('session')).data;
  await world.db.query('update account set security_risk = true where id = $1', [userId]);
  return browser;
}

async function wrongPasswords(call: string, body: Body, times: number, extra = {}): Promise<Reply> {
  const browser = await signedIn();
  const given = await body(browser);
  const oldPassword = await browser.digest(WRONG);
  let reply: Reply = { code: 0, data: null, cookies: [] };
  for (let nth = 1; nth <= times; nth += 1) {
    const captcha = nth > 3 && !('ticket' in extra) && !('bare' in extra) ? await browser.captcha() : extra;
    const { bare: _, ...parts } = captcha as { bare?: true };
    reply = await browser.call(call, { ...given, oldPassword, ...parts });
  }
  return reply;
}

/** What a wrong, or no longer accepted, current password answers on any call that asks for it. */
function confirmations(call: string, body: Body): Readonly<Record<string, Scenario>> {
  return {
    'Account.SignIn.Failed': () => wrongPasswords(call, body, 1),
    'Account.SignIn.Failed--suggest': () => wrongPasswords(call, body, 5),
    '818': () => wrongPasswords(call, body, 7),
    '820': () => wrongPasswords(call, body, 8),
    '821': () => wrongPasswords(call, body, 9),
    'Account.Locked': () => wrongPasswords(call, body, 10),
    'Account.Sign.GraphicVerificationRequired': () => wrongPasswords(call, body, 4, { bare: true }),
    'Account.Validate.IntelligentFailed': () => wrongPasswords(call, body, 4, FORGED),
    'Account.SignIn.IpLimit': async () => {
      const browser = await signedIn();
      const given = await body(browser);
      await world.db.query(
        "insert into blocked_network (zone, network) values ('domestic', '203.0.113.0/24') on conflict do nothing",
      );
      browser.address = '203.0.113.5';
      return browser.call(call, { ...given, oldPassword: await browser.digest(RIGHT) });
    },
  };
}

async function owned(call: string, body: Body, browser?: Browser): Promise<Reply> {
  const visitor = browser ?? (await signedIn());
  return visitor.call(call, { ...(await body(visitor)), oldPassword: await visitor.digest(RIGHT) });
}

/** The contact was changed since the code was asked for. */
async function overtaken(call: string, contact: 'phone' | 'email', body: Body): Promise<Reply> {
  const browser = await signedIn();
  const given = await body(browser);
  await world.db.query('update verification_code set replaces = $1 where account_id is not null and used_at is null', [
    `another ${contact}`,
  ]);
  return owned(call, async () => given, browser);
}

async function household(): Promise<{ master: Browser; subId: string; signInSub: () => Promise<Browser> }> {
  const account = await world.account({ username: `state_master_${next()}` });
  const sub = await world.account({ master: account, username: 'render_01' });
  const master = world.browser();
  await master.redeem(await master.signIn(account.username, account.password));
  return {
    master,
    subId: sub.id,
    async signInSub() {
      const browser = world.browser();
      const loginName = `render_01@${account.uuid}`;
      const password = await browser.digest(RIGHT);
      await browser.redeem(await browser.call('sub-sign-in', { loginName, password, accountType: 2 }));
      return browser;
    },
  };
}

const SOMEONE = '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
const visitor = (call: string, body: Readonly<Record<string, unknown>>): Scenario => {
  return () => world.browser().call(call, body);
};
const digestOf = (password: string): Promise<string> => world.browser().digest(password);

/** The proof of a code sent to the phone of a new account; `several`: with a sub account on the same phone. */
async function recovery({ several = false } = {}): Promise<{ browser: Browser; proof: string }> {
  const phone = world.phone();
  const master = await world.account({ phone });
  if (several) await world.account({ master, username: 'render_01', phone });
  const browser = world.browser();
  const code = await browser.code(phone, 'forgetpassword');
  const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
  return { browser, proof: data.proof };
}

async function resetTo(password: string, options = {}): Promise<Reply> {
  const { browser, proof } = await recovery(options);
  return browser.call('reset-user-password', { proof, password: await browser.digest(password) });
}

async function activation(): Promise<{ browser: Browser; proof: string }> {
  const email = mailbox();
  const browser = world.browser('foxrenderfarm');
  const username = `state_new_${next()}`;
  await world.account({ line: 'foxrenderfarm', username, email, status: 'unactivated', registeredBy: browser });
  await browser.call('send-active-link', { email });
  const link = new URL(String((await world.lastMessage(email)).params.link));
  const { data } = await browser.call('check-email-token', { token: link.searchParams.get('token') });
  return { browser, proof: data.proof };
}

async function mailTo(email: string, extra: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
  return (await signedIn()).call('send-email-code', { email, ...extra });
}

export const scenarios: Scenarios = {
  'query-user': {
    ok: async () =>
      (await signedIn({ username: 'state_profile', email: 'profile@mail.example', phone: '+8613800138009' })).call(
        'query-user',
        {},
      ),
    '602': visitor('query-user', {}),
  },
  'update-username': {
    ok: async () => (await flagged()).call('update-username', { username: 'state_renamed' }),
    '602': visitor('update-username', { username: 'state_renamed' }),
    '603': async () => (await flagged()).call('update-username', { username: 'state_other', userKey: 'someone-else' }),
    'Account.UserName.Existed': async () => {
      const { username } = await world.account();
      return (await flagged()).call('update-username', { username });
    },
  },
  'update-password': {
    ok: () => owned('update-password', passwordBody),
    '602': async () => world.browser().call('update-password', { password: await digestOf(NEXT) }),
    'Password.Same.As.Last': () =>
      owned('update-password', async (browser) => ({ password: await browser.digest(RIGHT) })),
    'Password.Too.Common': () =>
      owned('update-password', async (browser) => ({ password: await browser.digest('Password123') })),
    'Account.Sub.Reset.Pwd.Not.Support': async () =>
      owned('update-password', passwordBody, await (await household()).signInSub()),
    ...confirmations('update-password', passwordBody),
  },
  'bind-phone': {
    ok: () =>
      owned('bind-phone', async (browser) => ({
        phone: '+8613800138077',
        code: await browser.code('+8613800138077', 'binddevice'),
      })),
    '602': visitor('bind-phone', { phone: '+8613800138078', code: '123456' }),
    'Validate.Code.Error': () =>
      owned('bind-phone', async (browser) => {
        const { phone, code } = await phoneBody(browser);
        return { phone, code: String((Number(code) + 1) % 1000000).padStart(6, '0') };
      }),
    'Code.Error.More': () => owned('bind-phone', async () => ({ phone: world.phone(), code: '123456' })),
    'Account.Phone.Existed': async () => {
      const phone = world.phone();
      await world.account({ phone });
      return owned('bind-phone', async (browser) => ({ phone, code: await browser.code(phone, 'binddevice') }));
    },
    'Account.Phone.Existed.OtherLine': async () => {
      const phone = world.phone();
      await world.account({ phone, line: 'pkdragon' });
      return owned('bind-phone', async (browser) => ({ phone, code: await browser.code(phone, 'binddevice') }));
    },
    'Account.Register.LowSafe': async () => {
      const phone = world.phone();
      await world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'phone', $1)", [
        phone,
      ]);
      return owned('bind-phone', async () => ({ phone, code: '123456' }));
    },
    'Contact.Overtaken': () => overtaken('bind-phone', 'phone', phoneBody),
    ...confirmations('bind-phone', phoneBody),
  },
  'send-email-code': {
    'Account.Email.Existed': async () =>
      (await signedIn({ email: 'own-mailbox@mail.example' })).call('send-email-code', {
        email: 'own-mailbox@mail.example',
      }),
    ok: () => mailTo(mailbox()),
    '602': visitor('send-email-code', { email: 'nobody@mail.example' }),
    'Validate.frequently': async () => {
      const [browser, email] = [await signedIn(), mailbox()];
      await browser.call('send-email-code', { email });
      return browser.call('send-email-code', { email });
    },
    'Validate.LimitExceeded': async () => sendTenTimes('send-email-code', { email: mailbox() }, await signedIn()),
    'Account.Email.Blacklisted': async () => {
      const email = mailbox();
      await world.db.query("insert into blocked_identifier (zone, kind, value) values ('domestic', 'email', $1)", [
        email,
      ]);
      return mailTo(email);
    },
    'Account.Sign.GraphicVerificationRequired': async () => {
      const browser = await signedIn();
      await browser.call('send-email-code', { email: mailbox() });
      return browser.call('send-email-code', { email: mailbox() });
    },
    'Account.Validate.IntelligentFailed': async () => {
      const browser = await signedIn();
      await browser.call('send-email-code', { email: mailbox() });
      return browser.call('send-email-code', { email: mailbox(), ...FORGED });
    },
    'Validate.Code.SendError': () => undelivered('owed', 421, () => mailTo(mailbox())),
    ...Object.fromEntries(
      [559, 554, 550, 521, 500].map((code) => [
        String(code),
        () => undelivered('refused', code, () => mailTo(mailbox())),
      ]),
    ),
    '451': () => undelivered('owed', 451, () => mailTo(mailbox())),
    '552': () => undelivered('owed', 552, () => mailTo(mailbox())),
  },
  'change-email': {
    ok: () =>
      owned('change-email', async (browser) => {
        const email = 'changed@mail.example';
        await browser.call('send-email-code', { email });
        return { email, code: String((await world.lastMessage(email)).params.code) };
      }),
    '602': visitor('change-email', { email: 'nobody@mail.example', code: '123456' }),
    'Validate.Code.Error': () =>
      owned('change-email', async (browser) => {
        const { email, code } = await emailBody(browser);
        return { email, code: String((Number(code) + 1) % 1000000).padStart(6, '0') };
      }),
    'Code.Error.More': () => owned('change-email', async () => ({ email: mailbox(), code: '123456' })),
    'Account.Email.Existed': async () => {
      const email = mailbox();
      await world.account({ email });
      return owned('change-email', async (browser) => {
        await browser.call('send-email-code', { email });
        return { email, code: String((await world.lastMessage(email)).params.code) };
      });
    },
    'Contact.Overtaken': () => overtaken('change-email', 'email', emailBody),
    ...confirmations('change-email', emailBody),
  },
  'sub-accounts': {
    ok: async () => {
      const { master, subId } = await household();
      const reply = await master.call('sub-accounts', { id: subId });
      // The master's uuid differs every time.
      const loginName = `render_01@${SOMEONE}`;
      return { ...reply, data: { loginName, subAccounts: [{ ...reply.data.subAccounts[0], loginName }] } };
    },
    '602': visitor('sub-accounts', {}),
  },
  'disable-sub-account': {
    ok: async () => {
      const { master, subId } = await household();
      return master.call('disable-sub-account', { id: subId });
    },
    '602': visitor('disable-sub-account', { id: SOMEONE }),
    Forbidden: async () => (await signedIn()).call('disable-sub-account', { id: SOMEONE }),
  },
  'enable-sub-account': {
    ok: async () => {
      const { master, subId } = await household();
      await master.call('disable-sub-account', { id: subId });
      return master.call('enable-sub-account', { id: subId });
    },
    '602': visitor('enable-sub-account', { id: SOMEONE }),
    Forbidden: async () => (await signedIn()).call('enable-sub-account', { id: SOMEONE }),
  },
  'set-sub-password': {
    ok: async () => {
      const { master, subId } = await household();
      return master.call('set-sub-password', { id: subId, password: await digestOf(NEXT) });
    },
    '602': async () => world.browser().call('set-sub-password', { id: SOMEONE, password: await digestOf(NEXT) }),
    'Password.Same.As.Last': async () => {
      const { master, subId } = await household();
      return master.call('set-sub-password', { id: subId, password: await digestOf(RIGHT) });
    },
    'Password.Too.Common': async () => {
      const { master, subId } = await household();
      return master.call('set-sub-password', { id: subId, password: await digestOf('Password123') });
    },
    'Account.Disabled': async () => {
      const { master, subId } = await household();
      await master.call('disable-sub-account', { id: subId });
      return master.call('set-sub-password', { id: subId, password: await digestOf(NEXT) });
    },
    Forbidden: async () => (await signedIn()).call('set-sub-password', { id: SOMEONE, password: await digestOf(NEXT) }),
  },
  'reset-user-password': {
    ok: () => resetTo(NEXT),
    'Account.Token.Expired': async () =>
      world.browser().call('reset-user-password', { proof: 'made.up', password: await digestOf(NEXT) }),
    'Password.Same.As.Last': () => resetTo(RIGHT),
    'Password.Too.Common': () => resetTo('Password123'),
    'Account.Phone.Bound.Multiple': () => resetTo(NEXT, { several: true }),
    'Account.Sub.Reset.Pwd.Not.Support': async () => {
      // The account became a sub account's contact between the code and the password.
      const phone = world.phone();
      const account = await world.account({ phone });
      const browser = world.browser();
      const code = await browser.code(phone, 'forgetpassword');
      const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
      const master = await world.account();
      await world.db.query('update account set kind = 2, master_id = $2 where id = $1', [account.id, master.id]);
      return browser.call('reset-user-password', { proof: data.proof, password: await browser.digest(NEXT) });
    },
  },
  'activate-user': {
    ok: async () => {
      const { browser, proof } = await activation();
      await browser.call('active-email', { proof });
      const reply = await browser.call('activate-user', { proof });
      return { ...reply, data: { ...reply.data, username: 'mei_lin' } };
    },
    'Account.UnActivated': async () => {
      const { browser, proof } = await activation();
      return browser.call('activate-user', { proof });
    },
    'Account.Token.Expired': visitor('activate-user', { proof: 'made.up' }),
  },
};
