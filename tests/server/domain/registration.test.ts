/** Registration by phone and by e-mail: one transaction, one winner, and nothing half done. */
import { type Browser, patient, type Reply, withWorld } from './world.ts';

const world = withWorld();
async function count(table: string): Promise<number> {
  const [row] = await world.db.query<{ count: number }>(`select count(*) from ${table}`);
  return row?.count ?? -1;
}
async function byPhone(extra: Readonly<Record<string, unknown>> = {}, browser = world.browser()): Promise<Reply> {
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  return browser.call('register-phone', await browser.newcomer({ phone, code, ...extra }));
}

describe('by phone', () => {
  test('gives the account, its coupon and a session at once', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const body = await browser.newcomer({ phone, code, comefrom: 'partner\u0007' });
    const reply = await browser.call('register-phone', body);
    expect(reply).toMatchObject({ code: 200, data: { username: body.username, channel: 2, platform: 2 } });
    expect((await browser.call('session')).data).toMatchObject({
      username: body.username,
      phone,
      userId: reply.data.userId,
    });
    expect((await world.browser().signIn(phone, 'Foyer2026a')).code).toBe(200);
    const coupons = await world.db.query(
      'select kind, amount, currency from coupon where account_id = $1 order by kind',
      [reply.data.userId],
    );
    expect(coupons).toEqual([
      { kind: 'newUser', amount: 30, currency: 'CNY' },
      { kind: 'newUserPack', amount: 100, currency: 'CNY' },
    ]);
    const [row] = await world.db.query('select home_line, zone, status, come_from from account where id = $1', [
      reply.data.userId,
    ]);
    expect(row).toEqual({ home_line: 'renderbus', zone: 'domestic', status: 'active', come_from: 'partner ' });
  });

  test('a proof from signing in takes the place of the code, once', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'signin');
    const { data } = await browser.call('phone-sign-in', { phone, code, accountType: 1 });
    const { proof } = data;
    expect((await browser.call('register-phone', await browser.newcomer({ phone: world.phone(), proof }))).code).toBe(
      'Code.Error.More',
    );
    expect((await world.browser().call('register-phone', await browser.newcomer({ phone, proof }))).code).toBe(
      'Code.Error.More',
    );
    expect((await browser.call('register-phone', await browser.newcomer({ phone, proof: `${proof}x` }))).code).toBe(
      'Code.Error.More',
    );
    expect((await browser.call('register-phone', await browser.newcomer({ phone, proof }))).code).toBe(200);
    expect((await browser.call('register-phone', await browser.newcomer({ phone, proof }))).code).toBe(
      'Code.Error.More',
    );
  });

  test('a proof lives half an hour', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const { data } = await browser.call('check-verification-code', { phone, code, purpose: 'register' });
    await world.shiftClock(1801);
    const reply = await browser.call('register-phone', await browser.newcomer({ phone, proof: data.proof }));
    expect(reply.code).toBe('Code.Error.More');
  });

  test('a code for signing in or recovering does not register', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'signin');
    expect((await browser.call('register-phone', await browser.newcomer({ phone, code }))).code).toBe(
      'Code.Error.More',
    );
  });

  test('without code and proof something is missing', async () => {
    const browser = world.browser();
    expect((await browser.call('register-phone', await browser.newcomer({ phone: world.phone() }))).code).toBe(
      'EmptyParameter',
    );
  });

  test('a refused registration spends neither code nor invite', async () => {
    const taken = await world.account();
    await world.db.query("insert into invite_code (zone, code_key, uses_left) values ('domestic', 'single', 1)");
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const body = await browser.newcomer({ phone, code, inviteCode: 'SINGLE' });
    expect((await browser.call('register-phone', { ...body, username: taken.username })).code).toBe(
      'Account.UserName.Existed',
    );
    expect((await browser.call('register-phone', body)).code).toBe(200);
    expect((await byPhone({ inviteCode: 'single' })).code).toBe('5003');
  });

  test('a phone of this line and one of another have their own answers, after the code only', async () => {
    const phone = world.phone();
    await world.account({ phone, line: 'pkdragon' });
    const browser = world.browser();
    const wrong = await browser.call('register-phone', await browser.newcomer({ phone, code: '000000' }));
    expect(wrong.code).toBe('Code.Error.More');
    const code = await browser.code(phone, 'register');
    expect(await browser.call('register-phone', await browser.newcomer({ phone, code }))).toMatchObject({
      code: 'Account.Phone.Existed.OtherLine',
      data: { otherBrand: world.lines.pkdragon?.messages.en?.['line.brand'] },
    });
    const there = world.browser('pkdragon');
    const second = await there.code(phone, 'register');
    const body = await there.newcomer({ phone, code: second, businessType: 5 });
    expect((await there.call('register-phone', body)).code).toBe('Account.Phone.Existed');
  });

  test('of fifty at once with one code one wins', async () => {
    const [browser, phone] = [world.browser(), world.phone()];
    const code = await browser.code(phone, 'register');
    const before = { accounts: await count('account'), coupons: await count('coupon') };
    const bodies = await Promise.all(Array.from({ length: 20 }, () => browser.newcomer({ phone, code })));
    // From addresses of their own, so that a busy machine's repeats do not run into the limit per address.
    const replies = await Promise.all(
      bodies.map((body) =>
        patient(() => Object.assign(browser.copy(), { address: world.browser().address }).call('register-phone', body)),
      ),
    );
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    for (const { code: refused } of replies.filter((reply) => reply.code !== 200)) {
      expect(['Code.Error.More', 'Account.Phone.Existed']).toContain(refused);
    }
    expect(await count('account')).toBe(before.accounts + 1);
    // The new user's, and the pack.
    expect(await count('coupon')).toBe(before.coupons + 2);
  });

  test('of many at once for one username one wins', async () => {
    const username = 'newcomer_wanted';
    const entrants = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [browser, phone] = [world.browser(), world.phone()];
        const code = await browser.code(phone, 'register');
        return { browser, body: await browser.newcomer({ phone, code, username }) };
      }),
    );
    const replies = await Promise.all(
      entrants.map(({ browser, body }) => patient(() => browser.call('register-phone', body))),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill('Account.UserName.Existed')].sort());
  });

  test.each(['account', 'credential', 'coupon', 'user_session', 'audit'])(
    'a failure at %s leaves nothing behind, and the code still works',
    async (table) => {
      const [browser, phone] = [world.browser(), world.phone()];
      const code = await browser.code(phone, 'register');
      const body = await browser.newcomer({ phone, code });
      const tables = ['account', 'credential', 'coupon', 'user_session', 'device', 'test_message'];
      const before = await Promise.all(tables.map(count));
      await world.db.query(
        `create function fail() returns trigger language plpgsql as $$ begin if to_jsonb(new) ->> 'event' is distinct from 'code-checked' then raise exception 'disk full'; end if; return new; end $$`,
      );
      await world.db.query(`create trigger fail after insert on ${table} for each row execute function fail()`);
      try {
        await expect(browser.call('register-phone', body)).rejects.toThrow('disk full');
      } finally {
        await world.db.query(`drop trigger fail on ${table}`);
        await world.db.query('drop function fail');
      }
      expect(await Promise.all(tables.map(count))).toEqual(before);
      expect((await browser.call('register-phone', body)).code).toBe(200);
    },
  );

  test('is refused on a line that registers by e-mail', async () => {
    const browser = world.browser('foxrenderfarm');
    expect(
      (await browser.call('register-phone', await browser.newcomer({ phone: '+14155550101', code: '123456' }))).code,
    ).toBe('Forbidden');
  });
});

