/** Visitors who go on while something breaks: they register, ask for pages' data, and mistype passwords. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../bench/caller.ts';
import { type Account, checkPassword, digestFor, register, type Target } from '../bench/calls.ts';
import { type House, PASSWORD } from './house.ts';

export interface LoadReport {
  readonly answers: number;
  /** Accounts whose registration was acknowledged. */
  readonly accounts: readonly Account[];
  /** What could not be answered, after as many tries as were allowed: the answer, or why there was none. */
  readonly failed: readonly string[];
  /** Requests that needed another try. */
  readonly retried: number;
  /** Longest wait for an answer, ms. */
  readonly slowest: number;
}

export interface Load {
  /** Lets each visitor finish what is under way. */
  stop(): Promise<LoadReport>;
  answers(): number;
}

export interface LoadOptions {
  readonly house: House;
  /** Where the visitors call, when it is not the house itself. */
  readonly port?: number;
  readonly target: Target;
  readonly visitors?: number;
  /** How often a visitor presses again after a failure. */
  readonly retries?: number;
  /** Answers besides those below 500 that are as they should be. */
  readonly accepts?: (answer: Answer) => boolean;
}

/** Starts the visitors: half of them register, the others ask whether they are signed in. */
export function startLoad({
  house,
  port,
  target,
  visitors = 6,
  retries = 0,
  accepts = () => false,
}: LoadOptions): Load {
  const accounts: Account[] = [];
  const failed: string[] = [];
  let answers = 0;
  let retried = 0;
  let slowest = 0;
  let over = false;

  async function persist(send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let tried = 0; ; tried += 1) {
      const since = performance.now();
      const answer = await send().catch((error: Error) => error);
      if (!(answer instanceof Error)) slowest = Math.max(slowest, performance.now() - since);
      if (!(answer instanceof Error) && (answer.status < 500 || accepts(answer))) {
        answers += 1;
        return answer;
      }
      if (tried === retries) {
        failed.push(answer instanceof Error ? answer.message : `${answer.status} ${answer.code}`);
        return undefined;
      }
      retried += 1;
      // Who presses again has read that it failed.
      await new Promise((next) => setTimeout(next, 300));
    }
  }

  async function visit(registers: boolean): Promise<void> {
    while (!over) {
      const caller = house.caller(target.line, port);
      if (registers) {
        const username = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`;
        const account = { username, email: `${username}@mail.example`, password: PASSWORD };
        const key = randomUUID();
        const answer = await persist(() => register(caller, target, account, key));
        if (answer?.code === 200) accounts.push(account);
      } else await persist(() => caller.get(target.paths.session));
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  const all = Array.from({ length: visitors }, (_, index) => visit(index % 2 === 0));
  return {
    answers: () => answers,
    async stop() {
      over = true;
      await Promise.all(all);
      return { answers, accounts, failed, retried, slowest };
    },
  };
}

/** Tries a wrong password; gives the answer, or undefined when there was none. */
export async function mistype(
  house: House,
  target: Target,
  account: Account,
  port?: number,
): Promise<Answer | undefined> {
  const digest = await digestFor(target, `${PASSWORD}-wrong`);
  return checkPassword(house.caller(target.line, port), target, account.username, digest).catch(() => undefined);
}
