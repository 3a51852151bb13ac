/**
 * PostgreSQL frozen: every process of it stopped, its connections open. Nobody is kept waiting longer than a database is
 * given, wherever their request stands; it heals by itself, and what was cut off can be sent again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { PoolClient } from 'pg';
import { HANDLERS } from '../../../src/server/calls/registry.ts';
import { DatabaseUnavailableError, type OpenDatabase, openPool } from '../../../src/server/db/pool.ts';
import { findSession } from '../../../src/server/sessions/sessions.ts';
import type { Sql } from '../../../src/server/types.ts';
import { freeze } from '../../../src/tools/faults/freeze.ts';
import type { TestDatabase } from '../database.ts';
import { goodBody } from '../domain/good-body.ts';
import { thirdParties } from '../domain/third-parties.ts';
import { loadLines, World } from '../domain/world.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { type TestApp, testApp } from './app.ts';
import { until } from './process.ts';

/** Instead of five seconds, so that a test of many freezes takes less; one freeze is with the real figure. */
const PATIENCE = 2500;
const REPEATS = 40;
/** Connections; more than there are calls. */
const AT_ONCE = 90;

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
}, 120000);
afterAll(() => own.close());

/** Runs `work` while the database is frozen. */
async function frozen<T>(work: () => Promise<T>): Promise<T> {
  const thaw = freeze(own.dataDir);
  try {
    return await work();
  } finally {
    thaw();
  }
}

/** Where a request stops before its n-th statement, until the test lets it go on. */
interface Gate {
  left: number;
  readonly arrived: () => void;
  readonly go: Promise<void>;
}
const gates = new AsyncLocalStorage<Gate>();

async function pass(): Promise<void> {
  const gate = gates.getStore();
  if (!gate) return;
  gate.left -= 1;
  if (gate.left !== 0) return;
  gate.arrived();
  await gate.go;
}

/** The database, its statements passing the gate of the request that they belong to; beginning and end of a transaction, too. */
function gated(db: OpenDatabase): OpenDatabase {
  const query: Sql['query'] = async (text, values) => {
    await pass();
    return db.query(text, values);
  };
  return {
    ...db,
    query,
    async transaction(work, options) {
      await pass();
      return db.transaction(async (sql) => {
        const result = await work({
          async query(text, values) {
            await pass();
            return sql.query(text, values);
          },
        });
        await pass();
        return result;
      }, options);
    },
  };
}

/** Connections at hand, so that a test of statements is none of connecting. */
async function warm(db: OpenDatabase): Promise<void> {
  const lent: PoolClient[] = [];
  try {
    for (let nth = 0; nth < AT_ONCE; nth += 1) lent.push(await db.pool.connect());
  } finally {
    for (const client of lent) client.release();
  }
}

interface Site {
  readonly db: OpenDatabase;
  readonly site: TestApp;
  readonly world: World;
}
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function openSite(patience: number): Promise<Site> {
  const plain = openPool({ connection: own.connection, size: AT_ONCE, patience });
  const db = gated(plain);
  const world = new World({ db: plain } as unknown as TestDatabase);
  world.lines = await loadLines();
  const lines = Object.values(world.lines).map((line) => ({ ...line, paths: { '/sso': 'sign-in' } }));
  const site = await testApp(
    { db },
    {
      lines,
      handlers: HANDLERS,
      findSession,
      thirdParties: { of: () => thirdParties, configured: () => true } as never,
    },
  );
  world.keys = site.keys;
  closers.push(async () => {
    await site.close();
    await plain.close();
  });
  return { db: plain, site, world };
}

/** One call of the registry as a signed-in browser makes it, from an address of its own. */
interface Asked {
  readonly call: string;
  send(): Promise<LightMyRequestResponse>;
}

async function everyCall({ site, world }: Site): Promise<Asked[]> {
  const sessions = new Map<string, string>();
  for (const line of ['renderbus', 'foxrenderfarm']) {
    const account = await world.account({ line });
    const browser = world.browser(line);
    await browser.redeem(await browser.signIn(account.username, account.password));
    sessions.set(line, browser.jar.get('session') ?? '');
  }
  return Object.keys(HANDLERS).flatMap((call, nth): Asked[] => {
    const name = [...sessions.keys()].find((each) => world.lines[each]?.calls[call]);
    const line = name === undefined ? undefined : world.lines[name];
    const found = line?.calls[call];
    if (!line || !found) return [];
    const body = goodBody(line, call);
    const host = `${line.name}.localhost`;
    const address = `10.9.${nth >> 8}.${nth & 255}`;
    const cookie = `foyer-${line.line.zone}-session=${sessions.get(line.name)}`;
    const isGet = found.method === 'GET';
    const key = randomUUID();
    const query = new URLSearchParams(Object.entries(body).map(([field, value]) => [field, String(value)]));
    return [
      {
        call,
        send: () =>
          site.app.inject({
            method: isGet ? 'GET' : 'POST',
            url: isGet ? `${found.path}?${query}` : found.path,
            remoteAddress: address,
            ...(isGet ? {} : { payload: JSON.stringify(body) }),
            headers: {
              host,
              cookie,
              ...(isGet
                ? {}
                : { origin: `http://${host}`, 'content-type': 'application/json', 'idempotency-key': key }),
            },
          }),
      },
    ];
  });
}

