/** Section `server`: how much of the processor's password checking reaches visitors, and what holds when it is too much. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { makeAccounts } from './accounts.ts';
import { type Account, type Target, targetOf } from './calls.ts';
import { crashRounds } from './crash.ts';
import type { Figure } from './figures.ts';
import { guessAcrossInstances } from './instances.ts';
import { runLoad } from './load.ts';
import type { LoadResult } from './load-program.ts';
import { currentRelease, lineOf, routeOf } from './release.ts';
import { freshFolder, startServer } from './server-process.ts';
import { median } from './statistics.ts';

export interface ServerBenchOptions {
  /** First of three free ports. */
  readonly port: number;
  readonly runs: number;
  readonly seconds: number;
  readonly crashRounds: number;
  readonly log: (text: string) => void;
}

/** OWASP's figures, the same as the server's. */
const argon2id = { memoryCost: 19456, timeCost: 2, parallelism: 1 } as const;
const line = 'foxrenderfarm';
const password = 'Render2026x';

interface Context extends ServerBenchOptions {
  readonly target: Target;
  readonly accounts: readonly Account[];
}

const sumOf = (result: LoadResult, test: (answer: string) => boolean): number =>
  Object.entries(result.answers).reduce((sum, [answer, count]) => sum + (test(answer) ? count : 0), 0);

function mustSucceed(result: LoadResult): void {
  const bad = Object.entries(result.answers).filter(([answer]) => !answer.startsWith('200'));
  if (result.succeeded === 0 || bad.length > 0) throw new Error(`Sign-ins failed: ${JSON.stringify(result.answers)}`);
}

/** Bare rate and sign-ins in turn, at the same concurrency; medians. */
async function throughput({
  port,
  runs,
  seconds,
  target,
  accounts,
  log,
}: Context): Promise<{ figures: Figure[]; rate: number }> {
  const concurrency = 4 * availableParallelism();
  const names = accounts.map((account) => account.username);
  const stored = await hash(password, argon2id);
  const bare: number[] = [];
  const whole: number[] = [];
  const checks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push((await runLoad({ kind: 'bare', hash: stored, password, concurrency, seconds })).perSecond);
    for (const [kind, rates] of [
      ['sign-ins', whole],
      ['checks', checks],
    ] as const) {
      const result = await runLoad({ kind, port, target, names, password, concurrency, seconds });
      mustSucceed(result);
      rates.push(result.perSecond);
    }
    log(
      `run ${run + 1} of ${runs}: bare ${bare.at(-1)?.toFixed(0)}/s, sign-ins ${whole.at(-1)?.toFixed(0)}/s, password checks ${checks.at(-1)?.toFixed(0)}/s`,
    );
  }
  const baseline = { what: 'bare Argon2id', value: median(bare) };
  const note = `${concurrency} at once, ${accounts.length} accounts, median of ${runs} runs of ${seconds} s`;
  return {
    rate: median(checks),
    figures: [
      {
        section: 'server',
        what: 'sign-ins (password, token, session)',
        unit: '/s',
        measured: median(whole),
        baseline,
        target: { kind: 'at least', value: 0.8, of: 'ratio' },
        note,
      },
      {
        section: 'server',
        what: 'password checks (the sign-in call alone)',
        unit: '/s',
        measured: median(checks),
        baseline,
        target: { kind: 'at least', value: 0.8, of: 'ratio' },
        note,
      },
    ],
  };
}

