/** Signing in with a password: what each attempt answers, and what it leaves behind. */
import { patient, type Reply, withWorld } from './world.ts';

const world = withWorld();
const WRONG = 'Wrong2026a';

test('a right password gives a token that opens one session, once', async () => {
  const account = await world.account();
  const browser = world.browser();
  const reply = await browser.signIn(account.username, account.password);
  expect(reply).toMatchObject({ code: 200, data: { loginName: account.username, loginType: 3 } });
  const opened = await browser.redeem(reply);
  expect(opened).toMatchObject({ code: 200, data: { userId: account.id, channel: 2, platform: 2 } });
  expect(opened.data.raySyncUserKey).toBe(opened.data.userKey);
  expect((await browser.redeem(reply)).code).toBe('Account.Token.Expired');
  expect(await browser.call('session')).toMatchObject({
    code: 200,
    data: { username: account.username, uuid: account.uuid, accountType: 1 },
  });
});

test('channel and platform come from the line', async () => {
  const account = await world.account();
  const browser = world.browser('avica');
  const opened = await browser.redeem(await browser.signIn(account.username, account.password));
  expect(opened.data.channel).toBe(world.lines.avica?.line.channel);
});

test.each([
  ['the username in another letter case', 3, (account: string) => account.toUpperCase()],
  ['the e-mail in another letter case', 4, (account: string) => `${account}@Renderbus.EXAMPLE`],
  [
    'full-width letters',
    3,
    (account: string) => account.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
  ['a mark without width behind it', 3, (account: string) => `${account}\u200b`],
  ['marks of direction around the e-mail', 4, (account: string) => `\u202a${account}@renderbus.example\u202c`],
])('%s is the same account', async (_name, loginType, spell) => {
  const username = `spelt_${Math.random().toString(36).slice(2, 10)}`;
  const account = await world.account({ username, email: `${username}@renderbus.example` });
  expect(await world.browser().signIn(spell(username), account.password)).toMatchObject({
    code: 200,
    data: { loginType },
  });
});

test('a phone signs in with and without its area code', async () => {
  const phone = world.phone();
  const account = await world.account({ phone });
  for (const spelt of [phone, phone.slice(3), `${phone.slice(3, 6)} ${phone.slice(6, 10)}-${phone.slice(10)}`]) {
    expect(await world.browser().signIn(spelt, account.password)).toMatchObject({ code: 200, data: { loginType: 5 } });
  }
});

test("taking another's phone number as a username does not stand in its owner's way", async () => {
  const phone = world.phone();
  const owner = await world.account({ phone });
  await world.account({ username: phone.slice(3), password: 'Squatter2026' });
  expect((await world.browser().signIn(phone.slice(3), owner.password)).code).toBe(200);
});

test('an account signs in on every line of its region', async () => {
  const account = await world.account({ line: 'renderbus' });
  for (const line of ['pkdragon', 'avica', 'ip', 'dayan']) {
    expect((await world.browser(line).signIn(account.username, account.password)).code).toBe(200);
  }
});

test('the answers to wrong passwords, from the first to the lock', async () => {
  const account = await world.account();
  const browser = world.browser();
  const seen: [string | number, unknown][] = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const { code, data } = await browser.signInPast(account.username, WRONG);
    seen.push([code, data]);
  }
  expect(seen).toEqual([
    ['Account.SignIn.Failed', null],
    ['Account.SignIn.Failed', null],
    ['Account.SignIn.Failed', null],
    ['Account.SignIn.Failed', null],
    ['Account.SignIn.Failed', { suggestForgot: true }],
    ['Account.SignIn.Failed', { suggestForgot: true }],
    ['818', { remaining: 3, suggestForgot: true }],
    ['820', { remaining: 2, suggestForgot: true }],
    ['821', { remaining: 1, suggestForgot: true }],
    ['Account.Locked', null],
    ['Account.Locked', null],
    ['Account.Locked', null],
  ]);
  expect((await browser.signInPast(account.username, account.password)).code).toBe('Account.Locked');
});

test('one counter for name, e-mail, phone and letter case; a success clears it', async () => {
  const phone = world.phone();
  const account = await world.account({ username: 'Counted_One', email: 'counted@renderbus.example', phone });
  const browser = world.browser();
  for (const name of ['counted_one', 'COUNTED_ONE', 'counted@renderbus.example', phone])
    await browser.signInPast(name, WRONG);
  expect(await world.failures(account)).toBe(4);
  // What is shown is of the typed name alone, else it would tell which names are one account's.
  expect((await browser.call('login-fail-cache', { loginName: phone })).data).toEqual({
    failCount: 1,
    remaining: 9,
    captchaRequired: false,
    locked: false,
  });
  expect((await browser.signInPast(phone, account.password)).code).toBe(200);
  expect(await world.failures(account)).toBe(0);
});

