/**
 * Proofs: what a code, a link or a provider proved is good for its own purpose, account, line and browser, once, for half an
 * hour. And pages: a call of a page that was drawn for another account than the one signed in now does nothing.
 */
import { newCode, type Purpose } from '../../../src/server/codes/codes.ts';
import { type LinkKind, newLink } from '../../../src/server/codes/links.ts';
import { newThirdToken, type PendingResult } from '../../../src/server/third-party/tokens.ts';
import { person } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const NEW = 'Renewed2026b';
const DONE = 200;

/** A line and another one of its region, with what makes its accounts reachable. */
const LINES = { phone: ['renderbus', 'pkdragon'], email: ['foxrenderfarm', 'dragonforeign'] } as const;

const CODES: readonly Purpose[] = [
  'register',
  'signin',
  'forgetpassword',
  'binddevice',
  'changephone',
  'changeemail',
  'accessKey',
  'bindwxphone',
  'bindqqphone',
  'bindwbphone',
  'bindthird',
];
const LINKS: readonly LinkKind[] = ['activate', 'reset'];
const RESULTS: readonly PendingResult[] = [2, 3, 4];

type Kind = `code ${Purpose}` | `link ${LinkKind}` | `third ${PendingResult}`;
const KINDS: readonly Kind[] = [
  ...CODES.map((each): Kind => `code ${each}`),
  ...LINKS.map((each): Kind => `link ${each}`),
  ...RESULTS.map((each): Kind => `third ${each}`),
];

interface Made {
  readonly proof: string;
  readonly browser: Browser;
  readonly account: TestAccount;
  /** Phone or mailbox that it is about. */
  readonly phone: string;
}

let serial = 0;

/** A browser in which something of this kind was proved, about an account of its own. */
async function prove(kind: Kind, by: 'phone' | 'email', fresh = false): Promise<Made> {
  const [line] = LINES[by];
  const browser = world.browser(line);
  const context = browser.context();
  serial += 1;
  const phone = world.phone();
  const [what, which] = kind.split(' ') as [string, string];
  const account = await world.account({
    line,
    // What recovers an account is proved for one alone.
    ...(fresh && which !== 'forgetpassword' ? {} : { phone }),
    email: `proof_${serial}@mail.example`,
    status: kind === 'link activate' ? 'unactivated' : 'active',
    registeredBy: browser,
  });
  if (what === 'third') {
    const pending = { provider: 'wechat', result: Number(which) as PendingResult, accountId: account.id };
    const token = await newThirdToken(world.db, context, {
      ...pending,
      accountId: which === '3' ? undefined : account.id,
      identity: person(),
      auto: false,
    });
    return { proof: token, browser, account, phone };
  }
  if (what === 'link') {
    const url = await newLink(world.db, context, which as LinkKind, account.id);
    const { data } = await browser.call('check-email-token', { token: new URL(url).searchParams.get('token') });
    return { proof: data.proof, browser, account, phone };
  }
  const purpose = which as Purpose;
  const code = await newCode(world.db, context, purpose, phone, { accountId: account.id });
  const { data } = await browser.call('check-verify-code', { phone, code, purpose });
  return { proof: data.proof, browser, account, phone };
}

interface Taker {
  readonly by: 'phone' | 'email';
  readonly takes: readonly Kind[];
  /** Needs a phone that nobody has. */
  readonly fresh?: boolean;
  call(made: Made, browser: Browser): Promise<Reply>;
}

const profile = async (browser: Browser): Promise<Record<string, unknown>> => ({
  username: `fresh_${++serial}`,
  password: await browser.digest(NEW),
  businessType: 0,
  agreement: true,
});

/** Every call that takes a proof or a token of a flow, and the kinds that it takes. */
const TAKERS: Readonly<Record<string, Taker>> = {
  'reset-password': {
    by: 'phone',
    takes: ['code forgetpassword', 'link reset', 'link activate'],
    call: async ({ proof, account }, browser) =>
      browser.call('reset-password', { proof, userId: account.id, password: await browser.digest(NEW) }),
  },
  'reset-user-password': {
    by: 'email',
    takes: ['code forgetpassword', 'link reset', 'link activate'],
    call: async ({ proof }, browser) =>
      browser.call('reset-user-password', { proof, password: await browser.digest(NEW) }),
  },
  'active-email': {
    by: 'email',
    takes: ['link activate'],
    call: ({ proof }, browser) => browser.call('active-email', { proof }),
  },
  'register-phone': {
    by: 'phone',
    takes: ['code register', 'code signin'],
    fresh: true,
    call: async ({ proof, phone }, browser) =>
      browser.call('register-phone', { proof, phone, ...(await profile(browser)) }),
  },
  'third-check-phone': {
    by: 'phone',
    takes: ['third 2'],
    call: ({ proof }, browser) => browser.call('third-check-phone', { token: proof }),
  },
  'third-register': {
    by: 'phone',
    takes: ['third 3'],
    fresh: true,
    async call({ proof, phone }, browser) {
      const code = await newCode(world.db, browser.context(), 'register', phone);
      return browser.call('third-register', { token: proof, phone, code, ...(await profile(browser)) });
    },
  },
  'bind-phone-to-third': {
    by: 'phone',
    takes: ['third 3', 'third 4'],
    fresh: true,
    async call({ proof, phone }, browser) {
      const code = await newCode(world.db, browser.context(), 'bindwxphone', phone);
      return browser.call('bind-phone-to-third', { token: proof, phone, code });
    },
  },
  'third-bound-account': {
    by: 'phone',
    takes: ['third 3'],
    call: async ({ proof, account }, browser) =>
      browser.call('third-bound-account', {
        token: proof,
        loginName: account.username,
        accountType: 1,
        password: await browser.digest(account.password),
      }),
  },
};

