/**
 * Rounds of kill -9 during registrations. What was acknowledged must be there afterwards, and what was under way must
 * succeed when it is sent again with the same idempotency key, whether or not the crash came after the commit.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { type Answer, Caller, networkAddressOf } from './caller.ts';
import { type Account, digestFor, register, signIn, type Target } from './calls.ts';
import { startServer } from './server-process.ts';

export interface CrashOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly target: Target;
  readonly rounds: number;
  /** Browsers that register at the same time. */
  readonly concurrency?: number;
  readonly log?: (text: string) => void;
}

export interface CrashReport {
  readonly rounds: number;
  /** Registrations that were answered with success before a crash. */
  readonly acknowledged: number;
  /** Names of acknowledged accounts that cannot sign in afterwards. */
  readonly lost: readonly string[];
  /** Registrations under way when the server was killed. */
  readonly interrupted: number;
  /** How many of those had been committed before the crash, so that only the idempotency key makes a retry succeed. */
  readonly committed: number;
  /** What a retry answered instead of success: `<code> <username>`. */
  readonly refused: readonly string[];
  /** Milliseconds from each start of a process until it was ready. */
  readonly readyAfter: readonly number[];
}

interface Attempt {
  readonly account: Account;
  readonly key: string;
  readonly caller: Caller;
}

const password = 'Render2026x';

/** Registers one after the other until the connection breaks; gives the attempt that got no answer. */
async function registerUntilCrash(
  target: Target,
  next: () => Attempt,
  acknowledged: (attempt: Attempt) => void,
  refused: (attempt: Attempt, answer: Answer) => void,
): Promise<Attempt> {
  for (;;) {
    const attempt = next();
    try {
      await attempt.caller.get(target.page);
      const answer = await register(attempt.caller, target, attempt.account, attempt.key);
      if (answer.code === 200) acknowledged(attempt);
      else refused(attempt, answer);
    } catch {
      return attempt;
    }
  }
}

/** Whether an account is there: its right password is not refused as a wrong one. */
async function exists(port: number, target: Target, account: Account, index: number, digest: string): Promise<boolean> {
  const answer = await signIn(
    new Caller({ port, line: target.line, address: networkAddressOf(index) }),
    target,
    account.username,
    digest,
  );
  return answer.code === 200 || answer.code === 'Account.UnActivated';
}

export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const { port, target, rounds, concurrency = 4, log = () => undefined } = options;
  const digest = await digestFor(target, password);
  const mark = Date.now().toString(36).slice(-6);
  const accounts: Account[] = [];
  const lost: string[] = [];
  const refused: string[] = [];
  const readyAfter: number[] = [];
  let count = 0;
  let interrupted = 0;
  let committed = 0;
  const next = (): Attempt => {
    const index = count++;
    const username = `c${mark}_${index.toString(36)}`;
    return {
      account: { username, email: `${username}@mail.example`, password },
      key: randomUUID(),
      caller: new Caller({ port, line: target.line, address: networkAddressOf(index) }),
    };
  };

  let server = await startServer(options);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const before = accounts.length;
      const browsers = Array.from({ length: concurrency }, () =>
        registerUntilCrash(
          target,
          next,
          (attempt) => accounts.push(attempt.account),
          (attempt, answer) => refused.push(`${answer.code} ${attempt.account.username}`),
        ),
      );
      // Anywhere in a registration's way, in a process that has just started or is warm.
      await new Promise((done) => setTimeout(done, 150 + randomInt(450)));
      await server.kill();
      const open = await Promise.all(browsers);
      server = await startServer(options);
      readyAfter.push(server.readyAfter);
      for (const attempt of open) {
        interrupted += 1;
        // Asked from an address of its own, since this question is throttled per address.
        const asker = new Caller({ port, line: target.line, address: networkAddressOf(0x8000 + interrupted) });
        const taken = await asker.post(target.paths['register-check'], {
          value: attempt.account.username,
          checkType: 1,
          accountType: 1,
        });
        if (taken.code === 'Account.UserName.Existed') committed += 1;
        const answer = await register(attempt.caller, target, attempt.account, attempt.key);
        if (answer.code === 200) accounts.push(attempt.account);
        else refused.push(`${answer.code} ${attempt.account.username}`);
      }
      for (const [index, account] of accounts.slice(before).entries()) {
        if (!(await exists(port, target, account, count + index, digest))) lost.push(account.username);
      }
      log(
        `crash ${round} of ${rounds}: ${accounts.length - before} registered, ready again after ${Math.round(server.readyAfter)} ms, ${lost.length} lost and ${refused.length} refused so far`,
      );
    }
    // And once more at the end: no later crash took an earlier account away.
    for (const [index, account] of accounts.entries()) {
      if (!(await exists(port, target, account, count + index, digest)) && !lost.includes(account.username))
        lost.push(account.username);
    }
  } finally {
    await server.stop();
  }
  return { rounds, acknowledged: accounts.length, lost, interrupted, committed, refused, readyAfter };
}
