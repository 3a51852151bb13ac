/** What a proven third-party identity leads to: each result, role and refusal. */
import {
  begin,
  callOf,
  codeFor,
  comeBack,
  linked,
  person,
  redeemThird,
  refuse,
  signInWith,
  starts,
  whileUnreachable,
} from './third-parties.ts';
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const WRONG = 'Wrong2026a';

async function master(options: Parameters<typeof world.account>[0] = {}): Promise<TestAccount> {
  return world.account({ phone: world.phone(), ...options });
}

async function lock(account: TestAccount): Promise<void> {
  await world.db.query(
    `insert into sign_in_counter (key, zone, account_id, failures, locked_at) values ('account:' || $1::text, 'domestic', $1::uuid, 10, foyer_now())`,
    [account.id],
  );
}

async function flag(account: TestAccount): Promise<void> {
  await world.db.query('update account set security_risk = true where id = $1', [account.id]);
}

async function signedIn(account: TestAccount): Promise<Browser> {
  const browser = world.browser(account.line);
  await browser.redeem(await browser.signIn(account.username, account.password));
  return browser;
}

/** Code of a contact that a token of result 2 was sent to. */
async function verify(browser: Browser, token: string, to: string): Promise<ReturnType<Browser['call']>> {
  const sent = await browser.call('third-check-phone', { token });
  expect(sent.code).toBe(200);
  const code = String((await world.lastMessage(to)).params.code);
  return browser.call('third-bound', { token, code }, { headers: { authtoken: token } });
}

async function bindPhone(browser: Browser, token: string, phone: string, purpose: string) {
  const code = await browser.code(phone, purpose);
  return browser.call('bind-phone-to-third', { token, phone, code });
}

describe('a linked identity', () => {
  test.each([
    ['wechat', 2],
    ['qq', 1],
    ['google', 6],
    ['apple', 9],
  ])('signs in with %s', async (id, loginType) => {
    const account = await master();
    const browser = world.browser();
    const who = await linked(browser, id, person(), account);
    const reply = await signInWith(browser, id, who);
    expect(reply).toMatchObject({
      code: 200,
      data: { provider: id, result: 1, loginType, loginName: account.username },
    });
    const opened = await redeemThird(browser, reply);
    expect(opened).toMatchObject({ code: 200, data: { userId: account.id } });
    expect(await browser.call('session')).toMatchObject({ code: 200, data: { username: account.username } });
    const [session] = await world.db.query<{ login_type: number }>(
      'select login_type from user_session where account_id = $1',
      [account.id],
    );
    expect(session?.login_type).toBe(loginType);
    expect(await redeemThird(browser, reply)).toMatchObject({ code: 'Account.Token.Expired' });
  });

  test('opens a session of a new id, and marks the browser as known', async () => {
    const account = await master();
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), account);
    await redeemThird(browser, await signInWith(browser, 'wechat', who));
    const first = browser.jar.get('session');
    await redeemThird(browser, await signInWith(browser, 'wechat', who));
    expect(browser.jar.get('session')).not.toBe(first);
    await flag(account);
    expect(await signInWith(browser, 'wechat', who)).toMatchObject({ data: { result: 1 } });
  });

  test.each([
    ['disabled', 'Account.Disabled'],
    ['cancelled', 'Account.Logout'],
    ['unactivated', 'Account.UnActivated'],
  ] as const)('of an account that is %s answers as the right password does', async (status, code) => {
    const account = await master({ status });
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), account);
    expect(await signInWith(browser, 'wechat', who)).toMatchObject({ code });
  });

  test('of an account of the other zone leads to its site', async () => {
    const abroad = await world.account({ line: 'foxrenderfarm' });
    const who = await linked(world.browser('foxrenderfarm'), 'google', person({ subjectKind: 'sub' }), abroad);
    expect(await signInWith(world.browser(), 'google', who)).toMatchObject({ code: '627' });
  });

  test('is refused from a blocked network, and its state stays good elsewhere', async () => {
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), await master());
    const state = await begin(browser, 'wechat');
    await comeBack(browser, 'wechat', state, who);
    await world.db.query("insert into blocked_network (zone, network) values ('domestic', '203.0.113.0/24')");
    const { address } = browser;
    browser.address = '203.0.113.9';
    expect(await browser.call('wx-login', { state })).toMatchObject({ code: 'Account.SignIn.IpLimit' });
    browser.address = address;
    expect(await browser.call('wx-login', { state })).toMatchObject({ data: { result: 1 } });
  });

  test('known by openid alone is known by the unionid that comes later', async () => {
    const account = await master();
    const browser = world.browser();
    const early = person({ subject: 'openid-a', subjectKind: 'openid', openid: 'openid-a', appId: 'app-9' });
    await linked(browser, 'wechat', early, account);
    const later = person({ subject: 'union-a', openid: 'openid-a', appId: 'app-9' });
    expect(await signInWith(browser, 'wechat', later)).toMatchObject({ data: { result: 1 } });
    // Now another application's openid is enough of nothing, and the unionid is.
    const elsewhere = person({ subject: 'union-a', openid: 'openid-b', appId: 'app-10' });
    expect(await signInWith(browser, 'wechat', elsewhere)).toMatchObject({ data: { result: 1 } });
    const forgetful = person({ subject: 'openid-b', subjectKind: 'openid', openid: 'openid-b', appId: 'app-10' });
    expect(await signInWith(browser, 'wechat', forgetful)).toMatchObject({ data: { result: 1 } });
    const stranger = person({ subject: 'openid-b', subjectKind: 'openid', openid: 'openid-b', appId: 'app-11' });
    expect(await signInWith(browser, 'wechat', stranger)).toMatchObject({ data: { result: 3 } });
    const other = person({ subject: 'union-b', openid: 'openid-b', appId: 'app-10' });
    expect(await signInWith(browser, 'wechat', other)).toMatchObject({ data: { result: 3 } });
  });

  test('of the same subject at another provider is somebody else', async () => {
    const browser = world.browser();
    const who = await linked(browser, 'google', person({ subjectKind: 'sub' }), await master());
    expect(await signInWith(browser, 'apple', who)).toMatchObject({ data: { result: 3 } });
  });
});

