/** Two processes on one database, over HTTP: fifty equal requests at once have one effect, and one token one session. */

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestPassword } from '../../../src/engine/digest.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { newFlow } from '../../../src/server/sessions/flow.ts';
import { withDatabase } from '../database.ts';
import { loadLines, World } from '../domain/world.ts';
import { writeRelease } from './fixture.ts';
import { type Running, startProcess } from './process.ts';

const AT_ONCE = 50;
/** A browser that was on a page before. */
const flow = (): string => `foyer-domestic-flow=${newFlow(world.keys, 'domestic')}`;
const LINE = 'renderbus';
const database = withDatabase();
const world = new World(database);
const directory = mkdtempSync(join(tmpdir(), 'foyer-races-'));
chmodSync(directory, 0o755);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let servers: readonly Running[] = [];

beforeAll(async () => {
  world.lines = await loadLines();
  const line = world.lines[LINE];
  if (!line) throw new Error(`There is no line ${LINE}.`);
  // The calls are what races here; of the pages, the blank ones that every release has are enough.
  writeRelease(join(directory, 'dist'), 'real', [{ ...line, paths: { '/sso': 'sign-in' } }]);
  world.keys = createKeyRing(localRings(directory));
  const env = {
    DATA_DIR: directory,
    DIST_DIR: join(directory, 'dist'),
    DATABASE_URL: database.url,
    FOYER_TEST_HANDLERS: 'real',
    FOYER_TEST_CLOCK: '1',
    LOG_LEVEL: 'warn',
  };
  servers = await Promise.all([startProcess(env), startProcess(env)]);
}, 120000);
afterAll(async () => {
  agent.destroy();
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  rmSync(directory, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly code: string | number;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly cookies: readonly string[];
}

function call(server: Running, id: string, body: object, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const host = `www.${LINE}.example`;
  const path = world.lines[LINE]?.calls[id]?.path;
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: 'POST',
        agent,
        headers: { host, origin: `http://${host}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => {
          const { code, data } = JSON.parse(text) as Answer;
          done({ status: answer.statusCode ?? 0, code, data, cookies: answer.headers['set-cookie'] ?? [] });
        });
      },
    );
    sent.on('error', fail);
    sent.end(JSON.stringify(body));
  });
}

/** Fifty at once, half at each server. */
const atOnce = (id: string, body: object, headers: (index: number) => Readonly<Record<string, string>>) =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => call(servers[index % 2] as Running, id, body, headers(index))),
  );

const digest = (password: string): Promise<string> => {
  const { passwordDigest, passwordSalt } = world.lines[LINE]?.line ?? { passwordDigest: 'none', passwordSalt: '' };
  return digestPassword(passwordDigest, passwordSalt, password);
};

const rows = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await database.db.query(sql, values)).length;

async function signInBody(password: string): Promise<{ id: string; username: string; body: object }> {
  const { id, username } = await world.account();
  return { id, username, body: { loginName: username, password: await digest(password), accountType: 1 } };
}

/** Signs in and gives what redeeming the token takes. */
async function token(): Promise<{ id: string; body: object; cookie: string }> {
  const { id, body } = await signInBody('Foyer2026a');
  const { code, data, cookies } = await call(servers[0] as Running, 'sign-in', body, {});
  expect(code).toBe(200);
  const { rsAuthToken, loginName, loginType } = data as Record<string, string>;
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return { id, cookie, body: { userName: loginName, version: '1.0.0', rsAuthToken, loginType } };
}

test('fifty sign-ins with one idempotency key: one effect, equal answers', async () => {
  const { id, body } = await signInBody('Foyer2026a');
  const key = randomUUID();
  const cookie = flow();
  const answers = await atOnce('sign-in', body, () => ({ 'idempotency-key': key, cookie }));
  expect(answers[0]).toMatchObject({ status: 200, code: 200, data: { rsAuthToken: expect.any(String) } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await rows('select 1 from sign_in_token where account_id = $1', id)).toBe(1);
  expect(await rows(`select 1 from audit where account_id = $1 and event = 'sign-in'`, id)).toBe(1);
});

test('fifty wrong passwords with one key count once', async () => {
  const { id, body } = await signInBody('Wrong2026x');
  const key = randomUUID();
  const cookie = flow();
  const answers = await atOnce('sign-in', body, () => ({ 'idempotency-key': key, cookie }));
  expect(answers[0]).toMatchObject({ status: 401, code: 'Account.SignIn.Failed' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const [counter] = await database.db.query('select failures, pending from sign_in_counter where account_id = $1', [
    id,
  ]);
  expect(counter).toEqual({ failures: 1, pending: [] });
});

test('fifty redemptions of one token: one session, and the others are refused', async () => {
  const { id, body, cookie } = await token();
  const answers = await atOnce('user-login', body, () => ({ cookie, 'idempotency-key': randomUUID() }));
  const [won, ...more] = answers.filter(({ code }) => code === 200);
  expect(won?.data).toMatchObject({ userId: id });
  expect(more).toEqual([]);
  const lost = answers.filter(({ code }) => code !== 200);
  expect(lost).toHaveLength(AT_ONCE - 1);
  for (const answer of lost) {
    expect(answer).toMatchObject({ code: 'Account.Token.Expired' });
    expect(answer.status).toBeLessThan(500);
    expect(answer.cookies.filter((each) => /session=[^;]/.test(each))).toEqual([]);
  }
  expect(await rows('select 1 from user_session where account_id = $1', id)).toBe(1);
});

test('fifty redemptions that repeat one request: one session, equal answers', async () => {
  const { id, body, cookie } = await token();
  const key = randomUUID();
  const answers = await atOnce('user-login', body, () => ({ cookie, 'idempotency-key': key }));
  expect(answers[0]).toMatchObject({ status: 200, data: { userId: id } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await rows('select 1 from user_session where account_id = $1', id)).toBe(1);
});

test('fifty wrong passwords at once, of fifty browsers: ten are checked, on two servers', async () => {
  const { id, body } = await signInBody('Wrong2026x');
  const browsers = Array.from({ length: AT_ONCE }, flow);
  const pending = new Set(browsers.keys());
  // What a busy machine puts off is sent again, as a browser would.
  while (pending.size > 0) {
    await Promise.all(
      [...pending].map(async (nth) => {
        const cookie = browsers[nth] ?? '';
        const { code } = await call(servers[nth % 2] as Running, 'sign-in', body, { cookie });
        if (code !== 'Common.RequestLimitExceeded') pending.delete(nth);
        // Twenty failures of this one address ask for a captcha, which takes nothing of the account.
        expect([
          'Account.SignIn.Failed',
          'Account.Sign.GraphicVerificationRequired',
          'Common.RequestLimitExceeded',
        ]).toContain(code);
      }),
    );
  }
  const [counter] = await database.db.query('select failures, pending from sign_in_counter where account_id = $1', [
    id,
  ]);
  expect(counter).toEqual({ failures: 10, pending: [] });
  const checked = `select 1 from audit where account_id = $1 and event = 'sign-in' and outcome in ('locked', 'Account.SignIn.Failed')`;
  expect(await rows(checked, id)).toBe(10);
});
