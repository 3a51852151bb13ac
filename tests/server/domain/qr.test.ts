/** Signing in by a phone: one scan, one decision, one session; bound to both browsers and to the clock of the database. */
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';

async function signedIn(line = 'renderbus', account?: TestAccount): Promise<Browser> {
  const owner = account ?? (await world.account({ line }));
  const browser = world.browser(line);
  await browser.redeem(await browser.signIn(owner.username, owner.password));
  return browser;
}

interface Shown {
  readonly desktop: Browser;
  readonly secret: string;
  readonly ticket: string;
  readonly match: string;
}

async function shown(line = 'renderbus', desktop = world.browser(line)): Promise<Shown> {
  const { data } = await desktop.call('qr-ticket');
  const { secret, match, qr } = data;
  return { desktop, secret, match, ticket: new URL(qr).searchParams.get('ticket') ?? '' };
}

const STATES = ['waiting', 'scanned', 'confirmed', 'cancelled', 'expired'];
async function stateOf({ secret }: Pick<Shown, 'secret'>, browser: Browser): Promise<string | undefined> {
  const { data } = await browser.call('qr-poll', {}, { headers: { 'qr-secret': secret } });
  return STATES[data.state];
}
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

describe.each(['renderbus', 'foxrenderfarm'])('on %s', (line) => {
  test('a phone that is signed in lets another browser in, as its own account', async () => {
    const account = await world.account({ line });
    const phone = await signedIn(line, account);
    const code = await shown(line);
    expect(await stateOf(code, code.desktop)).toBe('waiting');
    const look = await phone.call('qr-look', { ticket: code.ticket }, { headers: { 'user-agent': PHONE } });
    expect(look.data).toMatchObject({
      state: 1,
      signedIn: true,
      account: account.username,
      match: code.match,
      device: 'Chrome, Linux',
      line: phone.context().brandOf(line),
    });
    expect(await stateOf(code, code.desktop)).toBe('scanned');
    expect((await phone.call('qr-confirm', { ticket: code.ticket })).code).toBe(200);
    expect(await stateOf(code, code.desktop)).toBe('confirmed');
    const token = await code.desktop.call('qr-redeem', { secret: code.secret });
    expect(token.data).toMatchObject({ loginName: account.username, loginType: 3 });
    const opened = await code.desktop.redeem(token);
    expect(opened).toMatchObject({ code: 200, data: { userId: account.id } });
    expect((await code.desktop.call('session')).data.userId).toBe(account.id);
    const { data } = await phone.call('sessions');
    expect(data.sessions).toHaveLength(2);
    const events = await world.db.query<{ event: string }>(
      'select event from audit where account_id = $1 order by id',
      [account.id],
    );
    expect(events.map(({ event }) => event).slice(-4)).toEqual([
      'qr-scanned',
      'qr-confirmed',
      'sign-in',
      'session-opened',
    ]);
  });
});

test('where the other screen is, is told by country and network', async () => {
  const code = await shown(
    'renderbus',
    Object.assign(world.browser(), { extra: { country: 'CN' }, address: '203.0.113.9' }),
  );
  const phone = await signedIn();
  phone.language = 'zh';
  expect((await phone.call('qr-look', { ticket: code.ticket })).data.place).toBe('中国 · 203.0.113.*');
});

test('the first phone that scans owns the code, and may look again; any other is told so', async () => {
  const code = await shown();
  const phones = await times(10, async () => world.browser());
  const looks = await Promise.all(phones.map((phone) => phone.call('qr-look', { ticket: code.ticket })));
  expect(looks.filter((look) => look.code === 200)).toHaveLength(1);
  expect(looks.filter((look) => look.code === 'QrCode.Scanned')).toHaveLength(9);
  const owner = phones[looks.findIndex((look) => look.code === 200)] as Browser;
  expect((await owner.call('qr-look', { ticket: code.ticket })).code).toBe(200);
  const thief = await signedIn();
  expect((await thief.call('qr-confirm', { ticket: code.ticket })).code).toBe('QrCode.Scanned');
  expect((await thief.call('qr-cancel', { ticket: code.ticket })).code).toBe('QrCode.Scanned');
  expect(await stateOf(code, code.desktop)).toBe('scanned');
});

