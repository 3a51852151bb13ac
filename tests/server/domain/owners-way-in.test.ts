/** An owner always has a way in: strangers on twenty networks ask for codes and mails, and guess, while its owner does too. */
import { checkCode, type Purpose } from '../../../src/server/codes/codes.ts';
import { beside, type Hostility, NETWORKS, past, Strangers } from './hostile.ts';
import { Browser, patient, type Reply, withWorld } from './world.ts';

// Strangers like these pay others to pass captchas: here they cost nobody anything.
jest.mock('../../../src/server/captcha/built-in.ts', () => ({
  ...jest.requireActual('../../../src/server/captcha/built-in.ts'),
  builtIn: { verify: async () => true },
}));
jest.spyOn(Browser.prototype, 'captcha').mockResolvedValue({ ticket: 'x', randstr: 'x', captchaAppId: 'x' });

const world = withWorld();
jest.setTimeout(120000);

const CAPTCHA = { ticket: 'x', randstr: 'x', captchaAppId: 'x' };
const SMS = 1;
/** Those that concern one's own account. */
const OWN: readonly Purpose[] = ['binddevice', 'changephone', 'changeemail', 'accessKey'];

/** What is sent to phones in each region. */
const PURPOSES: Readonly<Record<'domestic' | 'overseas', readonly Purpose[]>> = {
  domestic: ['register', 'forgetpassword', 'signin', 'bindqqphone', 'bindwxphone', ...OWN],
  overseas: ['forgetpassword', ...OWN],
};

/** A line of each region, and a phone as its people have it. */
const REGIONS = { domestic: 'renderbus', overseas: 'foxrenderfarm' } as const;
let serial = 0;
const phoneOf = (region: keyof typeof REGIONS): string => {
  serial += 1;
  return region === 'domestic' ? world.phone() : `+1415555${String(2000 + serial)}`;
};

const strangersOf: Partial<Record<string, Strangers>> = {};
async function strangers(line: string): Promise<Strangers> {
  // Those who guessed elsewhere wait; here they begin afresh.
  await world.db.query('delete from guess_wait');
  const known = strangersOf[line];
  if (known) return known;
  const made = new Strangers(world, line);
  await made.signIn();
  strangersOf[line] = made;
  return made;
}

async function signedIn(line: string): Promise<Browser> {
  const browser = world.browser(line);
  const account = await world.account({ line });
  await browser.redeem(await browser.signIn(account.username, account.password));
  return browser;
}

/** By text message: a call by voice follows one, so it is no first way in. */
const codes = (['domestic', 'overseas'] as const).flatMap((region) =>
  PURPOSES[region].map((purpose) => ({ purpose, region })),
);

test.each(codes)('$purpose, $region: the owner gets a code, and it is right', async ({ purpose, region }) => {
  const line = REGIONS[region];
  const phone = phoneOf(region);
  if (purpose === 'forgetpassword' || purpose === 'signin') await world.account({ line, phone });
  const hostile = await strangers(line);
  const hostility: Hostility = {
    call: 'send-verify-code',
    body: { phone, purpose, channel: SMS },
    guesses: { purposes: [purpose], target: phone },
  };
  await hostile.round(hostility);
  await world.shiftClock(61);
  await hostile.round(hostility);
  // Somebody who comes from elsewhere, on a browser that nobody knows.
  const owner = OWN.includes(purpose) ? await signedIn(line) : world.browser(line);
  await beside(hostile, hostility, async () => {
    const reply = await past(owner, 'send-verify-code', { phone, purpose, channel: SMS });
    expect(reply.code).toBe(200);
    // Theirs goes on being sent and guessed at; it takes nothing from the owner's. What was sent last need not be the owner's.
    const own = (await world.messages(phone)).map(({ params }) => String(params.code));
    const verdicts: unknown[] = [];
    for (const code of own.slice(-3)) verdicts.push(await checkCode(owner.context(), purpose, phone, code));
    expect(verdicts).toContainEqual(expect.objectContaining({ id: expect.any(String) }));
  });
  // What it all comes to for the phone that was aimed at.
  expect((await world.messages(phone)).length).toBeLessThanOrEqual(30);
});

