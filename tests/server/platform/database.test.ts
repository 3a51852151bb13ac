import { DatabaseUnavailableError, openPool } from '../../../src/server/db/pool.ts';
import { withDatabase } from '../database.ts';

const test_ = withDatabase();

describe('a database per test file', () => {
  it('is migrated, and gives counts as numbers', async () => {
    const [row] = await test_.db.query<{ n: number }>('SELECT count(*) AS n FROM audit');
    expect(row).toEqual({ n: 0 });
  });

  it('keeps a transaction that resolves and drops one that rejects', async () => {
    const insert =
      "INSERT INTO inbox (id, line, channel, recipient, language, text) VALUES (gen_random_uuid(), 'a', 'sms', $1, 'en', '')";
    await test_.db.transaction((sql) => sql.query(insert, ['kept']));
    await expect(
      test_.db.transaction(async (sql) => {
        await sql.query(insert, ['dropped']);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await test_.db.query('SELECT recipient FROM inbox')).toEqual([{ recipient: 'kept' }]);
  });

  it('has a clock that tests shift', async () => {
    const read = () =>
      test_.db.query<{ ahead: boolean }>("SELECT foyer_now() > clock_timestamp() + interval '59 minutes' AS ahead");
    expect(await read()).toEqual([{ ahead: false }]);
    await test_.shiftClock(3600);
    expect(await read()).toEqual([{ ahead: true }]);
  });
});

describe('a PostgreSQL that goes away', () => {
  it('is waited for, and told of in the end', async () => {
    const connection = { ...test_.connection, port: 1 };
    const gone = openPool({ connection, patience: 200 });
    await expect(gone.query('SELECT 1')).rejects.toThrow(DatabaseUnavailableError);
    await expect(gone.transaction(async (sql) => sql.query('SELECT 1'))).rejects.toThrow(DatabaseUnavailableError);
    expect(await gone.answers()).toBe(false);
    await gone.close();
  });

  it('and ends all connections costs the statements under way, and nothing after', async () => {
    const pool = openPool({ connection: test_.connection });
    const end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foyer' AND datname = current_database() AND pid <> pg_backend_pid()";
    await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT 1')));
    const under = pool.transaction((sql) => sql.query('INSERT INTO inbox SELECT gen_random_uuid() FROM pg_sleep(20)'));
    const lost = expect(under).rejects.toThrow(DatabaseUnavailableError);
    await new Promise((next) => setTimeout(next, 200));
    await test_.db.query(end);
    await lost;
    expect(await pool.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await pool.transaction((sql) => sql.query('SELECT 2 AS two'))).toEqual([{ two: 2 }]);
    await pool.close();
  });

  it('between two statements of a transaction fails it, and nothing else', async () => {
    const pool = openPool({ connection: test_.connection });
    const cut = pool.transaction(async (sql) => {
      const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await test_.db.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await new Promise((next) => setTimeout(next, 200));
      return sql.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow(DatabaseUnavailableError);
    // The same while it is lent out and nobody has asked anything of it yet.
    const lent = await pool.pool.connect();
    const [pid] = (await lent.query('SELECT pg_backend_pid() AS pid')).rows;
    await test_.db.query('SELECT pg_terminate_backend($1)', [pid.pid]);
    await new Promise((next) => setTimeout(next, 200));
    lent.release(true);
    expect(await pool.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await pool.close();
  });
});
