/** Tokens, sessions and sub accounts. */
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();

async function signedIn(account: TestAccount, autoLogin = false, line = 'renderbus'): Promise<Browser> {
  const browser = world.browser(line);
  const reply = await browser.redeem(await browser.signIn(account.username, account.password, { autoLogin }));
  if (reply.code !== 200) throw new Error(String(reply.code));
  return browser;
}

describe('the sign-in token', () => {
  test('fifty uses at once open one session', async () => {
    const account = await world.account();
    const browser = world.browser();
    const reply = await browser.signIn(account.username, account.password);
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser.copy().redeem(reply)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'Account.Token.Expired')).toHaveLength(49);
    expect(await world.db.query('select 1 from user_session where account_id = $1', [account.id])).toHaveLength(1);
  });

  test('lives a minute', async () => {
    const account = await world.account();
    const browser = world.browser();
    const reply = await browser.signIn(account.username, account.password);
    await world.shiftClock(61);
    expect((await browser.redeem(reply)).code).toBe('Account.Token.Expired');
  });

  test('works in the browser and on the line that it was given to, for its own name', async () => {
    const account = await world.account();
    const browser = world.browser();
    const reply = await browser.signIn(account.username, account.password);
    expect((await world.browser().redeem(reply)).code).toBe('Account.Token.Expired');
    const elsewhere = world.browser('pkdragon');
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await elsewhere.redeem(reply)).code).toBe('Account.Token.Expired');
    const renamed = { ...reply, data: { ...reply.data, loginName: 'someone_else' } };
    expect((await browser.redeem(renamed)).code).toBe('Auth.Fail');
  });

  test('is refused when the account was disabled meanwhile', async () => {
    const account = await world.account();
    const browser = world.browser();
    const reply = await browser.signIn(account.username, account.password);
    await world.db.query("update account set status = 'disabled' where id = $1", [account.id]);
    expect((await browser.redeem(reply)).code).toBe('Auth.Fail');
    expect(browser.jar.has('session')).toBe(false);
  });
});

describe('a session', () => {
  test('has a new id at every sign-in', async () => {
    const account = await world.account();
    const browser = await signedIn(account);
    const first = browser.jar.get('session');
    await browser.redeem(await browser.signIn(account.username, account.password));
    expect(browser.jar.get('session')).not.toBe(first);
  });

  test.each([
    [false, 12 * 3600],
    [true, 5 * 86400],
  ])('with automatic sign-in %s ends after %i seconds, a hard stop', async (autoLogin, seconds) => {
    const browser = await signedIn(await world.account(), autoLogin);
    await world.shiftClock(seconds - 60);
    expect((await browser.call('session')).code).toBe(200);
    await world.shiftClock(61);
    expect((await browser.call('session')).code).toBe('602');
  });

  test('is good on every line of its region, and on none of the other', async () => {
    const browser = await signedIn(await world.account());
    for (const [line, code] of [
      ['pkdragon', 200],
      ['foxrenderfarm', '602'],
    ] as const) {
      const other = world.browser(line);
      other.jar.set('session', browser.jar.get('session') ?? '');
      expect((await other.call('session')).code).toBe(code);
    }
  });

  test('ends with its account', async () => {
    const account = await world.account();
    const browser = await signedIn(account);
    await world.db.query("update account set status = 'disabled' where id = $1", [account.id]);
    expect((await browser.call('session')).code).toBe('602');
  });

  test('is listed, ended and signed out by its owner only', async () => {
    const account = await world.account();
    const [first, second, stranger] = [
      await signedIn(account),
      await signedIn(account),
      await signedIn(await world.account()),
    ];
    const { data } = await first.call('sessions');
    expect(data.sessions).toHaveLength(2);
    expect(data.sessions.filter((each: { current: boolean }) => each.current)).toHaveLength(1);
    expect(data.sessions[0]).toMatchObject({ device: 'Chrome, Linux', place: expect.stringMatching(/^10\..*\.\*$/) });
    const other = data.sessions.find((each: { current: boolean }) => !each.current).id;
    expect((await stranger.call('end-session', { id: other })).code).toBe(200);
    expect((await second.call('session')).code).toBe(200);
    expect((await first.call('end-session', { id: other })).code).toBe(200);
    expect((await second.call('session')).code).toBe('602');
    expect((await first.call('end-session', { id: 'nonsense' })).code).toBe('InvalidParameter');
    expect((await first.call('sign-out')).code).toBe(200);
    expect((await first.call('sign-out')).code).toBe('602');
    expect((await first.call('sessions')).code).toBe('602');
    expect((await first.call('end-session', { id: other })).code).toBe('602');
  });

  test.each([
    ['keeps this one', false, [200, '602', '602']],
    ['ends this one too', true, ['602', '602', '602']],
  ])('signing out everywhere %s, and leaves the sessions of others', async (_, present, expected) => {
    const account = await world.account();
    const browsers = [await signedIn(account), await signedIn(account), await signedIn(account)] as const;
    const stranger = await signedIn(await world.account());
    // A sign-in that was proven and not redeemed opens nothing any more.
    const half = world.browser();
    const waiting = await half.signIn(account.username, account.password);
    const reply = await browsers[0].call('end-all-sessions', { present });
    expect(reply).toMatchObject({ code: 200, data: { ended: present ? 3 : 2, signedOut: present } });
    expect(await Promise.all(browsers.map(async (each) => (await each.call('session')).code))).toEqual(expected);
    expect((await half.redeem(waiting)).code).toBe('Account.Token.Expired');
    expect((await stranger.call('session')).code).toBe(200);
    expect(browsers[0].jar.has('session')).toBe(!present);
  });

  test('the list begins with the present one, then has the newest first', async () => {
    const account = await world.account();
    const browsers: Browser[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      browsers.push(await signedIn(account));
      await world.shiftClock(2);
    }
    for (const [at, browser] of browsers.entries()) {
      const { sessions } = (await browser.call('sessions')).data as {
        sessions: readonly { current: boolean; since: string }[];
      };
      expect(sessions.map(({ current }) => current)).toEqual([true, false, false, false]);
      const others = sessions.slice(1).map(({ since }) => since);
      expect(others).toEqual([...others].sort().reverse());
      expect(others.filter((since) => since < (sessions[0]?.since ?? '')).length).toBe(at);
    }
  });

  test('ending one’s own says so, and takes the cookie', async () => {
    const browser = await signedIn(await world.account());
    const { data } = await browser.call('sessions');
    expect(await browser.call('end-session', { id: data.sessions[0].id })).toMatchObject({ data: { signedOut: true } });
    expect(browser.jar.has('session')).toBe(false);
  });

  test('forged and mangled cookies are no session', async () => {
    const browser = world.browser();
    for (const value of ['', 'x', 'A'.repeat(43), "' or 1=1", 'A'.repeat(5000)]) {
      browser.jar.set('session', value);
      expect((await browser.call('session')).code).toBe('602');
    }
  });
});