test('nothing is decided without a scan, nor a session', async () => {
  const phone = await signedIn();
  const unseen = await shown();
  expect((await phone.call('qr-confirm', { ticket: unseen.ticket })).code).toBe('QrCode.Expired');
  const guest = world.browser();
  const code = await shown();
  const look = await guest.call('qr-look', { ticket: code.ticket });
  expect(look.data).toEqual({ state: 1, signedIn: false, returnTo: `/sso/qr/confirm?ticket=${code.ticket}` });
  expect((await guest.call('qr-confirm', { ticket: code.ticket })).code).toBe('602');
  // The guest signs in on the same phone, and decides.
  const account = await world.account();
  await guest.redeem(await guest.signIn(account.username, account.password));
  expect((await guest.call('qr-look', { ticket: code.ticket })).data.match).toBe(code.match);
  expect((await guest.call('qr-confirm', { ticket: code.ticket })).code).toBe(200);
});

test('fifty confirmations, polls and redemptions at once have one effect', async () => {
  const account = await world.account();
  const phone = await signedIn('renderbus', account);
  const code = await shown();
  await phone.call('qr-look', { ticket: code.ticket });
  const confirmations = await times(50, () => phone.call('qr-confirm', { ticket: code.ticket }));
  expect(confirmations.map((reply) => reply.code)).toEqual(Array(50).fill(200));
  expect(await times(50, () => stateOf(code, code.desktop))).toEqual(Array(50).fill('confirmed'));
  const redeemed = await times(50, () => code.desktop.call('qr-redeem', { secret: code.secret }));
  expect(redeemed.filter((reply) => reply.code === 200)).toHaveLength(1);
  expect(redeemed.filter((reply) => reply.code === 'QrCode.Expired')).toHaveLength(49);
  const [row] = await world.db.query(
    `select (select count(*)::int from sign_in_token where account_id = $1) as tokens,
        (select count(*)::int from audit where account_id = $1 and event = 'qr-confirmed') as confirmed`,
    [account.id],
  );
  // One of the phone's own sign-in, one of the code.
  expect(row).toEqual({ tokens: 2, confirmed: 1 });
});

test('confirming and cancelling at once: nobody gets in', async () => {
  const phone = await signedIn();
  const code = await shown();
  await phone.call('qr-look', { ticket: code.ticket });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => phone.call(nth % 2 ? 'qr-confirm' : 'qr-cancel', { ticket: code.ticket })),
  );
  const [cancelled, confirmed] = [0, 1].map((rest) =>
    replies.filter((_, nth) => nth % 2 === rest).map((each) => each.code),
  );
  expect(cancelled).toEqual(Array(10).fill(200));
  // Those that came before the first cancellation, and those after it.
  expect([200, 'QrCode.Expired']).toEqual(expect.arrayContaining(confirmed ?? []));
  expect(await stateOf(code, code.desktop)).toBe('cancelled');
  expect((await code.desktop.call('qr-redeem', { secret: code.secret })).code).toBe('QrCode.Expired');
});

