/** A process that dies: before a commit, after it, in the middle of a migration; and a second one on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { startServer } from '../bench/server-process.ts';
import { freePort } from '../free-port.ts';
import type { Person } from '../person.ts';
import { type House, PASSWORD, until } from './house.ts';
import { acknowledgedRemain, noHalfAccount, oneAccountEach } from './invariants.ts';
import type { Judge } from './judge.ts';
import { openProxy } from './proxy.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

interface Form {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** Fills both pages of the registration's form, ready to be sent. */
export async function fillRegistration(person: Person): Promise<Form> {
  const username = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const form = { email: `${username}@mail.example`, username, password: PASSWORD };
  await person.open('register');
  await person.fill({ email: form.email });
  await person.press('screens.register.forms.email.submit');
  await person.at('register-account');
  await person.fill({ username, 'new-password': form.password });
  if (person.line.line.businessTypes.length > 1)
    await person.choose('business-type', person.line.line.businessTypes[0] ?? '');
  await person.fill({ agreement: true });
  return form;
}

export const SUBMIT = 'screens.register-account.forms.account.submit';

/** I7: all that was typed is still there. */
export async function stillTyped(person: Person, form: Form, judge: Judge): Promise<void> {
  const now = {
    // What the page before took is told on this one.
    email: (await person.page.getByText(form.email).count()) > 0 ? form.email : '',
    username: await person.field('username').inputValue(),
    password: await person.field('new-password').inputValue(),
  };
  judge.holds(
    7,
    JSON.stringify(now) === JSON.stringify(form),
    `the form holds ${JSON.stringify({ ...now, password: now.password.length })}`,
  );
}

/** Presses again once the server is back, and looks whether that succeeds. */
async function tryAgain(house: House, person: Person, judge: Judge): Promise<void> {
  await house.restart();
  await person.press(SUBMIT);
  const done = await person.at('activate').then(
    () => true,
    () => false,
  );
  judge.sees(done ? 'pressed again: registered' : 'pressed again: refused', done);
}

const accounts = (house: House, { username }: Form): Promise<number> =>
  house.count('select 1 from account where username_key = $1', [username]);

async function beforeCommit(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const person = await stage.person(LINES.mail, house.port);
  const form = await fillRegistration(person);
  const blocker = new pg.Client({ connectionString: house.databaseUrl });
  await blocker.connect();
  stage.after(() => blocker.end());
  await blocker.query('begin; lock table account in access exclusive mode');
  await person.press(SUBMIT);
  await until('the registration to wait for its lock', async () => {
    const { rows } = await blocker.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  });
  await house.server.kill();
  await blocker.query('rollback');
  await person.sees('errors.offline');
  judge.sees(person.text('errors.offline'));
  await stillTyped(person, form, judge);
  judge.expect((await accounts(house, form)) === 0, 'the account was there before anything was committed');
  await tryAgain(house, person, judge);
  judge.expect((await accounts(house, form)) === 1, 'there is not exactly one account');
  await noHalfAccount(house, judge);
  await house.server.kill();
  await house.restart();
  await acknowledgedRemain(house, stage.target(LINES.mail), [form], judge);
}

async function afterCommit(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const proxy = await openProxy([house.port]);
  stage.after(() => proxy.close());
  const person = await stage.person(LINES.mail, proxy.port);
  const form = await fillRegistration(person);
  // The page has asked whether the name is free; from now on no answer reaches it.
  await person.page.waitForLoadState('networkidle');
  proxy.holdAnswers();
  await person.press(SUBMIT);
  await until('the commit', async () => (await accounts(house, form)) === 1);
  await house.server.kill();
  proxy.letThrough();
  await person.sees('errors.offline');
  judge.sees(person.text('errors.offline'));
  await tryAgain(house, person, judge);
  await oneAccountEach(house, judge);
  await acknowledgedRemain(house, stage.target(LINES.mail), [form], judge);
}

/** Runs the migrations of a folder as an operator does. */
const migrateWith = (folder: string, url: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'src/server/db/migrate-command.ts', folder], {
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url },
  });

async function inMigration(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const target = stage.target(LINES.mail);
  const account = await house.account(target);
  const folder = join(stage.folder, 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  stage.after(() => rmSync(folder, { recursive: true, force: true }));
  const slow = (wait: string): void =>
    writeFileSync(
      join(folder, '9998_fault.sql'),
      `-- Up Migration\ncreate table fault_before (n int);\n${wait}\ncreate table fault_after (n int);\n`,
    );
  const has = (): Promise<number> =>
    house.count("select 1 from pg_class where relname in ('fault_before', 'fault_after')");
  const sleeper = "select pid from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()";
  slow('select pg_sleep(60);');
  const killed = migrateWith(folder, house.databaseUrl);
  await until('the migration to be in its middle', async () => (await house.count(sleeper)) > 0);
  killed.kill('SIGKILL');
  await house.ask(`select pg_terminate_backend(pid) from (${sleeper}) as sleeping`);
  await until('it to be taken back', async () => (await house.count(sleeper)) === 0);
  judge.expect((await has()) === 0, 'half of the migration stayed');
  await acknowledgedRemain(house, target, [account], judge);
  judge.sees('the old schema, signing in as before');
  slow('');
  const again = migrateWith(folder, house.databaseUrl);
  const code = await new Promise((done) => again.once('exit', done));
  judge.expect(code === 0 && (await has()) === 2, `the next run ended with ${code}`);
  await acknowledgedRemain(house, target, [account], judge);
  judge.sees('after the next run the new one');
}

async function secondServer(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const target = stage.target(LINES.mail);
  const account = await house.account(target);
  const port = await freePort();
  const told = await startServer({ port, dataDir: house.dataDir, environment: house.environment }).then(
    async (second) => {
      await second.stop();
      return 'it started';
    },
    (error: Error) => error.message,
  );
  const said = /The data in .* is in use by the server with process id (\d+)\./.exec(told);
  judge.sees(said?.[0].replace(house.dataDir, 'DATA_DIR') ?? told, Number(said?.[1]) === house.server.pid);
  await acknowledgedRemain(house, target, [account], judge);
}

export const CRASHES: readonly Fault[] = [
  { number: 1, name: 'kill -9 before the commit', holds: [1, 2, 7], run: beforeCommit },
  { number: 2, name: 'kill -9 after the commit, before the reply', holds: [1, 3], run: afterCommit },
  { number: 22, name: 'kill -9 in the middle of a migration', holds: [1], run: inMigration },
  { number: 23, name: 'a second server on the same data', holds: [1], run: secondServer },
];
