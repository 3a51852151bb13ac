/** The documented start command, in an install of its own as production has it, told to stop as process 1 and behind npm. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseUrl } from '../bench/accounts.ts';
import { Caller } from '../bench/caller.ts';
import { checkPassword, digestFor, register, signIn } from '../bench/calls.ts';
import { distFolder } from '../bench/release.ts';
import { isReady } from '../bench/server-process.ts';
import { buildServer } from '../build-server.ts';
import { freePort } from '../free-port.ts';
import { PASSWORD, until } from './house.ts';
import type { Judge } from './judge.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

const run = promisify(execFile);

/** What development needs and production must not. */
const DEVELOPMENT = ['tsx', 'typescript', 'parcel', 'esbuild', '@swc/core'];

/** `dist/`, the lock file, and the packages of `npm ci --omit=dev`; nothing of this checkout is above it. */
async function install(stage: Stage): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-production-'));
  stage.after(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL's user reaches its programs and data.
  chmodSync(folder, 0o755);
  await buildServer({ root: '.', dist: resolve(distFolder()) });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(folder, file));
  cpSync(distFolder(), join(folder, 'dist'), { recursive: true });
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder });
  return folder;
}

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

/** How it is started, and which process is told to stop. */
function ways(): readonly (readonly [string, readonly [string, ...string[]], (pid: number) => number])[] {
  const first = ['unshare', '--pid', '--fork', '--kill-child', 'node', 'dist/server.js'] as const;
  const mayIsolate = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;
  return [
    mayIsolate ? ['process 1', first, childOf] : ['node dist/server.js', ['node', 'dist/server.js'], (pid) => pid],
    ['npm run serve', ['npm', 'run', 'serve'], (pid) => pid],
  ];
}

async function stops(stage: Stage, judge: Judge): Promise<void> {
  const folder = await install(stage);
  const found = DEVELOPMENT.filter((name) => existsSync(join(folder, 'node_modules', name)));
  judge.expect(found.length === 0, `production has ${found.join(', ')}`);
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...Object.fromEntries(
      ['PEPPER', 'COOKIE', 'OUTBOX', 'IDENTIFIER'].map((ring) => [
        `KEYS_${ring}`,
        `k1:${randomBytes(32).toString('base64')}`,
      ]),
    ),
  };
  const target = stage.target(LINES.mail);
  const caller = (): Caller => new Caller({ port, line: target.line, scheme: 'https', address: stage.freshAddress() });
  const digest = await digestFor(target, PASSWORD);
  for (const [how, [program, ...args], pidOf] of ways()) {
    const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'ignore' });
    const ended = new Promise<number | string | null>((done) =>
      child.once('exit', (code, signal) => done(code ?? signal)),
    );
    stage.after(() => void (child.exitCode ?? child.kill('SIGKILL')));
    await until('it to be ready', () => isReady(port), 60);
    const username = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const joined = await register(
      caller(),
      target,
      { username, email: `${username}@mail.example`, password: PASSWORD },
      randomUUID(),
    );
    judge.expect(joined.code === 200, `registering was answered with ${joined.status} ${joined.code}`);
    const client = new pg.Client({ connectionString: databaseUrl(dataDir) });
    await client.connect();
    await client.query("update account set status = 'active'");
    await client.end();
    const entered = await signIn(caller(), target, username, digest);
    const underWay = Array.from({ length: 3 }, () => checkPassword(caller(), target, username, digest));
    await new Promise((next) => setTimeout(next, 20));
    const since = performance.now();
    process.kill(pidOf(child.pid ?? 0), 'SIGTERM');
    const code = await ended;
    const seconds = (performance.now() - since) / 1000;
    const answers = await Promise.allSettled(underWay);
    const lost = answers.filter((each) => each.status === 'rejected' || each.value.code !== 200).length;
    const gone = await caller()
      .get(target.paths.session)
      .then(
        () => false,
        () => true,
      );
    judge.sees(
      `${how}: signed in (${entered.code}); after SIGTERM ${lost} of 3 under way lost, ended with ${code} after ${seconds.toFixed(1)} s${gone ? '' : ', and something still listens'}`,
      entered.code === 200 && lost === 0 && code === 0 && seconds < 10 && gone,
    );
  }
}

export const PRODUCTION: readonly Fault[] = [
  { number: 26, name: 'SIGTERM to the documented start command', holds: [], run: stops },
];