describe('the phone that confirmed takes it back', () => {
  /** How far the other screen is: what it did, what a cancellation answers then, and how the code stands. */
  const STAGES: readonly (readonly [string, readonly string[], string | number, string, boolean])[] = [
    ['noticed nothing', [], 200, 'cancelled', false],
    ['noticed it', ['poll'], 200, 'cancelled', false],
    ['let the minute pass', ['wait'], 200, 'cancelled', false],
    ['has its token', ['redeem'], 'QrCode.Redeemed', 'expired', true],
    ['is signed in', ['redeem', 'login'], 'QrCode.Redeemed', 'expired', true],
  ];

  test.each(STAGES)('while the other screen %s', async (_, steps, answer, state, isIn) => {
    const account = await world.account();
    const phone = await signedIn('renderbus', account);
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await phone.call('qr-confirm', { ticket: code.ticket });
    let token: Reply | undefined;
    for (const step of steps) {
      if (step === 'poll') expect(await stateOf(code, code.desktop)).toBe('confirmed');
      if (step === 'wait') await world.shiftClock(61);
      if (step === 'redeem') token = await code.desktop.call('qr-redeem', { secret: code.secret });
      if (step === 'login') await code.desktop.redeem(token as Reply);
    }
    const cancel = () => phone.call('qr-cancel', { ticket: code.ticket });
    expect((await cancel()).code).toBe(answer);
    // The same again is no mistake, and says the same.
    expect((await cancel()).code).toBe(answer);
    expect(await stateOf(code, code.desktop)).toBe(state);
    const late = token ?? (await code.desktop.call('qr-redeem', { secret: code.secret }));
    expect(late.code).toBe(isIn ? 200 : 'QrCode.Expired');
    expect((await phone.call('qr-confirm', { ticket: code.ticket })).code).toBe(isIn ? 200 : 'QrCode.Expired');
    const events = await world.db.query('select 1 from audit where account_id = $1 and event = $2', [
      account.id,
      'qr-cancelled',
    ]);
    expect(events).toHaveLength(isIn ? 0 : 1);
  });

  test('no other phone does', async () => {
    const phone = await signedIn();
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await phone.call('qr-confirm', { ticket: code.ticket });
    expect((await (await signedIn()).call('qr-cancel', { ticket: code.ticket })).code).toBe('QrCode.Scanned');
    expect((await code.desktop.call('qr-redeem', { secret: code.secret })).code).toBe(200);
  });

  test('fifty redemptions and cancellations at once: one side wins, and what it decided stays', async () => {
    const phone = await signedIn();
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await phone.call('qr-confirm', { ticket: code.ticket });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        nth % 2
          ? phone.call('qr-cancel', { ticket: code.ticket })
          : code.desktop.call('qr-redeem', { secret: code.secret }),
      ),
    );
    const cancelled = replies.filter((_, nth) => nth % 2).map((each) => each.code);
    const redeemed = replies.filter((each, nth) => nth % 2 === 0 && each.code === 200);
    expect(new Set(cancelled).size).toBe(1);
    expect(redeemed).toHaveLength(cancelled[0] === 200 ? 0 : 1);
  });
});

describe('time', () => {
  test('a code lives two minutes, by the clock of the database', async () => {
    const code = await shown();
    await world.shiftClock(119);
    expect(await stateOf(code, code.desktop)).toBe('waiting');
    await world.shiftClock(2);
    expect(await stateOf(code, code.desktop)).toBe('expired');
    expect((await (await signedIn()).call('qr-look', { ticket: code.ticket })).code).toBe('QrCode.Expired');
  });

  test('a phone that hesitated too long confirms nothing', async () => {
    const phone = await signedIn();
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await world.shiftClock(121);
    expect((await phone.call('qr-confirm', { ticket: code.ticket })).code).toBe('QrCode.Expired');
    expect(await stateOf(code, code.desktop)).toBe('expired');
  });

  test('what was confirmed in the last second still signs in, for one minute', async () => {
    const redeemAfter = async (seconds: number): Promise<Reply> => {
      const phone = await signedIn();
      const code = await shown();
      await phone.call('qr-look', { ticket: code.ticket });
      await world.shiftClock(118);
      await phone.call('qr-confirm', { ticket: code.ticket });
      await world.shiftClock(seconds);
      expect(await stateOf(code, code.desktop)).toBe(seconds < 60 ? 'confirmed' : 'expired');
      return code.desktop.call('qr-redeem', { secret: code.secret });
    };
    expect((await redeemAfter(10)).code).toBe(200);
    expect((await redeemAfter(61)).code).toBe('QrCode.Expired');
  });

  test('what is over is forgotten', async () => {
    const { forgetSpent } = await import('../../../src/server/accounts/retention.ts');
    await shown();
    await world.shiftClock(120 + 3601);
    await forgetSpent(world.db);
    expect(await world.db.query('select 1 from qr_ticket')).toEqual([]);
  });
});

