/** The reference accounts do what their roles say. */
import { type SeedReport, type SeedRole, seed } from '../../../src/server/seed.ts';
import { seededLines } from '../../../src/server/welcome.ts';
import { signInWith, starts } from './third-parties.ts';
import { type Reply, withWorld } from './world.ts';

const world = withWorld();
let report: SeedReport;

beforeAll(async () => {
  report = await seed(world.db, Object.values(world.lines), world.keys);
});

const lineOf = { domestic: 'renderbus', overseas: 'foxrenderfarm' } as const;
const roles: readonly (readonly [SeedRole, string | number])[] = [
  ['master', 200],
  // Whom it is locked for is the owner's to know: the password is right, and not looked at.
  ['locked', 'Account.SignIn.Failed'],
  ['unactivated', 'Account.UnActivated'],
  ['disabled', 'Account.Disabled'],
  ['cancelled', 'Account.Logout'],
];

const ROLES: readonly SeedRole[] = [
  'master',
  'sub',
  'sub-off',
  'flagged',
  'phoneless',
  'locked',
  'unactivated',
  'disabled',
  'cancelled',
  'other-zone',
];

describe.each(['domestic', 'overseas'] as const)('in the %s zone', (zone) => {
  test.each(roles)('the %s account answers %s', async (role, code) => {
    const account = report.accounts.find((each) => each.zone === zone && each.role === role);
    const reply = await world.browser(lineOf[zone]).signIn(account?.loginName ?? '', account?.password ?? '');
    expect(reply.code).toBe(code);
  });

  test('the sub account signs in under its full name', async () => {
    const account = report.accounts.find((each) => each.zone === zone && each.role === 'sub');
    const browser = world.browser(lineOf[zone]);
    const reply = await browser.call('sub-sign-in', {
      loginName: account?.loginName,
      password: await browser.digest(account?.password ?? ''),
      accountType: 2,
    });
    expect(reply.code).toBe(200);
  });

  test('the account of the other zone is sent to its own site', async () => {
    const account = report.accounts.find((each) => each.zone === zone && each.role === 'other-zone');
    const reply = await world.browser(lineOf[zone]).signIn(account?.loginName ?? '', account?.password ?? '');
    expect(reply).toMatchObject({
      code: zone === 'domestic' ? '627' : '628',
      data: { url: world.lines[lineOf[zone]]?.line.otherZone?.url },
    });
  });

  test('the invite codes are what they say', async () => {
    const check = async (inviteCode: string, businessType: number): Promise<string | number> =>
      (await world.browser(lineOf[zone]).call('check-invite-code', { inviteCode, businessType })).code;
    expect(await check('still2026', 0)).toBe(200);
    expect(await check('ANIMATION2026', 1)).toBe(200);
    expect(await check('ANIMATION2026', 0)).toBe('5002');
    expect(await check('OTHERTYPE2026', 0)).toBe('5002');
    expect(await check('EXPIRED2026', 0)).toBe('5003');
    expect(await check('NOBODY', 0)).toBe('5001');
  });
});

describe('the people at third parties', () => {
  const meet = async (line: string, provider: string, persona: string): Promise<Reply> =>
    signInWith(world.browser(line), provider, {
      subject: `${provider}-${persona}`,
      subjectKind: provider === 'wechat' || provider === 'qq' ? 'unionid' : 'sub',
      openid: `${provider}-of-${persona}`,
      appId: `sim-${provider}`,
    });

  test.each([
    ['renderbus', 'wechat', 'linked', 1],
    ['renderbus', 'qq', 'phoneless', 4],
    ['renderbus', 'wechat', 'risky', 2],
    ['renderbus', 'qq', 'fresh', 3],
    ['foxrenderfarm', 'google', 'linked', 1],
    ['foxrenderfarm', 'apple', 'risky', 2],
    ['foxrenderfarm', 'google', 'fresh', 3],
  ])('on %s, %s, %s leads to result %i', async (line, provider, persona, result) => {
    expect(await meet(line, provider, persona)).toMatchObject({ code: 200, data: { provider, result } });
    const person = report.people.find((each) => each.persona === persona && each.providers.includes(provider));
    expect(person?.account === '').toBe(result === 3);
  });

  test('the enterprise knows its member', async () => {
    const [enterprise] = report.enterprises;
    const who = {
      subject: 'dingtalk-linked',
      subjectKind: 'unionid',
      appId: 'sim-dingtalk',
      corpId: 'sim-corp',
    } as const;
    const reply = await signInWith(world.browser(), 'dingtalk', who, { alias: enterprise?.alias });
    expect(reply).toMatchObject({ code: 200, data: { result: 1, loginName: expect.stringMatching(/^foyer_sub@/) } });
    expect(starts.at(-1)?.enterprise).toMatchObject({ clientId: 'sim-dingtalk', clientSecret: 'sim-dingtalk-secret' });
  });
});

test('seeding again changes nothing', async () => {
  const count = async (): Promise<unknown> =>
    world.db.query(`select (select count(*) from account) as accounts, (select count(*) from invite_code) as invites,
      (select count(*) from third_identity) as people, (select count(*) from dingtalk_enterprise) as enterprises`);
  const before = await count();
  expect(await seed(world.db, Object.values(world.lines), world.keys)).toEqual(report);
  expect(await count()).toEqual(before);
});

test('each is printed with its name and password', () => {
  const printed = seededLines(report);
  for (const { role, line, loginName, password } of report.accounts) {
    const row = printed.find((each) => each.includes(` ${loginName} `) && each.includes(line));
    expect([role, line, row]).toEqual([role, line, expect.stringMatching(new RegExp(`${role} .* ${password}$`))]);
  }
});

describe.each(['domestic', 'overseas'] as const)('where somebody tried out the %s ones', (zone) => {
  const seedNow = (): Promise<SeedReport> => seed(world.db, Object.values(world.lines), world.keys);
  const rolesOf = ({ accounts, leftOut }: SeedReport): string[] =>
    [...accounts, ...leftOut].map(({ line, role }) => `${line} ${role}`).sort();

  test.each(ROLES)('%s: renamed', async (role) => {
    const account = report.accounts.find((each) => each.role === role && each.line === lineOf[zone]);
    const [name] = account?.loginName.split('@') ?? [];
    const rename = (from: string, to: string): Promise<unknown> =>
      world.db.query(
        'update account set username = $3::text, username_key = $3::text where zone = $1 and username_key = $2',
        [zone, from, to],
      );
    await rename(name as string, 'somebody');
    const seeded = await seedNow();
    expect(rolesOf(seeded)).toEqual(rolesOf(report));
    const printed = seededLines(seeded).join('\n');
    expect(printed).toMatch(new RegExp(`${role} +${lineOf[zone]} +${name}`));
    // Without a contact of its own a sub account is made again.
    const isLeft = seeded.leftOut.some((each) => each.role === role);
    expect(printed.includes('Left out')).toBe(isLeft);
    expect(isLeft).toBe(!role.startsWith('sub'));
    await world.db.query('delete from account where zone = $1 and username_key = $2', [zone, isLeft ? '' : 'somebody']);
    await rename('somebody', name as string);
    expect(await seedNow()).toEqual(report);
  });
});

test('production refuses it', async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await expect(seed(world.db, [], world.keys)).rejects.toThrow('production');
  } finally {
    process.env.NODE_ENV = before;
  }
});