describe('by e-mail', () => {
  const browserOf = (): Browser => world.browser('foxrenderfarm');

  test('leaves the account unactivated, without a session, and mails the link', async () => {
    const browser = browserOf();
    const body = await browser.newcomerByEmail({ phone: '+14155550102' });
    const reply = await browser.call('register-email', body);
    expect(reply).toMatchObject({ code: 200, data: { username: body.username, email: body.email } });
    expect(browser.jar.has('session')).toBe(false);
    expect((await browser.signIn(String(body.username), 'Foyer2026a')).code).toBe('Account.UnActivated');
    const message = await world.lastMessage(String(body.email));
    expect(message).toMatchObject({
      template: 'activation',
      channel: 'email',
      params: { username: body.username, activationHours: 24 },
    });
    const link = new URL(String(message.params.link));
    expect(link.origin).toBe('https://www.foxrenderfarm.example');
    expect(link.pathname).toBe('/sso/activate');
    expect(link.searchParams.get('token')).toMatch(/^[0-9A-Za-z_-]{43}$/);
    const coupons = await world.db.query('select kind, amount from coupon where account_id = $1 order by kind', [
      reply.data.userId,
    ]);
    expect(coupons).toEqual([
      { kind: 'newUser', amount: 10 },
      { kind: 'newUserPack', amount: 30 },
    ]);
  });

  test('another spelling of a taken e-mail or username is taken', async () => {
    const browser = browserOf();
    const body = await browser.newcomerByEmail();
    expect((await browser.call('register-email', body)).code).toBe(200);
    const email = String(body.email).toUpperCase();
    const again = async (changes: Readonly<Record<string, unknown>>): Promise<Reply> =>
      browser.call('register-email', { ...(await browser.newcomerByEmail(changes)), ...(await browser.captcha()) });
    expect((await again({ email })).code).toBe('Account.Email.Existed');
    const username = String(body.username).toUpperCase();
    expect((await again({ username })).code).toBe('Account.UserName.Existed');
  });

  test('the same identifiers are free in the other region', async () => {
    const account = await world.account({ line: 'renderbus', email: 'twice@both.example' });
    const browser = browserOf();
    const body = await browser.newcomerByEmail({ username: account.username, email: 'twice@both.example' });
    expect((await browser.call('register-email', body)).code).toBe(200);
  });

  test('throw-away mailboxes and those on the list are refused', async () => {
    await world.db.query(
      "insert into blocked_identifier (zone, kind, value) values ('overseas', 'domain', 'blocked.example'), ('overseas', 'email', 'one@fine.example')",
    );
    const browser = browserOf();
    for (const email of ['who@mailinator.com', 'who@sub.mailinator.com', 'who@BLOCKED.example', 'One@fine.example']) {
      expect((await browser.call('register-email', await browser.newcomerByEmail({ email }))).code).toBe(
        'Account.Email.Blacklisted',
      );
      expect((await browser.call('is-blacklist-email', { email })).code).toBe('Account.Email.Blacklisted');
    }
    expect((await browser.call('is-blacklist-email', { email: 'two@fine.example' })).code).toBe(200);
  });

  test('of fifty at once for one e-mail one wins, and one message is owed', async () => {
    const email = 'contested@foxrenderfarm.example';
    const bodies = await Promise.all(Array.from({ length: 20 }, () => browserOf().newcomerByEmail({ email })));
    const replies = await Promise.all(bodies.map((body) => patient(() => browserOf().call('register-email', body))));
    const codes = replies.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    // Whoever comes while the winner's mail is being counted is asked for a captcha, as for any mailbox that has just been sent to.
    const others = ['Account.Email.Existed', 'Account.Sign.GraphicVerificationRequired'];
    expect(codes.filter((code) => code !== 200 && !others.includes(String(code)))).toEqual([]);
    expect(await world.messages(email)).toHaveLength(1);
  });

  test('is refused on a line that registers by phone', async () => {
    const browser = world.browser();
    expect((await browser.call('register-email', await browser.newcomerByEmail())).code).toBe('Forbidden');
  });
});