describe('result 2', () => {
  test.each([
    ['locked by wrong passwords', lock],
    ['flagged as a security risk', flag],
  ])('an account %s is verified by a code to its own phone', async (_why, befall) => {
    const phone = world.phone();
    const account = await master({ phone });
    await befall(account);
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), account);
    const reply = await signInWith(browser, 'wechat', who);
    expect(reply).toMatchObject({ data: { result: 2, contactKind: 'phone', contact: `+86****${phone.slice(-4)}` } });
    expect(reply.data).not.toHaveProperty('rsAuthToken');
    const { token } = reply.data;
    const verified = await verify(browser, token, phone);
    expect(verified).toMatchObject({ code: 200, data: { result: 1, loginType: 2 } });
    expect(await redeemThird(browser, verified)).toMatchObject({ data: { userId: account.id } });
  });

  test('the mailbox stands in where there is no phone', async () => {
    const account = await world.account({ line: 'foxrenderfarm', email: 'risk.one@mail.example' });
    await flag(account);
    const browser = world.browser('foxrenderfarm');
    const who = await linked(browser, 'google', person({ subjectKind: 'sub' }), account);
    const reply = await signInWith(browser, 'google', who);
    expect(reply).toMatchObject({ data: { result: 2, contactKind: 'email', contact: 'ri****@mail.example' } });
    expect(await verify(browser, reply.data.token, 'risk.one@mail.example')).toMatchObject({ data: { result: 1 } });
  });

  test('a locked account without a proven contact stays locked', async () => {
    const account = await world.account();
    await lock(account);
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), account);
    expect(await signInWith(browser, 'wechat', who)).toMatchObject({ code: 'Account.Locked' });
  });

  test('the header must carry the token, and the code must be right', async () => {
    const phone = world.phone();
    const account = await master({ phone });
    await flag(account);
    const browser = world.browser();
    const who = await linked(browser, 'qq', person(), account);
    const { token } = (await signInWith(browser, 'qq', who)).data;
    await browser.call('third-check-phone', { token });
    const code = String((await world.lastMessage(phone)).params.code);
    expect(await browser.call('third-bound', { token, code })).toMatchObject({ code: 'Auth.Fail' });
    const headers = { authtoken: token };
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await browser.call('third-bound', { token, code: wrong }, { headers })).toMatchObject({
      code: 'Validate.Code.Error',
    });
    expect(await browser.call('third-bound', { token, code }, { headers })).toMatchObject({ data: { result: 1 } });
    expect(await browser.call('third-bound', { token, code }, { headers })).toMatchObject({
      code: 'Account.Token.Expired',
    });
  });

  test('the code of one account verifies no other that shares its contact', async () => {
    const phone = world.phone();
    const [one, two] = [await master({ phone }), await master()];
    await flag(one);
    await flag(two);
    const browser = world.browser();
    const first = await linked(browser, 'wechat', person(), one);
    const second = await linked(browser, 'wechat', person(), two);
    const { token } = (await signInWith(browser, 'wechat', first)).data;
    const { token: other } = (await signInWith(browser, 'wechat', second)).data;
    await browser.call('third-check-phone', { token });
    const code = String((await world.lastMessage(phone)).params.code);
    const reply = await browser.call('third-bound', { token: other, code }, { headers: { authtoken: other } });
    expect(reply.code).toBe('Code.Error.More');
  });
});

