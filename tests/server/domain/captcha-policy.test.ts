/** What a line's policy says of a captcha, for every call that may ask for one. */
import type { ServerLine } from '../../../src/engine/pack.ts';
import { compiledLines } from '../../compiled-lines.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld({ work: 'whole' });
const ASKED = 'Account.Sign.GraphicVerificationRequired';
const FAILED = 'Account.Validate.IntelligentFailed';
type Policy = 'when-asked' | 'always' | 'never' | { readonly after: number };

/** A browser of a line whose policy for a call is another one. */
function visitor(line: string, call: string, captcha: Policy): Browser {
  const browser = world.browser(line);
  const { calls } = browser.line;
  const guarded = { ...calls[call], guard: { ...calls[call]?.guard, captcha } };
  browser.line = { ...browser.line, calls: { ...calls, [call]: guarded } } as ServerLine;
  return browser;
}
const guardedCalls = (server: ServerLine | undefined): string[] =>
  Object.entries(server?.calls ?? {}).flatMap(([id, { guard }]) => (guard?.captcha === undefined ? [] : [id]));

test.each(['renderbus', 'foxrenderfarm'])('on %s every guarded call asks as its line says', async (line) => {
  const guarded = guardedCalls((await compiledLines())[line]?.server);
  expect(guarded.length).toBeGreaterThan(10);
  const told: Record<string, unknown> = {};
  const ask = async (browser: Browser, call: string, more = {}): Promise<'asked' | 'failed' | 'done'> => {
    // What else the call would say of an empty body is not what is looked at here.
    const { code } = await browser.call(call, more, { unchecked: true }).catch(() => ({ code: 0 }));
    return code === ASKED ? 'asked' : code === FAILED ? 'failed' : 'done';
  };
  for (const call of guarded) {
    const always = visitor(line, call, 'always');
    const after = visitor(line, call, { after: 2 });
    const forged = { ticket: 'e30=', randstr: 'x', captchaAppId: 'foyer-built-in' };
    told[call] = [
      await ask(always, call),
      await ask(always, call, forged),
      await ask(always, call, await always.captcha()),
      await ask(after, call),
      await ask(after, call),
      await ask(after, call),
      await ask(after, call, await after.captcha()),
    ];
  }
  const expected = ['asked', 'failed', 'done', 'done', 'done', 'asked', 'done'];
  expect(told).toEqual(Object.fromEntries(guarded.map((call) => [call, expected])));
});

test('an address that came to its number is asked on whatever browser; another one is not', async () => {
  const [one, other, elsewhere] = [1, 2, 3].map(() => visitor('renderbus', 'register-check', { after: 3 }));
  if (!one || !other || !elsewhere) throw new Error('three browsers');
  other.address = one.address;
  const body = { value: 'nobody_yet', checkType: 1, accountType: 1 };
  for (const browser of [one, other, one]) expect((await browser.call('register-check', body)).code).toBe(200);
  expect((await other.call('register-check', body)).code).toBe(ASKED);
  expect((await elsewhere.call('register-check', body)).code).toBe(200);
  await world.shiftClock(3601);
  expect((await other.call('register-check', body)).code).toBe(200);
});

test('never: wrong passwords lock as they do, and nobody is asked', async () => {
  const account = await world.account();
  const browser = visitor('renderbus', 'sign-in', 'never');
  const codes: unknown[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1)
    codes.push((await browser.signIn(account.username, 'Wrong2026a')).code);
  expect(codes).toEqual([...Array(6).fill('Account.SignIn.Failed'), '818', '820', '821', 'Account.Locked']);
  const { data } = await browser.call('login-fail-cache', { loginName: account.username });
  expect(data).toMatchObject({ captchaRequired: false, locked: true });
});