describe('a sub account', () => {
  async function family(
    status?: 'disabled' | 'cancelled',
  ): Promise<{ master: TestAccount; sub: TestAccount; phone: string }> {
    const phone = world.phone();
    const master = await world.account(status ? { status } : {});
    const sub = await world.account({ master, username: 'worker_one', phone, email: `${master.username}@sub.example` });
    return { master, sub, phone };
  }
  const subSignIn = async (loginName: string, password: string): Promise<string | number> => {
    const browser = world.browser();
    const body = { loginName, password: await browser.digest(password), accountType: 2 };
    return (await browser.call('sub-sign-in', body)).code;
  };

  test('signs in as username@uuid, whatever the letter case, and the same name exists under another master', async () => {
    const { master, sub } = await family();
    await family();
    expect(await subSignIn(`worker_one@${master.uuid}`, sub.password)).toBe(200);
    expect(await subSignIn(`WORKER_ONE@${master.uuid.toUpperCase()}`, sub.password)).toBe(200);
    expect(await subSignIn(`worker_one@${master.uuid}`, 'Wrong2026a')).toBe('Account.SignIn.Failed');
    expect(await subSignIn(`worker_two@${master.uuid}`, sub.password)).toBe('Account.SignIn.Failed');
  });

  test('cannot sign in as a master, and learns why after its right password', async () => {
    const { master, sub, phone } = await family();
    const browser = world.browser();
    for (const name of [phone, `${master.username}@sub.example`, `worker_one@${master.uuid}`]) {
      expect((await browser.signIn(name, 'Wrong2026a')).code).toBe('Account.SignIn.Failed');
      expect((await browser.signIn(name, sub.password)).code).toBe('Account.Son.Prohibit.Login');
    }
    expect((await browser.signIn('worker_one', sub.password)).code).toBe('Account.SignIn.Failed');
  });

  test('a master cannot sign in as a sub account', async () => {
    const master = await world.account();
    expect(await subSignIn(`${master.username}@${master.uuid}`, master.password)).toBe('Account.SignIn.Failed');
  });

  test.each([
    ['disabled', 'Account.Disabled'],
    ['cancelled', 'Account.Logout'],
  ] as const)('shares the fate of a master that is %s', async (status, code) => {
    const { master, sub } = await family(status);
    expect(await subSignIn(`worker_one@${master.uuid}`, sub.password)).toBe(code);
  });

  test.each(['disabled', 'cancelled', 'unactivated'])(
    'shares it while it is signed in, and nothing is done for it: a master that becomes %s',
    async (status) => {
      const { master, sub } = await family();
      const browser = world.browser();
      const body = {
        loginName: `worker_one@${master.uuid}`,
        password: await browser.digest(sub.password),
        accountType: 2,
      };
      const token = await browser.call('sub-sign-in', body);
      expect((await browser.redeem(token)).code).toBe(200);
      const waiting = world.browser();
      const late = await waiting.call('sub-sign-in', { ...body, password: await waiting.digest(sub.password) });
      await world.db.query('update account set status = $2 where id = $1', [master.id, status]);
      await waiting.redeem(late);
      for (const each of [browser, waiting]) {
        expect((await each.call('session')).code).toBe('602');
        expect((await each.call('query-user')).code).not.toBe(200);
        expect((await each.call('sessions')).code).not.toBe(200);
      }
      await world.db.query("update account set status = 'active' where id = $1", [master.id]);
      expect((await browser.call('session')).code).toBe(200);
    },
  );

  test('is not offered on a line without sub accounts', async () => {
    const { master, sub } = await family();
    const browser = world.browser('renderbus', { offers: { subAccountSignIn: false } });
    const body = {
      loginName: `worker_one@${master.uuid}`,
      password: await browser.digest(sub.password),
      accountType: 2,
    };
    expect((await browser.call('sub-sign-in', body)).code).toBe('Forbidden');
  });
});