describe('result 3', () => {
  test('tells what the provider says, and what a token stands for', async () => {
    const browser = world.browser();
    const who = person({ name: 'Lin\u0000 Wei', email: 'lin@mail.example', emailVerified: true });
    const reply = await signInWith(browser, 'wechat', who);
    expect(reply).toMatchObject({
      code: 200,
      data: { result: 3, codePurpose: 'bindwxphone', name: 'Lin  Wei', email: 'lin@mail.example', emailVerified: true },
    });
    const { token } = reply.data;
    expect(await browser.call('is-bind-account', { token })).toMatchObject({
      data: { provider: 'wechat', result: 3, isBound: false, codePurpose: 'bindwxphone', name: 'Lin  Wei' },
    });
  });

  test('an account of the same e-mail is nobody’s business', async () => {
    await world.account({ line: 'foxrenderfarm', email: 'same@gmail.com' });
    const who = person({ subjectKind: 'sub', email: 'same@gmail.com', emailVerified: true });
    expect(await signInWith(world.browser('foxrenderfarm'), 'google', who)).toMatchObject({ data: { result: 3 } });
  });

  test('an account that exists is linked by its password, and told by its contacts', async () => {
    const phone = world.phone();
    const account = await master({ phone, email: 'linked.one@mail.example' });
    const browser = world.browser();
    const who = person();
    const { token } = (await signInWith(browser, 'wechat', who)).data;
    const reply = await linkByPassword(browser, token, account);
    expect(reply).toMatchObject({ code: 200, data: { bindResult: 1, result: 1, loginType: 2 } });
    expect(await redeemThird(browser, reply)).toMatchObject({ data: { userId: account.id } });
    for (const to of [phone, 'linked.one@mail.example'])
      expect((await world.lastMessage(to)).template).toBe('third-linked');
    expect(await signInWith(world.browser(), 'wechat', who)).toMatchObject({ data: { result: 1 } });
    expect(await linkByPassword(browser, token, account)).toMatchObject({ code: 'Account.Token.Expired' });
  });

  async function linkByPassword(browser: Browser, token: string, account: TestAccount, password = account.password) {
    const digest = await browser.digest(password);
    const captcha = await browser.captcha();
    return browser.call('third-bound-account', {
      token,
      loginName: account.username,
      password: digest,
      accountType: 1,
      ...captcha,
    });
  }

  test('wrong passwords count as at the sign-in', async () => {
    const account = await master();
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    const codes: (string | number)[] = [];
    for (let nth = 0; nth < 10; nth += 1) codes.push((await linkByPassword(browser, token, account, WRONG)).code);
    expect(codes.slice(6)).toEqual(['818', '820', '821', 'Account.Locked']);
    expect(await world.failures(account)).toBe(10);
    expect(await browser.signInPast(account.username, account.password)).toMatchObject({ code: 'Account.Locked' });
    expect(await linkByPassword(browser, token, account)).toMatchObject({ code: 'Account.Locked' });
  });

  test('an unknown name answers as a wrong password does', async () => {
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    const nobody = { id: '', uuid: '', username: 'nobody_at_all', password: WRONG, line: 'renderbus' };
    const known = await linkByPassword(browser, token, await master(), WRONG);
    expect(await linkByPassword(browser, token, nobody)).toEqual(known);
  });

  test('a sub account cannot be linked', async () => {
    const owner = await master();
    const sub = await world.account({ master: owner, username: 'helper_one' });
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    const named = { ...sub, username: `helper_one@${owner.uuid}` };
    expect(await linkByPassword(browser, token, named)).toMatchObject({ code: 'Account.Son.Prohibit.Login' });
  });

  test('an account has one user of a provider', async () => {
    const account = await master();
    const browser = world.browser();
    await linked(browser, 'wechat', person(), account);
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    expect(await linkByPassword(browser, token, account)).toMatchObject({ code: 'ThirdParty.Provider.Bound' });
  });

  test('an identity that somebody linked meanwhile is theirs', async () => {
    const [first, second] = [await master(), await master()];
    const who = person();
    const [one, two] = [world.browser(), world.browser()];
    const { token } = (await signInWith(one, 'wechat', who)).data;
    const { token: late } = (await signInWith(two, 'wechat', who)).data;
    expect(await linkByPassword(one, token, first)).toMatchObject({ data: { bindResult: 1 } });
    expect(await linkByPassword(two, late, second)).toMatchObject({ code: 'UnionId.Existed' });
  });

  test('two accounts that link it at once: one has it', async () => {
    const accounts = [await master(), await master(), await master(), await master()];
    const who = person();
    const ready = await Promise.all(
      accounts.map(async (account) => {
        const browser = world.browser();
        return { browser, account, token: (await signInWith(browser, 'wechat', who)).data.token as string };
      }),
    );
    const replies = await Promise.all(
      ready.map(({ browser, account, token }) => linkByPassword(browser, token, account)),
    );
    expect(replies.map(({ code }) => String(code)).sort()).toEqual([
      '200',
      'UnionId.Existed',
      'UnionId.Existed',
      'UnionId.Existed',
    ]);
    const rows = await world.db.query('select 1 from third_identity where subject = $1', [who.subject]);
    expect(rows).toHaveLength(1);
  });

  test('the account of a proven phone is linked by its code', async () => {
    const phone = world.phone();
    const account = await master({ phone });
    const browser = world.browser();
    const who = person();
    const { token, codePurpose } = (await signInWith(browser, 'qq', who)).data;
    expect(codePurpose).toBe('bindqqphone');
    const reply = await bindPhone(browser, token, phone, codePurpose);
    expect(reply).toMatchObject({ code: 200, data: { registered: true, result: 1, loginType: 1, phone } });
    expect(await redeemThird(browser, reply)).toMatchObject({ data: { userId: account.id } });
    expect((await world.lastMessage(phone)).template).toBe('third-linked');
  });

  test('what belongs to a phone is told to whoever has it, and its code stays good', async () => {
    const phone = world.phone();
    const account = await master({ phone });
    const browser = world.browser();
    await linked(browser, 'wechat', person(), account);
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    const code = await browser.code(phone, 'bindwxphone');
    expect(await browser.call('is-bind-other-account', { token, phone, code })).toMatchObject({
      data: { isRegistered: true, isBound: true },
    });
    expect(await browser.call('bind-phone-to-third', { token, phone, code })).toMatchObject({
      code: 'Phone.Bound.ThirdParty',
    });
    const free = world.phone();
    const other = world.browser();
    const { token: second } = (await signInWith(other, 'wechat', person())).data;
    const proof = { token: second, phone: free, code: await other.code(free, 'bindwxphone') };
    expect(await other.call('is-bind-other-account', proof)).toMatchObject({
      data: { isRegistered: false, isBound: false },
    });
    expect(await other.call('is-bind-other-account', { ...proof, code: '000000' })).toMatchObject({
      code: 'Validate.Code.Error',
    });
    expect(await other.call('bind-phone-to-third', proof)).toMatchObject({ code: 200, data: { registered: false } });
  });

  test.each([
    ['disabled', 'Account.Disabled'],
    ['unactivated', 'Account.UnActivated'],
  ] as const)('a phone of an account that is %s links nothing', async (status, code) => {
    const phone = world.phone();
    await master({ phone, status });
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({ code });
  });

  test('a phone of a locked account links nothing', async () => {
    const phone = world.phone();
    await lock(await master({ phone }));
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({ code: 'Account.Locked' });
  });

  test('a sub account’s phone cannot be bound', async () => {
    const phone = world.phone();
    await world.account({ master: await master(), username: 'helper_two', phone });
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({
      code: 'Sub.Account.Bind.ThirdParty.Not.Support',
    });
  });

  test('a phone of the other zone leads to its site', async () => {
    const phone = world.phone();
    await world.account({ line: 'foxrenderfarm', phone });
    const browser = world.browser();
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({ code: '627' });
  });

  test('where phones only sign in, a phone that nobody has opens no registration', async () => {
    const browser = world.browser('renderbus', { offers: { phoneSignIn: true, phoneRegistration: false } });
    const { token } = (await signInWith(browser, 'wechat', person())).data;
    const [unknown, known] = [world.phone(), world.phone()];
    await master({ phone: known });
    expect(await bindPhone(browser, token, unknown, 'bindwxphone')).toMatchObject({ code: 'Forbidden' });
    expect(await bindPhone(browser, token, known, 'bindwxphone')).toMatchObject({
      code: 200,
      data: { registered: true },
    });
  });

  test('lines that register by e-mail bind no phones', async () => {
    const browser = world.browser('foxrenderfarm');
    const { token } = (await signInWith(browser, 'google', person({ subjectKind: 'sub' }))).data;
    const body = { token, phone: '+14155550100', code: '123456' };
    expect(await browser.call('bind-phone-to-third', body)).toMatchObject({ code: 'Forbidden' });
  });
});

