/** The built-in captcha: genuine, fresh, for its line, and once. */

import { captchaFault } from '../../../src/server/captcha/captcha.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld({ work: 'whole' });

interface Solved {
  readonly ticket: string;
  readonly randstr: string;
  readonly captchaAppId: string;
}
async function verdict(browser: Browser, solved: Partial<Solved>): Promise<string> {
  const fault = await captchaFault(solved, browser.context());
  return fault ? String(fault.code) : 'passed';
}
const FAILED = 'Account.Validate.IntelligentFailed';
// biome-ignore lint/suspicious/noExplicitAny: a ticket is taken apart to be forged
function forge(solved: Solved, change: (payload: any) => void): Solved {
  const payload = JSON.parse(Buffer.from(solved.ticket, 'base64').toString());
  change(payload);
  return { ...solved, ticket: Buffer.from(JSON.stringify(payload)).toString('base64') };
}

test('a solved one passes once, also for fifty at once', async () => {
  const browser = world.browser();
  const solved = await browser.captcha();
  const verdicts = await Promise.all(Array.from({ length: 50 }, () => verdict(browser, solved)));
  expect(verdicts.filter((each) => each === 'passed')).toHaveLength(1);
  expect(verdicts.filter((each) => each === FAILED)).toHaveLength(49);
});

test('what was used says in which zone and line', async () => {
  const solved = await world.browser('foxrenderfarm').captcha();
  expect(await verdict(world.browser('foxrenderfarm'), solved)).toBe('passed');
  expect(await world.db.query('select zone, line from captcha_use where nonce = $1', [solved.randstr])).toEqual([
    { zone: 'overseas', line: 'foxrenderfarm' },
  ]);
});

test('without a ticket it is asked for', async () => {
  expect(await verdict(world.browser(), {})).toBe('Account.Sign.GraphicVerificationRequired');
});

test('it lives five minutes by the clock of the database', async () => {
  const browser = world.browser();
  const solved = await browser.captcha();
  await world.shiftClock(301);
  expect(await verdict(browser, solved)).toBe(FAILED);
});

test('it is for its own line', async () => {
  expect(await verdict(world.browser('pkdragon'), await world.browser().captcha())).toBe(FAILED);
});

test('forged ones fail: other parameters, another solution, another app, another nonce', async () => {
  const browser = world.browser();
  const solved = await browser.captcha();
  const forgeries: Solved[] = [
    forge(solved, (payload) => {
      payload.challenge.parameters.cost = 1;
    }),
    forge(solved, (payload) => {
      payload.challenge.parameters.data.until += 3600;
    }),
    forge(solved, (payload) => {
      payload.challenge.parameters.data.key = 'other';
    }),
    forge(solved, (payload) => {
      payload.solution.counter += 1;
      payload.solution.derivedKey = '00'.repeat(32);
    }),
    forge(solved, (payload) => {
      delete payload.challenge.signature;
    }),
    { ...solved, captchaAppId: 'other' },
    { ...solved, randstr: 'other' },
  ];
  for (const forged of forgeries) expect(await verdict(browser, forged)).toBe(FAILED);
  expect(await verdict(browser, solved)).toBe('passed');
});

test.each([
  'x',
  'e30=',
  'bnVsbA==',
  Buffer.from('[]').toString('base64'),
  Buffer.from('{"challenge":{"parameters":null}}').toString('base64'),
  Buffer.from('{"challenge":{"parameters":{"nonce":"a","data":{}}},"solution":null}').toString('base64'),
  Buffer.from('{"challenge":{"parameters":{"nonce":7}},"solution":{}}').toString('base64'),
])('%j is no ticket', async (ticket) => {
  expect(await verdict(world.browser(), { ticket, randstr: 'a', captchaAppId: 'foyer-built-in' })).toBe(FAILED);
});
