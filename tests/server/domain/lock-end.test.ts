/** Locks that end by themselves (`limits.lockMinutes`): whose they are, when they end, and what is said meanwhile. */
import { type Browser, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const WRONG = 'Wrong2026a';
const MINUTES = 30;

/** A browser of a line on which locks end, or do not. */
function visitor(lockMinutes: number | undefined = MINUTES): Browser {
  const limits = world.lines.renderbus?.line.limits as object;
  return world.browser('renderbus', { limits: { ...limits, ...(lockMinutes && { lockMinutes }) } as never });
}
const pass = (minutes: number): Promise<void> => world.shiftClock(minutes * 60);

/** Ten wrong passwords of one browser. */
async function ten(browser: Browser, name: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) await browser.signInPast(name, WRONG);
}
/** Ten wrong passwords, each of another browser. */
async function strangers(name: string, lockMinutes = MINUTES): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) await visitor(lockMinutes).signInPast(name, WRONG);
}
const standing = async (browser: Browser, loginName: string): Promise<unknown> =>
  (await browser.call('login-fail-cache', { loginName })).data;
const lockMails = async ({ id }: TestAccount): Promise<number> => {
  const rows = await world.db.query("select 1 from audit where event = 'lock-told' and account_id = $1", [id]);
  return rows.length;
};
async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('the asker’s ends so long after it began, however often it is tried meanwhile', async () => {
  const account = await world.account();
  const browser = visitor();
  await ten(browser, account.username);
  await pass(MINUTES - 1);
  expect((await browser.signInPast(account.username, account.password)).code).toBe('Account.Locked');
  expect(await standing(browser, account.username)).toMatchObject({ locked: true, remaining: 0 });
  await pass(2);
  expect(await standing(browser, account.username)).toEqual({
    failCount: 0,
    remaining: 10,
    captchaRequired: false,
    locked: false,
  });
  expect((await browser.signIn(account.username, account.password)).code).toBe(200);
});

test('that of an account ends, and its owner is told of the next one again', async () => {
  const account = await world.account({ email: 'told_twice@renderbus.example' });
  for (const times of [1, 2]) {
    await strangers(account.username);
    await until(async () => (await lockMails(account)) === times);
    expect((await visitor().signInPast(account.username, account.password)).code).toBe('Account.SignIn.Failed');
    await pass(MINUTES + 1);
    expect((await visitor().signInPast(account.username, account.password)).code).toBe(200);
  }
});

test('that of a known browser ends', async () => {
  const account = await world.account();
  const browser = visitor();
  await browser.redeem(await browser.signIn(account.username, account.password));
  await ten(browser, account.username);
  await pass(MINUTES + 1);
  expect((await browser.signInPast(account.username, account.password)).code).toBe(200);
});

test('a known and an unknown name get the same answers to the lock, in it, and after it', async () => {
  await world.account({ username: 'ends_known' });
  const answers = async (username: string): Promise<unknown[]> => {
    const browser = visitor();
    const seen: unknown[] = [];
    const ask = async () => seen.push(await browser.signInPast(username, WRONG), await standing(browser, username));
    await strangers(username);
    for (let attempt = 0; attempt < 11; attempt += 1) await ask();
    await pass(MINUTES + 1);
    for (let attempt = 0; attempt < 11; attempt += 1) await ask();
    return seen;
  };
  expect(await answers('ends_known')).toEqual(await answers('ends_unknown'));
});

test('after it ten tries are ten again, however many ask at once', async () => {
  const account = await world.account();
  await strangers(account.username);
  await pass(MINUTES + 1);
  await Promise.all(Array.from({ length: 30 }, () => visitor().signInPast(account.username, WRONG)));
  expect(await world.failures(account)).toBeLessThanOrEqual(10);
  await strangers(account.username);
  expect(await world.failures(account)).toBe(10);
});

test('a lock that a lower number of tries brought about begins when it is first met', async () => {
  const account = await world.account();
  for (let attempt = 0; attempt < 8; attempt += 1) await visitor().signInPast(account.username, WRONG);
  const limits = world.lines.renderbus?.line.limits as object;
  const strict = (): Browser =>
    world.browser('renderbus', { limits: { ...limits, lockAfter: 6, lockMinutes: MINUTES } as never });
  await pass(MINUTES * 2);
  expect((await strict().signInPast(account.username, account.password)).code).toBe('Account.SignIn.Failed');
  await pass(MINUTES + 1);
  expect((await strict().signInPast(account.username, account.password)).code).toBe(200);
});

test('without it only a new password or support ends the lock of an account', async () => {
  const account = await world.account();
  await strangers(account.username, 0);
  await pass(60 * 24 * 30);
  expect((await visitor(0).signInPast(account.username, account.password)).code).toBe('Account.SignIn.Failed');
});