/** How somebody is known to be a phone's or mailbox's owner, where strangers asked for more than its day holds. */
const KNOWN = {
  'a browser that the account knows': (owner: Browser): Browser => owner,
  // Another browser at home: what was redeemed there speaks for it.
  'a network where a code was redeemed': (owner: Browser): Browser =>
    Object.assign(world.browser(owner.line.name), { address: owner.address }),
};

const owned = (['domestic', 'overseas'] as const).flatMap((region) =>
  PURPOSES[region]
    .filter((purpose) => ['signin', 'forgetpassword'].includes(purpose))
    .flatMap((purpose) => Object.entries(KNOWN).map(([known, from]) => ({ region, purpose, known, from }))),
);

/** @returns a browser in which the account signed in by its password, after a code that came from there was used. */
async function knownOwner(line: string, phone: string | undefined, email: string): Promise<Browser> {
  const account = await world.account({ line, email, ...(phone && { phone }) });
  const owner = world.browser(line);
  await owner.redeem(await owner.signIn(account.username, account.password));
  if (phone !== undefined) {
    const body = { phone, purpose: 'forgetpassword' };
    expect((await past(owner, 'send-verify-code', { ...body, channel: SMS })).code).toBe(200);
    const { code } = (await world.lastMessage(phone)).params;
    expect((await owner.call('check-verify-code', { ...body, code: String(code) })).code).toBe(200);
    await world.db.query('update verification_code set used_at = foyer_now() where used_at is null');
  }
  await owner.call('sign-out', {});
  await world.shiftClock(61);
  return owner;
}

test.each(owned)('$purpose, $region, from $known: asks again and again beside strangers', async (row) => {
  const { region, purpose, from } = row;
  const line = REGIONS[region];
  const phone = phoneOf(region);
  const owner = await knownOwner(line, phone, `known_${phone.slice(1)}@example.com`);
  const hostile = await strangers(line);
  const hostility: Hostility = { call: 'send-verify-code', body: { phone, purpose, channel: SMS } };
  await hostile.round(hostility);
  await world.shiftClock(61);
  await hostile.round(hostility);
  const here = from(owner);
  for (let nth = 0; nth < 3; nth += 1) {
    const reply = await past(here, 'send-verify-code', { phone, purpose, channel: SMS });
    expect([nth, reply.code]).toEqual([nth, 200]);
    await world.shiftClock(61);
  }
  // Theirs has an hour of its own, too, and a stranger's second one goes nowhere.
  for (let nth = 3; nth < 6; nth += 1) await past(here, 'send-verify-code', { phone, purpose, channel: SMS });
  expect((await past(here, 'send-verify-code', { phone, purpose, channel: SMS })).code).toBe('Validate.frequently');
  const [stranger] = hostile.browsers as [Browser];
  expect((await past(stranger, 'send-verify-code', { phone, purpose, channel: SMS })).code).not.toBe(200);
});

test.each(Object.values(REGIONS))(
  'mails, %s: a browser that the account knows asks again beside strangers',
  async (line) => {
    serial += 1;
    const email = `known_mail_${serial}@example.com`;
    const owner = await knownOwner(line, undefined, email);
    const hostile = await strangers(line);
    const hostility: Hostility = { call: 'send-reset-link', body: { email } };
    expect((await past(owner, 'send-reset-link', { email })).code).toBe(200);
    await hostile.round(hostility);
    await world.shiftClock(61);
    await hostile.round(hostility);
    for (let nth = 0; nth < 3; nth += 1) {
      expect([nth, (await past(owner, 'send-reset-link', { email })).code]).toEqual([nth, 200]);
      await world.shiftClock(61);
    }
  },
);

/** The link in the last mail to somebody. */
async function token(to: string): Promise<string> {
  const { params } = await world.lastMessage(to);
  return new URL(String(params.link)).searchParams.get('token') ?? '';
}

const mails = (['domestic', 'overseas'] as const).flatMap((region) =>
  (['send-reset-link', 'send-active-link'] as const).map((call) => ({ call, region })),
);

test.each(mails)('$call, $region: the owner gets the mail, and its link works', async ({ call, region }) => {
  const line = REGIONS[region];
  serial += 1;
  const email = `owner_${serial}@example.com`;
  await world.account({ line, email, status: call === 'send-active-link' ? 'unactivated' : 'active' });
  const hostile = await strangers(line);
  const hostility: Hostility = { call, body: { email } };
  await hostile.round(hostility);
  await world.shiftClock(61);
  await hostile.round(hostility);
  const owner = world.browser(line);
  await beside(hostile, hostility, async () => {
    expect((await past(owner, call, { email })).code).toBe(200);
    const found = await owner.call('check-email-token', { token: await token(email) });
    expect(found.code).toBe(200);
  });
});

