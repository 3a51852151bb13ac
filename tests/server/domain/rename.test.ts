/** Another username is for masters whose account is flagged: once, and its owner is told. Over both regions. */
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const LINES = ['renderbus', 'foxrenderfarm'] as const;
let serial = 0;

interface Person {
  readonly browser: Browser;
  readonly account?: TestAccount;
  readonly email: string;
}

async function person(line: string, kind: 'master' | 'sub' | 'nobody', flagged: boolean): Promise<Person> {
  serial += 1;
  const email = `rename_${serial}@mail.example`;
  const browser = world.browser(line);
  if (kind === 'nobody') return { browser, email };
  const master = kind === 'sub' ? await world.account({ line }) : undefined;
  const account = await world.account({ line, email, ...(master ? { master } : {}) });
  await world.db.query('update account set security_risk = $2 where id = $1', [account.id, flagged]);
  const password = await browser.digest(account.password);
  const loginName = master ? `${account.username}@${master.uuid}` : account.username;
  const call = master ? 'sub-sign-in' : 'sign-in';
  const opened = await browser.redeem(await browser.call(call, { loginName, password, accountType: master ? 2 : 1 }));
  // Who may not choose another name is not asked for one.
  expect(opened.data.securityRisk).toBe(flagged && kind === 'master');
  for (const profile of ['session', 'query-user'])
    expect((await browser.call(profile)).data.securityRisk).toBe(flagged && kind === 'master');
  return { browser, account, email };
}

const nameOf = async ({ id }: TestAccount): Promise<string | undefined> =>
  (await world.db.query<{ username: string }>('select username from account where id = $1', [id]))[0]?.username;

const rows = LINES.flatMap((line) => [
  { line, kind: 'master', flagged: true, answers: 200 } as const,
  { line, kind: 'master', flagged: false, answers: 'Forbidden' } as const,
  { line, kind: 'sub', flagged: true, answers: 'Forbidden' } as const,
  { line, kind: 'sub', flagged: false, answers: 'Forbidden' } as const,
  { line, kind: 'nobody', flagged: false, answers: '602' } as const,
]);

test.each(rows)('$line, $kind, flagged: $flagged: $answers', async ({ line, kind, flagged, answers }) => {
  const { browser, account, email } = await person(line, kind, flagged);
  const username = `another_${serial}`;
  expect((await browser.call('update-username', { username })).code).toBe(answers);
  if (account) expect(await nameOf(account)).toBe(answers === 200 ? username : account.username);
  const notices = (await world.messages(email)).filter(({ template }) => template === 'username-changed');
  expect(notices).toHaveLength(answers === 200 ? 1 : 0);
});

test.each(LINES)('%s: of many at once, and afterwards, only one changes it', async (line) => {
  const { browser, account } = await person(line, 'master', true);
  const names = Array.from({ length: 6 }, (_, nth) => `changed_${serial}_${nth}`);
  const codes = await Promise.all(
    names.map(async (username) => (await browser.call('update-username', { username })).code),
  );
  expect(codes.sort()).toEqual([200, ...Array(5).fill('Forbidden')]);
  expect(names).toContain(account && (await nameOf(account)));
  expect((await browser.call('update-username', { username: `later_${serial}` })).code).toBe('Forbidden');
});

test('an unflagged account is refused in a stale session too: signing in again would not help', async () => {
  const { browser } = await person('renderbus', 'master', false);
  await world.shiftClock(3600);
  expect((await browser.call('update-username', { username: `stale_${serial}` })).code).toBe('Forbidden');
});
