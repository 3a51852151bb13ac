/** Erasing one person's data on request: what it finds, what it leaves, and that no table is forgotten. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERASED, hangingTables, NOBODYS } from '../../../src/server/accounts/erasure.ts';
import { identifierDigest } from '../../../src/server/accounts/identifiers.ts';
import { eraseCommand, readArguments } from '../../../src/server/erase.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { takeEvent } from '../../../src/server/vendors/wechat/push.ts';
import { linked, person, signInWith } from './third-parties.ts';
import { stagedWechat } from './wechat-stage.ts';
import { type TestAccount, type World, withWorld } from './world.ts';

const world: World = withWorld();
const erasing = (...args: string[]): Promise<string> =>
  eraseCommand(world.db, Object.values(world.lines), world.keys, args);

/** Every table's rows as text, the tests' own table left out. */
async function everything(): Promise<string> {
  const tables = await world.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'test_message'`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await world.db.query<{ text: string }>(`select t::text as text from "${name}" t`);
    rows.push(...found.map(({ text }) => `${name} ${text}`));
  }
  return rows.join('\n');
}

const personOf = (username: string) => person({ subject: `union-of-${username}`, openid: `openid-of-${username}` });

/** Lives a while: signs in, is wrong once, changes contacts, has messages on their way and in the inbox. */
async function lived(
  options: Parameters<World['account']>[0] & { email: string; phone: string },
): Promise<TestAccount> {
  const account = await world.account(options);
  const browser = world.browser(account.line);
  await browser.signIn(account.username, 'Wrong2026x');
  await browser.redeem(await browser.signIn(options.email, account.password));
  await signInWith(browser, 'wechat', await linked(browser, 'wechat', personOf(account.username), account));
  await browser.code(options.phone, 'forgetpassword');
  await browser.call('check-verify-code', { phone: options.phone, code: '000000', purpose: 'forgetpassword' });
  const zone = world.lines[account.line]?.line.zone;
  for (const to of [options.email, options.phone]) {
    await world.db.query(
      `insert into outbox (id, zone, line, channel, template, language, sealed) values ($1, $2, $3, 'email', 'code', 'en', $4)`,
      [randomUUID(), zone, account.line, world.keys.seal('outbox', JSON.stringify({ to, params: {} }))],
    );
    await world.db.query(
      `insert into inbox (id, line, channel, recipient, language, text) values ($1, $2, 'email', $3, 'en', 'Hello')`,
      [randomUUID(), account.line, to.toUpperCase()],
    );
  }
  await world.db.query('insert into bound_phone (zone, phone_digest) values ($1, $2)', [
    zone,
    identifierDigest(world.keys, zone ?? 'domestic', options.phone),
  ]);
  await world.db.query(
    `insert into coupon (account_id, zone, line, kind, amount, currency) values ($1, $2, $3, 'newUser', 30, 'CNY')`,
    [account.id, zone, account.line],
  );
  return account;
}

test('a person is found, shown, and then nowhere to be found; somebody else stays as they were', async () => {
  const other = await lived({ username: 'stays_here', email: 'stays@mail.example', phone: world.phone() });
  const phone = world.phone();
  const gone = await lived({ username: 'Goes_Away', email: 'goes@mail.example', phone });
  const before = await everything();

  const shown = await erasing('--region', 'domestic', '--login', ' GOES@mail.example');
  for (const line of [/^Master account Goes_Away$/m, /inbox +2$/m, /outbox +2$/m, /audit +\d+ {2}\(made anonymous\)$/m])
    expect(shown).toMatch(line);
  for (const table of [
    'account',
    'credential',
    'user_session',
    'coupon',
    'bound_phone',
    'dispatch',
    'verification_code',
  ])
    expect(shown).toMatch(new RegExp(`^  ${table} +1$`, 'm'));
  expect(shown).toContain('Nothing was changed.');
  expect(await everything()).toBe(before);

  expect(await erasing('--region', 'domestic', '--login', phone, '--yes')).toMatch(/Erased\.$/);
  const after = await everything();
  for (const trace of ['goes_away', 'goes@mail.example', phone, identifierDigest(world.keys, 'domestic', phone)])
    expect(before.toLowerCase()).toContain(trace.toLowerCase());
  const identity = 'union-of-Goes_Away';
  expect(before).toContain(identity);
  expect(before).toContain(identifierDigest(world.keys, 'domestic', `wechat\n${identity}`));
  const known = ['goes_away', 'goes@mail.example', phone, gone.id, gone.uuid, identity, `wechat\n${identity}`];
  const traces = known.flatMap((text) => [text, identifierDigest(world.keys, 'domestic', text)]);
  for (const trace of traces) {
    expect(after.toLowerCase()).not.toContain(trace.toLowerCase());
  }
  // All of the other's rows are there, word for word.
  const ofOther = before
    .split('\n')
    .filter((row) => row.includes(other.id) || row.includes(identifierDigest(world.keys, 'domestic', 'stays_here')));
  expect(ofOther.length).toBeGreaterThan(5);
  for (const row of ofOther) expect(after).toContain(row);

  const [audit] = await world.db.query<{ kept: number; erased: number }>(
    `select count(*) filter (where event = 'sign-in')::integer as kept, count(*) filter (where event = 'account-erased')::integer as erased from audit`,
  );
  expect(audit?.kept).toBeGreaterThan(2);
  expect(audit?.erased).toBe(1);
  expect((await world.browser().signIn('goes_away', gone.password)).code).toBe('Account.SignIn.Failed');
  expect((await world.browser().signIn('stays_here', other.password)).code).toBe(200);
});

test('a master goes with its sub accounts, which are named first and must be agreed to', async () => {
  const master = await world.account({ username: 'the_master' });
  for (const username of ['sub_b', 'sub_a']) await world.account({ username, master });
  const asked = ['--region', 'domestic', '--login', 'THE_MASTER'];
  expect(await erasing(...asked)).toMatch(/which go with it \(2\):\n {2}sub_a\n {2}sub_b\n/);
  await expect(erasing(...asked, '--yes')).rejects.toThrow('--with-sub-accounts');
  const count = async (): Promise<number> =>
    (await world.db.query('select 1 from account where id = $1 or master_id = $1', [master.id])).length;
  expect(await count()).toBe(3);
  expect(await erasing(...asked, '--yes', '--with-sub-accounts')).toContain('Erased.');
  expect(await count()).toBe(0);
});

test('a sub account goes alone, by its full name', async () => {
  const master = await world.account({ username: 'keeps_house' });
  const sub = await world.account({ username: 'moves_out', master });
  const told = await erasing('--region', 'domestic', '--login', `moves_out@${master.uuid}`, '--yes');
  expect(told).toMatch(/^Sub account moves_out\n/);
  const left = await world.db.query<{ id: string }>('select id from account where id = any($1)', [[master.id, sub.id]]);
  expect(left).toEqual([{ id: master.id }]);
});

test('of somebody who bound WeChat nothing is left, not even that a coupon was given', async () => {
  const account = await world.account({ username: 'bound_once' });
  const browser = world.browser();
  const { platform, codes } = stagedWechat();
  browser.extra = { scenes: platform };
  await browser.redeem(await browser.signIn(account.username, account.password));
  await browser.call('invite-qrcode');
  await browser.call('bind-wx-to-user', { scene: codes.at(-1), dialog: 2, code: 'erased' });
  await browser.call('invite-qrcode', { kind: 1 });
  await takeEvent(browser.context(), { openid: 'oa-erased', createTime: '1', scene: codes.at(-1) });
  const left = async (): Promise<number> => {
    const [row] = await world.db.query<{ count: number }>(
      `select (select count(*) from wechat_binding)::int + (select count(*) from wechat_scene)::int
        + (select count(*) from wechat_coupon)::int + (select count(*) from wechat_event)::int as count`,
    );
    return row?.count ?? -1;
  };
  expect(await left()).toBe(2 + 2 + 2 + 1);
  expect(await everything()).not.toMatch(/^wechat_(coupon|event) .*(u-erased|oa-erased)/m);
  await erasing('--region', 'domestic', '--login', 'bound_once', '--yes');
  expect(await left()).toBe(0);
});

test('an account of the other region is not touched', async () => {
  const abroad = await world.account({ line: 'foxrenderfarm', username: 'same_name' });
  await expect(erasing('--region', 'domestic', '--login', 'same_name', '--yes')).rejects.toThrow('Nobody');
  expect(await world.db.query('select 1 from account where id = $1', [abroad.id])).toHaveLength(1);
});

test('a waiting message that cannot be opened may be theirs: nothing is erased, and why is said', async () => {
  await lived({ username: 'sealed_up', email: 'sealed@mail.example', phone: world.phone() });
  const asked = ['--region', 'domestic', '--login', 'sealed_up'];
  const before = await everything();
  const others = createKeyRing(localRings(mkdtempSync(join(tmpdir(), 'foyer-keys-'))));
  const withOthers = (...more: string[]): Promise<string> =>
    eraseCommand(world.db, Object.values(world.lines), others, [...asked, ...more]);
  for (const more of [[], ['--yes']])
    await expect(withOthers(...more)).rejects.toThrow(
      /Nothing was changed: \d+ waiting messages are sealed with a key that KEYS_OUTBOX lacks/,
    );
  expect(await everything()).toBe(before);
  expect(await erasing(...asked, '--yes')).toMatch(/Erased\.$/);
});

test('what goes wrong in the middle leaves everything', async () => {
  const account = await world.account({ username: 'half_gone' });
  await world.db.query('create table in_the_way (account_id uuid references account (id))');
  await world.db.query('insert into in_the_way values ($1)', [account.id]);
  const before = await everything();
  await expect(erasing('--region', 'domestic', '--login', 'half_gone', '--yes')).rejects.toThrow('in_the_way');
  expect(await everything()).toBe(before);
  await world.db.query('drop table in_the_way');
});

/** Names of columns that may tell of a person. */
const PERSONAL =
  /(^|_)(account|user|owner|master|person|member|buyer)(_id|_key|_uuid)?$|email|phone|mobile|mail|union_?id|open_?id|subject|username|identifier|recipient|target|address|name_digest|sealed|nickname|avatar/;

test('every table with something of a person is erased with the account, by its own rule, or said to be nobody’s', async () => {
  const hanging = await hangingTables(world.db);
  const columns = await world.db.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'test_message'`,
  );
  const personal = [...new Set(columns.filter(({ column }) => PERSONAL.test(column)).map(({ table }) => table))];
  expect(personal.length).toBeGreaterThan(15);
  const known = [...hanging, ...Object.keys(ERASED), ...Object.keys(NOBODYS)];
  expect(personal.filter((table) => !known.includes(table))).toEqual([]);
  // No rule for a table that is gone.
  const tables = new Set(columns.map(({ table }) => table));
  expect([...Object.keys(ERASED), ...Object.keys(NOBODYS)].filter((table) => !tables.has(table))).toEqual([]);
});

test('nothing that points at an account stands in the way of erasing it', async () => {
  const blocking = await world.db.query(
    `select conrelid::regclass::text as "table" from pg_constraint
      where contype = 'f' and confrelid = 'account'::regclass and confdeltype <> 'c'`,
  );
  expect(blocking).toEqual([]);
});

test.each([
  [[], 'region'],
  [['--region', 'moon', '--login', 'x'], 'region'],
  [['--region', 'domestic'], 'login name'],
  [['--region', 'domestic', '--login', ' '], 'login name'],
  [['--region', 'domestic', '--login', 'x', '--force'], '--force'],
])('%j is told what is missing', (args, what) => {
  expect(() => readArguments(args)).toThrow(what);
});

test.each([
  [['--login', 'x'], 'The region is missing.'],
  [['--region', 'domestik', '--login', 'x'], 'domestik is no region: domestic or overseas.'],
  [['--region', '', '--login', 'x'], ' is no region: domestic or overseas.'],
  [['--region', 'domestic'], 'The login name is missing.'],
])('%j is told what is wrong, before a database is started', (args, told) => {
  expect(() => readArguments(args)).toThrow(told);
});
