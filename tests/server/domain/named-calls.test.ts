/** Functions of the database are called by the names of their parameters, and with all of them: none falls back on a default. */
import { callOf } from '../../../src/server/db/named.ts';
import type { Database, Sql } from '../../../src/server/types.ts';
import { type Browser, withWorld } from './world.ts';

const world = withWorld();

test('a call is its names in order, and their values; what is undefined is null', () => {
  expect(callOf('f', { p_one: 1, p_two: undefined, p_three: false })).toEqual({
    text: 'f(p_one => $1, p_two => $2, p_three => $3)',
    values: [1, null, false],
  });
});

test.each([
  ['f; drop table account', {}],
  ['f', { 'p_one => 1, p_two': 1 }],
  ['f', { P_ONE: 1 }],
  ['', {}],
])('%s with %j is refused', (name, parameters) => {
  expect(() => callOf(name, parameters)).toThrow('is no name');
});

function listening(browser: Browser, texts: Set<string>): Browser {
  const listen = (sql: Sql): Sql => ({
    query: (text, values) => {
      texts.add(text);
      return sql.query(text, values);
    },
  });
  const db: Database = {
    query: listen(world.db).query,
    transaction: (work) => world.db.transaction((sql) => work(listen(sql))),
  };
  browser.extra = { db, settle: (work) => db.transaction(work) };
  return browser;
}

test('every parameter is given', async () => {
  const texts = new Set<string>();
  const browser = listening(world.browser('renderbus'), texts);
  const phone = world.phone();
  const account = await world.account({ line: 'renderbus', phone });
  await browser.redeem(await browser.signIn(account.username, account.password));
  await browser.call('check-verify-code', {
    phone,
    purpose: 'forgetpassword',
    code: await browser.code(phone, 'forgetpassword'),
  });
  const called = new Map(
    [...texts].flatMap((text) =>
      [...text.matchAll(/(\w+)\((p_\w+ => [^)]*)\)/g)].map(
        ([, name = '', given = '']) => [name, given.split(', ').map((each) => each.split(' ')[0])] as const,
      ),
    ),
  );
  const known = await world.db.query<{ name: string; parameters: string[] }>(
    `select proname as name, proargnames[1:pronargs] as parameters from pg_proc
      where pronamespace = current_schema()::regnamespace and proname = any($1)`,
    [[...called.keys()]],
  );
  const parametersOf = new Map(known.map(({ name, parameters }) => [name, parameters]));
  expect([...called.keys()].sort()).toEqual([
    'code_guess',
    'send_take',
    'sign_in_begin',
    'sign_in_end',
    'sign_in_redeem',
  ]);
  for (const [name, given] of called) expect([name, [...given].sort()]).toEqual([name, parametersOf.get(name)?.sort()]);
});
