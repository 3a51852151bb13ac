/** The signed-in account: contacts, password, username, sub accounts; and resets where a phone has several accounts. */
import { type AccountOptions, type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const PASSWORD = 'Foyer2026a';
const NEXT = 'Another2026b';

interface Member {
  readonly account: TestAccount;
  readonly browser: Browser;
}

async function enter(account: TestAccount, line = account.line): Promise<Browser> {
  const browser = world.browser(line);
  const reply = await browser.redeem(await browser.signIn(account.username, account.password));
  if (reply.code !== 200) throw new Error(String(reply.code));
  return browser;
}

async function member(options: AccountOptions = {}): Promise<Member> {
  const account = await world.account(options);
  return { account, browser: await enter(account) };
}

let mailboxes = 0;
const mailbox = (): string => {
  mailboxes += 1;
  return `account${mailboxes}@example.com`;
};

const row = async (account: TestAccount): Promise<Record<string, unknown>> =>
  (await world.db.query<Record<string, unknown>>('select * from account where id = $1', [account.id]))[0] ?? {};

async function bind({ browser }: Member, phone: string, purpose: string, password = PASSWORD) {
  const code = await browser.code(phone, purpose);
  return browser.call('bind-phone', { phone, code, oldPassword: await browser.digest(password) });
}

describe('the profile', () => {
  test('is the account’s own, and nobody’s without a session', async () => {
    const { browser, account } = await member({ email: mailbox() });
    const { code, data } = await browser.call('query-user', {});
    expect(code).toBe(200);
    expect(data).toMatchObject({
      username: account.username,
      loginName: account.username,
      phone: '',
      phoneVerified: false,
      accountType: 1,
      hasPassword: true,
      securityRisk: false,
    });
    expect((await world.browser().call('query-user', {})).code).toBe('602');
  });
});

describe('binding a phone', () => {
  test('the first one earns the line’s coupon once, and the mailbox is told', async () => {
    const email = mailbox();
    const person = await member({ email });
    const phone = world.phone();
    const reply = await bind(person, phone, 'binddevice');
    expect(reply).toMatchObject({ code: 200, data: { phone, coupon: 70 } });
    expect(await row(person.account)).toMatchObject({ phone, phone_verified: true });
    expect((await world.lastMessage(email)).template).toBe('phone-bound');
    const coupons = await world.db.query('select kind, amount from coupon where account_id = $1', [person.account.id]);
    expect(coupons).toEqual([{ kind: 'phoneBinding', amount: 70 }]);
  });

  test('a line without the offer gives none', async () => {
    const person = await member({ line: 'avica', email: mailbox() });
    const reply = await bind(person, world.phone(), 'binddevice');
    expect(reply.code).toBe(200);
    expect(reply.data.coupon).toBeUndefined();
  });

  test('another one tells the old phone and the mailbox, and takes the purpose of changing', async () => {
    const email = mailbox();
    const old = world.phone();
    const person = await member({ email, phone: old });
    const phone = world.phone();
    const wrongPurpose = await person.browser.code(phone, 'binddevice');
    const oldPassword = await person.browser.digest(PASSWORD);
    const refused = await person.browser.call('bind-phone', { phone, code: wrongPurpose, oldPassword });
    expect(refused.code).toBe('Code.Error.More');
    await world.shiftClock(61);
    const reply = await bind(person, phone, 'changephone');
    expect(reply).toMatchObject({ code: 200, data: { phone } });
    expect(reply.data.coupon).toBeUndefined();
    expect((await world.lastMessage(old)).template).toBe('phone-changed');
    expect((await world.lastMessage(email)).template).toBe('phone-changed');
  });

  test('asks for the password of an account that has one, on the counter of signing in', async () => {
    const person = await member({ email: mailbox() });
    const phone = world.phone();
    const code = await person.browser.code(phone, 'binddevice');
    expect((await person.browser.call('bind-phone', { phone, code })).code).toBe('EmptyParameter');
    const oldPassword = await person.browser.digest('Wrong2026x');
    expect((await person.browser.call('bind-phone', { phone, code, oldPassword })).code).toBe('Account.SignIn.Failed');
    // The browser signed in before, so the wrong one counts on its own device; the code is still good.
    const right = await person.browser.digest(PASSWORD);
    expect((await person.browser.call('bind-phone', { phone, code, oldPassword: right })).code).toBe(200);
  });

  test('an account without a password gives none', async () => {
    const person = await member({ email: mailbox() });
    await world.db.query('delete from credential where account_id = $1', [person.account.id]);
    const phone = world.phone();
    const code = await person.browser.code(phone, 'binddevice');
    expect((await person.browser.call('bind-phone', { phone, code })).code).toBe(200);
  });

  test.each(['binddevice', 'changephone'])(
    'the account’s own number is told so, and nothing is sent: %s',
    async (purpose) => {
      const phone = world.phone();
      const person = await member({ phone });
      const oldPassword = await person.browser.digest(PASSWORD);
      const own = { code: 'Account.Phone.Existed', data: { own: true } };
      expect(await person.browser.call('send-verify-code', { phone, purpose, channel: 1 })).toMatchObject(own);
      await expect(world.lastMessage(phone)).rejects.toThrow();
      expect(await person.browser.call('bind-phone', { phone, code: '123456', oldPassword })).toMatchObject(own);
    },
  );

  test('a number proven by another account stays there, whatever line it belongs to', async () => {
    const phone = world.phone();
    const holder = await world.account({ phone });
    const person = await member({ email: mailbox() });
    expect((await bind(person, phone, 'binddevice')).code).toBe('Account.Phone.Existed');
    const elsewhere = await member({ line: 'pkdragon', email: mailbox() });
    await world.shiftClock(61);
    const reply = await bind(elsewhere, phone, 'binddevice');
    expect(reply).toMatchObject({ code: 'Account.Phone.Existed.OtherLine' });
    expect((await row(holder)).phone).toBe(phone);
  });

  test.each([
    ['that its account never proved is taken over, with the coupon', { phoneProven: false }, 70],
    ['of a cancelled account is taken over, without one', { status: 'cancelled' }, undefined],
  ] as const)('a number %s, and that account’s mailbox is told', async (_, holding, coupon) => {
    const phone = world.phone();
    const email = mailbox();
    const holder = await world.account({ phone, email, ...holding });
    const person = await member({ email: mailbox() });
    const reply = await bind(person, phone, 'binddevice');
    expect(reply.code).toBe(200);
    expect(reply.data.coupon).toBe(coupon);
    expect((await row(holder)).phone).toBeNull();
    expect((await world.lastMessage(email)).template).toBe('phone-released');
  });

  test('fifty uses of one code at once bind once', async () => {
    const person = await member({ email: mailbox() });
    await world.db.query('delete from credential where account_id = $1', [person.account.id]);
    const phone = world.phone();
    const code = await person.browser.code(phone, 'binddevice');
    const copies = Array.from({ length: 50 }, () => person.browser.copy().call('bind-phone', { phone, code }));
    const codes = (await Promise.all(copies)).map((reply) => reply.code);
    expect(codes.filter((each) => each === 200)).toHaveLength(1);
    // The eleventh wrong verification starts the long wait.
    for (const each of codes.filter((given) => given !== 200)) {
      expect(['Code.Error.More', 'Common.RequestLimitExceeded']).toContain(each);
    }
    const coupons = await world.db.query('select 1 from coupon where account_id = $1', [person.account.id]);
    expect(coupons).toHaveLength(1);
  });

  test('a code asked for by another account in the same browser is not good', async () => {
    const first = await member({ email: mailbox() });
    const second = await world.account({ email: mailbox() });
    const phone = world.phone();
    const code = await first.browser.code(phone, 'binddevice');
    await first.browser.redeem(await first.browser.signIn(second.username, second.password));
    const oldPassword = await first.browser.digest(PASSWORD);
    expect((await first.browser.call('bind-phone', { phone, code, oldPassword })).code).toBe('Code.Error.More');
  });

  test('a recovery code on its way to the old phone no longer works', async () => {
    const old = world.phone();
    const person = await member({ phone: old, email: mailbox() });
    const thief = world.browser();
    const code = await thief.code(old, 'forgetpassword');
    const checked = await thief.call('check-verify-code', { phone: old, code, purpose: 'forgetpassword' });
    expect((await bind(person, world.phone(), 'changephone')).code).toBe(200);
    const password = await thief.digest(NEXT);
    const reply = await thief.call('reset-user-password', { proof: checked.data.proof, password });
    expect(reply.code).toBe('Account.Token.Expired');
  });

  test('takes a session', async () => {
    const browser = world.browser();
    expect((await browser.call('bind-phone', { phone: world.phone(), code: '123456' })).code).toBe('602');
  });
});

describe('changing the e-mail', () => {
  async function codeFor({ browser }: Member, email: string): Promise<string> {
    const reply = await browser.call('send-email-code', { email });
    if (reply.code !== 200) throw new Error(String(reply.code));
    return String((await world.lastMessage(email)).params.code);
  }

  test('takes a code sent to the new address and the password, and tells the old one', async () => {
    const [old, email] = [mailbox(), mailbox()];
    const person = await member({ email: old });
    const code = await codeFor(person, email);
    const oldPassword = await person.browser.digest(PASSWORD);
    expect(await person.browser.call('change-email', { email, code, oldPassword })).toMatchObject({
      code: 200,
      data: { email },
    });
    expect(await row(person.account)).toMatchObject({ email, email_key: email });
    expect((await world.lastMessage(old)).template).toBe('email-changed');
  });

  test.each([
    ['as it is', (each: string) => each],
    ['in capitals', (each: string) => each.toUpperCase()],
  ])('the account’s own address is told so, and nothing is sent: %s', async (_, spelled) => {
    const own = mailbox();
    const email = spelled(own);
    const person = await member({ email: own });
    const oldPassword = await person.browser.digest(PASSWORD);
    const told = { code: 'Account.Email.Existed', data: { own: true } };
    expect(await person.browser.call('send-email-code', { email })).toMatchObject(told);
    await expect(world.lastMessage(own)).rejects.toThrow();
    expect(await person.browser.call('change-email', { email, code: '123456', oldPassword })).toMatchObject(told);
  });

  test('an address that has an account already is refused after its code only', async () => {
    const taken = mailbox();
    await world.account({ email: taken });
    const person = await member({ email: mailbox() });
    const code = await codeFor(person, taken);
    const oldPassword = await person.browser.digest(PASSWORD);
    const reply = await person.browser.call('change-email', { email: taken, code, oldPassword });
    expect(reply.code).toBe('Account.Email.Existed');
  });

  test('is not for sub accounts, nor without a session', async () => {
    expect((await world.browser().call('send-email-code', { email: mailbox() })).code).toBe('602');
  });
});

describe('changing the password', () => {
  test('takes the old one, ends the other sessions, keeps this one and sends a notice', async () => {
    const email = mailbox();
    const { account, browser } = await member({ email });
    const other = await enter(account);
    const [oldPassword, password] = [await browser.digest(PASSWORD), await browser.digest(NEXT)];
    expect((await browser.call('update-password', { oldPassword, password })).code).toBe(200);
    expect((await browser.call('session')).code).toBe(200);
    expect((await other.call('session')).code).toBe('602');
    expect((await world.lastMessage(email)).template).toBe('password-changed');
    expect((await world.browser().signIn(account.username, NEXT)).code).toBe(200);
  });

  test('refuses a wrong old one, the same again, a common one and no old one', async () => {
    const { browser } = await member();
    const [right, wrong] = [await browser.digest(PASSWORD), await browser.digest('Wrong2026x')];
    const next = await browser.digest(NEXT);
    const change = async (body: Record<string, unknown>) => (await browser.call('update-password', body)).code;
    expect(await change({ oldPassword: wrong, password: next })).toBe('Account.SignIn.Failed');
    expect(await change({ oldPassword: right, password: right })).toBe('Password.Same.As.Last');
    expect(await change({ oldPassword: right, password: await browser.digest('Password123') })).toBe(
      'Password.Too.Common',
    );
    expect(await change({ password: next })).toBe('EmptyParameter');
  });

  test('an open session is no way to guess on: the lock holds here too', async () => {
    const { account, browser } = await member();
    const password = await browser.digest(NEXT);
    const codes: (string | number)[] = [];
    for (let tries = 1; tries <= 11; tries += 1) {
      const oldPassword = await browser.digest(`Wrong2026x${tries}`);
      const captcha = tries > 3 ? await browser.captcha() : {};
      codes.push((await browser.call('update-password', { oldPassword, password, ...captcha })).code);
    }
    expect(codes.slice(6)).toEqual(['818', '820', '821', 'Account.Locked', 'Account.Locked']);
    const oldPassword = await browser.digest(account.password);
    const reply = await browser.call('update-password', { oldPassword, password, ...(await browser.captcha()) });
    expect(reply.code).toBe('Account.Locked');
  });
});

describe('the username of a flagged account', () => {
  const flag = (account: TestAccount): Promise<unknown> =>
    world.db.query('update account set security_risk = true where id = $1', [account.id]);

  test('is asked for at sign-in until it is changed; then the flag is gone and the owner told', async () => {
    const email = mailbox();
    const account = await world.account({ email });
    await flag(account);
    const browser = world.browser();
    const entered = await browser.redeem(await browser.signIn(account.username, account.password));
    expect(entered).toMatchObject({ code: 200, data: { securityRisk: true } });
    expect((await browser.call('session')).data.securityRisk).toBe(true);
    const username = `${account.username}_new`;
    const { userKey } = entered.data;
    expect(await browser.call('update-username', { username, userKey })).toMatchObject({
      code: 200,
      data: { username },
    });
    expect((await browser.call('session')).data.securityRisk).toBe(false);
    expect(await world.lastMessage(email)).toMatchObject({
      template: 'username-changed',
      params: { username, oldUsername: account.username },
    });
    expect((await world.browser().signIn(username, account.password)).code).toBe(200);
  });

  test('may be neither the old one nor another’s', async () => {
    const other = await world.account();
    const { account, browser } = await member();
    await flag(account);
    for (const username of [other.username.toUpperCase(), account.username, account.username.toUpperCase()]) {
      expect((await browser.call('update-username', { username })).code).toBe('Account.UserName.Existed');
    }
  });

  test('602 without a session, 603 with the user key of another account', async () => {
    const { account, browser } = await member();
    const [row] = await world.db.query<{ key: string }>('select user_key as key from account where id = $1', [
      account.id,
    ]);
    // A user key is no session: without one it does nothing.
    for (const userKey of [undefined, row?.key])
      expect((await world.browser().call('update-username', { username: 'some_name_1', userKey })).code).toBe('602');
    const stale = await browser.call('update-username', { username: 'some_name_1', userKey: 'another-accounts-key' });
    expect(stale.code).toBe('603');
  });

  test('two at once for one name: one has it', async () => {
    const [first, second] = [await member(), await member()];
    for (const { account } of [first, second]) await flag(account);
    const username = 'wanted_by_two';
    const replies = await Promise.all(
      [first, second].map(({ browser }) => browser.call('update-username', { username })),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 'Account.UserName.Existed']);
  });
});

