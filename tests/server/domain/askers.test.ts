/**
 * What wrong passwords tell a stranger: nothing. Everything shown is the asker's own doing, so an attacker who plants failures,
 * asks for counters and lets the owner sign in elsewhere sees the same whoever is behind a name, and whatever happens to it.
 */
import type { Database, Sql } from '../../../src/server/types.ts';
import { person, signInWith } from './third-parties.ts';
import { type Browser, patient, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const WRONG = 'Wrong2026a';

interface Seen {
  readonly answers: readonly Reply[];
  readonly statements: readonly string[];
}

let serial = 0;
interface Target {
  readonly name: string;
  /** Another name of the same account, or of nobody. */
  readonly other: string;
  readonly account?: TestAccount;
}

/** An account of a line, and what it may be named by; or names of nobody that look alike. */
async function target(kind: string, line: string, isKnown: boolean): Promise<Target> {
  serial += 1;
  const names: Record<string, string> = {
    username: `asked_${serial}`,
    email: `asked_${serial}@mail.example`,
    phone: line === 'renderbus' ? world.phone() : `+1415555${1000 + serial}`,
  };
  const { username = '', email = '', phone = '' } = names;
  const other = kind === 'username' ? email : username;
  const name = names[kind] ?? '';
  return { name, other, ...(isKnown ? { account: await world.account({ line, username, email, phone }) } : {}) };
}

/** Every step of an attacker, with what the database was asked for them. */
async function attack(
  line: string,
  changes: Readonly<Record<string, unknown>>,
  { name, other, account }: Target,
  owner?: 'comes',
): Promise<Seen> {
  const answers: Reply[] = [];
  const statements: string[] = [];
  const listen = (sql: Sql): Sql => ({
    query: (text, values) => {
      statements.push(text);
      return sql.query(text, values);
    },
  });
  const db: Database = {
    query: listen(world.db).query,
    transaction: (work) => world.db.transaction((sql) => work(listen(sql))),
  };
  const browser = (): Browser => {
    const made = world.browser(line, changes);
    made.extra = { db, settle: (work) => db.transaction(work) };
    return made;
  };
  const steady = browser();
  const fail = async (of: Browser, as: string): Promise<void> => {
    answers.push(await patient(() => of.signInPast(as, WRONG)));
  };
  const poll = async (): Promise<void> => {
    for (const each of [steady, browser()])
      for (const as of [name, other]) answers.push(await each.call('login-fail-cache', { loginName: as }));
  };
  for (let nth = 0; nth < 4; nth += 1) await fail(steady, name);
  answers.push(await steady.signIn(name, WRONG));
  await poll();
  if (owner && account) {
    const own = world.browser(account.line);
    await own.redeem(await patient(() => own.signIn(account.username, account.password)));
    await own.signIn(account.username, WRONG);
  }
  await poll();
  // From here on each try is of a browser of its own, until nothing is checked any more.
  for (let nth = 0; nth < 8; nth += 1) await fail(browser(), nth % 2 ? name : other);
  await poll();
  for (let nth = 0; nth < 8; nth += 1) await fail(steady, name);
  await poll();
  await fail(steady, other);
  await fail(browser(), name);
  // The notice to the owner is sent beside the answers; nobody waits for it.
  const own = (text: string): boolean => !/told_at|from account|test_message|'lock-told'/.test(text);
  return { answers, statements: statements.filter(own).filter((text) => !/insert into audit/i.test(text)) };
}

const KINDS = ['username', 'email', 'phone'];
const LINES = ['renderbus', 'foxrenderfarm'];

describe.each(KINDS)('an attacker with somebody’s %s', (kind) => {
  describe.each(LINES)('on %s', (line) => {
    test('masked: learns neither that it exists, nor where, nor what else it is named, nor that its owner came', async () => {
      const nobody = await attack(line, {}, await target(kind, line, false));
      expect(nobody.answers.map(({ code }) => code)).toContain('Account.Locked');
      for (const home of LINES)
        for (const owner of [undefined, 'comes'] as const) {
          const seen = await attack(line, {}, await target(kind, home, true), owner);
          expect([home, owner, seen]).toEqual([home, owner, nobody]);
        }
    }, 120000);

    test('verbose: learns that it exists, and nothing of what else it is named or does', async () => {
      const verbose = { wording: 'verbose' };
      const alone = await attack(line, verbose, await target(kind, line, true));
      expect(await attack(line, verbose, await target(kind, line, true), 'comes')).toEqual(alone);
      const counters = alone.answers
        .filter(({ data }) => data?.failCount !== undefined)
        .map(({ data }) => data.failCount);
      // Four rounds of the steady browser (the name, another name) and of a fresh one.
      expect(counters).toEqual([4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 10, 0, 0, 0]);
    }, 120000);
  });
});

test('from the fifth failure of a browser on, every refusal offers another way, also where nothing is checked any more', async () => {
  const account = await world.account();
  for (let nth = 0; nth < 10; nth += 1) await patient(() => world.browser().signInPast(account.username, WRONG));
  const browser = world.browser();
  const replies: Reply[] = [];
  // The right password, of an owner whom strangers locked out.
  for (let nth = 0; nth < 11; nth += 1)
    replies.push(await patient(() => browser.signInPast(account.username, account.password)));
  expect(replies.map(({ code }) => code)).toEqual([
    ...Array<string>(6).fill('Account.SignIn.Failed'),
    '818',
    '820',
    '821',
    'Account.Locked',
    'Account.Locked',
  ]);
  expect(replies.slice(0, 9).map(({ data }) => data?.suggestForgot === true)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((nth) => nth >= 5),
  );
});

test('what a browser is shown ends with its own success, and a day after its last failure', async () => {
  const account = await world.account();
  const browser = world.browser();
  const shown = async () => (await browser.call('login-fail-cache', { loginName: account.username })).data.failCount;
  for (let nth = 0; nth < 3; nth += 1) await browser.signInPast(account.username, WRONG);
  const elsewhere = world.browser();
  expect((await elsewhere.signIn(account.username, account.password)).code).toBe(200);
  expect(await shown()).toBe(3);
  await world.shiftClock(23 * 3600);
  expect(await shown()).toBe(3);
  await world.shiftClock(2 * 3600);
  expect(await shown()).toBe(0);
  await browser.signInPast(account.username, WRONG);
  expect(await shown()).toBe(1);
  expect((await browser.signIn(account.username, account.password)).code).toBe(200);
  expect(await shown()).toBe(0);
});

test('without a cookie an asker is its network, and no other one', async () => {
  const account = await world.account();
  const { address } = world.browser();
  const [near, far] = [address.replace(/\d+$/, '8'), world.browser().address];
  const at = (from: string): Browser => Object.assign(world.browser(), { address: from });
  for (let nth = 0; nth < 2; nth += 1) await at(address).signInPast(account.username, WRONG);
  const shown = async (from: string) =>
    (await at(from).call('login-fail-cache', { loginName: account.username })).data.failCount;
  expect([await shown(address), await shown(near), await shown(far)]).toEqual([2, 2, 0]);
});

test.each(['mail', 'SMS'])('the owner of a locked account is told by %s, once, with the way back', async (by) => {
  serial += 1;
  const [email, phone] = [`told_${serial}@mail.example`, world.phone()];
  const account = await world.account(by === 'mail' ? { email, phone } : { phone });
  for (let nth = 0; nth < 12; nth += 1) await patient(() => world.browser().signInPast(account.username, WRONG));
  const to = by === 'mail' ? email : phone;
  const notices = async () => (await world.messages(to)).filter(({ template }) => template === 'account-locked');
  for (let nth = 0; nth < 50 && (await notices()).length === 0; nth += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await notices()).toMatchObject([
    {
      channel: by === 'mail' ? 'email' : 'sms',
      params: { username: account.username, link: expect.stringContaining('/sso/') },
    },
  ]);
  const [row] = await world.db.query<{ told: number }>(
    'select count(*)::integer as told from test_message where recipient = any($1)',
    [[email, phone]],
  );
  expect(row?.told).toBe(1);
});

test('an owner whom a server that ended did not tell is told at the next wrong password', async () => {
  serial += 1;
  const email = `told_${serial}@mail.example`;
  const { id, username } = await world.account({ email });
  // As the tenth wrong one leaves it before its owner is told.
  await world.db.query(
    `insert into sign_in_counter (key, zone, account_id, failures, locked_at) values ($1, 'domestic', $2, 10, foyer_now())`,
    [`account:${id}`, id],
  );
  const notices = async () => (await world.messages(email)).filter(({ template }) => template === 'account-locked');
  expect(await notices()).toEqual([]);
  for (let nth = 0; nth < 2; nth += 1) await patient(() => world.browser().signInPast(username, WRONG));
  for (let nth = 0; nth < 50 && (await notices()).length === 0; nth += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await notices()).toHaveLength(1);
});

describe('twenty failures of one address, whatever the names', () => {
  const CAPTCHA = 'Account.Sign.GraphicVerificationRequired';
  /** Fails from many browsers of one address, each with a name of its own. */
  async function spray(times: number, changes = {}): Promise<{ next: () => Browser; codes: readonly unknown[] }> {
    const { address } = world.browser();
    const next = (): Browser => {
      const browser = world.browser('renderbus', changes);
      browser.address = address;
      return browser;
    };
    const codes: unknown[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      serial += 1;
      codes.push((await patient(() => next().signIn(`sprayed_${serial}`, WRONG))).code);
    }
    return { next, codes };
  }

  test.each([{}, { wording: 'verbose' }])(
    'have every try there ask for a captcha, for ten minutes: %j',
    async (changes) => {
      const { next, codes } = await spray(24, changes);
      expect(codes.indexOf(CAPTCHA)).toBe(20);
      expect(codes.slice(20)).toEqual(Array(4).fill(CAPTCHA));
      const account = await world.account();
      expect((await next().signIn(account.username, account.password)).code).toBe(CAPTCHA);
      expect((await patient(() => next().signInPast(account.username, account.password))).code).toBe(200);
      expect((await world.browser().signIn(account.username, account.password)).code).toBe(200);
      await world.shiftClock(601);
      expect((await next().signIn(account.username, account.password)).code).toBe(200);
    },
  );

  test('on every way by password', async () => {
    const account = await world.account();
    const master = await world.account();
    const signed = world.browser();
    await signed.redeem(await signed.signIn(account.username, account.password));
    const stranger = world.browser();
    const { token } = (await signInWith(stranger, 'wechat', person())).data;
    const { next } = await spray(20);
    const { address } = next();
    signed.address = address;
    stranger.address = address;
    const password = await signed.digest(account.password);
    const body = { loginName: account.username, password, accountType: 1 };
    const replies = [
      await next().call('sign-in', body),
      await next().call('sub-sign-in', { ...body, loginName: `x@${master.uuid}`, accountType: 2 }),
      await stranger.call('third-bound-account', { ...body, token }),
      await signed.call('update-password', { oldPassword: password, password: await signed.digest('Another2026b') }),
    ];
    expect(replies.map(({ code }) => code)).toEqual(Array(4).fill(CAPTCHA));
  });
});