describe('result 4', () => {
  async function phoneless(): Promise<{ account: TestAccount; browser: Browser; token: string; email: string }> {
    const email = `phoneless.${world.phone().slice(-6)}@mail.example`;
    const account = await world.account({ email });
    const browser = world.browser();
    const who = await linked(browser, 'wechat', person(), account);
    const reply = await signInWith(browser, 'wechat', who);
    expect(reply).toMatchObject({ data: { result: 4, codePurpose: 'bindwxphone' } });
    return { account, browser, token: reply.data.token, email };
  }

  test('the account gets its phone, and its coupon once', async () => {
    const { account, browser, token, email } = await phoneless();
    const phone = world.phone();
    const reply = await bindPhone(browser, token, phone, 'bindwxphone');
    expect(reply).toMatchObject({ code: 200, data: { registered: true, result: 1, phone, coupon: 70 } });
    expect(await redeemThird(browser, reply)).toMatchObject({ data: { userId: account.id } });
    expect(await browser.call('query-user')).toMatchObject({ data: { phone, phoneVerified: true } });
    expect((await world.lastMessage(email)).template).toBe('phone-bound');
  });

  test('an overseas line asks for none', async () => {
    const account = await world.account({ line: 'foxrenderfarm', email: 'abroad.one@mail.example' });
    const browser = world.browser('foxrenderfarm');
    const who = await linked(browser, 'google', person({ subjectKind: 'sub' }), account);
    expect(await signInWith(browser, 'google', who)).toMatchObject({ data: { result: 1 } });
  });

  test('another account’s phone stays with it', async () => {
    const { browser, token } = await phoneless();
    const phone = world.phone();
    await master({ phone });
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({ code: 'Account.Phone.Existed' });
  });

  test('a phone that an account of the other zone has is free here', async () => {
    const { browser, token } = await phoneless();
    const phone = world.phone();
    await world.account({ line: 'foxrenderfarm', phone });
    const code = await browser.code(phone, 'bindwxphone');
    expect(await browser.call('is-bind-other-account', { token, phone, code })).toMatchObject({
      data: { isRegistered: false, isBound: false },
    });
    expect(await browser.call('bind-phone-to-third', { token, phone, code })).toMatchObject({ data: { result: 1 } });
  });

  test('a phone of another third-party user is told as such', async () => {
    const { browser, token } = await phoneless();
    const phone = world.phone();
    await linked(browser, 'wechat', person(), await master({ phone }));
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({ code: 'Phone.Bound.ThirdParty' });
  });

  test('a sub account’s phone cannot be bound', async () => {
    const { browser, token } = await phoneless();
    const phone = world.phone();
    await world.account({ master: await master(), username: 'helper_three', phone });
    expect(await bindPhone(browser, token, phone, 'bindwxphone')).toMatchObject({
      code: 'Sub.Account.Bind.ThirdParty.Not.Support',
    });
  });

  test('twenty tries at once bind once', async () => {
    const { account, browser, token } = await phoneless();
    const phone = world.phone();
    const code = await browser.code(phone, 'bindwxphone');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.copy().call('bind-phone-to-third', { token, phone, code })),
    );
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    const [row] = await world.db.query<{ count: number }>(
      'select count(*)::integer as count from coupon where account_id = $1',
      [account.id],
    );
    expect(row?.count).toBe(1);
  });
});

