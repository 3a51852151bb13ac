/** What follows a registration: the rendering user, software, coupons, real names, invites, the platform's state. */
import { platformCommand as command, maintenanceOf, releasedLines } from '../../../src/server/platform.ts';
import type { RealNameVerdict } from '../../../src/server/types.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
let serial = 0;

async function byPhone(browser = world.browser(), extra: object = {}): Promise<Reply> {
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  serial += 1;
  const [type = ''] = browser.line.line.businessTypes;
  return browser.call('register-phone', {
    phone,
    code,
    username: `after_${serial}`,
    password: await browser.digest('Foyer2026a'),
    businessType: browser.line.enums.businessType?.[type],
    agreement: true,
    ...extra,
  });
}

async function byEmail(browser = world.browser('foxrenderfarm')): Promise<Reply> {
  serial += 1;
  return browser.call('register-email', {
    email: `after${serial}@foxrenderfarm.example`,
    username: `after_${serial}`,
    password: await browser.digest('Foyer2026a'),
    businessType: 0,
    agreement: true,
  });
}

const redeem = (browser: Browser, { data }: Reply, changes: object = {}): Promise<Reply> =>
  browser.call('rendering-register', {
    userName: data.username,
    version: '1.0.0',
    rsAuthToken: data.rsAuthToken,
    ...changes,
  });

async function signedIn(line = 'renderbus'): Promise<Browser> {
  const account = await world.account({ line });
  const browser = world.browser(line);
  await browser.redeem(await browser.signIn(account.username, account.password));
  return browser;
}

describe('the rendering user', () => {
  test('is registered once, by the browser that registered the account', async () => {
    const browser = world.browser();
    const reply = await byPhone(browser);
    expect((await redeem(world.browser(), reply)).code).toBe('Account.Token.Expired');
    expect((await redeem(browser, reply, { userName: 'somebody_else' })).code).toBe('Account.Token.Expired');
    const keys = await redeem(browser, reply);
    const { userKey, userId } = reply.data;
    expect(keys).toMatchObject({
      code: 200,
      data: { userKey, userId, raySyncUserKey: userKey, channel: 2, platform: 2 },
    });
    expect((await redeem(browser, reply)).code).toBe('Account.Token.Expired');
    const [row] = await world.db.query(
      'select line, registered_at is not null as done from rendering_user where account_id = $1',
      [userId],
    );
    expect(row).toEqual({ line: 'renderbus', done: true });
  });

  test('of fifty at once one registers it', async () => {
    const browser = world.browser();
    const reply = await byPhone(browser);
    const codes = await Promise.all(Array.from({ length: 50 }, async () => (await redeem(browser, reply)).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'Account.Token.Expired')).toHaveLength(49);
  });

  test('the token is no way to sign in, and lives ten minutes', async () => {
    const browser = world.browser('foxrenderfarm');
    const reply = await byEmail(browser);
    const { username: userName, rsAuthToken } = reply.data;
    expect((await browser.call('user-login', { userName, version: '1.0.0', rsAuthToken })).code).toBe(
      'Account.Token.Expired',
    );
    await world.shiftClock(601);
    expect((await redeem(browser, reply)).code).toBe('Account.Token.Expired');
  });

  test('of another line the token is not good', async () => {
    const browser = world.browser();
    const reply = await byPhone(browser);
    const elsewhere = browser.copy();
    elsewhere.line = world.browser('ip').line;
    expect((await redeem(elsewhere, reply)).code).toBe('Account.Token.Expired');
  });

  test('an overseas user is led to the software at the first sign-in, and only then', async () => {
    const browser = world.browser('foxrenderfarm');
    const { data } = await byEmail(browser);
    await world.db.query("update account set status = 'active' where id = $1", [data.userId]);
    const first = await browser.redeem(await browser.signIn(data.username, 'Foyer2026a'));
    expect(first.data.guide).toBe(true);
    const second = await browser.redeem(await browser.signIn(data.username, 'Foyer2026a'));
    expect(second.data.guide).toBeUndefined();
  });
});