describe('sub accounts', () => {
  async function household() {
    const master = await member();
    const sub = await world.account({ master: master.account, username: `sub_${master.account.username}` });
    const loginName = `${sub.username}@${master.account.uuid}`;
    const signInSub = async (password = PASSWORD, browser = world.browser()) => {
      const digest = await browser.digest(password);
      const reply = await browser.call('sub-sign-in', { loginName, password: digest, accountType: 2 });
      if (reply.code === 200) await browser.redeem(reply);
      return { reply, browser };
    };
    return { master, sub, loginName, signInSub };
  }

  test('the master sees them with their state, switches one off and on, and its sessions end', async () => {
    const { master, sub, loginName, signInSub } = await household();
    const inside = (await signInSub()).browser;
    const { data } = await master.browser.call('sub-accounts', { id: sub.id });
    expect(data).toMatchObject({ loginName, subAccounts: [{ id: sub.id, loginName, status: 'active' }] });
    expect((await master.browser.call('disable-sub-account', { id: sub.id })).code).toBe(200);
    expect((await inside.call('session')).code).toBe('602');
    expect((await signInSub()).reply.code).toBe('Account.Disabled');
    expect((await master.browser.call('enable-sub-account', { id: sub.id })).code).toBe(200);
    expect((await signInSub()).reply.code).toBe(200);
  });

  test('are nobody else’s: another master, the sub account itself, a visitor', async () => {
    const { sub, signInSub } = await household();
    const stranger = await member();
    const inside = (await signInSub()).browser;
    for (const call of ['disable-sub-account', 'enable-sub-account']) {
      expect((await stranger.browser.call(call, { id: sub.id })).code).toBe('Forbidden');
      expect((await inside.call(call, { id: sub.id })).code).toBe('Forbidden');
      expect((await world.browser().call(call, { id: sub.id })).code).toBe('602');
    }
    const password = await stranger.browser.digest(NEXT);
    expect((await stranger.browser.call('set-sub-password', { id: sub.id, password })).code).toBe('Forbidden');
    expect((await stranger.browser.call('sub-accounts')).data.subAccounts).toEqual([]);
    expect((await row(sub)).status).toBe('active');
  });

  test('the master sets the password that the sub account cannot change itself', async () => {
    const { master, sub, signInSub } = await household();
    const inside = (await signInSub()).browser;
    const password = await inside.digest(NEXT);
    const own = await inside.call('update-password', { oldPassword: await inside.digest(PASSWORD), password });
    expect(own.code).toBe('Account.Sub.Reset.Pwd.Not.Support');
    expect((await master.browser.call('set-sub-password', { id: sub.id, password })).code).toBe(200);
    expect((await inside.call('session')).code).toBe('602');
    expect((await signInSub(PASSWORD)).reply.code).toBe('Account.SignIn.Failed');
    expect((await signInSub(NEXT)).reply.code).toBe(200);
  });

  test('no password is set for a sub account that was disabled meanwhile', async () => {
    const { master, sub, signInSub } = await household();
    const password = await master.browser.digest(NEXT);
    const other = master.browser.copy();
    expect((await other.call('disable-sub-account', { id: sub.id })).code).toBe(200);
    expect((await master.browser.call('set-sub-password', { id: sub.id, password })).code).toBe('Account.Disabled');
    expect((await other.call('enable-sub-account', { id: sub.id })).code).toBe(200);
    expect((await signInSub(PASSWORD)).reply.code).toBe(200);
    expect((await master.browser.call('set-sub-password', { id: sub.id, password })).code).toBe(200);
    expect((await signInSub(NEXT)).reply.code).toBe(200);
  });

  test('a sub account signs in by its full name only', async () => {
    const { sub } = await household();
    expect((await world.browser().signIn(sub.username, PASSWORD)).code).toBe('Account.SignIn.Failed');
  });

  test('its phone is a contact: it neither blocks a master nor signs in', async () => {
    const { sub } = await household();
    const phone = world.phone();
    await world.db.query('update account set phone = $2, phone_verified = true where id = $1', [sub.id, phone]);
    const browser = world.browser();
    const reply = await browser.call('phone-sign-in', {
      phone,
      code: await browser.code(phone, 'signin'),
      accountType: 1,
    });
    expect(reply.code).toBe('Account.Son.Prohibit.Login');
    const person = await member();
    await world.shiftClock(61);
    expect((await bind(person, phone, 'binddevice')).code).toBe(200);
    expect((await row(sub)).phone).toBe(phone);
  });
});