test('after three wrong passwords a captcha is asked for, and it works once', async () => {
  const account = await world.account();
  const browser = world.browser();
  for (let attempt = 0; attempt < 3; attempt += 1) await browser.signIn(account.username, WRONG);
  expect((await browser.signIn(account.username, account.password)).code).toBe(
    'Account.Sign.GraphicVerificationRequired',
  );
  const forged = { ticket: 'e30=', randstr: 'x', captchaAppId: 'foyer-built-in' };
  expect((await browser.signIn(account.username, account.password, forged)).code).toBe(
    'Account.Validate.IntelligentFailed',
  );
  const captcha = await browser.captcha();
  expect((await browser.signIn(account.username, WRONG, captcha)).code).toBe('Account.SignIn.Failed');
  expect((await browser.signIn(account.username, account.password, captcha)).code).toBe(
    'Account.Validate.IntelligentFailed',
  );
  expect(await world.failures(account)).toBe(4);
  expect((await browser.signInPast(account.username, account.password)).code).toBe(200);
});

test.each(['known', 'unknown'])('fifty wrong passwords at once: ten are counted for a %s name', async (kind) => {
  const username = `burst_${kind}`;
  if (kind === 'known') await world.account({ username });
  const first = world.browser();
  await first.signIn(username, WRONG);
  // A browser each, so that nothing but the account's counter limits them.
  const replies = await Promise.all(
    Array.from({ length: 49 }, () => patient(() => world.browser().signInPast(username, WRONG))),
  );
  // To each of them its own first try is all that was ever counted.
  expect(new Set(replies.map(({ code, data }) => `${code} ${JSON.stringify(data)}`))).toEqual(
    new Set(['Account.SignIn.Failed null']),
  );
  expect(await world.checked(username)).toBe(10);
  const cache = await first.call('login-fail-cache', { loginName: username });
  expect(cache.data).toEqual({ failCount: 1, remaining: 9, captchaRequired: false, locked: false });
});

test.each(['known', 'unknown'])(
  'fifty at once from one browser: its lock is shown after ten, for a %s name',
  async (kind) => {
    const username = `alone_${kind}`;
    if (kind === 'known') await world.account({ username });
    const browser = world.browser();
    await browser.signIn(username, WRONG);
    const replies = await Promise.all(
      Array.from({ length: 49 }, () => patient(() => browser.copy().signInPast(username, WRONG))),
    );
    const answered = (code: string): Reply[] => replies.filter((reply) => reply.code === code);
    expect(answered('Account.SignIn.Failed').length + ['818', '820', '821'].flatMap(answered).length).toBe(8);
    expect(answered('Account.Locked')).toHaveLength(41);
    const cache = await browser.call('login-fail-cache', { loginName: username });
    expect(cache.data).toEqual({ failCount: 10, remaining: 0, captchaRequired: true, locked: true });
  },
);

test('fifty at once over four spellings of one account share its ten tries', async () => {
  const phone = world.phone();
  const account = await world.account({ username: 'Many_Names', email: 'many@renderbus.example', phone });
  const names = ['many_names', 'MANY@renderbus.example', phone, phone.slice(3)];
  await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      patient(() => world.browser().signInPast(names[nth % names.length] ?? '', WRONG)),
    ),
  );
  const checked = await Promise.all(['many_names', 'many@renderbus.example', phone].map((name) => world.checked(name)));
  expect(checked.reduce((sum, each) => sum + each)).toBe(10);
  expect(await world.failures(account)).toBe(10);
});

test('fifty right passwords at once all get in', async () => {
  const account = await world.account();
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => patient(() => world.browser().signIn(account.username, account.password))),
  );
  expect(replies.every(({ code }) => code === 200)).toBe(true);
});

test('an attempt whose server died is given back after half a minute', async () => {
  const account = await world.account();
  await world.browser().signIn(account.username, WRONG);
  await world.db.query(
    `update sign_in_counter set pending = (
       select array_agg(floor(extract(epoch from foyer_now()) * 1000000)::bigint + 30000000 + n) from generate_series(1, 9) n)
      where key = 'account:' || $1::text`,
    [account.id],
  );
  await world.shiftClock(31);
  expect((await world.browser().signIn(account.username, account.password)).code).toBe(200);
});

