/** The schema as migrated: every table says where its rows belong. */
import { withDatabase } from '../database.ts';

const database = withDatabase();

/** Tables whose rows belong to no zone and no line, and why. */
const NOWHERE: Readonly<Record<string, string>> = {
  migrations: 'of node-pg-migrate',
  clock_shift: 'of tests alone',
  production: 'of the whole database',
  ring_key: 'of the key rings, which all lines share',
  third_receipt: 'of its row in third_state, which has both',
  throttle: 'of rate-limiter-flexible, whose keys begin with what they count',
  wechat_access: 'the access to one application of WeChat, which lines share',
};

test('every table has a zone or a line; those of libraries are named', async () => {
  const tables = await database.db.query<{ name: string; belongs: boolean }>(
    `select c.relname as name, exists (select 1 from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and a.attnotnull and a.attname in ('zone', 'line')) as belongs
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const nowhere = tables.filter(({ belongs }) => !belongs).map(({ name }) => name);
  expect(nowhere.sort()).toEqual(Object.keys(NOWHERE).sort());
});