const facts = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().code, reply.headers['retry-after']];
const TROUBLE = ['ServiceUnavailable', 'InternalError'];

/** Sends again as its browser would: with all of them at once, a busy machine may need longer than this test's patience. */
async function inTrouble({ db }: Site, send: Asked['send']): Promise<boolean> {
  for (let tries = 5; ; tries -= 1) {
    await until(() => db.answers());
    const { code } = (await send()).json();
    if (code !== 'ServiceUnavailable' || tries === 1) return TROUBLE.includes(code);
  }
}
const UNAVAILABLE = [503, 'ServiceUnavailable', '5'];

/** Freezes the database when every call that gets as far stands before its n-th statement; gives those that did. */
async function freezeAt(nth: number, site: Site): Promise<Asked[]> {
  let go = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    go = resolve;
  });
  const calls = await everyCall(site);
  await warm(site.db);
  const waiting: { readonly asked: Asked; readonly reply: Promise<LightMyRequestResponse> }[] = [];
  await Promise.all(
    calls.map(
      (asked) =>
        new Promise<void>((settled, failed) => {
          const arrived = (): void => {
            waiting.push({ asked, reply });
            settled();
          };
          const reply = gates.run({ left: nth, arrived, go: opened }, async () => await asked.send());
          reply.then(() => settled(), failed);
        }),
    ),
  );
  if (waiting.length === 0) return [];
  await frozen(async () => {
    go();
    const replies = await Promise.all(waiting.map(async ({ asked, reply }) => ({ asked, told: facts(await reply) })));
    for (const { asked, told } of replies) {
      // A refusal that was certain before stays one: only its key could not be given back yet.
      if (told[0] !== 429 && told[1] !== 'Common.Failed') expect([asked.call, told]).toEqual([asked.call, UNAVAILABLE]);
    }
  });
  return waiting.map(({ asked }) => asked);
}

test('every call answers 503 whichever of its statements gets no answer, and can be sent again when it thaws', async () => {
  const site = await openSite(PATIENCE);
  const seen = new Set<string>();
  let deepest = 0;
  for (let nth = 1; nth < REPEATS; nth += 1) {
    const cut = await freezeAt(nth, site);
    if (cut.length === 0) break;
    deepest = nth;
    for (const { call } of cut) seen.add(call);
    const again = await Promise.all(cut.map(async ({ call, send }) => [call, await inTrouble(site, send)]));
    expect(again).toEqual(cut.map(({ call }) => [call, false]));
  }
  const asking = Object.keys(HANDLERS).filter((call) => !seen.has(call));
  expect(asking).toEqual(NO_STATEMENT);
  expect(deepest).toBeGreaterThan(5);
}, 300000);

/** Calls that ask the database nothing here: two refuse what was not made by this server first, the third has all it needs. */
const NO_STATEMENT: readonly string[] = ['active-email', 'check-is-domestic-ip', 'qr-poll'];

