/**
 * What a session confirmed or began, and what is no session yet, dies with it, whichever way it ends: each thing by each end.
 * And a session that another one let in lives no longer than that one.
 */
import { begin, bodyOf, callOf, comeBack, person, thirdParties } from './third-parties.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const PROVIDERS = thirdParties.configured.filter((id) => !thirdParties.get(id)?.members);

async function signedIn({ username, password }: TestAccount, more: Readonly<Record<string, unknown>> = {}) {
  const browser = world.browser();
  browser.extra = { thirdParties };
  expect((await browser.redeem(await browser.signIn(username, password, more))).code).toBe(200);
  return browser;
}

interface Shown {
  readonly desktop: Browser;
  readonly secret: string;
}

/** Another browser shows a code, which a phone confirms. */
async function confirmed(phone: Browser): Promise<Shown> {
  const desktop = world.browser();
  desktop.extra = { thirdParties };
  const { secret, qr } = (await desktop.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  await phone.call('qr-look', { ticket });
  expect((await phone.call('qr-confirm', { ticket })).code).toBe(200);
  return { desktop, secret };
}

const redeemed = ({ desktop, secret }: Shown): Promise<Reply> => desktop.call('qr-redeem', { secret });

async function letIn(phone: Browser): Promise<Browser> {
  const shown = await confirmed(phone);
  expect((await shown.desktop.redeem(await redeemed(shown))).code).toBe(200);
  return shown.desktop;
}

const idOf = async (browser: Browser): Promise<string> =>
  (await browser.call('sessions')).data.sessions.find(({ current }: { current: boolean }) => current).id;

interface Owner {
  readonly account: TestAccount;
  /** Whose session ends. */
  readonly session: Browser;
}

/** Each end of a session. */
const ENDS: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'the owner ends it': async ({ account, session }) =>
    (await signedIn(account)).call('end-session', { id: await idOf(session) }),
  'it ends itself': async ({ session }) => session.call('end-session', { id: await idOf(session) }),
  'it signs out': ({ session }) => session.call('sign-out'),
  'the same account signs in again in its browser': async ({ account, session }) =>
    session.redeem(await session.signIn(account.username, account.password)),
  'another account signs in in its browser': async ({ session }) => {
    const { username, password } = await world.account();
    return session.redeem(await session.signIn(username, password));
  },
  'its time is over': async ({ session }) =>
    world.db.query('update user_session set expires_at = foyer_now() where id = $1', [await idOf(session)]),
  'the owner ends all': async ({ account }) => (await signedIn(account)).call('end-all-sessions', { present: true }),
  'the owner ends all others': async ({ account }) =>
    (await signedIn(account)).call('end-all-sessions', { present: false }),
  'another password': async ({ account }) => {
    const owner = await signedIn(account);
    const [oldPassword, password] = [await owner.digest(account.password), await owner.digest('Another2026b')];
    expect((await owner.call('update-password', { oldPassword, password })).code).toBe(200);
  },
  'its account is disabled': ({ account }) =>
    world.db.query("update account set status = 'disabled' where id = $1", [account.id]),
};

/** Each thing begun: gives what comes of it in the end, `in` where somebody got something. */
const BEGUN: Readonly<Record<string, (session: Browser) => Promise<() => Promise<string>>>> = {
  'a code that it confirmed': async (session) => {
    const shown = await confirmed(session);
    return async () => {
      const reply = await redeemed(shown);
      expect(await shown.desktop.call('qr-poll', {}, { headers: { 'qr-secret': shown.secret } })).toMatchObject({
        data: { state: 4 },
      });
      return reply.code === 200 ? 'in' : String(reply.code);
    };
  },
  'the token of such a code': async (session) => {
    const shown = await confirmed(session);
    const token = await redeemed(shown);
    expect(token.code).toBe(200);
    return async () => {
      const { code } = await shown.desktop.redeem(token);
      return code === 200 ? 'in' : String(code);
    };
  },
  ...Object.fromEntries(
    PROVIDERS.map((id) => [
      `a link to ${id}`,
      async (session: Browser) => {
        const state = await begin(session, id, { purpose: 'bind' });
        await comeBack(session, id, state, person());
        return async () => {
          const { code } = await session.call(callOf(id), bodyOf(id, { state }));
          return code === 200 ? 'in' : String(code);
        };
      },
    ]),
  ),
};

const REFUSED = [
  'QrCode.Expired',
  'Account.Token.Expired',
  'Auth.Fail',
  '602',
  'Session.Other',
  'ThirdParty.State.Invalid',
];

describe.each(Object.entries(BEGUN))('%s', (_, start) => {
  test('is good while its session lives', async () => {
    const end = await start(await signedIn(await world.account()));
    expect(await end()).toBe('in');
  });

  test.each(Object.entries(ENDS))('is good for nothing once %s', async (_end, ending) => {
    const account = await world.account();
    const session = await signedIn(account);
    const end = await start(session);
    await ending({ account, session });
    await world.shiftClock(25);
    expect(REFUSED).toContain(await end());
    expect(await world.db.query('select 1 from third_identity where account_id = $1', [account.id])).toEqual([]);
  });
});

describe('a session that another one let in', () => {
  const endOf = async (browser: Browser): Promise<number> => {
    const [row] = await world.db.query<{ at: Date }>('select expires_at as at from user_session where id = $1', [
      await idOf(browser),
    ]);
    return row?.at.getTime() ?? 0;
  };

  test('ends with it, and so does what it lets in itself, and so on', async () => {
    let each = await signedIn(await world.account());
    const first = await endOf(each);
    for (const hours of [5, 5, 2]) {
      each = await letIn(each);
      expect(await endOf(each)).toBe(first);
      await world.shiftClock(hours * 3600);
    }
    expect((await each.call('session')).code).toBe('602');
  });

  test('does not outlive the hard stop of one that signs in by itself', async () => {
    const phone = await signedIn(await world.account(), { autoLogin: true });
    await world.shiftClock(5 * 86400 - 3600);
    const desktop = await letIn(phone);
    expect(await endOf(desktop)).toBe(await endOf(phone));
  });

  test('lives twelve hours where the other one has days left', async () => {
    const phone = await signedIn(await world.account(), { autoLogin: true });
    await world.shiftClock(3600);
    const desktop = await letIn(phone);
    await world.shiftClock(12 * 3600 - 10);
    expect((await desktop.call('session')).code).toBe(200);
    await world.shiftClock(20);
    expect((await desktop.call('session')).code).toBe('602');
    expect((await phone.call('session')).code).toBe(200);
  });

  test('gets no more time by its password proven', async () => {
    const account = await world.account();
    const phone = await signedIn(account);
    const first = await endOf(phone);
    await world.shiftClock(3600);
    const desktop = await letIn(phone);
    const [oldPassword, password] = [await desktop.digest(account.password), await desktop.digest('Another2026b')];
    expect((await desktop.call('update-password', { oldPassword, password })).code).toBe(200);
    expect(await endOf(desktop)).toBe(first);
  });

  test('a phone that signed in days ago still lets another browser in', async () => {
    const phone = await signedIn(await world.account(), { autoLogin: true });
    await world.shiftClock(3 * 86400);
    await letIn(phone);
  });
});