describe('linking on the signed-in page', () => {
  test('links once, tells the owner, and says what is linked', async () => {
    const phone = world.phone();
    const account = await master({ phone });
    const browser = await signedIn(account);
    expect(await browser.call('third-links')).toMatchObject({
      data: { links: [], linkable: ['wechat', 'qq', 'google', 'apple', 'gitlab'] },
    });
    const who = person({ name: 'Mei' });
    expect(await signInWith(browser, 'wechat', who, { purpose: 'bind' })).toMatchObject({
      code: 200,
      data: { provider: 'wechat', bindResult: 1, loginType: 7 },
    });
    expect((await world.messages(phone)).map(({ template }) => template)).toEqual(['third-linked']);
    expect(await signInWith(browser, 'wechat', who, { purpose: 'bind' })).toMatchObject({ data: { bindResult: 1 } });
    expect(await world.messages(phone)).toHaveLength(1);
    const { data } = await browser.call('third-links');
    expect(data).toMatchObject({
      links: [{ provider: 'wechat', name: 'Mei' }],
      linkable: ['qq', 'google', 'apple', 'gitlab'],
    });
    expect(await signInWith(browser, 'wechat', person(), { purpose: 'bind' })).toMatchObject({
      data: { bindResult: 3 },
    });
    expect(await browser.call('unlink-third', { id: data.links[0].id })).toMatchObject({ code: 200 });
    expect((await world.lastMessage(phone)).template).toBe('third-unlinked');
    expect(await signInWith(world.browser(), 'wechat', who)).toMatchObject({ data: { result: 3 } });
  });

  test('an identity of somebody else stays theirs', async () => {
    const who = await linked(world.browser(), 'wechat', person(), await master());
    const browser = await signedIn(await master());
    expect(await signInWith(browser, 'wechat', who, { purpose: 'bind' })).toMatchObject({ data: { bindResult: 2 } });
  });

  test('takes a session, at the start and at the end, of one and the same account', async () => {
    expect(await world.browser().call('third-token', { provider: 'wechat', purpose: 'bind' })).toMatchObject({
      code: '602',
    });
    for (const id of ['wechat', 'qq', 'google', 'apple']) {
      for (const [end, code] of [
        ['another account', 'Session.Other'],
        ['nobody', '602'],
      ]) {
        const browser = await signedIn(await master());
        const state = await begin(browser, id, { purpose: 'bind' });
        await comeBack(browser, id, state, person(['google', 'apple'].includes(id) ? { subjectKind: 'sub' } : {}));
        const other = await master();
        if (end === 'nobody') browser.jar.delete('session');
        else await browser.redeem(await browser.signIn(other.username, other.password));
        expect([id, end, (await browser.call(callOf(id), { state })).code]).toEqual([id, end, code]);
        const links = await world.db.query('select 1 from third_identity where account_id = $1', [other.id]);
        expect([id, end, links]).toEqual([id, end, []]);
      }
    }
  });

  test('is not for sub accounts, and unlinking only for one’s own', async () => {
    const owner = await master();
    const sub = await world.account({ master: owner, username: 'helper_four' });
    const browser = world.browser();
    const digest = await browser.digest(sub.password);
    const reply = await browser.call('sub-sign-in', {
      loginName: `helper_four@${owner.uuid}`,
      password: digest,
      accountType: 2,
    });
    await browser.redeem(reply);
    expect(await browser.call('third-token', { provider: 'wechat', purpose: 'bind' })).toMatchObject({
      code: 'Sub.Account.Bind.ThirdParty.Not.Support',
    });
    expect(await browser.call('third-links')).toMatchObject({ data: { links: [], linkable: [] } });
    await linked(browser, 'wechat', person(), owner);
    const [row] = await world.db.query<{ id: string }>('select id from third_identity where account_id = $1', [
      owner.id,
    ]);
    expect(await browser.call('unlink-third', { id: row?.id ?? '' })).toMatchObject({ code: 'Forbidden' });
    const stranger = await signedIn(await master());
    // Nothing of theirs: like one that is gone already.
    expect(await stranger.call('unlink-third', { id: row?.id ?? '' })).toMatchObject({ code: 200 });
    expect(await world.db.query('select 1 from third_identity where id = $1', [row?.id])).toHaveLength(1);
    expect(await stranger.call('unlink-third', { id: 'none' })).toMatchObject({ code: 'Forbidden' });
    expect(await world.browser().call('unlink-third', { id: row?.id ?? '' })).toMatchObject({ code: '602' });
  });

  test('the last way in stays', async () => {
    const account = await master();
    const browser = await signedIn(account);
    await linked(browser, 'wechat', person(), account);
    await world.db.query('delete from credential where account_id = $1', [account.id]);
    const { data } = await browser.call('third-links');
    expect(await browser.call('unlink-third', { id: data.links[0].id })).toMatchObject({ code: 'ThirdParty.Last.Way' });
  });
});

