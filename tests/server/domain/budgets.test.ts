/** What an address, a network, a country and a line may send; captchas before that; ranges that nobody sends to. */
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { isDialable } from '../../../src/server/accounts/identifiers.ts';
import { costlyRange } from '../../../src/server/codes/ranges.ts';
import { CAPTCHA, past } from './hostile.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();
jest.setTimeout(120000);

let hosts = 0;
/** A person at a desk of one office: a browser of their own, everybody's address. */
const colleague = (address: string, line = 'renderbus', changes: Readonly<Record<string, unknown>> = {}): Browser =>
  Object.assign(world.browser(line, changes), { address });
const office = (): string => {
  hosts += 1;
  return `198.18.${hosts}.20`;
};
let serial = 0;
const limits = (changes: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> => ({
  limits: { ...world.lines.renderbus?.line.limits, ...changes },
});
const signin = (phone: string): Readonly<Record<string, unknown>> => ({ phone, purpose: 'signin', channel: 1 });
/** A mobile phone of another country than the line's. */
const abroad = (): string => {
  serial += 1;
  return `+49151${23000000 + serial}`;
};
const sent = (replies: readonly Reply[]): number => replies.filter(({ code }) => code === 200).length;

const mailbox = (): string => {
  serial += 1;
  return `budget_${serial}@example.com`;
};

/** Every call that makes a message go to whom the caller names. */
const CALLS: Readonly<
  Record<string, { readonly line: string; readonly body: () => Readonly<Record<string, unknown>> }>
> = {
  'send-verify-code': { line: 'renderbus', body: () => signin(world.phone()) },
  'send-reset-link': { line: 'foxrenderfarm', body: () => ({ email: mailbox() }) },
  'send-active-link': { line: 'foxrenderfarm', body: () => ({ email: mailbox() }) },
  'send-email-code': { line: 'renderbus', body: () => ({ email: mailbox() }) },
};

describe('without a captcha', () => {
  test.each(Object.entries(CALLS))(
    '%s: 180 targets at once from one address get one message',
    async (call, { line, body }) => {
      const address = office();
      const account = await world.account({ line });
      const browsers = await Promise.all(
        Array.from({ length: 180 }, async () => {
          const browser = colleague(address, line);
          return browser;
        }),
      );
      if (call === 'send-email-code') {
        const [first] = browsers as [Browser, ...Browser[]];
        await first.redeem(await first.signIn(account.username, account.password));
        for (const browser of browsers) browser.jar.set('session', first.jar.get('session') ?? '');
      }
      const replies: Reply[] = [];
      for (let from = 0; from < browsers.length; from += 30) {
        const some = browsers.slice(from, from + 30);
        replies.push(...(await Promise.all(some.map((browser) => browser.call(call, body())))));
      }
      expect(sent(replies)).toBe(1);
      expect(replies.filter(({ code }) => code === CAPTCHA)).toHaveLength(179);
    },
  );

  test('registrations by e-mail: the second mailbox within an hour wants a captcha, and is then registered', async () => {
    const address = office();
    const register = async (extra: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
      const browser = colleague(address, 'foxrenderfarm');
      serial += 1;
      const password = await browser.digest('Foyer2026a');
      const body = { email: mailbox(), username: `budget_${serial}`, password, businessType: 0, agreement: true };
      const reply = await browser.call('register-email', body);
      return reply.code === CAPTCHA && extra.ticket === 'solve'
        ? browser.call('register-email', { ...body, ...(await browser.captcha()) })
        : reply;
    };
    expect((await register()).code).toBe(200);
    const together = await Promise.all(Array.from({ length: 10 }, () => register()));
    expect(together.map(({ code }) => code)).toEqual(Array(10).fill(CAPTCHA));
    expect((await register({ ticket: 'solve' })).code).toBe(200);
    const at = office();
    const race = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = colleague(at, 'foxrenderfarm');
        const body = { ...signin(world.phone()), purpose: 'forgetpassword' };
        return browser.call('send-verify-code', body);
      }),
    );
    expect(sent(race)).toBe(1);
  });

  test('an hour later an address reaches another target without one', async () => {
    const address = office();
    expect((await colleague(address).call('send-verify-code', signin(world.phone()))).code).toBe(200);
    expect((await colleague(address).call('send-verify-code', signin(world.phone()))).code).toBe(CAPTCHA);
    await world.shiftClock(3601);
    expect((await colleague(address).call('send-verify-code', signin(world.phone()))).code).toBe(200);
  });

  test.each([
    ['198.19.7.', (nth: number) => String(nth)],
    ['2001:db8:7:', (nth: number) => `${nth.toString(16)}::1`],
  ])('addresses of one network (%s…) send ten in an hour', async (prefix, rest) => {
    const replies: Reply[] = [];
    for (let nth = 1; nth <= 14; nth += 1) {
      replies.push(await colleague(`${prefix}${rest(nth)}`).call('send-verify-code', signin(world.phone())));
    }
    expect(sent(replies)).toBe(10);
    expect(replies.at(-1)?.code).toBe(CAPTCHA);
  });
});