describe('software', () => {
  test('all twenty are offered, and what is chosen is kept', async () => {
    const browser = await signedIn();
    const { data } = await browser.call('query-soft-type');
    expect(data.softTypes).toHaveLength(20);
    expect(data.softTypes[0]).toEqual({ softType: 2000, selected: 0 });
    expect(data.softTypes.at(-1)).toEqual({ softType: 2030, selected: 0 });
    expect(data.software).toEqual([]);
    const chosen = { softTypes: [2007, 2030], otherSoftware: ' Gaea ', businessType: 1 };
    expect((await browser.call('user-index-guide', chosen)).code).toBe(200);
    const after = (await browser.call('query-soft-type')).data;
    expect(after).toMatchObject({ software: [2007, 2030], otherSoftware: 'Gaea', businessType: 1 });
    expect(after.softTypes.filter((each: { selected: number }) => each.selected === 1)).toHaveLength(2);
    expect((await browser.call('user-index-guide', { softTypes: [2004] })).code).toBe(200);
    expect((await browser.call('query-soft-type')).data).toMatchObject({ software: [2004], businessType: 1 });
  });

  test.each([
    ['none', { softTypes: [] }, 'EmptyParameter|InvalidParameter'],
    ['an unknown one', { softTypes: [1999] }, 'InvalidParameter'],
    ['one twice', { softTypes: [2000, 2000] }, 'InvalidParameter'],
    ['other without its name', { softTypes: [2030] }, 'EmptyParameter'],
    ['a name without other', { softTypes: [2000], otherSoftware: 'Gaea' }, 'InvalidParameter'],
    ['a name with a control character', { softTypes: [2030], otherSoftware: 'Ga\u0000ea' }, 'InvalidParameter'],
    ['a name that reads backwards', { softTypes: [2030], otherSoftware: 'Ga\u202eea' }, 'InvalidParameter'],
    ['a name of sixty-one characters', { softTypes: [2030], otherSoftware: 'x'.repeat(61) }, 'InvalidParameter'],
    ['a business type of another line', { softTypes: [2000], businessType: 5 }, 'InvalidParameter'],
  ])('%s is refused', async (_, body, codes) => {
    const browser = await signedIn();
    expect(codes.split('|')).toContain((await browser.call('user-index-guide', body)).code);
  });

  test.each([
    ['the version read', 'read', 200],
    ['none, as callers without one do', undefined, 200],
    ['nothing, though there is a choice', '0', 'Save.Overtaken'],
    ['a version that another save overtook', 'older', 'Save.Overtaken'],
    ['a version that nothing ever had', 'x'.repeat(43), 'Save.Overtaken'],
    ['no version at all', '', 'InvalidParameter'],
  ])('a save based on %s', async (_, base, code) => {
    const browser = await signedIn();
    const read = async () => (await browser.call('query-soft-type')).data;
    expect((await read()).version).toBe('0');
    expect((await browser.call('user-index-guide', { softTypes: [2000], version: '0' })).code).toBe(200);
    const older = (await read()).version;
    expect((await browser.call('user-index-guide', { softTypes: [2001], businessType: 1, version: older })).code).toBe(
      200,
    );
    const before = await read();
    expect(before.version).not.toBe(older);
    const version = base === 'read' ? before.version : base === 'older' ? older : base;
    const reply = await browser.call('user-index-guide', {
      softTypes: [2004],
      ...(version === undefined ? {} : { version }),
    });
    expect(reply.code).toBe(code);
    expect((await read()).software).toEqual(code === 200 ? [2004] : [2001]);
    if (code !== 200) expect(await read()).toEqual(before);
  });

  test('a save that asks for what is stored is no conflict, whatever it is based on', async () => {
    const browser = await signedIn();
    const choice = { softTypes: [2030, 2007], otherSoftware: ' Gaea', businessType: 1, version: '0' };
    for (const _ of [1, 2]) expect((await browser.call('user-index-guide', choice)).code).toBe(200);
    expect((await browser.call('user-index-guide', { ...choice, businessType: 0 })).code).toBe('Save.Overtaken');
    expect((await browser.call('user-index-guide', { ...choice, otherSoftware: 'Gaia' })).code).toBe('Save.Overtaken');
  });

  test('of many saves at once that are based on the same, one stands and the others are told', async () => {
    const browser = await signedIn();
    const answers = Array.from({ length: 12 }, (_, nth) => ({ softTypes: [2000 + nth], version: '0' }));
    const replies = await Promise.all(answers.map((body) => browser.call('user-index-guide', body)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, ...Array(11).fill('Save.Overtaken')]);
    const winner = answers[replies.findIndex(({ code }) => code === 200)];
    expect((await browser.call('query-soft-type')).data.software).toEqual(winner?.softTypes);
  });

  test('a name of sixty characters is kept whole, also where each is two units', async () => {
    const browser = await signedIn();
    const otherSoftware = '👩'.repeat(60);
    expect((await browser.call('user-index-guide', { softTypes: [2030], otherSoftware })).code).toBe(200);
    expect((await browser.call('query-soft-type')).data).toMatchObject({ otherSoftware });
  });

  test('a hidden mark that was stored before it was refused is not given back', async () => {
    const browser = await signedIn();
    await browser.call('user-index-guide', { softTypes: [2030], otherSoftware: 'Gaea' });
    await world.db.query("update rendering_user set other_software = E'Ga\\u202eea' where other_software = 'Gaea'");
    expect((await browser.call('query-soft-type')).data).toMatchObject({ otherSoftware: 'Gaea' });
  });

  test('needs a session, and a line that offers it', async () => {
    expect((await world.browser().call('query-soft-type')).code).toBe('602');
    expect((await world.browser().call('user-index-guide', { softTypes: [2000] })).code).toBe('602');
    const avica = await signedIn('avica');
    expect((await avica.call('query-soft-type')).code).toBe('Forbidden');
    expect((await avica.call('user-index-guide', { softTypes: [2000] })).code).toBe('Forbidden');
  });

  test('of many answers at once one stands as a whole', async () => {
    const browser = await signedIn();
    const answers = Array.from({ length: 20 }, (_, nth) => [2000 + (nth % 10), 2010 + (nth % 9)]);
    await Promise.all(answers.map((softTypes) => browser.call('user-index-guide', { softTypes })));
    const { software } = (await browser.call('query-soft-type')).data;
    expect(answers).toContainEqual(software);
  });
});