describe('a provider that fails', () => {
  test.each([
    ['wechat', 'rejected', 'WeChat.Login.Failed'],
    ['wechat', 'timeout', 'WeChat.Login.Timeout'],
    ['qq', 'unavailable', 'QQ.Login.Failed'],
    ['qq', 'misconfigured', 'QQ.Login.Failed'],
    ['google', 'rejected', 'Google.Login.Failed'],
    ['google', 'timeout', 'Google.Login.Timeout'],
    ['apple', 'misconfigured', 'Apple.Login.Failed'],
    ['apple', 'timeout', 'Apple.Login.Timeout'],
    ['google', 'mixed-up', 'Google.Login.Failed'],
    ['apple', 'mixed-up', 'Apple.Login.Failed'],
    ['gitlab', 'mixed-up', 'ThirdParty.Login.Failed'],
  ] as const)('%s, %s, is %s', async (id, fault, code) => {
    const before = world.warnings.length;
    expect(await signInWith(world.browser(), id, fault)).toMatchObject({ code });
    const told = world.warnings.slice(before);
    expect(told.map(({ facts }) => [facts.provider, facts.fault])).toEqual(fault === 'rejected' ? [] : [[id, fault]]);
  });

  test('lets nobody begin while it cannot be asked', async () => {
    const reply = await whileUnreachable('timeout', () => world.browser().call('third-token', { provider: 'google' }));
    expect(reply.code).toBe('Google.Login.Timeout');
  });
});