/** Three times as many sign-ins as the machine can check, and other visitors meanwhile. */
async function overload({ port, seconds, target, accounts, log }: Context, rate: number): Promise<Figure[]> {
  const release = currentRelease();
  const names = accounts.map((account) => account.username);
  const probe = {
    kind: 'probe',
    port,
    line,
    perSecond: 40,
    seconds,
    paths: [routeOf(lineOf(release, line), 'sign-in'), target.paths.session, '/healthz'],
  } as const;
  const calm = await runLoad({ kind: 'checks', port, target, names, password, concurrency: 1, seconds: 3 });
  const perSecond = Math.ceil(3 * rate);
  log(`flooding with ${perSecond} sign-ins a second`);
  const [flood, others] = await Promise.all([
    runLoad({ kind: 'flood', port, target, names, password, perSecond, seconds }),
    runLoad(probe),
  ]);
  const { p50, p99, max } = flood.latency;
  log(
    `answers: ${JSON.stringify(flood.answers)}; accepted after ${[p50, p99, max].map(Math.round).join(', ')} ms (p50, p99, max)`,
  );
  const refused = sumOf(flood, (answer) => answer.startsWith('429'));
  const broken =
    sumOf(flood, (answer) => !/^(200|429)/.test(answer)) + sumOf(others, (answer) => !answer.startsWith('200'));
  return [
    {
      section: 'server',
      what: 'over capacity: 429 with Retry-After',
      unit: '%',
      measured: refused === 0 ? Number.NaN : (100 * flood.retryAfter) / refused,
      target: { kind: 'exactly', value: 100, of: 'measured' },
      note: `${refused} of ${refused + flood.succeeded} refused at three times the capacity (${perSecond}/s)`,
    },
    {
      section: 'server',
      what: 'over capacity: other answers than 200 and 429',
      unit: '',
      measured: broken,
      target: { kind: 'exactly', value: 0, of: 'measured' },
    },
    {
      section: 'server',
      what: 'over capacity: longest wait in the queue',
      unit: 'ms',
      measured: Math.max(0, flood.latency.max - calm.latency.p50),
      target: { kind: 'at most', value: 2000, of: 'measured' },
      note: `slowest accepted answer (${Math.round(flood.latency.max)} ms) less the median of a calm server (${Math.round(calm.latency.p50)} ms)`,
    },
    {
      section: 'server',
      what: 'over capacity: other routes, p99',
      unit: 'ms',
      measured: others.latency.p99,
      target: { kind: 'at most', value: 50, of: 'measured' },
      note: `sign-in page, session call and health, ${others.latency.count} requests`,
    },
  ];
}

async function instances({ port, target, accounts, log }: Context, dataDir: string): Promise<Figure[]> {
  log('guessing over two instances');
  const victim = accounts[0];
  if (!victim) throw new Error('There is no account to guess at.');
  const report = await guessAcrossInstances({
    ports: [port, port + 1],
    dataDir,
    target,
    name: victim.username,
    email: victim.email,
    tries: 50,
  });
  const note = `${report.tries} wrong passwords at once by name and e-mail over two processes on one database: ${JSON.stringify(report.answers)}`;
  return [
    {
      section: 'server',
      what: 'two instances: wrong passwords evaluated of 50',
      unit: '',
      measured: report.evaluated,
      target: { kind: 'at most', value: 10, of: 'measured' },
      note,
    },
    {
      section: 'server',
      what: 'two instances: locked on both afterwards',
      unit: '',
      measured: report.lockedOn,
      target: { kind: 'exactly', value: 2, of: 'measured' },
    },
  ];
}

async function crashes(options: ServerBenchOptions, target: Target): Promise<Figure[]> {
  const folder = freshFolder('crash');
  const report = await crashRounds({
    port: options.port,
    dataDir: join(folder, 'data'),
    target,
    rounds: options.crashRounds,
    log: options.log,
  });
  const note = `${report.rounds} rounds of kill -9, ${report.acknowledged} registrations acknowledged, ${report.interrupted} interrupted, ${report.committed} of them after their commit`;
  for (const refused of report.refused.slice(0, 10)) options.log(`refused: ${refused}`);
  return [
    {
      section: 'server',
      what: 'kill -9: acknowledged registrations lost',
      unit: '',
      measured: report.lost.length,
      target: { kind: 'exactly', value: 0, of: 'measured' },
      note,
    },
    {
      section: 'server',
      what: 'kill -9: retries with the same key refused',
      unit: '',
      measured: report.refused.length,
      target: { kind: 'exactly', value: 0, of: 'measured' },
    },
    {
      section: 'server',
      what: 'kill -9: ready again, slowest',
      unit: 'ms',
      measured: Math.max(...report.readyAfter),
      target: { kind: 'at most', value: 3000, of: 'measured' },
      note: `median ${Math.round(median(report.readyAfter))} ms, from the start of the process`,
    },
  ];
}

export async function serverFigures(options: ServerBenchOptions): Promise<Figure[]> {
  const target = targetOf(lineOf(currentRelease(), line));
  const dataDir = join(freshFolder('server'), 'data');
  const figures: Figure[] = [];
  const server = await startServer({ port: options.port, dataDir });
  try {
    options.log('making accounts');
    const context: Context = {
      ...options,
      target,
      accounts: await makeAccounts({ port: options.port, dataDir, target, count: 200, password }),
    };
    const measured = await throughput(context);
    figures.push(
      ...measured.figures,
      ...(await overload(context, measured.rate)),
      ...(await instances(context, dataDir)),
    );
  } finally {
    await server.stop();
  }
  figures.push(...(await crashes(options, target)));
  return figures;
}
