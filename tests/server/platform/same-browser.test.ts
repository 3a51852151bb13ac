/** A repeated request is answered to the browser that sent it first, and to nobody else: over every call that changes something. */
import { randomUUID } from 'node:crypto';
import { newSecret } from '../../../src/server/accounts/secrets.ts';
import { createIdempotency, type Entry } from '../../../src/server/http/idempotency.ts';
import type { BrowserMark, StoredAnswer } from '../../../src/server/http/same-browser.ts';
import { withDatabase } from '../database.ts';
import { loadLines, testKeys } from '../domain/world.ts';

const database = withDatabase();
const keys = testKeys();
const instance = { number: 1, isAlive: async () => true } as never;

const answerOf = (code: 200 | '818', cookies: StoredAnswer['cookies']): StoredAnswer =>
  ({ outgoing: { status: 200, envelope: { code, data: {} } }, cookies }) as unknown as StoredAnswer;

/** Sends a request first, with its answer, then repeats it from each browser; says how each is met. */
async function met(
  call: string,
  first: BrowserMark,
  answer: StoredAnswer,
  repeats: Readonly<Record<string, BrowserMark>>,
): Promise<Record<string, string>> {
  const idempotency = createIdempotency({ db: database.db, keys, instance });
  const request = { zone: 'domestic', line: 'renderbus', call, key: randomUUID(), body: { name: 'x' } };
  const enter = (browser: BrowserMark): Promise<Entry> =>
    idempotency.enter({ ...request, browser }, async ({ text, values }) => {
      const rows = await database.db.query(text.replace('FROM allowed', ''), values);
      return rows.length;
    });
  const entry = await enter(first);
  if (entry.kind !== 'turn') throw new Error(`The first was met with ${entry.kind}.`);
  await entry.turn.store(database.db, answer);
  entry.turn.end();
  const how: Record<string, string> = {};
  for (const [name, browser] of Object.entries(repeats)) {
    const again = await enter(browser);
    how[name] = again.kind === 'answer' ? `answer, ${again.answer.cookies.length} cookies` : again.kind;
  }
  return how;
}

test('a browser that is known gets its answer again, and nobody else does, for every call', async () => {
  const lines = await loadLines();
  const calls = new Set(
    Object.values(lines).flatMap((line) =>
      Object.entries(line.calls).flatMap(([id, { method }]) => (method === 'GET' ? [] : [id])),
    ),
  );
  expect(calls.size).toBeGreaterThan(40);
  const [flow, session, next] = [newSecret(), newSecret(), newSecret()];
  const answer = answerOf(200, [{ name: 'session', value: next }]);
  for (const call of calls) {
    const repeats = {
      'the same browser': { flow, session },
      'the same, that took the new session from the answer': { flow, session: next },
      'no cookie at all': {},
      'another browser': { flow: newSecret() },
      'another browser with the session': { flow: newSecret(), session },
      'the session alone': { session },
      'the same browser, signed in as somebody else': { flow, session: newSecret() },
      'the same browser, signed out': { flow },
    };
    expect([call, await met(call, { flow, session }, answer, repeats)]).toEqual([
      call,
      {
        'the same browser': 'answer, 1 cookies',
        'the same, that took the new session from the answer': 'answer, 1 cookies',
        'no cookie at all': 'mismatch',
        'another browser': 'mismatch',
        'another browser with the session': 'mismatch',
        'the session alone': 'mismatch',
        'the same browser, signed in as somebody else': 'mismatch',
        'the same browser, signed out': 'mismatch',
      },
    ]);
  }
});

test('a browser that signed out gets the answer to that again', async () => {
  const [flow, session] = [newSecret(), newSecret()];
  const how = await met('sign-out', { flow, session }, answerOf(200, [{ name: 'session', value: null }]), {
    'with the session': { flow, session },
    'without it': { flow },
    'with another': { flow, session: newSecret() },
  });
  expect(how).toEqual({
    'with the session': 'answer, 1 cookies',
    'without it': 'answer, 1 cookies',
    'with another': 'mismatch',
  });
});

test('a browser that the answer gave another flow gets it again under either, and nobody else does', async () => {
  const [flow, session, next] = [newSecret(), newSecret(), newSecret()];
  const cookies: StoredAnswer['cookies'] = [
    { name: 'session', value: session },
    { name: 'flow', value: next },
  ];
  const repeats = {
    'the former flow': { flow },
    'what it was given': { flow: next, session },
    'another flow': { flow: newSecret(), session },
    none: { session },
  };
  expect(await met('user-login', { flow }, answerOf(200, cookies), repeats)).toEqual({
    'the former flow': 'answer, 2 cookies',
    'what it was given': 'answer, 2 cookies',
    'another flow': 'mismatch',
    none: 'mismatch',
  });
  // An answer that clears it is no reason to know a browser without one.
  const cleared = answerOf(200, [{ name: 'flow', value: null }]);
  expect(await met('sign-out', { flow }, cleared, { none: {}, 'the former flow': { flow } })).toEqual({
    none: 'mismatch',
    'the former flow': 'answer, 1 cookies',
  });
});

test('a browser that came without a cookie is known by the one that the answer gave it, else it is told of a failure only', async () => {
  const [flow, session] = [newSecret(), newSecret()];
  const repeats = {
    'with what it was given': { flow, session },
    'with nothing': {},
    'with another': { flow: newSecret() },
  };
  const cookies: StoredAnswer['cookies'] = [
    { name: 'flow', value: flow },
    { name: 'session', value: session },
  ];
  expect(await met('register-phone', {}, answerOf(200, cookies), repeats)).toEqual({
    'with what it was given': 'answer, 2 cookies',
    'with nothing': 'mismatch',
    'with another': 'mismatch',
  });
  const given = [{ name: 'flow', value: flow }] as const;
  expect(
    await met('sign-in', {}, answerOf('818', given), { 'with nothing': {}, 'with what it was given': { flow } }),
  ).toEqual({
    'with nothing': 'answer, 0 cookies',
    'with what it was given': 'answer, 1 cookies',
  });
  expect(await met('collect-data', {}, answerOf(200, []), { 'with nothing': {}, 'with another': { flow } })).toEqual({
    'with nothing': 'answer, 0 cookies',
    'with another': 'mismatch',
  });
});