describe('what is refused either way', () => {
  test('a common password, and nothing else that is eight characters long', async () => {
    for (const password of ['Password1', 'Qwer1234', 'Aa123456', 'Welcome2026!', 'Renderbus123']) {
      const browser = world.browser();
      expect((await byPhone({ password: await browser.digest(password) }, browser)).code).toBe('Password.Too.Common');
    }
    const browser = world.browser();
    expect((await byPhone({ password: await browser.digest('k7Vm2qXe') }, browser)).code).toBe(200);
  });

  test('a business type that the line does not offer', async () => {
    expect((await byPhone({ businessType: 5 })).code).toBe('InvalidParameter');
  });

  test('an unticked agreement', async () => {
    expect((await byPhone({ agreement: false })).code).toBe('InvalidParameter');
  });

  test('bad invite codes', async () => {
    await world.db.query(
      "insert into invite_code (zone, code_key, business_types, expires_at) values ('domestic', 'film', '{1}', null), ('domestic', 'old', null, foyer_now() - interval '1 second'), ('overseas', 'abroad', null, null)",
    );
    expect((await byPhone({ inviteCode: 'nothing' })).code).toBe('5001');
    expect((await byPhone({ inviteCode: 'abroad' })).code).toBe('5001');
    expect((await byPhone({ inviteCode: 'film' })).code).toBe('5002');
    expect((await byPhone({ inviteCode: 'old' })).code).toBe('5003');
    expect((await byPhone({ inviteCode: 'FILM', businessType: 1 })).code).toBe(200);
    expect((await byPhone({ inviteCode: '' })).code).toBe(200);
  });
});

describe('registerCheck', () => {
  test('tells what is taken', async () => {
    const phone = world.phone();
    await world.account({ username: 'Already_There', email: 'there@renderbus.example', phone });
    const check = async (value: string, checkType: number, line = 'renderbus'): Promise<string | number> =>
      (await world.browser(line).call('register-check', { value, checkType, accountType: 1 })).code;
    expect(await check('already_there', 1)).toBe('Account.UserName.Existed');
    expect(await check('not_there_yet', 1)).toBe(200);
    expect(await check(phone, 2)).toBe('Account.Phone.Existed');
    expect(await check(phone, 2, 'ip')).toBe('Account.Phone.Existed.OtherLine');
    expect(await check(world.phone(), 2)).toBe(200);
    expect(await check('There@Renderbus.example', 3)).toBe('Account.Email.Existed');
    expect(await check('who@mailinator.com', 3)).toBe('Account.Email.Blacklisted');
    expect(await check('free@renderbus.example', 3)).toBe(200);
    expect(await check('already_there', 1, 'foxrenderfarm')).toBe(200);
  });

  test('after ten a minute from one address it wants a captcha', async () => {
    const browser = world.browser();
    const body = { value: 'some_name', checkType: 1, accountType: 1 };
    for (let nth = 0; nth < 10; nth += 1) expect((await browser.call('register-check', body)).code).toBe(200);
    expect((await browser.call('register-check', body)).code).toBe('Account.Sign.GraphicVerificationRequired');
    expect((await browser.call('register-check', { ...body, ...(await browser.captcha()) })).code).toBe(200);
  });
});
