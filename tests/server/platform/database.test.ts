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