test('a browser that signed in before gets in while strangers lock the account, with ten tries of its own', async () => {
  const account = await world.account();
  const owner = world.browser();
  await owner.redeem(await owner.signIn(account.username, account.password));
  const stranger = world.browser();
  for (let attempt = 0; attempt < 10; attempt += 1) await stranger.signInPast(account.username, WRONG);
  expect((await stranger.signInPast(account.username, account.password)).code).toBe('Account.Locked');
  expect((await owner.signIn(account.username, account.password)).code).toBe(200);
  for (let attempt = 0; attempt < 10; attempt += 1) await owner.signInPast(account.username, WRONG);
  expect((await owner.signInPast(account.username, account.password)).code).toBe('Account.Locked');
});

test('a forged device cookie has no budget of its own, and a device knows its own account only', async () => {
  const [mine, other] = [await world.account(), await world.account()];
  const browser = world.browser();
  await browser.redeem(await browser.signIn(mine.username, mine.password));
  const held = browser.jar.get('device') ?? '';
  const forger = world.browser();
  forger.jar.set(
    'device',
    held.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  );
  for (let attempt = 0; attempt < 10; attempt += 1) await forger.signInPast(mine.username, WRONG);
  expect((await forger.signInPast(mine.username, mine.password)).code).toBe('Account.Locked');
  for (let attempt = 0; attempt < 10; attempt += 1) await world.browser().signInPast(other.username, WRONG);
  expect((await browser.signInPast(other.username, other.password)).code).toBe('Account.SignIn.Failed');
});

test.each([
  ['unactivated', 'Account.UnActivated'],
  ['disabled', 'Account.Disabled'],
  ['cancelled', 'Account.Logout'],
] as const)('masked: an account that is %s says so after the right password only', async (status, code) => {
  const account = await world.account({ status });
  expect((await world.browser().signIn(account.username, WRONG)).code).toBe('Account.SignIn.Failed');
  expect((await world.browser().signIn(account.username, account.password)).code).toBe(code);
});

test('masked: known and unknown names get the same answers all the way to the lock', async () => {
  await world.account({ username: 'masked_known' });
  const answers = async (username: string): Promise<Reply[]> => {
    const browser = world.browser();
    const replies: Reply[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) replies.push(await browser.signIn(username, WRONG));
    replies.push(await browser.signIn(username, WRONG));
    for (let attempt = 0; attempt < 9; attempt += 1) replies.push(await browser.signInPast(username, WRONG));
    replies.push(await browser.call('login-fail-cache', { loginName: username }));
    return replies;
  };
  expect(await answers('masked_known')).toEqual(await answers('masked_unknown'));
});

test('masked: a known and an unknown name leave the same rows behind', async () => {
  await world.account({ username: 'rows_known' });
  const rows = async (username: string): Promise<unknown> => {
    const counted = async (): Promise<number[]> => {
      const [row] = await world.db.query<Record<string, number>>(
        // That an owner was told of a lock is written down some time after the answer: of the test above, perhaps now.
        `select (select count(*) from sign_in_counter) as counters, (select count(*) from sign_in_token) as tokens,
                (select count(*) from audit where event <> 'lock-told') as audits`,
      );
      return Object.values(row ?? {});
    };
    const before = await counted();
    await world.browser().signIn(username, WRONG);
    const after = await counted();
    return after.map((value, index) => value - (before[index] ?? 0));
  };
  expect(await rows('rows_known')).toEqual(await rows('rows_unknown'));
});

describe('verbose wording', () => {
  const verbose = { wording: 'verbose' };

  test('says at once that there is no such account', async () => {
    expect((await world.browser('renderbus', verbose).signIn('nobody_here', WRONG)).code).toBe('Account.NotFound');
  });

  test.each([
    ['unactivated', 'Account.UnActivated'],
    ['disabled', 'Account.Disabled'],
    ['cancelled', 'Account.Logout'],
  ] as const)('says at once that an account is %s, and counts nothing', async (status, code) => {
    const account = await world.account({ status });
    expect((await world.browser('renderbus', verbose).signIn(account.username, WRONG)).code).toBe(code);
    expect(await world.failures(account)).toBe(0);
  });

  test('a wrong password is still only wrong', async () => {
    const account = await world.account();
    expect((await world.browser('renderbus', verbose).signIn(account.username, WRONG)).code).toBe(
      'Account.SignIn.Failed',
    );
    expect(await world.failures(account)).toBe(1);
  });
});

