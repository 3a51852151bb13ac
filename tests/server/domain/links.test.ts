/** E-mail links and the passwords they reset: looking changes nothing, acting works once. */
import { type Browser, patient, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const NEW = 'Renewed2026b';

async function tokenFor(email: string): Promise<string> {
  return new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
}
async function registered(
  email: string,
  changes: Readonly<Record<string, unknown>> = {},
  line = 'foxrenderfarm',
  browser = world.browser(line, changes),
): Promise<string> {
  const username = email.replace(/@.*/, '');
  const body = {
    email,
    username,
    password: await browser.digest('Foyer2026a'),
    businessType: line === 'dragonforeign' ? 5 : 0,
    agreement: true,
  };
  const reply = await browser.call('register-email', body);
  if (reply.code !== 200) throw new Error(String(reply.code));
  const token = await tokenFor(email);
  registrars.set(token, browser);
  return token;
}
/** Token → the browser that registered. */
const registrars = new Map<string, Browser>();
const registrarOf = (token: string): Browser => registrars.get(token) ?? world.browser('foxrenderfarm');
const check = (browser: Browser, token: string): Promise<Reply> => browser.call('check-email-token', { token });
const activate = (browser: Browser, proof: string, headers = {}): Promise<Reply> =>
  browser.call('active-email', { proof }, { headers });

describe('activation', () => {
  test('the page asks, the button acts, and doing it again shows success', async () => {
    const token = await registered('activate_one@foxrenderfarm.example');
    const browser = registrarOf(token);
    const { data } = await check(browser, token);
    expect(data).toEqual({
      proof: expect.any(String),
      email: 'activate_one@foxrenderfarm.example',
      contact: 'ac****@foxrenderfarm.example',
      purpose: 'activate',
    });
    const done = { email: 'activate_one@foxrenderfarm.example', username: 'activate_one' };
    expect(await activate(browser, data.proof)).toMatchObject({ code: 200, data: done });
    expect(await activate(browser, data.proof)).toMatchObject({ code: 200, data: done });
    expect((await world.messages('activate_one@foxrenderfarm.example')).map(({ template }) => template)).toEqual([
      'activation',
      'welcome',
    ]);
    expect((await check(browser, token)).code).toBe('Account.Email.Actived');
    expect((await browser.signIn('activate_one', 'Foyer2026a')).code).toBe(200);
  });

  test('a mail scanner that looks a hundred times, and opens the address, changes nothing', async () => {
    const token = await registered('scanned@foxrenderfarm.example');
    for (let nth = 0; nth < 100; nth += 1) expect((await check(world.browser('foxrenderfarm'), token)).code).toBe(200);
    const browser = registrarOf(token);
    const { data } = await check(browser, token);
    for (const headers of [{ 'sec-fetch-mode': 'navigate' }, { 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }]) {
      expect((await activate(browser, data.proof, headers)).code).toBe('Forbidden');
    }
    expect((await world.browser('foxrenderfarm').signIn('scanned', 'Foyer2026a')).code).toBe('Account.UnActivated');
    expect((await activate(browser, data.proof)).code).toBe(200);
  });

  test('fifty at once activate once', async () => {
    const token = await registered('raced_one@foxrenderfarm.example');
    const browser = registrarOf(token);
    const { data } = await check(browser, token);
    const replies = await Promise.all(Array.from({ length: 50 }, () => activate(browser.copy(), data.proof)));
    expect(replies.every(({ code }) => code === 200)).toBe(true);
    expect(await world.messages('raced_one@foxrenderfarm.example')).toHaveLength(2);
  });

  test('a link lives a day, a proof half an hour, in its own browser and line', async () => {
    const token = await registered('aged_one@foxrenderfarm.example');
    const browser = registrarOf(token);
    const { data } = await check(browser, token);
    expect((await activate(world.browser('foxrenderfarm'), data.proof)).code).toBe('Account.Token.Expired');
    const other = `${data.proof.slice(0, -3)}${data.proof.at(-3) === 'x' ? 'y' : 'x'}${data.proof.slice(-2)}`;
    expect((await activate(browser, other)).code).toBe('Account.Token.Expired');
    expect((await check(world.browser('dragonforeign'), token)).code).toBe('Account.Token.Expired');
    await world.shiftClock(1801);
    expect((await activate(browser, data.proof)).code).toBe('Account.Token.Expired');
    await world.shiftClock(86400);
    expect((await check(browser, token)).code).toBe('Account.Token.Expired');
  });

  test('unknown and mangled tokens are expired ones', async () => {
    for (const token of ['x', 'A'.repeat(43), "' or 1=1", '../..', '%00']) {
      expect((await check(world.browser('foxrenderfarm'), token)).code).toBe('Account.Token.Expired');
    }
  });

  test('masked: sending the link again answers the same whoever’s mailbox it is, and the mail tells', async () => {
    await registered('again_one@foxrenderfarm.example');
    await world.account({ line: 'foxrenderfarm', email: 'active@foxrenderfarm.example' });
    await world.shiftClock(61);
    const seen = new Map<string, string>();
    for (const email of [
      'again_one@foxrenderfarm.example',
      'active@foxrenderfarm.example',
      'nobody@foxrenderfarm.example',
    ]) {
      const browser = world.browser('foxrenderfarm');
      const reply = await browser.call('send-active-link', { email, ...(await browser.captcha()) });
      expect(reply).toEqual({ code: 200, data: { email }, cookies: ['flow'] });
      seen.set(email, (await world.lastMessage(email)).template);
    }
    expect([...seen.values()]).toEqual(['activation', 'welcome', 'activation-unknown']);
    expect((await check(world.browser('foxrenderfarm'), await tokenFor('again_one@foxrenderfarm.example'))).code).toBe(
      200,
    );
  });

  test('the first link counts as a message: the next waits a minute and wants a captcha', async () => {
    const browser = world.browser('foxrenderfarm');
    await registered('waiting@foxrenderfarm.example', {}, 'foxrenderfarm', browser);
    const body = { email: 'waiting@foxrenderfarm.example' };
    expect((await browser.call('send-active-link', body)).code).toBe('Validate.frequently');
    await world.shiftClock(61);
    expect((await browser.call('send-active-link', body)).code).toBe('Account.Sign.GraphicVerificationRequired');
  });

  test('verbose: says whether there is an account, and whether it is active', async () => {
    await world.account({ line: 'foxrenderfarm', email: 'plain@foxrenderfarm.example' });
    const browser = world.browser('foxrenderfarm', { wording: 'verbose' });
    expect((await browser.call('send-active-link', { email: 'none@foxrenderfarm.example' })).code).toBe(
      'Account.Email.NotFound',
    );
    expect((await browser.call('send-active-link', { email: 'plain@foxrenderfarm.example' })).code).toBe(
      'Account.Email.Actived',
    );
  });

  test.each([
    [{ state: 'refused', code: 559 }, '559'],
    [{ state: 'owed', code: 552 }, '552'],
    [{ state: 'owed', code: 451 }, '451'],
    [{ state: 'owed', code: 500 }, 'Validate.Code.SendError'],
    [{ state: 'refused', code: 500 }, '500'],
    [{ state: 'sent', code: 200 }, 200],
  ] as const)('a mail that fared %j answers %s', async (delivery, code) => {
    world.delivered = delivery;
    try {
      const email = `fared_${delivery.state}_${delivery.code}@fox.example`;
      expect((await world.browser('foxrenderfarm').call('send-reset-link', { email })).code).toBe(code);
    } finally {
      world.delivered = { state: 'sent', code: 200 };
    }
  });
});

describe('where links lead', () => {
  test('the brand host, or the present host of the line that says so, and never a host that only the request names', async () => {
    const links: string[] = [];
    for (const [line, origin] of [
      ['foxrenderfarm', 'https://eu.foxrenderfarm.example'],
      ['dragonforeign', 'https://eu.dragonforeign.example'],
      ['dragonforeign', 'https://evil.example'],
      ['dragonforeign', 'https://evildragonforeign.example'],
      ['foxrenderfarm', 'http://foxrenderfarm.localhost:4400'],
      ['foxrenderfarm', 'http://renderbus.localhost:4400'],
    ] as const) {
      const { screenUrl } = await import('../../../src/server/codes/links.ts');
      const changes = line === 'dragonforeign' ? { linksOn: 'currentHost' } : {};
      links.push(screenUrl({ ...world.browser(line, changes).context(), origin }, 'activate', { token: 't' }));
    }
    expect(links.map((link) => new URL(link).origin)).toEqual([
      'https://www.foxrenderfarm.example',
      'https://www.dragonforeign.example',
      'https://www.dragonforeign.example',
      'https://www.dragonforeign.example',
      'http://foxrenderfarm.localhost:4400',
      'https://www.foxrenderfarm.example',
    ]);
  });

  test('the visitor’s language comes along', async () => {
    const browser = world.browser('foxrenderfarm');
    browser.language = 'zh';
    await browser.call('send-reset-link', { email: 'sprache@foxrenderfarm.example' });
    const message = await world.lastMessage('sprache@foxrenderfarm.example');
    expect(message).toMatchObject({ template: 'reset-unknown', language: 'zh' });
    expect(new URL(String(message.params.link)).searchParams.get('lang')).toBe('zh_CN');
  });
});

describe('resetting a password', () => {
  async function resetProof(account: TestAccount, email: string, browser: Browser): Promise<string> {
    const reply = await browser.call('send-reset-link', { email, ...(await browser.captcha()) });
    if (reply.code !== 200) throw new Error(String(reply.code));
    const { data } = await check(browser, await tokenFor(email));
    expect(data.purpose).toBe('reset');
    expect(account.id).toBeTruthy();
    return data.proof;
  }
  const reset = async (browser: Browser, proof: string, password = NEW, extra = {}): Promise<Reply> =>
    browser.call('reset-password', { proof, password: await browser.digest(password), ...extra });
  let serial = 0;
  async function victim(): Promise<{ account: TestAccount; email: string }> {
    serial += 1;
    const email = `victim${serial}@foxrenderfarm.example`;
    return { account: await world.account({ line: 'foxrenderfarm', email }), email };
  }

  test('sets it, unlocks, clears every counter, ends the other sessions, and sends a notice', async () => {
    const { account, email } = await victim();
    const other = world.browser('foxrenderfarm');
    await other.redeem(await other.signIn(account.username, account.password));
    for (let nth = 0; nth < 10; nth += 1) await other.signInPast(account.username, 'Wrong2026a');
    for (let nth = 0; nth < 10; nth += 1)
      await world.browser('foxrenderfarm').signInPast(account.username, 'Wrong2026a');
    const browser = world.browser('foxrenderfarm');
    const proof = await resetProof(account, email, browser);
    expect((await reset(browser, proof)).code).toBe(200);
    expect((await other.call('session')).code).toBe('602');
    expect((await world.browser('foxrenderfarm').signIn(account.username, NEW)).code).toBe(200);
    const fresh = world.browser('foxrenderfarm');
    expect((await fresh.signIn(account.username, account.password)).code).toBe('Account.SignIn.Failed');
    expect((await world.lastMessage(email)).template).toBe('password-changed');
  });

  test('works once, also for fifty at once, and an older link goes with it', async () => {
    const { account, email } = await victim();
    const browser = world.browser('foxrenderfarm');
    const older = await resetProof(account, email, browser);
    await world.shiftClock(61);
    const proof = await resetProof(account, email, browser);
    const replies = await Promise.all(Array.from({ length: 50 }, () => patient(() => reset(browser.copy(), proof))));
    const won = replies.filter(({ code }) => code === 200);
    expect(won).toHaveLength(1);
    for (const { code } of replies.filter((reply) => reply.code !== 200)) {
      expect(['Account.Token.Expired', 'Password.Same.As.Last']).toContain(code);
    }
    expect((await reset(browser, older, 'Another2026c')).code).toBe('Account.Token.Expired');
    expect((await check(browser, await tokenForReset(email))).code).toBe('Account.Token.Expired');
  });
  async function tokenForReset(email: string): Promise<string> {
    const links = (await world.messages(email)).filter(({ template }) => template === 'reset');
    return new URL(String(links.at(-1)?.params.link)).searchParams.get('token') ?? '';
  }

  test('what is refused leaves the link good: the old password, a common one', async () => {
    const { account, email } = await victim();
    const browser = world.browser('foxrenderfarm');
    const proof = await resetProof(account, email, browser);
    expect((await reset(browser, proof, account.password)).code).toBe('Password.Same.As.Last');
    expect((await reset(browser, proof, 'Password1')).code).toBe('Password.Too.Common');
    expect((await reset(browser, proof, NEW, { userId: 'someone else' })).code).toBe('Account.Token.Expired');
    expect((await reset(browser, proof, NEW, { userId: account.id })).code).toBe(200);
  });

  test('lives half an hour, in the browser that opened it', async () => {
    const { account, email } = await victim();
    const browser = world.browser('foxrenderfarm');
    const proof = await resetProof(account, email, browser);
    expect((await reset(world.browser('foxrenderfarm'), proof)).code).toBe('Account.Token.Expired');
    await world.shiftClock(1801);
    expect((await reset(browser, proof)).code).toBe('Account.Token.Expired');
  });

  test('keeps the session it was made in', async () => {
    const { account, email } = await victim();
    const browser = world.browser('foxrenderfarm');
    await browser.redeem(await browser.signIn(account.username, account.password));
    expect((await reset(browser, await resetProof(account, email, browser))).code).toBe(200);
    expect((await browser.call('session')).code).toBe(200);
  });

  test('activates an account whose mailbox it proves', async () => {
    await registered('forgot_first@foxrenderfarm.example');
    await world.shiftClock(61);
    const browser = world.browser('foxrenderfarm');
    const { id } = (
      await world.db.query<{ id: string }>("select id from account where username = 'forgot_first'")
    )[0] ?? { id: '' };
    const proof = await resetProof({ id } as TestAccount, 'forgot_first@foxrenderfarm.example', browser);
    expect((await reset(browser, proof)).code).toBe(200);
    expect((await browser.signIn('forgot_first', NEW)).code).toBe(200);
  });

  test('an activation link is not good for it once the account is active, nor a reset link for activating', async () => {
    const token = await registered('crossed@foxrenderfarm.example');
    const browser = registrarOf(token);
    const { data } = await check(browser, token);
    expect((await activate(browser, data.proof)).code).toBe(200);
    expect((await reset(browser, data.proof)).code).toBe('Account.Email.Actived');
    const { account, email } = await victim();
    expect((await activate(browser, await resetProof(account, email, browser))).code).toBe('Account.Token.Expired');
  });

  test('masked: known, unknown and sub mailboxes get the same answer; a sub account is refused at the end', async () => {
    const { account, email } = await victim();
    const subMail = 'sub_one@foxrenderfarm.example';
    await world.account({ master: account, email: subMail });
    for (const to of [email, subMail, 'nowhere@foxrenderfarm.example']) {
      expect(await world.browser('foxrenderfarm').call('send-reset-link', { email: to })).toEqual({
        code: 200,
        data: { email: to },
        cookies: ['flow'],
      });
    }
    const browser = world.browser('foxrenderfarm');
    const { data } = await check(browser, await tokenFor(subMail));
    expect((await reset(browser, data.proof)).code).toBe('Account.Sub.Reset.Pwd.Not.Support');
  });

  test('verbose: says precisely', async () => {
    const { account } = await victim();
    await world.account({ master: account, email: 'sub_two@foxrenderfarm.example' });
    const browser = world.browser('foxrenderfarm', { wording: 'verbose' });
    expect((await browser.call('send-reset-link', { email: 'gone@foxrenderfarm.example' })).code).toBe(
      'Account.Email.NotFound',
    );
    expect((await browser.call('send-reset-link', { email: 'sub_two@foxrenderfarm.example' })).code).toBe(
      'Account.Sub.Reset.Pwd.Not.Support',
    );
  });

  test('by phone: the code gives the proof and names the account', async () => {
    const phone = world.phone();
    const account = await world.account({ phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'forgetpassword');
    const { data } = await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' });
    expect(data).toMatchObject({
      proof: expect.any(String),
      multiple: false,
      accounts: [{ userId: account.id, username: account.username, accountType: 1 }],
    });
    expect((await reset(browser, data.proof, NEW, { userId: account.id })).code).toBe(200);
    expect((await reset(browser, data.proof, 'Another2026c')).code).toBe('Account.Token.Expired');
    expect((await world.browser().signIn(phone, NEW)).code).toBe(200);
    expect(await world.lastMessage(phone)).toMatchObject({ channel: 'sms', template: 'password-changed' });
  });

  test('by phone: a code for registering or signing in does not reset', async () => {
    const phone = world.phone();
    await world.account({ phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'register');
    const { data } = await browser.call('check-verification-code', { phone, code, purpose: 'register' });
    expect((await reset(browser, data.proof)).code).toBe('Account.Token.Expired');
  });

  test('by phone: a sub account is refused after its code', async () => {
    const phone = world.phone();
    await world.account({ master: await world.account(), phone });
    const browser = world.browser();
    const code = await browser.code(phone, 'forgetpassword');
    expect((await browser.call('check-verify-code', { phone, code, purpose: 'forgetpassword' })).code).toBe(
      'Account.Sub.Reset.Pwd.Not.Support',
    );
  });
});

describe('a mail goes to the address as it is stored', () => {
  const STORED = 'Stored.Way@foxrenderfarm.example';
  const TYPED = [STORED, STORED.toLowerCase(), STORED.toUpperCase(), 'sTORED.wAY@FOXrenderfarm.Example'];
  const CASES = (['send-reset-link', 'send-active-link'] as const).flatMap((call) =>
    (['active', 'unactivated'] as const).flatMap((status) => TYPED.map((typed) => ({ call, status, typed }))),
  );

  test.each(CASES)('$call, $status, typed as $typed', async ({ call, status, typed }) => {
    await world.db.query('delete from account where email_key = lower($1)', [STORED]);
    await world.db.query('delete from dispatch');
    await world.db.query('delete from test_message');
    await world.account({ line: 'foxrenderfarm', email: STORED, status });
    const reply = await world.browser('foxrenderfarm').call(call, { email: typed });
    // The answer says what was typed, whoever has it.
    expect(reply).toMatchObject({ code: 200, data: { email: typed } });
    const sent = await world.db.query<{ recipient: string }>('select recipient from test_message');
    expect(sent).toEqual([{ recipient: STORED }]);
  });

  test.each(['send-reset-link', 'send-active-link'])('%s, of nobody: as it was typed', async (call) => {
    const email = `Nobody.${call.slice(5, 8)}@Foxrenderfarm.example`;
    expect((await world.browser('foxrenderfarm').call(call, { email })).code).toBe(200);
    expect(await world.messages(email)).toHaveLength(1);
  });
});