test('a code to a new mailbox: neither requests nor guesses of strangers keep it from who is signed in', async () => {
  const line = REGIONS.domestic;
  const hostile = await strangers(line);
  serial += 1;
  const email = `new_${serial}@example.com`;
  const hostility: Hostility = {
    call: 'send-email-code',
    body: { email },
    guesses: { purposes: ['changeemail'], target: email },
  };
  await hostile.round(hostility);
  const owner = world.browser(line);
  const account = await world.account({ line });
  await owner.redeem(await owner.signIn(account.username, account.password));
  expect((await past(owner, 'send-email-code', { email })).code).toBe(200);
  const code = String((await world.lastMessage(email)).params.code);
  const changed = await owner.call('change-email', {
    email,
    code,
    oldPassword: await owner.digest(account.password),
  });
  expect(changed.code).toBe(200);
});

test('the worst twenty networks can do in a day: every share used up, and the owner still gets in by phone and by mail', async () => {
  const phone = world.phone();
  const email = `worst_${phone.slice(1)}@example.com`;
  const account = await world.account({ phone, email });
  const hostile = new Strangers(world, 'renderbus');
  const [first, second, ...others] = hostile.browsers as [Browser, Browser, ...Browser[]];
  const ask = (browser: Browser): Promise<Reply> =>
    past(browser, 'send-verify-code', { phone, purpose: 'forgetpassword', channel: SMS });
  const wrong = async (browser: Browser): Promise<void> => {
    for (let nth = 0; nth < 4; nth += 1) {
      await browser.call('check-verify-code', { phone, purpose: 'forgetpassword', code: '000000' });
      await browser.call('send-reset-link', { email });
    }
  };
  for (let nth = 0; nth < 7; nth += 1) {
    expect((await ask(first)).code).toBe(200);
    await world.shiftClock(nth === 4 ? 3600 : 61);
  }
  expect((await ask(first)).code).toBe('Validate.LimitExceeded');
  for (let nth = 0; nth < 3; nth += 1) {
    expect((await ask(second)).code).toBe(200);
    await world.shiftClock(61);
  }
  expect((await ask(second)).code).toBe('Validate.LimitExceeded');
  for (const browser of others) expect((await ask(browser)).code).toBe(200);
  for (const browser of hostile.browsers) await wrong(browser);
  for (const browser of hostile.browsers) await past(browser, 'send-reset-link', { email });
  expect(await world.messages(phone)).toHaveLength(10 + NETWORKS - 2);

  const owner = world.browser();
  expect((await ask(owner)).code).toBe(200);
  const { code } = (await world.lastMessage(phone)).params;
  const checked = await owner.call('check-verify-code', { phone, purpose: 'forgetpassword', code: String(code) });
  expect(checked).toMatchObject({ code: 200, data: { accounts: [{ username: account.username }] } });
  const elsewhere = world.browser();
  expect((await past(elsewhere, 'send-reset-link', { email })).code).toBe(200);
  expect((await elsewhere.call('check-email-token', { token: await token(email) })).code).toBe(200);
});

