/** The server as it runs in production: compiled, by Node alone, told to stop by whoever started it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readNote } from '../../../src/server/db/control.ts';
import { databaseUrl } from '../../../src/tools/bench/accounts.ts';
import { addressOf, Caller } from '../../../src/tools/bench/caller.ts';
import { checkPassword, digestFor, register, type Target, targetOf } from '../../../src/tools/bench/calls.ts';
import { freePort } from '../../../src/tools/free-port.ts';
import { loadLines } from '../domain/world.ts';
import { installCompiled, type Started, startInstalled } from './compiled.ts';
import { lives, until } from './process.ts';

let folder = '';
let target: Target;
let env: Record<string, string> = {};
const password = 'Render2026x';

beforeAll(async () => {
  const lines = await loadLines();
  const line = lines.foxrenderfarm;
  if (!line) throw new Error('There is no such line.');
  target = targetOf(line);
  folder = await installCompiled(Object.values(lines));
  env = {
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...Object.fromEntries(
      ['PEPPER', 'COOKIE', 'OUTBOX', 'IDENTIFIER'].map((ring) => [
        `KEYS_${ring}`,
        `k1:${randomBytes(32).toString('base64')}`,
      ]),
    ),
  };
}, 120000);

const supervisor = (): number => readNote(env.DATA_DIR ?? '')?.pid ?? 0;

afterAll(async () => {
  const pid = supervisor();
  if (pid > 0 && lives(pid)) process.kill(pid, 'SIGTERM');
  await until(() => pid === 0 || !lives(pid));
  rmSync(folder, { recursive: true, force: true });
});

let visitors = 0;
/** Somebody new, from a network of their own: who sends to several targets from one address is asked for a captcha. */
const browser = (): Caller =>
  new Caller({ port: Number(env.PORT), line: target.line, scheme: 'https', address: addressOf(++visitors << 8) });

/** Process 1 of its own namespace, where the kernel lets us make one. */
const isolated = ['unshare', '--pid', '--fork', '--kill-child', 'node', 'dist/server.js'] as const;
const mayIsolate = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

const ways: [string, readonly [string, ...string[]], (started: Started) => number][] = [
  ['node dist/server.js', ['node', 'dist/server.js'], ({ child }) => child.pid ?? 0],
  ['npm run serve', ['npm', 'run', 'serve'], ({ child }) => child.pid ?? 0],
  ...(mayIsolate
    ? ([['process 1', isolated, ({ child }: Started) => childOf(child.pid ?? 0)]] as (typeof ways)[number][])
    : []),
];

it('needs no compiler, bundler or loader: none is installed', () => {
  for (const name of ['tsx', 'typescript', 'parcel', 'esbuild', '@swc/core', 'react', 'jest'])
    expect([name, existsSync(join(folder, 'node_modules', name))]).toEqual([name, false]);
});

it.each(ways)(
  'started as %s it signs people in; SIGTERM lets what is under way finish, and ends it with 0',
  async (_name, command, pidOf) => {
    const started = await startInstalled(folder, command, env);
    const name = `c_${randomUUID().slice(0, 8)}`;
    const account = { username: name, email: `${name}@mail.example`, password };
    expect((await register(browser(), target, account, randomUUID())).code).toBe(200);
    const digest = await digestFor(target, password);
    const underWay = Array.from({ length: 3 }, () => checkPassword(browser(), target, name, digest));
    await new Promise((next) => setTimeout(next, 20));
    process.kill(pidOf(started), 'SIGTERM');
    expect(await started.ended).toBe(0);
    // The right password of an account that waits for its activation; a wrong one would not get that far.
    expect((await Promise.all(underWay)).map(({ code }) => code)).toEqual(underWay.map(() => 'Account.UnActivated'));
    // Nobody is left: neither the server nor, since it was told to stop, its database.
    await expect(browser().get(target.paths.session)).rejects.toThrow();
    await until(() => !lives(supervisor()));
  },
  120000,
);

it('tells where a fault is in the source, not in what was compiled', async () => {
  const started = await startInstalled(folder, ['node', 'dist/server.js'], env);
  const { stderr } = spawnSync('node', ['dist/migrate.js', join(folder, 'no-such-folder')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(env.DATA_DIR ?? '') },
  });
  started.child.kill('SIGTERM');
  await started.ended;
  expect(stderr).toMatch(/migrate\.ts:\d+/);
});

it.each<[string, readonly string[], RegExp]>([
  ['migrate.js', [], /^$/],
  ['platform.js', ['status', 'foxrenderfarm'], /foxrenderfarm is up/],
  ['enterprise.js', ['list', 'domestic'], /./],
  ['erase.js', ['--region', 'overseas', '--login', 'nobody_here'], /Nobody in the overseas region/],
  // A production server ran on it, whatever this environment says.
  ['seed.js', [], /^This database has been one of production since /],
])('runs the operators’ command dist/%s', async (command, args, told) => {
  const started = await startInstalled(folder, ['node', 'dist/server.js'], env);
  const run = spawnSync('node', [`dist/${command}`, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env, DATABASE_URL: databaseUrl(env.DATA_DIR ?? '') },
  });
  started.child.kill('SIGTERM');
  await started.ended;
  expect(`${run.stdout}${run.stderr}`.trim()).toMatch(told);
});

it('makes no reference accounts in production', () => {
  const run = (): unknown =>
    execFileSync('node', ['dist/seed.js'], {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  expect(run).toThrow(/NODE_ENV is production/);
});