describe('coupons', () => {
  test.each([
    [
      'renderbus',
      [
        { kind: 'newUserPack', amount: 100, currency: 'CNY' },
        { kind: 'newUser', amount: 30, currency: 'CNY' },
      ],
    ],
    ['pkdragon', [{ kind: 'newUser', amount: 30, currency: 'CNY' }]],
    ['ip', [{ kind: 'newUser', amount: 30, currency: 'CNY' }]],
    ['dayan', [{ kind: 'newUser', amount: 30, currency: 'CNY' }]],
    ['avica', []],
  ])('a new user of %s', async (line, expected) => {
    const browser = world.browser(line);
    expect((await byPhone(browser)).code).toBe(200);
    const { coupons } = (await browser.call('check-user-and-present')).data;
    expect(coupons).toEqual(expected.map((each) => expect.objectContaining(each)));
  });

  test('a new overseas user has two', async () => {
    const browser = world.browser('foxrenderfarm');
    const { data } = await byEmail(browser);
    const rows = await world.db.query('select kind, amount, currency from coupon where account_id = $1 order by kind', [
      data.userId,
    ]);
    expect(rows).toEqual([
      { kind: 'newUser', amount: 10, currency: 'USD' },
      { kind: 'newUserPack', amount: 30, currency: 'USD' },
    ]);
  });

  test('need a session', async () => {
    expect((await world.browser().call('check-user-and-present')).code).toBe('602');
  });
});