describe('a forgotten password where the phone has several accounts', () => {
  async function several() {
    const phone = world.phone();
    const master = await world.account({ phone });
    const sub = await world.account({ master, username: `sub_${master.username}`, phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'forgetpassword');
    const checked = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
    return { master, sub, browser, checked, proof: checked.data.proof as string, password: await browser.digest(NEXT) };
  }

  test('all are offered, the master first, and without a choice nothing is reset', async () => {
    const { master, sub, browser, checked, proof, password } = await several();
    expect(checked.data).toMatchObject({
      multiple: true,
      accounts: [
        { id: master.id, accountType: 1 },
        { id: sub.id, accountType: 2 },
      ],
    });
    expect((await browser.call('reset-user-password', { proof, password })).code).toBe('Account.Phone.Bound.Multiple');
    expect((await browser.call('reset-password', { proof, password, userId: master.id })).code).toBe(200);
    expect((await world.browser().signIn(master.username, NEXT)).code).toBe(200);
  });

  test('a sub account chosen is sent to its master; a stranger’s account is no choice', async () => {
    const { sub, browser, proof, password } = await several();
    const stranger = await world.account();
    const choose = async (userId: string) => (await browser.call('reset-password', { proof, password, userId })).code;
    expect(await choose(sub.id)).toBe('Account.Sub.Reset.Pwd.Not.Support');
    expect(await choose(stranger.id)).toBe('Account.Token.Expired');
  });

  test('one account needs no choice, by either region’s address', async () => {
    const phone = world.phone();
    const account = await world.account({ phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'forgetpassword');
    const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
    expect(data.multiple).toBe(false);
    const password = await browser.digest(NEXT);
    const calls = Array.from({ length: 50 }, () =>
      browser.copy().call('reset-user-password', { proof: data.proof, password }),
    );
    const codes = (await Promise.all(calls)).map((reply) => reply.code);
    expect(codes.filter((each) => each === 200)).toHaveLength(1);
    expect((await world.browser().signIn(account.username, NEXT)).code).toBe(200);
    const paths = ['renderbus', 'foxrenderfarm'].map((line) => world.lines[line]?.calls['reset-user-password']?.path);
    expect(paths).toEqual(['/api/rendering/user/resetPasswordDomestic', '/api/rendering/user/resetPasswordAbroad']);
  });
});

describe('activation on the rendering side', () => {
  async function linked(): Promise<{ account: TestAccount; browser: Browser; proof: string }> {
    const email = mailbox();
    const browser = world.browser('foxrenderfarm');
    const account = await world.account({
      line: 'foxrenderfarm',
      email,
      status: 'unactivated',
      registeredBy: browser,
    });
    await browser.call('send-active-link', { email });
    const link = new URL(String((await world.lastMessage(email)).params.link));
    const checked = await browser.call('check-email-token', { token: link.searchParams.get('token') });
    return { account, browser, proof: checked.data.proof };
  }

  test('follows the single sign-on’s, by the same proof, and a repeat answers the same', async () => {
    const { account, browser, proof } = await linked();
    expect((await browser.call('activate-user', { proof })).code).toBe('Account.UnActivated');
    expect((await browser.call('active-email', { proof })).code).toBe(200);
    for (const _ of [1, 2]) {
      expect(await browser.call('activate-user', { proof })).toMatchObject({ code: 200, data: { userId: account.id } });
    }
    expect((await row(account)).rendering_at).not.toBeNull();
  });

  test('refuses a proof that is none', async () => {
    const browser = world.browser('foxrenderfarm');
    expect((await browser.call('activate-user', { proof: 'made.up' })).code).toBe('Account.Token.Expired');
  });
});
