/**
 * Sending to an account and to nobody costs the same work, so that time tells nothing: the same statements, and the same
 * tables touched as often, references that the database checks by itself included.
 */
import { forgetSpent } from '../../../src/server/accounts/retention.ts';
import type { Database, Sql } from '../../../src/server/types.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld({ work: 'whole' });

type Touched = Readonly<Record<string, number>>;

/** What one call did: its statements in order, and per table the scans and the rows written in its transaction. */
interface Work {
  readonly statements: string[];
  readonly touched: Record<string, number>[];
}

/** `<table> <what>` → how often, on this connection so far. */
async function soFar(sql: Sql): Promise<Touched> {
  const rows = await sql.query<{ name: string; many: number }>(
    `select relname || ' ' || what as name, many from pg_stat_xact_user_tables,
       lateral (values ('scans', seq_scan + coalesce(idx_scan, 0)), ('inserts', n_tup_ins), ('updates', n_tup_upd),
         ('deletes', n_tup_del)) as did (what, many) order by name`,
  );
  return Object.fromEntries(rows.map(({ name, many }) => [name, many]));
}

/** Writes down what this browser's calls do. */
function watch(browser: Browser): Work {
  const work: Work = { statements: [], touched: [] };
  const listen = (sql: Sql): Sql => ({
    query: (text, values) => {
      work.statements.push(text);
      return sql.query(text, values);
    },
  });
  const db: Database = {
    query: listen(world.db).query,
    transaction: (run) =>
      world.db.transaction(async (sql) => {
        const before = await soFar(sql);
        const result = await run(listen(sql));
        const changes = Object.entries(await soFar(sql)).map(
          ([name, many]) => [name, many - (before[name] ?? 0)] as const,
        );
        work.touched.push(Object.fromEntries(changes.filter(([, many]) => many > 0)));
        return result;
      }),
  };
  browser.extra = { db, settle: (run) => db.transaction(run) };
  return work;
}

async function workOf(call: string, body: Readonly<Record<string, unknown>>, line: string): Promise<[Reply, Work]> {
  const browser = world.browser(line);
  const work = watch(browser);
  return [await browser.call(call, body), work];
}

test.each(['send-reset-link', 'send-active-link'])('%s', async (call) => {
  const line = 'foxrenderfarm';
  const [active, waiting, sub, cancelled] = ['active', 'waiting', 'sub', 'cancelled'].map(
    (name) => `${name}_${call}@mail.example`,
  ) as [string, string, string, string];
  const master = await world.account({ line, email: active });
  await world.account({ line, email: waiting, status: 'unactivated' });
  await world.account({ master, email: sub });
  await world.account({ line, email: cancelled, status: 'cancelled' });
  const [, nobody] = await workOf(call, { email: `nobody_${call}@mail.example` }, line);
  expect(nobody.touched).toEqual([expect.objectContaining({ 'link_token inserts': 1, 'audit inserts': 1 })]);
  for (const email of [active, waiting, sub, cancelled]) {
    const [reply, work] = await workOf(call, { email }, line);
    expect(reply).toEqual({ code: 200, data: { email }, cookies: ['flow'] });
    expect([email, work]).toEqual([email, nobody]);
  }
});

test.each(['forgetpassword', 'signin', 'register'])('send-verify-code for %s', async (purpose) => {
  const [known, unknown] = [world.phone(), world.phone()];
  await world.account({ phone: known });
  const body = { purpose, channel: 1 };
  const [reply, nobody] = await workOf('send-verify-code', { ...body, phone: unknown }, 'renderbus');
  expect(nobody.touched).toEqual([expect.objectContaining({ 'verification_code inserts': 1, 'audit inserts': 1 })]);
  expect(await workOf('send-verify-code', { ...body, phone: known }, 'renderbus')).toEqual([reply, nobody]);
  const owned = await world.db.query<{ purpose: string }>(
    'select purpose from verification_code where purpose = $1 and account_id is not null',
    [purpose],
  );
  expect(owned).toHaveLength(purpose === 'forgetpassword' ? 2 : 0);
});

test('a link of nobody’s leads nowhere and is soon forgotten, while an account’s is kept', async () => {
  const email = 'kept@mail.example';
  await world.account({ line: 'foxrenderfarm', email });
  await world.db.query('delete from link_token');
  await world.browser('foxrenderfarm').call('send-reset-link', { email });
  await world.browser('foxrenderfarm').call('send-reset-link', { email: 'none@mail.example' });
  const links = (): Promise<{ has: boolean }[]> =>
    world.db.query(
      'select exists (select 1 from account a where a.id = l.account_id) as has from link_token l order by has',
    );
  expect(await links()).toEqual([{ has: false }, { has: true }]);
  const [message] = await world.messages('none@mail.example');
  expect(message?.template).toBe('reset-unknown');
  expect(String(message?.params.link)).not.toContain('token');
  await forgetSpent(world.db);
  expect(await links()).toHaveLength(2);
  await world.shiftClock(2 * 3600);
  await forgetSpent(world.db);
  expect(await links()).toEqual([{ has: true }]);
});