describe('bound to its browser', () => {
  test('the public id is no secret, and the secret is of no use elsewhere', async () => {
    const phone = await signedIn();
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await phone.call('qr-confirm', { ticket: code.ticket });
    const elsewhere = world.browser();
    expect(await stateOf(code, elsewhere)).toBe('expired');
    expect((await elsewhere.call('qr-redeem', { secret: code.secret })).code).toBe('QrCode.Expired');
    const otherLine = code.desktop.copy();
    otherLine.line = world.browser('ip').line;
    expect((await otherLine.call('qr-redeem', { secret: code.secret })).code).toBe('QrCode.Expired');
    // None of that used it up.
    expect((await code.desktop.call('qr-redeem', { secret: code.secret })).code).toBe(200);
  });

  test('a phone of the other region knows nothing of it', async () => {
    const code = await shown('renderbus');
    const phone = await signedIn('foxrenderfarm');
    expect((await phone.call('qr-look', { ticket: code.ticket })).code).toBe('QrCode.Expired');
  });

  test('a phone of another line of the region confirms it, and is told which line', async () => {
    const code = await shown('ip');
    const phone = await signedIn('renderbus');
    const { data } = await phone.call('qr-look', { ticket: code.ticket });
    expect(data.line).toBe(phone.context().brandOf('ip'));
    await phone.call('qr-confirm', { ticket: code.ticket });
    expect(await stateOf(code, code.desktop)).toBe('confirmed');
  });

  test('an account that was disabled meanwhile does not sign in', async () => {
    const account = await world.account();
    const phone = await signedIn('renderbus', account);
    const code = await shown();
    await phone.call('qr-look', { ticket: code.ticket });
    await phone.call('qr-confirm', { ticket: code.ticket });
    await world.db.query("update account set status = 'disabled' where id = $1", [account.id]);
    expect((await code.desktop.call('qr-redeem', { secret: code.secret })).code).toBe('QrCode.Expired');
  });

  test('neither id nor secret is stored', async () => {
    const code = await shown();
    const rows = await world.db.query('select t::text as row from qr_ticket t');
    expect(JSON.stringify(rows)).not.toContain(code.ticket);
    expect(JSON.stringify(rows)).not.toContain(code.secret);
  });
});

test('the picture leads to the origin of the page, also where the API has one of its own', async () => {
  const desktop = world.browser();
  const address = async (headers: Record<string, string>): Promise<string> =>
    new URL((await desktop.call('qr-ticket', {}, { headers })).data.qr).origin;
  const own = `https://${desktop.line.line.brandHost}`;
  expect(await address({})).toBe(own);
  expect(await address({ origin: 'https://front.example', host: 'api.example' })).toBe('https://front.example');
  // A host that is not believed is no page's origin.
  expect(await address({ origin: 'https://evil.example', host: 'evil.example' })).toBe(own);
});

test.each([
  ['renderbus', 'zh', null],
  ['renderbus', 'en', 'en'],
  ['foxrenderfarm', 'en', null],
  ['foxrenderfarm', 'zh', 'zh_CN'],
])('on %s in %s, the address of the picture asks for the language %s', async (line, language, asked) => {
  const desktop = world.browser(line);
  desktop.language = language;
  expect(new URL((await desktop.call('qr-ticket')).data.qr).searchParams.get('lang')).toBe(asked);
});

test.each([
  ['no secret', {}, 'EmptyParameter'],
  ['a secret of another shape', { 'qr-secret': 'x'.repeat(100000) }, 'InvalidParameter'],
])('%s is refused', async (_, headers, code) => {
  expect((await world.browser().call('qr-poll', {}, { headers })).code).toBe(code);
});

test('codes are limited for each address', async () => {
  const desktop = world.browser();
  const replies = await times(61, () => desktop.call('qr-ticket'));
  const refused = replies.filter((reply) => reply.code === 'Common.RequestLimitExceeded');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.retryAfterSeconds).toBeGreaterThan(0);
  const phone = world.browser();
  const looks = await times(61, () => phone.call('qr-look', { ticket: 'A'.repeat(22) }));
  expect(looks.filter((reply) => reply.code === 'Common.RequestLimitExceeded')).toHaveLength(1);
});

test('a line that does not offer it makes no codes', async () => {
  const browser = world.browser();
  browser.line = {
    ...browser.line,
    line: { ...browser.line.line, offers: { ...browser.line.line.offers, qrSignIn: false } },
  };
  expect((await browser.call('qr-ticket')).code).toBe('Forbidden');
});
