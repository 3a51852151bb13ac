/**
 * `docs/openapi.json` against the handlers, call by call: who needs a session, which headers are read and which are insisted on,
 * and which lines answer. The document is made from the data; what no file of the data says, its tool says, and this proves.
 */
import { readFileSync } from 'node:fs';
import { findSession } from '../../../src/server/sessions/sessions.ts';
import type { CallContext } from '../../../src/server/types.ts';
import { documented } from '../../../src/tools/api-docs/documented.ts';
import { loadData } from '../../../src/tools/load.ts';
import { resolveAll } from '../../../src/tools/resolve.ts';
import { goodBody } from './good-body.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly ({ readonly $ref: string } | Parameter)[];
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};
const OPERATIONS = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);
const CALLS = [...OPERATIONS.keys()].filter((id) => !/-\d$/.test(id)).sort();

const world = withWorld();
/** What browsers say by themselves, and the account of a page, which is looked at whatever the call. */
const BY_THEMSELVES = /^(user-agent|host|origin|sec-.*|purpose|account-id)$/;
/** Writes down who was signed in, and answers everybody alike. */
const AUDITED = 'qr-cancel';
/** What it refuses goes by its purpose, as its shape says. */
const BY_PURPOSE = 'send-verify-code';

/** A call with a body that fits its shape: the answer, the headers that were read, and whether anybody asked for the session. */
async function made(browser: Browser, call: string, sent: Readonly<Record<string, string>> = {}, more: object = {}) {
  const read = new Set<string>();
  let askedSession = false;
  const known: Readonly<Record<string, string>> = { 'user-agent': 'Mozilla/5.0', ...sent };
  const headers = new Proxy(known, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name);
    },
  });
  const session: CallContext['session'] = () => {
    askedSession = true;
    return findSession(world.db, browser.jar.get('session'), browser.line.line.zone);
  };
  browser.extra = { headers, session };
  const reply: Reply = await browser.call(call, { ...goodBody(browser.line, call), ...more });
  browser.extra = {};
  return { reply, askedSession, read: [...read].filter((name) => !BY_THEMSELVES.test(name)) };
}

const OFFERS = Object.fromEntries(
  [
    ...['phoneSignIn', 'subAccountSignIn', 'autoSignIn', 'inviterCode', 'phoneRegistration', 'emailRegistration'],
    ...['thirdPartySignIn', 'softwareSelection', 'miniProgram', 'realNameCoupon', 'qrSignIn'],
  ].map((name) => [name, true]),
);
const offering = (): Browser => world.browser('renderbus', { offers: OFFERS });

async function signedIn(browser: Browser): Promise<Browser> {
  const account = await world.account();
  expect((await browser.redeem(await browser.signIn(account.username, account.password))).code).toBe(200);
  return browser;
}

const securityOf = (call: string): 'needed' | 'counts' | 'none' => {
  const { security = [] } = OPERATIONS.get(call) ?? {};
  if (security.length === 0) return 'none';
  return security.some((each) => Object.keys(each).length === 0) ? 'counts' : 'needed';
};
const headersOf = (call: string): readonly Parameter[] =>
  (OPERATIONS.get(call)?.parameters ?? []).flatMap((each) => {
    const found = '$ref' in each ? document.components.parameters[each.$ref.replace(/^.*\//, '')] : each;
    return found?.in === 'header' ? [found] : [];
  });

test('there is every call', () => {
  expect(CALLS).toEqual(Object.keys(world.lines.renderbus?.calls ?? {}).sort());
});

describe.each(CALLS)('%s', (call) => {
  test('says whether it needs a session', async () => {
    const without = await made(offering(), call);
    const security = securityOf(call);
    if (security === 'needed') expect(without.reply.code).toBe('602');
    else expect(without.reply.code).not.toBe('602');
    // No session counts unsaid.
    if (security === 'none') expect([call, without.askedSession]).toEqual([call, call === AUDITED]);
  });

  test('declares every header that is read', async () => {
    const declared = new Set(headersOf(call).map(({ name }) => name.toLowerCase()));
    for (const browser of [offering(), await signedIn(offering())]) {
      const { read } = await made(browser, call);
      expect(read.filter((name) => !declared.has(name.toLowerCase()))).toEqual([]);
    }
  });

  test('insists on those headers that it says are needed, and on no other', async () => {
    const needed = headersOf(call).filter(({ name, required }) => required && name !== 'Origin');
    const { read } = await made(offering(), call);
    expect(needed.map(({ name }) => name.toLowerCase())).toEqual(read);
  });
});

test('lines answer the calls that the documents say they do', async () => {
  const odd: unknown[] = [];
  const table = documented(resolveAll(await loadData('.')).lines);
  const offersOf = (line: string): Readonly<Record<string, boolean>> => world.lines[line]?.line.offers ?? {};
  for (const { id, offered } of table) {
    for (const line of Object.keys(world.lines)) {
      // Which providers a line has is the data's to say, and a test's own here.
      if (offered !== undefined && !offered.by.includes('offers.')) continue;
      const needs = [...(offered?.by.matchAll(/offers\.(\w+)/g) ?? [])].map(([, name = '']) => name);
      const answers = needs.length === 0 || needs.some((name) => offersOf(line)[name] === true);
      if (answers !== (offered?.lines.includes(line) ?? true)) odd.push([id, line, 'is listed wrongly']);
    }
    const browser = world.browser('renderbus', { offers: {} });
    const account = await world.account();
    await browser.redeem(await browser.signIn(account.username, account.password));
    const refused = (await made(browser, id)).reply.code === 'Forbidden';
    const answered = (await made(await signedIn(offering()), id)).reply.code !== 'Forbidden';
    if (id === BY_PURPOSE) continue;
    if (refused && answered !== (offered?.by.includes('offers.') ?? false)) odd.push([id, refused, answered]);
    if (!refused && offered?.by.includes('offers.')) odd.push([id, 'is answered without']);
  }
  expect(odd).toEqual([]);
});