describe('real names', () => {
  async function begin(browser: Browser): Promise<string> {
    const { data } = await browser.call('generate-real-name-auth');
    return String(new URL(data.url, 'http://local').searchParams.get('ticket'));
  }
  const decide = (ticket: string, verdict: RealNameVerdict): Promise<unknown> =>
    world.db.query('update sandbox.real_name set verdict = $2 where ticket = $1', [ticket, verdict]);

  /** What the provider's page leads back with. */
  async function wayBack(ticket: string): Promise<{ readonly returned: string }> {
    const [row] = await world.db.query<{ return_to: string }>(
      'select return_to from sandbox.real_name where ticket = $1',
      [ticket],
    );
    return { returned: new URL(row?.return_to ?? '').searchParams.get('verified') ?? '' };
  }

  test.each(['passed', 'failed'] as const)(
    'one that %s in another browser counts for nobody until its visitor is back',
    async (verdict) => {
      const [browser, stranger] = [await signedIn(), await signedIn()];
      const ticket = await begin(browser);
      await decide(ticket, verdict);
      const back = await wayBack(ticket);
      const seen = async (asks: Browser, given?: Record<string, unknown>): Promise<unknown> =>
        (await asks.call('check-user-and-present', given)).data.realName;
      // Who was sent the address comes back there: without a session, or to an account of their own.
      expect((await world.browser().call('check-user-and-present', back)).code).toBe('602');
      expect(await seen(stranger, back)).toBe(0);
      // Who sent it has the ticket, and not what the provider gives.
      expect(await seen(browser)).toBe(1);
      expect(await seen(browser, { returned: ticket })).toBe(1);
      expect(await seen(browser, back)).toBe(verdict === 'passed' ? 2 : 3);
      expect(await seen(browser)).toBe(verdict === 'passed' ? 2 : 3);
    },
  );

  test('a verified name presents the coupon once', async () => {
    const browser = await signedIn();
    expect((await browser.call('check-user-and-present')).data).toMatchObject({
      realName: 0,
      presented: false,
      coupons: [],
    });
    const ticket = await begin(browser);
    expect((await browser.call('check-user-and-present')).data).toMatchObject({ realName: 1, presented: false });
    await decide(ticket, 'passed');
    const back = await wayBack(ticket);
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call('check-user-and-present', back)));
    expect(answers.filter(({ data }) => data.presented)).toHaveLength(1);
    const { realName, coupons } = (await browser.call('check-user-and-present')).data;
    expect(realName).toBe(2);
    expect(coupons).toEqual([expect.objectContaining({ kind: 'realName', amount: 10, currency: 'CNY' })]);
    expect((await browser.call('generate-real-name-auth')).code).toBe('Forbidden');
  });

  test('a failed one presents nothing and may be tried again', async () => {
    const browser = await signedIn('dayan');
    const first = await begin(browser);
    await decide(first, 'failed');
    expect((await browser.call('check-user-and-present', await wayBack(first))).data).toMatchObject({
      realName: 3,
      presented: false,
      coupons: [],
    });
    const second = await begin(browser);
    await decide(second, 'passed');
    expect((await browser.call('check-user-and-present', await wayBack(second))).data).toMatchObject({
      realName: 2,
      presented: true,
    });
  });

  test('another visitor’s verification helps nobody else', async () => {
    await decide(await begin(await signedIn()), 'passed');
    expect((await (await signedIn()).call('check-user-and-present')).data).toMatchObject({
      realName: 0,
      presented: false,
    });
  });

  test.each(['avica', 'foxrenderfarm'])('%s offers none', async (line) => {
    const browser = await signedIn(line);
    expect((await browser.call('generate-real-name-auth')).code).toBe('Forbidden');
    expect((await browser.call('check-user-and-present')).data).toEqual({
      presented: false,
      coupons: [],
      freeJobs: [],
      given: [],
    });
  });

  test('needs a session', async () => {
    expect((await world.browser().call('generate-real-name-auth')).code).toBe('602');
  });
});

describe('inviter codes', () => {
  test('of many at once as many get one as it has uses', async () => {
    await world.db.query("insert into invite_code (zone, code_key, uses_left) values ('domestic', 'three', 3)");
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => byPhone(world.browser(), { inviteCode: 'THREE' })),
    );
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(replies.filter(({ code }) => code === '5003')).toHaveLength(5);
    const [row] = await world.db.query<{ uses_left: number; uses: number }>(
      `select uses_left, (select count(*)::integer from invite_use where invite_id = i.id) as uses from invite_code i where code_key = 'three'`,
    );
    expect(row).toEqual({ uses_left: 0, uses: 3 });
    expect((await world.browser().call('check-invite-code', { inviteCode: 'three' })).code).toBe('5003');
  });
});

