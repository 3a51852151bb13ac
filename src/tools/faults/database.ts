/** PostgreSQL that is killed, told to restart, frozen, or has no room. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, digestFor, register, signIn } from '../bench/calls.ts';
import { type House, PASSWORD, until } from './house.ts';
import { acknowledgedRemain, countersExact } from './invariants.ts';
import type { Judge } from './judge.ts';
import { mistype, startLoad } from './load.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

/** Process that heads the database, 0 while there is none. */
function postmaster({ dataDir }: House): number {
  const file = join(dataDir, 'postgres/data/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

const takesConnections = (house: House): Promise<boolean> =>
  house.ask('select 1').then(
    () => true,
    () => false,
  );

/** The process and all below it. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
  return [pid, ...children.flatMap(family)];
}

/** Longest wait that a visitor is asked for, and what the measuring itself may add on a busy machine, seconds. */
const PATIENCE = 5;
const SLACK = 2.5;

async function restarts(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const target = stage.target(LINES.mail);
  const account = await house.account(target);
  let sent = 0;
  let answered = 0;
  const guess = async (): Promise<void> => {
    sent += 1;
    if ((await mistype(house, target, account))?.status === 401) answered += 1;
  };
  await guess();
  const accounts: Account[] = [];
  for (const [signal, how] of [
    ['SIGINT', 'told to restart'],
    ['SIGKILL', 'killed'],
  ] as const) {
    const load = startLoad({ house, target, accepts: ({ status }) => status === 503 });
    await until('the load', () => load.answers() > 20);
    const struck = postmaster(house);
    process.kill(struck, signal);
    const guessing = signal === 'SIGINT' ? guess() : undefined;
    // Backends outlive a killed postmaster for a moment: an answer alone does not show that another one is up.
    await until('another postmaster', () => ![0, struck].includes(postmaster(house)), 20);
    await until('its connections', () => takesConnections(house), 20);
    await until('it to heal', async () => (await house.caller(target.line).get(target.paths.session)).status < 500, 20);
    await guessing;
    const report = await load.stop();
    accounts.push(...report.accounts.slice(-10));
    const longest = (report.slowest / 1000).toFixed(1);
    judge.sees(
      `${how}: ${report.answers} answers or 503, the slowest after ${longest} s, ${report.failed.length} failures${report.failed[0] ? ` (${report.failed[0]})` : ''}; then as before`,
      report.failed.length === 0 && report.slowest / 1000 < PATIENCE + SLACK,
    );
  }
  await countersExact(house, account, { sent, answered }, judge);
  await acknowledgedRemain(house, target, accounts, judge);
}

async function frozen(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const target = stage.target(LINES.mail);
  const account = await house.account(target);
  // Connections are open and have worked.
  await Promise.all(Array.from({ length: 8 }, () => house.caller(target.line).get(target.paths.session)));
  const right = await digestFor(target, PASSWORD);
  const caller = () => house.caller(target.line);
  const all = family(postmaster(house));
  const thaw = (): void => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  };
  stage.after(() => {
    try {
      thaw();
    } catch {
      // It is gone, and not frozen then.
    }
  });
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  const since = performance.now();
  const calls = (): Promise<{ status: number; milliseconds: number }[]> =>
    Promise.all(
      [
        caller().get(target.paths['captcha-challenge']),
        caller().post(target.paths['register-check'], {
          value: `f${randomUUID().slice(0, 8)}`,
          checkType: 1,
          accountType: 1,
        }),
        signIn(caller(), target, account.username, right),
        signIn(caller(), target, 'nobody_of_that_name', right),
        register(
          caller(),
          target,
          { username: 'f_frozen', email: 'f_frozen@mail.example', password: PASSWORD },
          randomUUID(),
        ),
        caller().get('/readyz'),
      ].map((each) => each.catch(() => ({ status: 0, milliseconds: performance.now() - since }))),
    );
  const answers = [...(await calls()), ...(await calls())];
  const needless = answers.filter(({ status }) => status !== 200);
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds)) / 1000;
  judge.sees(
    `${answers.map(({ status }) => status).join(' ')}, the slowest after ${slowest.toFixed(1)} s`,
    needless.length > 0 && needless.every(({ status }) => status === 503) && slowest < PATIENCE + SLACK,
  );
  await new Promise((next) => setTimeout(next, Math.max(0, 30_000 - (performance.now() - since))));
  thaw();
  await until('it to heal', async () => (await house.caller(target.line).get('/readyz')).status === 200, 20);
  const after = await signIn(caller(), target, account.username, right);
  judge.sees(
    `thawed after 30 s: signing in ${after.code === 200 ? 'works' : `answers ${after.status} ${after.code}`}`,
    after.code === 200,
  );
  await acknowledgedRemain(house, target, [account], judge);
}

