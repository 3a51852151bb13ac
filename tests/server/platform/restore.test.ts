/** What docs/operators.md has an operator do by hand with keys that are lost and a database that was restored. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withDatabase } from '../database.ts';

const database = withDatabase();
const text = readFileSync('docs/operators.md', 'utf8');

/** The statements in the block of a section. */
function statementsOf(section: string): readonly string[] {
  const [, body = ''] = new RegExp(`\\n##+ ${section}\\n([\\s\\S]*?)\\n##+ `).exec(text) ?? [];
  const [, sql = ''] = /```sql\n([\s\S]*?)```/.exec(body) ?? [];
  return sql.split(';\n').filter((each) => each.trim() !== '');
}

test('a key is given up, whether the database knows it or not', async () => {
  const [statement = '', ...more] = statementsOf('Keys');
  expect(more).toEqual([]);
  for (const prepare of ['delete from ring_key', "update ring_key set given_up = false, digest = 'known'"]) {
    await database.db.query(prepare);
    await database.db.query(statement);
    expect(await database.db.query('select ring, id, given_up from ring_key')).toEqual([
      { ring: 'pepper', id: 'k1', given_up: true },
    ]);
  }
});

test('what a restored database owes is not sent again; what has left stays as it was', async () => {
  const [statement = '', ...more] = statementsOf('Backup and restore');
  expect(more).toEqual([]);
  for (const state of ['owed', 'sent'])
    await database.db.query(
      `insert into outbox (id, zone, line, channel, template, language, sealed, state)
       values ($1, 'domestic', 'alpha', 'email', $2, 'en', 'x', $2)`,
      [randomUUID(), state],
    );
  await database.db.query(statement);
  expect(
    await database.db.query('select template, state, sealed, settled_at is null as open from outbox order by template'),
  ).toEqual([
    { template: 'owed', state: 'expired', sealed: null, open: false },
    { template: 'sent', state: 'sent', sealed: 'x', open: true },
  ]);
});