const rows = Object.entries(TAKERS).flatMap(([call, taker]) => KINDS.map((kind) => [call, kind, taker] as const));

/** Everything an account is, as the database has it. */
async function stateOf(account: TestAccount): Promise<unknown> {
  return world.db.query(
    `select a.status, a.email, a.phone, a.username, c.hash, (select count(*) from third_identity i where i.account_id = a.id) as links
       from account a left join credential c on c.account_id = a.id where a.id = $1`,
    [account.id],
  );
}

describe.each(rows)('%s with the proof of a %s', (_call, kind, taker) => {
  const taken = taker.takes.includes(kind);
  test(taken ? 'takes it, once' : 'refuses it', async () => {
    const made = await prove(kind, taker.by, taker.fresh);
    const before = await stateOf(made.account);
    const reply = await taker.call(made, made.browser);
    if (taken) {
      expect(reply.code).toBe(DONE);
      return;
    }
    expect(reply.code).not.toBe(DONE);
    expect(await stateOf(made.account)).toEqual(before);
  });
});

describe.each(rows.filter(([, kind, { takes }]) => takes.includes(kind)))(
  '%s with the proof of a %s refuses it',
  (_call, kind, taker) => {
    test('from another browser, from another line, and half an hour later', async () => {
      const [line, other] = LINES[taker.by];
      const made = await prove(kind, taker.by, taker.fresh);
      const before = await stateOf(made.account);
      expect((await taker.call(made, world.browser(line))).code).not.toBe(DONE);
      const abroad = made.browser.copy();
      const found = world.lines[other];
      if (!found) throw new Error(other);
      abroad.line = found;
      expect((await taker.call(made, abroad)).code).not.toBe(DONE);
      await world.shiftClock(1801);
      expect((await taker.call(made, made.browser)).code).not.toBe(DONE);
      expect(await stateOf(made.account)).toEqual(before);
    });

    test('for another account', async () => {
      const made = await prove(kind, taker.by, taker.fresh);
      const other = await world.account({ line: LINES[taker.by][0], phone: world.phone() });
      const before = await stateOf(other);
      await taker.call({ ...made, account: other }, made.browser);
      if (taker.call !== TAKERS['third-bound-account']?.call) expect(await stateOf(other)).toEqual(before);
    });
  },
);

test('a proof whose parts were changed is none', async () => {
  const made = await prove('link reset', 'email');
  const other = await prove('link reset', 'email');
  const [kind, , ...rest] = made.proof.split('.');
  const [, id] = other.proof.split('.');
  const reset = TAKERS['reset-user-password'] as Taker;
  for (const proof of [[kind, id, ...rest].join('.'), ['code', ...made.proof.split('.').slice(1)].join('.')])
    expect((await reset.call({ ...made, proof }, made.browser)).code).toBe('Account.Token.Expired');
});

test('a used link says that it was used, an old one does not', async () => {
  const browser = world.browser('foxrenderfarm');
  const account = await world.account({ line: 'foxrenderfarm', email: 'used_link@mail.example' });
  const token = new URL(await newLink(world.db, browser.context(), 'reset', account.id)).searchParams.get('token');
  const { data } = await browser.call('check-email-token', { token });
  expect(data).toMatchObject({ contact: 'us****@mail.example', purpose: 'reset' });
  await browser.call('reset-user-password', { proof: data.proof, password: await browser.digest(NEW) });
  expect(await browser.call('check-email-token', { token })).toMatchObject({
    code: 'Account.Token.Expired',
    data: { used: true },
  });
  const late = new URL(await newLink(world.db, browser.context(), 'reset', account.id)).searchParams.get('token');
  await world.shiftClock(1801);
  expect(await browser.call('check-email-token', { token: late })).toMatchObject({
    code: 'Account.Token.Expired',
    data: null,
  });
});

describe('a page drawn for another account', () => {
  /** Every call of the data that says which account its page was drawn for. */
  const guarded = (): readonly string[] => {
    return Object.entries(world.lines.renderbus?.calls ?? {}).flatMap(([id, { headers }]) =>
      headers?.includes('account') ? id : [],
    );
  };

  test('has every one of its calls refused, and nothing is changed', async () => {
    expect(guarded().length).toBeGreaterThan(20);
    const browser = world.browser();
    const first = await world.account({ phone: world.phone() });
    const second = await world.account({ phone: world.phone() });
    await browser.redeem(await browser.signIn(second.username, second.password));
    const before = [await stateOf(first), await stateOf(second)];
    const sessions = await world.db.query('select id from user_session where account_id = $1', [second.id]);
    for (const call of guarded()) {
      const reply = await browser.call(call, {}, { unchecked: true, headers: { 'account-id': first.id } });
      expect([call, reply.code]).toEqual([call, 'Session.Other']);
    }
    expect([await stateOf(first), await stateOf(second)]).toEqual(before);
    expect(await world.db.query('select id from user_session where account_id = $1', [second.id])).toEqual(sessions);
    expect((await browser.call('sessions', {}, { headers: { 'account-id': second.id } })).code).toBe(200);
  });

  test('answers of screens that are drawn for somebody say for whom, and of which kind', async () => {
    const browser = world.browser();
    const account = await world.account({ phone: world.phone() });
    await browser.redeem(await browser.signIn(account.username, account.password));
    for (const call of ['session', 'query-user', 'query-soft-type', 'mini-pro-activity']) {
      const reply = await browser.call(call);
      if (reply.code !== 'Forbidden')
        expect([call, reply.data.userId, reply.data.accountType]).toEqual([call, account.id, 1]);
    }
  });
});