describe('with captchas', () => {
  test('thirty people behind one address all get their codes, and sign in', async () => {
    const address = office();
    const people = Array.from({ length: 30 }, () => ({ browser: colleague(address), phone: world.phone() }));
    for (const { phone } of people) await world.account({ phone });
    const signedIn = await Promise.all(
      people.map(async ({ browser, phone }, nth) => {
        const reply = await past(browser, 'send-verify-code', signin(phone));
        if (reply.code !== 200) return reply;
        const { code } = (await world.lastMessage(phone)).params;
        // Every other one mistypes first.
        if (nth % 2 === 0) await browser.call('phone-sign-in', { phone, code: '000000', accountType: 1 });
        return browser.call('phone-sign-in', { phone, code: String(code), accountType: 1 });
      }),
    );
    expect(signedIn.map(({ code }) => code)).toEqual(Array(30).fill(200));
  });

  const shares = [
    { budget: 'address', figure: 'sendsPerAddressHour', from: (): string => '198.20.1.1', seconds: 3600 },
    { budget: 'address', figure: 'sendsPerAddressDay', from: (): string => '198.20.2.1', seconds: 86400 },
    {
      budget: 'network',
      figure: 'sendsPerNetworkHour',
      from: (nth: number): string => `198.20.3.${nth}`,
      seconds: 3600,
    },
    {
      budget: 'network',
      figure: 'sendsPerNetworkDay',
      from: (nth: number): string => `198.20.4.${nth}`,
      seconds: 86400,
    },
    {
      budget: 'country',
      figure: 'sendsPerCountryHour',
      from: (nth: number): string => `198.21.${nth}.5`,
      seconds: 3600,
    },
    {
      budget: 'country',
      figure: 'sendsPerCountryDay',
      from: (nth: number): string => `198.22.${nth}.5`,
      seconds: 86400,
    },
    {
      budget: 'country',
      figure: 'sendsPerOtherCountryHour',
      from: (nth: number): string => `198.25.${nth}.5`,
      seconds: 3600,
      to: abroad,
    },
    {
      budget: 'country',
      figure: 'sendsPerOtherCountryDay',
      from: (nth: number): string => `198.26.${nth}.5`,
      seconds: 86400,
      to: abroad,
    },
    {
      budget: 'network',
      figure: 'sendsAbroadPerNetworkHour',
      from: (nth: number): string => `198.27.5.${nth}`,
      seconds: 3600,
      to: abroad,
    },
    {
      budget: 'network',
      figure: 'sendsAbroadPerNetworkDay',
      from: (nth: number): string => `198.28.5.${nth}`,
      seconds: 86400,
      to: abroad,
      more: { sendsAbroadPerNetworkHour: 50 },
    },
    { budget: 'line', figure: 'sendsPerLineHour', from: (nth: number): string => `198.23.${nth}.5`, seconds: 3600 },
    { budget: 'line', figure: 'sendsPerLineDay', from: (nth: number): string => `198.24.${nth}.5`, seconds: 86400 },
  ];

  test.each(shares)('$figure: its end says when it goes on, counts an alarm, and is told once each', async (row) => {
    const { figure, from, seconds, budget } = row;
    const to = 'to' in row ? row.to : world.phone;
    await world.db.query('delete from send_budget');
    world.counted.length = 0;
    world.warnings.length = 0;
    const most = 5;
    const line = `${budget}-${seconds === 3600 ? 'hour' : 'day'}`;
    const replies: Reply[] = [];
    for (let nth = 1; nth <= most + 2; nth += 1) {
      replies.push(
        await past(
          colleague(from(nth), 'renderbus', limits({ [figure]: most, ...('more' in row && row.more) })),
          'send-verify-code',
          signin(to()),
        ),
      );
    }
    expect(sent(replies)).toBe(most);
    const refused = replies.at(-1);
    expect(refused).toMatchObject({
      code: 'Common.RequestLimitExceeded',
      data: { seconds: refused?.retryAfterSeconds },
    });
    expect(refused?.retryAfterSeconds).toBeGreaterThan(seconds - 120);
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(seconds);
    const country = budget === 'country' ? ('to' in row ? '+49' : '+86') : 'any';
    const seen = world.counted.filter((each) => each.includes(` ${line} `));
    expect(seen).toEqual(
      ['near', 'full', 'over', 'over'].map((state) => `foyer_send_budgets_total renderbus ${line} ${state} ${country}`),
    );
    expect(world.warnings.map(({ facts }) => facts.state)).toEqual(['near', 'full']);
    expect(JSON.stringify(world.warnings)).not.toMatch(/\+86138|\+49151|198\./);
    await world.shiftClock(seconds + 1);
    expect(
      sent([
        await past(
          colleague(from(99), 'renderbus', limits({ [figure]: most, ...('more' in row && row.more) })),
          'send-verify-code',
          signin(to()),
        ),
      ]),
    ).toBe(1);
  });

  test('a country that is used up holds back no other, nor mail', async () => {
    await world.db.query('delete from send_budget');
    const few = limits({ sendsPerCountryHour: 1 });
    const from = (): Browser => world.browser('renderbus', few);
    expect((await from().call('send-verify-code', signin(world.phone()))).code).toBe(200);
    expect((await from().call('send-verify-code', signin(world.phone()))).code).toBe('Common.RequestLimitExceeded');
    expect((await from().call('send-verify-code', signin('+4915123456789'))).code).toBe(200);
    expect((await from().call('send-reset-link', { email: mailbox() })).code).toBe(200);
  });

  test.each([...Object.entries(CALLS), ['register-email', undefined] as const])(
    '%s counts in the budget of the line',
    async (call, given) => {
      await world.db.query('delete from send_budget');
      const line = given?.line ?? 'foxrenderfarm';
      const browser = world.browser(line, limits({ sendsPerLineHour: 1 }));
      const account = await world.account({ line });
      if (call === 'send-email-code') await browser.redeem(await browser.signIn(account.username, account.password));
      const body = async (): Promise<Readonly<Record<string, unknown>>> => {
        serial += 1;
        const password = await browser.digest('Foyer2026a');
        return (
          given?.body() ?? { email: mailbox(), username: `line_${serial}`, password, businessType: 0, agreement: true }
        );
      };
      expect((await past(browser, call, await body())).code).toBe(200);
      expect((await past(browser, call, await body())).code).toBe('Common.RequestLimitExceeded');
    },
  );
});