describe('beginning', () => {
  test('gives state, address and what a frame takes; the way back is on this host', async () => {
    const browser = world.browser();
    const reply = await browser.call('third-token', { provider: 'google', way: 'frame' });
    const start = starts.at(-1);
    expect(reply.data).toMatchObject({
      state: start?.state,
      url: `https://provider.example/authorize?state=${start?.state}`,
      widget: { nonce: start?.nonce },
      provider: 'google',
      business: 'google',
    });
    expect(start?.redirectUri).toBe(`https://${browser.line.line.brandHost}/sso/oauth-callback/google`);
    expect(new Set([start?.state, start?.nonce, start?.codeChallenge]).size).toBe(3);
    for (const value of [start?.state, start?.nonce, start?.codeChallenge])
      expect(value).toMatch(/^[0-9A-Za-z_-]{43}$/);
  });

  test('keeps no secret in the clear', async () => {
    const browser = world.browser();
    const state = await begin(browser, 'google');
    await comeBack(browser, 'google', state, person());
    const [row] = await world.db.query('select * from third_state order by created_at desc limit 1');
    const text = JSON.stringify(row);
    expect(text).not.toContain(state);
    expect(text).not.toContain(starts.at(-1)?.nonce);
  });

  test('an address that begins too many is put off', async () => {
    const browser = world.browser();
    let reply = await browser.call('third-token', { provider: 'qq' });
    for (let nth = 0; nth < 60 && reply.code === 200; nth += 1)
      reply = await browser.call('third-token', { provider: 'qq' });
    expect(reply).toMatchObject({ code: 'Common.RequestLimitExceeded' });
    expect(reply.retryAfterSeconds).toBeGreaterThan(0);
  });

  test.each([['nobody configured', {}, { get: () => undefined, configured: [] }]])(
    'is refused where %s it',
    async (_why, more, none) => {
      const browser = world.browser();
      browser.extra = { thirdParties: none };
      expect(await browser.call('third-token', { provider: 'qq', ...more })).toMatchObject({ code: 'Forbidden' });
      expect(await browser.call('qq-login', { state: 'x' })).toMatchObject({ code: 'Forbidden' });
      expect(await browser.call('dingtalk-alias', { alias: 'x' })).toMatchObject({ code: 'Forbidden' });
    },
  );
});

