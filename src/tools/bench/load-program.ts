/**
 * The load generator, a process of its own: `node --import tsx load-program.ts '<job as JSON>'` prints one `LoadResult`
 * as JSON. What it measures is not disturbed by whoever started it.
 */
import { verify } from '@node-rs/argon2';
import { addressOf, Caller } from './caller.ts';
import { checkPassword, digestFor, signIn, type Target } from './calls.ts';
import { type Spread, spread } from './statistics.ts';

export type Job =
  | {
      /** Signs in (`checks`: sends the password only) from `concurrency` browsers, each at once again when it is in. */
      readonly kind: 'sign-ins' | 'checks';
      readonly port: number;
      readonly target: Target;
      readonly names: readonly string[];
      readonly password: string;
      readonly concurrency: number;
      readonly seconds: number;
    }
  | {
      /** Sends password checks at a fixed rate, whether or not the earlier ones are answered. */
      readonly kind: 'flood';
      readonly port: number;
      readonly target: Target;
      readonly names: readonly string[];
      readonly password: string;
      readonly perSecond: number;
      readonly seconds: number;
    }
  | {
      /** Fetches each of the paths in turn, one at a time. */
      readonly kind: 'probe';
      readonly port: number;
      readonly line: string;
      readonly paths: readonly string[];
      readonly perSecond: number;
      readonly seconds: number;
    }
  | {
      /** Password checks without anything around them. */ readonly kind: 'bare';
      readonly hash: string;
      readonly password: string;
      readonly concurrency: number;
      readonly seconds: number;
    };

export interface LoadResult {
  readonly succeeded: number;
  readonly perSecond: number;
  /** How often each `<status> <code>` was answered; connection failures as `0 <message>`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Answers 429 that carry a Retry-After of at least a second. */
  readonly retryAfter: number;
  /** Milliseconds of the answers that succeeded. */
  readonly latency: Spread;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const answers: Record<string, number> = {};
const latencies: number[] = [];
let retryAfter = 0;
let measuring = false;
let since = 0;
let until = Number.POSITIVE_INFINITY;

function count(answer: {
  status: number;
  code: string | number | undefined;
  headers: Record<string, unknown>;
  milliseconds: number;
}): void {
  if (!measuring || performance.now() > until) return;
  const key = `${answer.status} ${answer.code ?? ''}`.trim();
  answers[key] = (answers[key] ?? 0) + 1;
  if (answer.status === 429 && Number(answer.headers['retry-after']) >= 1) retryAfter += 1;
  if (answer.status === 200) latencies.push(answer.milliseconds);
}

function failed(error: unknown): void {
  const key = `0 ${error instanceof Error ? error.message : String(error)}`;
  answers[key] = (answers[key] ?? 0) + 1;
}

/** One second to warm up, then `seconds` that count; every answer counts in whose time it came. */
function start(seconds: number): void {
  setTimeout(() => {
    measuring = true;
    since = performance.now();
    until = since + seconds * 1000;
  }, 1000);
}
const over = (): boolean => performance.now() >= until;

async function closedLoop(concurrency: number, once: (index: number) => Promise<void>): Promise<void> {
  let index = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (!over()) await once(index++).catch(failed);
    }),
  );
}

async function openLoop(perSecond: number, once: (index: number) => Promise<void>): Promise<void> {
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  for (let index = 0; !over(); ) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; index < due; index += 1) {
      const one: Promise<void> = once(index)
        .catch(failed)
        .finally(() => pending.delete(one));
      pending.add(one);
    }
    await new Promise((done) => setTimeout(done, 5));
  }
  await Promise.race([Promise.all(pending), new Promise((done) => setTimeout(done, 5000))]);
}

start(job.seconds);
if (job.kind === 'bare') {
  await closedLoop(job.concurrency, async () => {
    const began = performance.now();
    if (!(await verify(job.hash, job.password))) throw new Error('The bare check refused the right password.');
    count({ status: 200, code: undefined, headers: {}, milliseconds: performance.now() - began });
  });
} else if (job.kind === 'probe') {
  const caller = new Caller({ port: job.port, line: job.line, address: '10.255.255.1' });
  await openLoop(job.perSecond, async (index) => {
    const answer = await caller.get(job.paths[index % job.paths.length] ?? '/');
    // A visitor without a session is answered, too: what counts is that the answer comes.
    count({ ...answer, status: answer.status < 500 && answer.status !== 429 ? 200 : answer.status });
  });
} else {
  const digest = await digestFor(job.target, job.password);
  const visit = async (index: number): Promise<void> => {
    const caller = new Caller({ port: job.port, line: job.target.line, address: addressOf(index) });
    const name = job.names[index % job.names.length] ?? '';
    count(
      job.kind === 'sign-ins'
        ? await signIn(caller, job.target, name, digest)
        : await checkPassword(caller, job.target, name, digest),
    );
  };
  if (job.kind === 'flood') await openLoop(job.perSecond, visit);
  else await closedLoop(job.concurrency, visit);
}

const result: LoadResult = {
  succeeded: latencies.length,
  perSecond: latencies.length / job.seconds,
  answers,
  retryAfter,
  latency: spread(latencies),
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