describe('spellings of one mailbox', () => {
  const SPELLINGS = [
    'viktimname@gmail.com',
    'v.iktimname@gmail.com',
    'vik.tim.name@gmail.com',
    'viktim.name@googlemail.com',
  ];

  test.each(['send-reset-link', 'send-active-link'])(
    '%s: share its limits where the provider knows no dots',
    async (call) => {
      const address = world.browser('foxrenderfarm').address;
      const codes: unknown[] = [];
      for (const email of SPELLINGS.map((each) => each.replace('name', `name${call.length}`))) {
        const browser = Object.assign(world.browser('foxrenderfarm'), { address });
        codes.push((await browser.call(call, { email, ...(await browser.captcha()) })).code);
      }
      expect(codes).toEqual([200, 'Validate.frequently', 'Validate.frequently', 'Validate.frequently']);
    },
  );

  test('elsewhere a dot tells mailboxes apart', async () => {
    const browser = world.browser('foxrenderfarm');
    for (const email of ['dotted.name@example.com', 'dottedname@example.com'])
      expect((await browser.call('send-reset-link', { email, ...(await browser.captcha()) })).code).toBe(200);
  });
});

describe('ranges', () => {
  const COSTLY: readonly (readonly [string, string])[] = [
    ['+870773111632', 'satellite'],
    ['+881612345678', 'satellite'],
    ['+8781012345678', 'international'],
    ['+88213300655', 'international'],
    ['+883510012345', 'international'],
    ['+8881234567890', 'international'],
    ['+97912345678', 'international'],
    ['+80812345678', 'international'],
    ['+19002345678', 'premium-rate'],
    ['+449012345678', 'premium-rate'],
    ['+33891123456', 'premium-rate'],
    ['+4918012345678', 'shared-cost'],
    ['+447012345678', 'personal'],
  ];

  test.each(COSTLY)('%s (%s) gets no code, unless the line lists its kind', async (phone, kind) => {
    expect(costlyRange(phone)).toBe(kind);
    for (const name of ['renderbus', 'foxrenderfarm']) {
      const browser = world.browser(name);
      const { code } = await browser.call('send-verify-code', { ...signin(phone), purpose: 'forgetpassword' });
      expect(code).toBe('Account.Register.LowSafe');
      expect(await world.messages(phone)).toHaveLength(0);
    }
    const line = world.lines.renderbus?.line;
    const listed = world.browser('renderbus', { phone: { ...line?.phone, costly: [kind] } });
    expect((await listed.call('send-verify-code', signin(phone))).code).toBe(200);
  });

  test.each(COSTLY)('%s (%s) with a digit more or fewer gets none either', async (phone, kind) => {
    for (const near of [...'0123456789'].map((digit) => phone + digit).concat(phone.slice(0, -1))) {
      const browser = world.browser('foxrenderfarm');
      const { code } = await browser.call('send-verify-code', { ...signin(near), purpose: 'forgetpassword' });
      // Some with a digit more are somebody's: those of a plan whose numbers differ in length.
      const isSomebodys = costlyRange(near) === undefined && isDialable(near);
      expect([near, kind, code === 200]).toEqual([near, kind, isSomebodys]);
      expect([near, (await world.messages(near)).length]).toEqual([near, isSomebodys ? 1 : 0]);
    }
  });

  test.each(['+999123456789', '+2109999999', '+15550001', '+8617400123456', '+8613491234567'])(
    '%s, which is nobody’s or a satellite telephone’s, gets none',
    async (phone) => {
      for (const line of ['renderbus', 'foxrenderfarm']) {
        const browser = world.browser(line);
        const reply = await browser.call('send-verify-code', { ...signin(phone), purpose: 'forgetpassword' });
        expect(['InvalidParameter', 'Account.Register.LowSafe']).toContain(reply.code);
        if (reply.code === 'InvalidParameter') expect(reply.data).toEqual({ field: 'phone', keyword: 'pattern' });
        expect(await world.messages(phone)).toHaveLength(0);
      }
    },
  );

  test('the mobile numbers of every region are of people', () => {
    const costly = getCountries().filter((region) => {
      const number = getExampleNumber(region, examples)?.number;
      return number !== undefined && costlyRange(number) !== undefined;
    });
    expect(costly).toEqual([]);
  });
});
