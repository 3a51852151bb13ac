/** The server as a process: killed, started twice, told to stop under load, in the middle of a migration. */

import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { readNote } from '../../../src/server/db/control.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { newFlow } from '../../../src/server/sessions/flow.ts';
import { withDatabase } from '../database.ts';
import { writeRelease } from './fixture.ts';
import { lives, type Running, startProcess, until } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-process-'));
chmodSync(directory, 0o755);
const distDir = join(directory, 'dist');
const dataDir = join(directory, 'data');
writeRelease(distDir, 'one');

afterAll(async () => {
  const note = readNote(dataDir);
  if (note && lives(note.pid)) process.kill(note.pid, 'SIGTERM');
  await until(() => !note || !lives(note.pid));
  rmSync(directory, { recursive: true, force: true });
});

let given: string | undefined;
/** That of one browser, by the server's own keys. */
function flow(): string {
  given ??= newFlow(createKeyRing(localRings(dataDir)), 'domestic');
  return given;
}

interface Reply {
  readonly status: number;
  readonly body: { readonly code: unknown };
}

function post(port: number, path: string, body: object, options: { agent?: Agent; key?: string } = {}): Promise<Reply> {
  const host = 'www.alpha.example';
  const headers = {
    host,
    origin: `http://${host}`,
    'content-type': 'application/json',
    // A browser that was on a page before.
    cookie: `foyer-domestic-flow=${flow()}`,
    ...(options.key ? { 'idempotency-key': options.key } : {}),
  };
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers, agent: options.agent ?? false },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      },
    );
    sent.on('error', fail);
    sent.end(JSON.stringify(body));
  });
}

describe('on the embedded database', () => {
  const env = { DATA_DIR: dataDir, DIST_DIR: distDir };

  it('survives kill -9: nothing acknowledged is lost, and the next start adopts the database', async () => {
    const first = await startProcess(env);
    const key = randomUUID();
    expect((await post(first.port, '/api/test/echo', { name: 'kept' }, { key })).status).toBe(200);
    const supervisor = readNote(dataDir)?.pid;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startProcess(env);
    expect(readNote(dataDir)?.pid).toBe(supervisor);
    // The same key still gives the same answer.
    const again = await post(second.port, '/api/test/echo', { name: 'kept' }, { key });
    expect(again.body).toMatchObject({ code: 200, data: { name: 'kept' } });

    const refused = startProcess(env);
    await expect(refused).rejects.toThrow(`in use by the server with process id ${second.child.pid}`);

    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    // Told to stop, it takes its database with it.
    await until(() => !lives(supervisor ?? 0));
  });
});

describe('told to stop under load', () => {
  it('fails no request that it took, answers slow ones, and ends', async () => {
    const server: Running = await startProcess({
      DATABASE_URL: database.url,
      DIST_DIR: distDir,
      DATA_DIR: dataDir,
      REQUESTS_PER_MINUTE: '100000',
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const outcomes: (number | string)[] = [];
    let stopped = false;
    const worker = async (): Promise<void> => {
      while (!stopped) {
        try {
          outcomes.push((await post(server.port, '/api/test/slow', { milliseconds: 5 }, { agent })).status);
        } catch (error) {
          const { code = '' } = error as NodeJS.ErrnoException;
          // Nobody listens any more: the request was never taken, a proxy would ask another instance.
          if (code === 'ECONNREFUSED') return;
          outcomes.push(code);
        }
      }
    };
    const slow = post(server.port, '/api/test/slow', { milliseconds: 800 });
    const workers = Array.from({ length: 8 }, worker);
    await until(() => outcomes.length > 50);
    server.child.kill('SIGTERM');
    const code = await server.ended;
    stopped = true;
    await Promise.all(workers);
    agent.destroy();
    expect([code, (await slow).status, outcomes.filter((outcome) => outcome !== 200)]).toEqual([0, 200, []]);
  });

  it('leaves nothing secret in what it wrote', async () => {
    const server = await startProcess({
      DATABASE_URL: database.url,
      DIST_DIR: distDir,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
    });
    await post(server.port, '/api/test/throw', { secret: 'canary@secret.example' });
    server.child.kill('SIGTERM');
    await server.ended;
    expect(server.output()).not.toContain('canary@');
  });
});

describe('a migration', () => {
  it('killed in the middle leaves the old schema, and the next run the new one', async () => {
    const [{ name }] = (await database.db.query<{ name: string }>('SELECT current_database() AS name')) as [
      { name: string },
    ];
    const other = `${name}_migration`;
    const admin = new pg.Client({ ...database.connection, database: 'postgres' });
    await admin.connect();
    await admin.query(`CREATE DATABASE "${other}"`);
    const url = database.url.replace(name, other);
    const migrations = join(directory, 'migrations');
    cpSync(resolve('src/server/db/migrations'), migrations, { recursive: true });
    writeFileSync(
      join(migrations, '9998_slow.sql'),
      '-- Up Migration\nCREATE TABLE before_sleep (n int);\nSELECT pg_sleep(60);\nCREATE TABLE after_sleep (n int);\n',
    );
    const run = () =>
      spawn(process.execPath, ['--import', 'tsx', 'src/server/db/migrate-command.ts', migrations], {
        env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url },
      });
    const client = new pg.Client({ ...database.connection, database: other });
    await client.connect();
    const has = async (table: string): Promise<boolean> =>
      (await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [table])).rows[0].there;

    const first = run();
    const sleeping =
      "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()";
    await until(async () => (await client.query(sleeping, [other])).rows.length > 0);
    first.kill('SIGKILL');
    // PostgreSQL notices that the client is gone when the statement ends.
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${sleeping}) AS sleeper`, [other]);
    await until(async () => (await client.query(sleeping, [other])).rows.length === 0);
    expect([await has('outbox'), await has('before_sleep'), await has('after_sleep')]).toEqual([true, false, false]);

    writeFileSync(
      join(migrations, '9998_slow.sql'),
      '-- Up Migration\nCREATE TABLE before_sleep (n int);\nCREATE TABLE after_sleep (n int);\n',
    );
    const second = run();
    expect(await new Promise((done) => second.once('exit', done))).toBe(0);
    expect([await has('before_sleep'), await has('after_sleep')]).toEqual([true, true]);
    await client.end();
    await admin.query(`DROP DATABASE "${other}" WITH (FORCE)`);
    await admin.end();
  });
});

describe('settings that do not allow a start', () => {
  it('are told all at once, and nothing is started', () => {
    const run = (): string => {
      try {
        execFileSync(process.execPath, ['--import', 'tsx', 'src/server/serve.ts'], {
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            FOYER_TEST_CLOCK: '1',
            PORT: 'x',
            DATA_DIR: join(directory, 'none'),
            DIST_DIR: distDir,
          },
          stdio: 'pipe',
        });
        return 'it started';
      } catch (error) {
        return String((error as { stderr: Buffer }).stderr);
      }
    };
    const told = run();
    for (const name of [
      'PORT',
      'KEYS_PEPPER',
      'KEYS_COOKIE',
      'KEYS_OUTBOX',
      'KEYS_IDENTIFIER',
      'FOYER_TEST_CLOCK',
      'SMTP_URL',
    ]) {
      expect(told).toContain(`- ${name} `);
    }
  });
});