describe('the platform', () => {
  const lines = new Map(['renderbus', 'foxrenderfarm', 'dayan', 'ip'].map((name) => [name, undefined]));
  const platformCommand = (sql: Parameters<typeof command>[0], words: readonly string[]) => command(sql, words, lines);

  const status = async (line = 'renderbus'): Promise<unknown> =>
    (await world.browser(line).call('platform-status')).data;

  test('is up until operators say otherwise, and again when the maintenance ends', async () => {
    expect(await status()).toEqual({ status: 0 });
    expect(await platformCommand(world.db, ['maintenance', 'renderbus'])).toBe(
      'renderbus is under maintenance until further notice.',
    );
    expect(await status()).toEqual({ status: 1 });
    expect(await status('dayan')).toEqual({ status: 0 });
    expect(await platformCommand(world.db, ['normal', 'renderbus'])).toBe('renderbus is up.');
    expect(await status()).toEqual({ status: 0 });
    const [now] = await world.db.query<{ at: Date }>("select foyer_now() + interval '1 hour' as at");
    const until = `${now?.at.toISOString().slice(0, 19)}Z`;
    await platformCommand(world.db, ['maintenance', '*', until]);
    expect(await status('foxrenderfarm')).toEqual({ status: 1, until: Date.parse(until) });
    expect(await platformCommand(world.db, ['status', 'dayan'])).toBe(
      `dayan is under maintenance until ${new Date(until).toISOString()}, as every line is (normal * ends that).`,
    );
    await world.shiftClock(3601);
    expect(await status('foxrenderfarm')).toEqual({ status: 0 });
  });

  test.each([
    [['maintenance']],
    [['maintenance', 'A B']],
    [['maintenance', 'renderbuss']],
    [['normal', 'renderbuss']],
    [['maintenance', 'ip', 'tomorrow']],
    [['maintenance', 'ip', '2026-02-30T06:00:00Z']],
    [['stop', 'ip']],
    [['status', 'ip', 'now']],
    [['status']],
    [['normal', 'ip', 'now']],
    [['maintenance', 'ip', '2999-01-01T00:00:00Z', 'surplus']],
    [[]],
  ])('the command refuses %j in words', async (words) => {
    await expect(platformCommand(world.db, words)).rejects.toThrow(/Write/);
  });

  test.each<[name: string, words: string, told: string]>([
    ['of its own', 'maintenance ip 2999-01-01T00:00:00Z', 'ip is under maintenance until 2999-01-01T00:00:00.000Z.'],
    [
      'of its own until later than every line',
      'maintenance * 2998-01-01T00:00:00Z; maintenance ip 2999-01-01T00:00:00Z',
      'ip is under maintenance until 2999-01-01T00:00:00.000Z.',
    ],
    [
      'of every line until later than its own',
      'maintenance * 2999-01-01T00:00:00Z; maintenance ip 2998-01-01T00:00:00Z',
      'ip is under maintenance until 2999-01-01T00:00:00.000Z, as every line is (normal * ends that).',
    ],
    [
      'ended of its own, while every line has one',
      'maintenance *; maintenance ip; normal ip',
      'ip is under maintenance until further notice, as every line is (normal * ends that).',
    ],
    [
      'ended where it had none, while every line has one',
      'maintenance *; normal ip',
      'ip had none of its own.\nip is under maintenance until further notice, as every line is (normal * ends that).',
    ],
    ['ended where there is none', 'normal ip', 'ip had none of its own.\nip is up.'],
    [
      'ended everywhere',
      'maintenance *; maintenance ip; normal *',
      'ip is up.\nplanned is under maintenance until 2999-06-01T00:00:00Z, as its data plans.\nsoon is up, and its data plans a maintenance from 2999-01-01T00:00:00Z.\npast is up.',
    ],
    [
      'of each line',
      'maintenance ip; status *',
      'ip is under maintenance until further notice.\nplanned is under maintenance until 2999-06-01T00:00:00Z, as its data plans.\nsoon is up, and its data plans a maintenance from 2999-01-01T00:00:00Z.\npast is up.',
    ],
    ['planned, and over', 'status past', 'past is up.'],
    [
      'planned, and ended in vain',
      'normal planned',
      'planned had none of its own.\nplanned is under maintenance until 2999-06-01T00:00:00Z, as its data plans.',
    ],
  ])('the command tells how a line stands then, as visitors are told: %s', async (_name, words, told) => {
    const planned = new Map([
      ['ip', undefined],
      ['planned', { from: '2020-01-01T00:00:00Z', until: '2999-06-01T00:00:00Z' }],
      ['soon', { from: '2999-01-01T00:00:00Z' }],
      ['past', { from: '2020-01-01T00:00:00Z', until: '2020-06-01T00:00:00Z' }],
    ]);
    await world.db.query('delete from platform_maintenance');
    let last = '';
    for (const each of words.split('; ')) last = await command(world.db, each.split(' '), planned);
    expect(last.replaceAll('.000Z, as its', 'Z, as its')).toBe(told);
    for (const line of last.split('\n').filter((each) => / is (up|under)/.test(each))) {
      const [name = ''] = line.split(' ');
      const found = await maintenanceOf(world.db, name, planned.get(name));
      expect([line, found !== undefined]).toEqual([line, line.includes('under')]);
    }
    await world.db.query('delete from platform_maintenance');
  });

  test('a moment that is over begins no maintenance', async () => {
    const refused = platformCommand(world.db, ['maintenance', 'ip', '2020-01-01T00:00:00Z']);
    await expect(refused).rejects.toThrow('2020-01-01T00:00:00Z is over. Write a moment to come');
    expect(await world.db.query('select line from platform_maintenance')).toEqual([]);
  });

  test('no line that is not there is put under maintenance: the command says which there are', async () => {
    await expect(platformCommand(world.db, ['maintenance', 'renderbuss'])).rejects.toThrow(
      'renderbuss is no line. Write one of: renderbus, foxrenderfarm, dayan, ip.',
    );
    expect(await world.db.query("select line from platform_maintenance where line = 'renderbuss'")).toEqual([]);
  });

  test('without a release the command says where to look', () => {
    expect(() => releasedLines('/nowhere')).toThrow('There is no release in /nowhere. Write its folder as DIST_DIR.');
  });

  test('is under the maintenance that the data of the line plans, for as long as it says', async () => {
    const at = async (seconds: number): Promise<string> => {
      const [now] = await world.db.query<{ at: Date }>("select foyer_now() + $1 * interval '1 second' as at", [
        seconds,
      ]);
      return now?.at.toISOString() ?? '';
    };
    const [before, soon, later] = [await at(-60), await at(600), await at(1200)];
    const of = (planned: Parameters<typeof maintenanceOf>[2]) => maintenanceOf(world.db, 'ip', planned);
    expect(await of({ from: soon, until: later })).toBeUndefined();
    expect(await of({ from: before, until: soon })).toEqual({ until: new Date(soon) });
    expect(await of({ from: before })).toEqual({ until: undefined });
    expect(await of({ from: await at(-120), until: before })).toBeUndefined();
    expect(await of(undefined)).toBeUndefined();
    await platformCommand(world.db, ['maintenance', 'ip', `${later.slice(0, 19)}Z`]);
    expect(await of({ from: before, until: soon })).toEqual({ until: new Date(`${later.slice(0, 19)}Z`) });
    await platformCommand(world.db, ['normal', 'ip']);
    expect(await command(world.db, ['status', 'ip'], new Map([['ip', { from: soon }]]))).toBe(
      `ip is up, and its data plans a maintenance from ${soon}.`,
    );
  });

  test('gives biz and access id of the line', async () => {
    expect((await world.browser().call('business-param')).data).toEqual({ biz: 'foyer', accessId: 'foyer-web' });
  });

  test('moves a signed-in user to the platform of the line, and to no other', async () => {
    const browser = await signedIn('avica');
    const { data } = await browser.call('switch-platform', { platform: 2 });
    expect(data).toMatchObject({ channel: 9, platform: 2 });
    expect((await browser.call('switch-platform', { platform: 3 })).code).toBe('InvalidParameter');
    expect((await world.browser().call('switch-platform', { platform: 2 })).code).toBe('602');
  });
});