test('with the real figure, requests under way, new ones, pages that ask, and readiness', async () => {
  const site = await openSite(5000);
  const calls = await everyCall(site);
  await warm(site.db);
  await frozen(async () => {
    const replies = await Promise.all(calls.map(async ({ call, send }) => [call, (await send()).statusCode]));
    expect(replies.filter(([, status]) => Number(status) >= 500 && status !== 503)).toEqual([]);
    expect(replies.filter(([, status]) => status === 503).length).toBeGreaterThan(40);
    const host = 'renderbus.localhost';
    const page = await site.site.app.inject({
      url: `/sso/oauth-callback/wechat?state=${'a'.repeat(43)}&code=y`,
      headers: { host },
    });
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain(site.world.lines.renderbus?.messages.zh?.['errors.ServiceUnavailable']);
    const ready = await site.site.app.inject({ url: '/readyz', headers: { host } });
    expect([ready.statusCode, ready.headers['retry-after'], ready.json().database]).toEqual([503, '5', false]);
    // What asks nobody is there as ever.
    expect((await site.site.app.inject({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
  });
  await until(() => site.db.answers());
  expect((await site.site.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  const warned = site.site
    .logs()
    .split('\n')
    .filter((line) => line.includes('a request could not be served now'));
  expect([warned.length, site.site.logs().includes('a request failed')]).toEqual([1, false]);
}, 120000);

describe('a transaction under way', () => {
  const count = async (db: OpenDatabase, name: string) =>
    (await db.query('SELECT 1 FROM inbox WHERE recipient = $1', [name])).length;
  const write = (sql: Sql, name: string) =>
    sql.query(
      "INSERT INTO inbox (id, line, channel, recipient, language, text) VALUES (gen_random_uuid(), 'a', 'sms', $1, 'en', '')",
      [name],
    );

  test.each(['between two statements', 'before its end'])(
    'cut off %s fails, and what became of it is decided before anybody is served again',
    async (where) => {
      const told: boolean[] = [];
      const db = openPool({ connection: own.connection, patience: PATIENCE, onSilence: (is) => void told.push(is) });
      let thaw = (): void => undefined;
      const cut = db.transaction(async (sql) => {
        await write(sql, where);
        thaw = freeze(own.dataDir);
        if (where === 'between two statements') await write(sql, where);
      });
      await expect(cut).rejects.toThrow(DatabaseUnavailableError);
      // Known to be silent: nobody else waits for it.
      await expect(db.query('SELECT 1')).rejects.toMatchObject({ outage: 'silent' });
      thaw();
      await until(() => db.answers());
      const found = await count(db, where);
      if (where === 'between two statements') expect(found).toBe(0);
      await new Promise((next) => setTimeout(next, 300));
      expect(await count(db, where)).toBe(found);
      expect(told).toEqual([true, false]);
      expect(db.pool.totalCount).toBeLessThanOrEqual(2);
      await db.close();
    },
  );

  test('acknowledged is kept: rows written up to the freeze are there, and a repeat of the last has one effect', async () => {
    const db = openPool({ connection: own.connection, patience: PATIENCE });
    const echo = async (
      _request: unknown,
      context: { settle: (work: (sql: Sql) => Promise<never>) => Promise<never> },
    ) =>
      context.settle(async (sql) => {
        await pass();
        await write(sql, 'acknowledged');
        await pass();
        return { code: 200, data: { name: 'a' } } as never;
      });
    const site = await testApp({ db }, { handlers: { echo: echo as never } });
    const send = (key: string) => site.post('/api/test/echo', { name: 'a' }, { headers: { 'idempotency-key': key } });
    let acknowledged = 0;
    for (const nth of [0, 1, 2, 0]) {
      const key = randomUUID();
      if (nth > 0) {
        let thaw = (): void => undefined;
        const arrived = (): void => {
          thaw = freeze(own.dataDir);
        };
        const gate = { left: nth, arrived, go: Promise.resolve() };
        expect((await gates.run(gate, async () => await send(key))).statusCode).toBe(503);
        thaw();
        await until(() => db.answers());
      }
      expect((await send(key)).statusCode).toBe(200);
      acknowledged += 1;
      expect(await count(db, 'acknowledged')).toBe(acknowledged);
    }
    await site.close();
    await db.close();
  });
});

test('a connection that comes once the database is known to be silent goes back once', async () => {
  let fellSilent = (): void => undefined;
  const db = openPool({
    connection: own.connection,
    patience: PATIENCE,
    size: 2,
    onSilence: (is) => is && fellSilent(),
  });
  const held = await db.pool.connect();
  // Handed on to whoever waits, at the moment when the other one falls silent.
  fellSilent = () => held.release();
  await db.query('SELECT 1');
  const thaw = freeze(own.dataDir);
  const silent = db.query('SELECT 1');
  await new Promise((next) => setTimeout(next, PATIENCE / 2));
  const waiting = db.query('SELECT 1');
  const refused = expect(waiting).rejects.toMatchObject({ outage: 'silent' });
  await expect(silent).rejects.toMatchObject({ outage: 'silent' });
  await refused;
  thaw();
  await until(() => db.answers());
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
});

test('a database that is only slow ends the statement itself, and the connection stays', async () => {
  const db = openPool({ connection: own.connection, patience: PATIENCE, size: 1 });
  const pid = () => db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const before = await pid();
  await expect(db.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ outage: 'slow' });
  expect(await pid()).toEqual(before);
  // Where nobody waits, a statement may take longer.
  await db.transaction((sql) => sql.query('SELECT pg_sleep(1)'), { patience: 10 * PATIENCE });
  await db.close();
});

test('a process that stood still itself does not take its database for silent', async () => {
  const db = openPool({ connection: own.connection, patience: PATIENCE });
  await db.query('SELECT 1');
  const asked = db.query<{ one: number }>('SELECT 1 AS one');
  const until_ = Date.now() + 2 * PATIENCE;
  while (Date.now() < until_);
  expect(await asked).toEqual([{ one: 1 }]);
  await db.close();
});