describe('a widget', () => {
  test('gives a credential to the page itself', async () => {
    const browser = world.browser('foxrenderfarm');
    const state = await begin(browser, 'google', { way: 'frame' });
    const credential = codeFor(person({ subjectKind: 'sub' }));
    expect(await browser.call('google-login', { state, credential })).toMatchObject({ data: { result: 3 } });
    expect(await browser.call('google-login', { state, credential })).toMatchObject({
      code: 'ThirdParty.State.Invalid',
    });
  });

  test('gives an access token, which works for its own state only', async () => {
    const browser = world.browser();
    const state = await begin(browser, 'qq', { way: 'frame' });
    const accessToken = codeFor(person());
    expect(await world.browser().call('qq-login', { state, accessToken })).toMatchObject({
      code: 'ThirdParty.State.Invalid',
    });
    expect(await browser.call('qq-login', { state, accessToken })).toMatchObject({ data: { result: 3 } });
  });

  test.each(['redirect', 'popup'])('gives nothing to a sign-in that went by %s', async (way) => {
    const browser = world.browser();
    const state = await begin(browser, 'qq', { way });
    const accessToken = codeFor(person());
    expect(await browser.call('qq-login', { state, accessToken })).toMatchObject({ code: 'ThirdParty.State.Invalid' });
    // What came back by its own way still counts.
    await comeBack(browser, 'qq', state, person());
    expect(await browser.call('qq-login', { state })).toMatchObject({ data: { result: 3 } });
  });

  test('ends nothing that was begun as a redirect', async () => {
    const browser = world.browser();
    const state = await begin(browser, 'google');
    const credential = codeFor(person());
    expect(await browser.call('google-login', { state, credential })).toMatchObject({
      code: 'ThirdParty.State.Invalid',
    });
  });

  test('is denied by no refusal that somebody brings to the redirect address', async () => {
    const browser = world.browser();
    const state = await begin(browser, 'google', { way: 'frame' });
    await refuse(browser, 'google', state);
    const credential = codeFor(person());
    expect(await browser.call(callOf('google'), { state, credential })).toMatchObject({ code: 200 });
  });
});