describe('guessing', () => {
  const other = (code: string): string => String((Number(code) + 1) % 1000000).padStart(6, '0');

  test.each([...PURPOSES.domestic, 'bindthird', 'bindwbphone'] as const)(
    '%s: guesses where no code was sent count against nobody',
    async (purpose) => {
      const phone = world.phone();
      const stranger = world.browser();
      for (let nth = 0; nth < 15; nth += 1) {
        expect(await checkCode(stranger.context(), purpose, phone, '000000')).toEqual({ code: 'Code.Error.More' });
      }
      const code = await stranger.code(phone, 'register');
      expect(await checkCode(stranger.context(), 'register', phone, code)).toHaveProperty('id');
    },
  );

  test('the wait of five hours is of the browser and the address that guessed, and of no phone', async () => {
    const phone = world.phone();
    const thief = world.browser();
    let last: unknown;
    for (let round = 0; round < 3; round += 1) {
      const code = await thief.code(phone, 'signin');
      for (let nth = 0; nth < 5; nth += 1) last = await checkCode(thief.context(), 'signin', phone, other(code));
      await world.shiftClock(61);
    }
    expect(last).toMatchObject({ code: 'Common.RequestLimitExceeded', data: { seconds: expect.any(Number) } });
    // Another browser of that address, for another phone, waits too; the phone's owner does not.
    const beside = Object.assign(world.browser(), { address: thief.address });
    const refused = await beside.call('send-verify-code', { phone: world.phone(), purpose: 'signin', channel: SMS });
    expect(refused.code).toBe('Common.RequestLimitExceeded');
    const elsewhere = Object.assign(thief.copy(), { address: '198.51.100.9' });
    expect(await checkCode(elsewhere.context(), 'signin', phone, '000000')).toMatchObject({
      code: 'Common.RequestLimitExceeded',
    });
    const owner = world.browser();
    expect(await checkCode(owner.context(), 'signin', phone, await owner.code(phone, 'signin'))).toHaveProperty('id');
    // A reset by mail needs no code: it goes on from that address too.
    const email = `waiting_${phone.slice(1)}@example.com`;
    expect((await past(beside, 'send-reset-link', { email })).code).toBe(200);
  });
});

describe.each(['renderbus', 'foxrenderfarm'])('a sub account that strangers locked, on %s', (line) => {
  const phoneHere = (): string => phoneOf(line === 'renderbus' ? 'domestic' : 'overseas');

  async function locked(): Promise<{ phone: string; trySub(browser: Browser): Promise<Reply>; id: string }> {
    const phone = phoneHere();
    const master = await world.account({ line });
    const sub = await world.account({ line, master, username: 'locked_out', phone });
    const trySub = async (browser: Browser, password = sub.password): Promise<Reply> => {
      const body = { loginName: `locked_out@${master.uuid}`, password: await browser.digest(password), accountType: 2 };
      return patient(() => browser.call('sub-sign-in', { ...body, ...CAPTCHA }));
    };
    for (let nth = 0; nth < 11; nth += 1) await trySub(world.browser(line), 'Wrong2026a');
    return { phone, trySub, id: sub.id };
  }

  async function confirm(browser: Browser, phone: string, code?: string): Promise<Reply> {
    await browser.call('send-verify-code', { phone, purpose: 'forgetpassword', channel: SMS, ...CAPTCHA });
    const sent = await world.lastCode(phone);
    return browser.call('check-verify-code', { phone, purpose: 'forgetpassword', code: code ?? sent });
  }

  test('gets in by its present password where its phone was confirmed, and nowhere else', async () => {
    const { phone, trySub } = await locked();
    const browser = world.browser(line);
    expect((await trySub(browser)).code).toBe('Account.SignIn.Failed');
    const told = await confirm(browser, phone);
    expect([told.code, told.data]).toEqual(['Account.Sub.Reset.Pwd.Not.Support', { knownHere: true }]);
    expect((await trySub(browser)).code).toBe(200);
    expect((await trySub(world.browser(line))).code).toBe('Account.SignIn.Failed');
  });

  test('also where the same phone recovers the password of a master', async () => {
    const { phone, trySub, id } = await locked();
    const master = await world.account({ line, phone });
    const browser = world.browser(line);
    const told = await confirm(browser, phone);
    const { accounts } = told.data as { accounts: readonly { id: string }[] };
    expect([told.code, accounts.map((each) => each.id)]).toEqual([200, [master.id, id]]);
    expect((await trySub(browser)).code).toBe(200);
    expect((await trySub(world.browser(line))).code).toBe('Account.SignIn.Failed');
  });

  test('a wrong code makes no browser known', async () => {
    const { phone, trySub } = await locked();
    const browser = world.browser(line);
    expect((await confirm(browser, phone, '000000')).code).not.toBe('Account.Sub.Reset.Pwd.Not.Support');
    expect((await trySub(browser)).code).toBe('Account.SignIn.Failed');
  });

  test('is told of a way that it has', async () => {
    const { phone } = await locked();
    const notices = async () => (await world.messages(phone)).map(({ template }) => template);
    for (let nth = 0; nth < 50 && (await notices()).length === 0; nth += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await notices()).toEqual(['sub-account-locked']);
  });
});