describe('the wrong site', () => {
  test('an account of the other region learns its site after the right password only', async () => {
    const account = await world.account({ line: 'foxrenderfarm' });
    const browser = world.browser('renderbus');
    expect((await browser.signIn(account.username, WRONG)).code).toBe('Account.SignIn.Failed');
    expect(await browser.signIn(account.username, account.password)).toMatchObject({
      code: '627',
      data: { url: 'https://www.foxrenderfarm.example/sso/signin' },
    });
    const domestic = await world.account({ line: 'renderbus' });
    expect((await world.browser('foxrenderfarm').signIn(domestic.username, domestic.password)).code).toBe('628');
  });

  test('guessing there counts against the same ten tries', async () => {
    const account = await world.account({ line: 'foxrenderfarm' });
    for (let attempt = 0; attempt < 10; attempt += 1)
      await world.browser('renderbus').signInPast(account.username, WRONG);
    expect((await world.browser('foxrenderfarm').signInPast(account.username, account.password)).code).toBe(
      'Account.SignIn.Failed',
    );
  });

  test('the account of this region comes first', async () => {
    await world.account({ line: 'foxrenderfarm', username: 'both_sides', password: 'Overseas2026' });
    await world.account({ line: 'renderbus', username: 'both_sides', password: 'Domestic2026' });
    expect((await world.browser('renderbus').signIn('both_sides', 'Domestic2026')).code).toBe(200);
    expect((await world.browser('renderbus').signIn('both_sides', 'Overseas2026')).code).toBe('Account.SignIn.Failed');
  });
});

test('an address of a blocked network is refused whatever the password', async () => {
  const account = await world.account();
  await world.db.query("insert into blocked_network (zone, network) values ('domestic', '203.0.113.0/24')");
  const browser = world.browser();
  browser.address = '203.0.113.9';
  expect((await browser.signIn(account.username, account.password)).code).toBe('Account.SignIn.IpLimit');
  expect(await world.failures(account)).toBe(0);
});

test('a password that is no digest is refused before anything else', async () => {
  const browser = world.browser();
  for (const password of ['Foyer2026a', 'g'.repeat(64), 'A'.repeat(64), '', null, 7]) {
    const { code } = await browser.call('sign-in', { loginName: 'whoever', password, accountType: 1 });
    expect(['InvalidParameter', 'EmptyParameter']).toContain(code);
  }
});

test('strange login names are names like any other', async () => {
  for (const name of ["' or 1=1 --", '%', '+', '@', 'a@b@c', '１２３', '\u202eabc', '𝓯𝓸𝔂𝓮𝓻', '+86', '0'.repeat(64)]) {
    expect((await world.browser().signIn(name, WRONG)).code).toBe('Account.SignIn.Failed');
  }
});

test('an old pepper still opens, and is replaced by the current one', async () => {
  const account = await world.account();
  const before = world.keys;
  const old = { ...before };
  world.keys = {
    ...before,
    sign: (purpose, text) =>
      purpose === 'pepper'
        ? { keyId: 'new', value: before.sign('pepper', `new\n${text}`).value }
        : before.sign(purpose, text),
    signWith: (purpose, keyId, text) =>
      purpose === 'pepper' && keyId === 'new'
        ? before.sign('pepper', `new\n${text}`).value
        : before.signWith(purpose, keyId, text),
  };
  try {
    expect((await world.browser().signIn(account.username, account.password)).code).toBe(200);
    const [row] = await world.db.query('select pepper_key, digest from credential where account_id = $1', [account.id]);
    expect(row).toEqual({ pepper_key: 'new', digest: 'thirds-salted-sha256:b7e1f0c2' });
    expect((await world.browser().signIn(account.username, account.password)).code).toBe(200);
  } finally {
    world.keys = old;
  }
});

test('neither digests nor tokens nor cookies stand in the database', async () => {
  const account = await world.account();
  const browser = world.browser();
  const reply = await browser.signIn(account.username, account.password);
  await browser.redeem(reply);
  const secrets = [await browser.digest(account.password), reply.data.rsAuthToken, ...browser.jar.values()];
  const tables = await world.db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) {
    const [dump] = await world.db.query<{ all: string | null }>(
      `select string_agg(t::text, ' ') as all from ${name} t`,
    );
    for (const secret of secrets) expect(dump?.all ?? '').not.toContain(secret);
  }
});