/** Bytes of the small file system, and of room below which registrations are refused already. */
const SMALL = 640 * 2 ** 20;
const NEARLY = 96 * 2 ** 20;

/** A file that leaves so many bytes free; with 0 it is written until nothing more goes in. */
function fill(directory: string, leave: number): void {
  const file = openSync(join(directory, 'ballast'), 'a');
  const chunk = Buffer.alloc(2 ** 20);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(directory);
      const free = bavail * bsize - leave;
      if (leave > 0 && free < chunk.length) return;
      writeSync(file, chunk, 0, Math.min(chunk.length, Math.max(1, Math.min(free || 1, chunk.length))));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

async function diskFull(stage: Stage, judge: Judge): Promise<void> {
  // What the server writes beside its data is not on it, as it would not be in production.
  const disk = join(stage.folder, 'disk/data');
  mkdirSync(disk, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL},mode=755`, 'foyer-faults', disk], { stdio: 'pipe' });
  stage.after(() => execFileSync('umount', ['-l', disk], { stdio: 'pipe' }) && undefined);
  chmodSync(disk, 0o755);
  const house = await stage.house({ dataDir: disk });
  const target = stage.target(LINES.mail);
  const accounts = [await house.account(target), await house.account(target)];
  const right = await digestFor(target, PASSWORD);
  const joins = async (): Promise<string> => {
    const username = `f${randomUUID().slice(0, 8).replace('-', '_')}`;
    const account = { username, email: `${username}@mail.example`, password: PASSWORD };
    const answer = await register(house.caller(target.line), target, account, randomUUID());
    if (answer.code === 200) accounts.push(account);
    return `${answer.status} ${answer.code}`;
  };
  const enters = async (): Promise<string> => {
    const answer = await signIn(house.caller(target.line), target, accounts[0]?.username ?? '', right).catch(
      () => undefined,
    );
    return answer ? `${answer.status} ${answer.code}` : 'no answer';
  };
  fill(disk, NEARLY);
  await until('registrations to be refused', async () => (await joins()).startsWith('503'), 30);
  const early = await enters();
  judge.sees(`nearly full: registering ${await joins()}, signing in ${early}`, early === '200 200');
  fill(disk, 0);
  const full: string[] = [];
  for (let nth = 0; nth < 15; nth += 1) {
    full.push(await enters());
    await new Promise((next) => setTimeout(next, 1000));
  }
  const refused = await joins();
  const kinds = [...new Set(full)].map((each) => `${each} (${full.filter((one) => one === each).length} times)`);
  judge.sees(
    `full: registering ${refused}, signing in ${kinds.join(', ')}`,
    refused.startsWith('503') && kinds.length === 1 && full[0] === '200 200',
  );
  rmSync(join(disk, 'ballast'), { force: true });
  await until('registrations to be taken again', async () => (await joins()) === '200 200', 60);
  judge.sees('room again: both work');
  await house.server.kill();
  await house.restart();
  await acknowledgedRemain(house, target, accounts, judge);
}

export const DATABASE: readonly Fault[] = [
  { number: 4, name: 'PostgreSQL restarts, then is killed', holds: [1, 5], run: restarts },
  { number: 6, name: 'disk full', holds: [1], run: diskFull },
  { number: 25, name: 'PostgreSQL frozen for 30 s', holds: [1], run: frozen },
];
