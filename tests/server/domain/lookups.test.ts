/**
 * What tells something about an identifier without a session has a firm limit for each address and network: past it nothing is
 * told, captcha or not. Over every call that tells, with small figures.
 */

import { LIMITS, LOOKUPS } from '../../../src/server/limits/limits.ts';
import { thirdParties } from './third-parties.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

// Who asks thousands of times pays others to pass captchas: here they cost nobody anything.
jest.mock('../../../src/server/captcha/built-in.ts', () => ({
  ...jest.requireActual('../../../src/server/captcha/built-in.ts'),
  builtIn: { verify: async () => true },
}));
const CAPTCHA = { ticket: 'x', randstr: 'x', captchaAppId: 'x' };

const [HOUR, DAY, NETWORK] = [3, 5, 7];
const SMALL = Object.fromEntries(
  Object.entries(LIMITS).map(([name, windows]) => {
    if (name.endsWith('-firm')) return [name, windows.map((each, nth) => ({ ...each, points: [HOUR, DAY][nth] ?? 0 }))];
    return [name, name.endsWith('-network') ? windows.map((each) => ({ ...each, points: NETWORK })) : windows];
  }),
);

const world = withWorld();
world.limits = SMALL;

interface Row {
  readonly line?: string;
  readonly wording?: 'verbose';
  readonly ask: (browser: Browser, nth: number) => Promise<Reply>;
}

const check = (checkType: number, value: (nth: number) => string): Row => ({
  ask: (browser, nth) => browser.call('register-check', { value: value(nth), checkType, accountType: 1, ...CAPTCHA }),
});
const ROWS: Readonly<Record<string, Row>> = {
  'whether a username is taken': check(1, (nth) => `somebody_${nth}`),
  'whether a phone is': check(2, (nth) => `+8613844433${700 + nth}`),
  'whether a mailbox is': check(3, (nth) => `somebody_${nth}@mail.example`),
  'a registration with a taken mailbox': {
    line: 'foxrenderfarm',
    async ask(browser, nth) {
      const password = await browser.digest('Foyer2026a');
      const email = `taken_${nth}@mail.example`;
      await world.db.query('delete from account where email_key = $1', [email]);
      await world.account({ line: 'foxrenderfarm', email });
      const body = { email, username: `lookup_${nth}`, password, businessType: 0, agreement: true };
      return browser.call('register-email', { ...body, ...CAPTCHA });
    },
  },
  'whether a mailbox is blocked': {
    ask: (browser, nth) => browser.call('is-blacklist-email', { email: `somebody_${nth}@mail.example` }),
  },
  'tries left': { ask: (browser, nth) => browser.call('login-fail-cache', { loginName: `somebody_${nth}` }) },
  'an alias': { ask: (browser, nth) => browser.call('dingtalk-alias', { alias: `somebody ${nth}`, ...CAPTCHA }) },
  'an alias, by beginning to sign in': {
    ask: (browser, nth) => browser.call('third-token', { provider: 'dingtalk', alias: `somebody ${nth}` }),
  },
  'an inviter code': {
    ask: (browser, nth) => browser.call('check-invite-code', { inviteCode: `CODE${nth}`, businessType: 0 }),
  },
  'verbose, a sign-in name': {
    wording: 'verbose',
    ask: (browser, nth) => browser.signIn(`somebody_${nth}`, 'Foyer2026a', CAPTCHA),
  },
  'verbose, a mailbox to reset by': {
    wording: 'verbose',
    ask: (browser, nth) => browser.call('send-reset-link', { email: `somebody_${nth}@mail.example` }),
  },
  'verbose, a mailbox to activate': {
    line: 'foxrenderfarm',
    wording: 'verbose',
    ask: (browser, nth) => browser.call('send-active-link', { email: `somebody_${nth}@mail.example` }),
  },
  'verbose, a phone to reset by': {
    wording: 'verbose',
    ask: (browser, nth) =>
      browser.call('send-verify-code', { phone: `+8613844433${700 + nth}`, purpose: 'forgetpassword', channel: 1 }),
  },
};

const STOPPED = 'Common.RequestLimitExceeded';
let network = 0;
let address = 0;
let asked = 0;

/** A new browser of another address in the same network. */
function neighbour({ line, wording }: Row): Browser {
  address += 1;
  const browser = world.browser(line, wording ? { wording } : {});
  browser.address = `10.200.${network}.${address}`;
  browser.extra = { thirdParties };
  return browser;
}

/** How many were told of so many asked, and the last answer. */
async function told(row: Row, browser: Browser, times: number): Promise<{ told: number; last: Reply }> {
  const replies: Reply[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    asked += 1;
    // A browser without memory, as scripts are.
    browser.jar.clear();
    replies.push(await row.ask(browser, asked % 100));
  }
  const last = replies.at(-1);
  if (!last) throw new Error('Nothing was asked.');
  return { told: replies.filter(({ code }) => code !== STOPPED).length, last };
}

describe.each(Object.entries(ROWS))('%s', (_what, row) => {
  beforeEach(() => {
    network += 1;
    address = 0;
  });

  test('stops for an address, for an hour and then for the day', async () => {
    const browser = neighbour(row);
    const first = await told(row, browser, HOUR + 2);
    expect(first.told).toBe(HOUR);
    expect(first.last).toMatchObject({ code: STOPPED, data: { seconds: first.last.retryAfterSeconds } });
    expect(first.last.retryAfterSeconds).toBeGreaterThan(3000);
    await world.shiftClock(3601);
    const second = await told(row, browser, HOUR);
    expect(second.told).toBeLessThan(HOUR);
    expect(second.last.retryAfterSeconds).toBeGreaterThan(3600);
    await world.shiftClock(86400);
    expect((await told(row, browser, 1)).told).toBe(1);
  });

  test('stops for a network of many addresses, and no other', async () => {
    let all = 0;
    for (let nth = 0; nth < 4; nth += 1) all += (await told(row, neighbour(row), HOUR)).told;
    expect(all).toBe(NETWORK);
    network += 1;
    expect((await told(row, neighbour(row), 1)).told).toBe(1);
  });
});

test('an office of forty registers on one day: three checks each, and some more', () => {
  const { day, hour } = LOOKUPS['register-check'];
  expect(hour).toBeGreaterThanOrEqual(40 * 3);
  expect(day).toBeGreaterThanOrEqual(40 * 6);
});
