/**
 * Accounts have one owner: SQL on `account` and `credential` stands in the store alone, but for statements that take another
 * module's table with it. Functions of the database with many parameters are called by their names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, textsOf } from './source.ts';

const STORE = 'src/server/accounts/store/';
/** Most values that a call of a database function takes by their order. */
const MOST_IN_ORDER = 6;

/**
 * Statements that stand where another table is owned. Each names one of the tables given (or what is redeemed from
 * one), and stays one statement for the reason said.
 */
const ELSEWHERE: Readonly<Record<string, readonly [tables: readonly string[], reason: string]>> = {
  'accounts/attempts.ts': [['sign_in_counter'], 'whose account it is and whether it is locked are read at one moment'],
  'accounts/rendering-user.ts': [['registration_token'], 'a token is spent only if its account fits'],
  'accounts/retention.ts': [['link_token', 'sign_in_counter'], 'rows of others whose account is gone'],
  'accounts/sign-in-token.ts': [
    ['sign_in_token', 'redemption'],
    'signing in is two statements, and a token is stored only while its account is held',
  ],
  'accounts/software.ts': [['rendering_user'], 'the version of a choice is that of one moment'],
  'codes/codes.ts': [['verification_code'], 'a proof counts only while its account is as it was'],
  'codes/links.ts': [['link_token'], 'a link is locked together with its account'],
  'qr/tickets.ts': [['qr_ticket'], 'a ticket is confirmed or redeemed for the account as it is then'],
  'scenes/scenes.ts': [['wechat_scene'], 'a code ends with the generation of its account'],
  'sessions/devices.ts': [['device'], 'asked before each message: one statement for known and unknown alike'],
  'sessions/sessions.ts': [
    ['user_session'],
    'asked by every call of an account: session, account and master in one statement',
  ],
  'third-party/enterprises.ts': [['dingtalk_enterprise'], 'an alias counts only while its master may sign in'],
  'third-party/identities.ts': [['third_identity'], 'an identity is read with its account locked'],
};

const ON_ACCOUNT = /\b(from|into|update|join|using|table)\s+(only\s+)?"?(account|credential)\b/i;
const files = filesBelow('src/server').map((file) => file.slice('src/server/'.length));
const textsIn = (file: string) => textsOf(join('src/server', file));
const inStore = (file: string): boolean => join('src/server', file).startsWith(STORE);
const touching = files.filter((file) => !inStore(file) && textsIn(file).some(({ value }) => ON_ACCOUNT.test(value)));

test.each([
  ['select 1 from account a', true],
  ['update account set x = 1', true],
  ['insert into credential (hash) values ($1)', true],
  ['select 1 from t left join account m on true', true],
  ['delete from t using account', true],
  ['select 1 from account_by_name($1)', false],
  ['The answer from accounts', false],
])('%s is on accounts: %s', (text, expected) => {
  expect(ON_ACCOUNT.test(text)).toBe(expected);
});

test('the store has the statements', () => {
  expect(
    files.filter((file) => inStore(file) && textsIn(file).some(({ value }) => ON_ACCOUNT.test(value))),
  ).not.toEqual([]);
});

test('SQL on accounts stands in the store, and elsewhere only where it is listed', () => {
  expect(touching.filter((file) => !(file in ELSEWHERE))).toEqual([]);
});

test.each(Object.keys(ELSEWHERE))(
  '%s still needs its exception, and takes its own table with each statement',
  (file) => {
    const [tables] = ELSEWHERE[file] ?? [[]];
    const statements = textsIn(file).filter(({ value }) => ON_ACCOUNT.test(value));
    expect(statements).not.toEqual([]);
    const faults = statements.filter(({ value }) => !tables.some((table) => new RegExp(`\\b${table}\\b`).test(value)));
    expect(faults).toEqual([]);
  },
);

const folder = 'src/server/db/migrations';
const functions = new Set(
  readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/create (?:or replace )?function (\w+)/gi)].map(
      ([, found]) => found ?? '',
    ),
  ),
);

/** What stands in the brackets after each call of a function of ours. */
function* callsIn(text: string): Generator<readonly [name: string, given: readonly string[]]> {
  for (const { 1: name = '', index, 0: start } of text.matchAll(/\b(\w+)\(/g)) {
    if (!functions.has(name)) continue;
    let depth = 1;
    const given = [''];
    for (const letter of text.slice(index + start.length)) {
      if (letter === '(' || letter === '[' || letter === '{') depth += 1;
      if (letter === ')' || letter === ']' || letter === '}') depth -= 1;
      if (depth === 0) break;
      if (letter === ',' && depth === 1) given.push('');
      else given[given.length - 1] += letter;
    }
    yield [name, given];
  }
}

test('calls of our functions are found, with what they are given', () => {
  const calls = [...callsIn('select is_known_device($1::uuid, f(a, b), $3), sign_in_end(p_key => $1), lower(x)')];
  expect(calls).toEqual([
    ['is_known_device', ['$1::uuid', ' f(a, b)', ' $3']],
    ['sign_in_end', ['p_key => $1']],
  ]);
});

test(`no call of a database function has more than ${MOST_IN_ORDER} values by their order`, () => {
  expect(functions.size).toBeGreaterThan(10);
  const calls = files.flatMap((file) =>
    textsIn(file).flatMap(({ line, value }) => [...callsIn(value)].map((call) => ({ at: `${file}:${line}`, call }))),
  );
  expect(calls.length).toBeGreaterThan(2);
  const faults = calls.filter(
    ({ call: [, given] }) => given.filter((each) => !each.includes('=>')).length > MOST_IN_ORDER,
  );
  expect(faults.map(({ at, call: [name] }) => `${at} ${name}`)).toEqual([]);
});
