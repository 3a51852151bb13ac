/** Two processes on one database must count as one: a guesser who spreads over both gets no more tries. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { databaseUrl, withDatabase } from './accounts.ts';
import { type Answer, addressOf, Caller } from './caller.ts';
import { digestFor, type Target } from './calls.ts';
import { startServer } from './server-process.ts';

export interface GuessOptions {
  /** The first port is served already; the second process is started here. */
  readonly ports: readonly [number, number];
  readonly dataDir: string;
  readonly target: Target;
  readonly name: string;
  readonly email: string;
  readonly tries: number;
}

export interface GuessReport {
  readonly tries: number;
  /** Wrong passwords that the account's counter knows of; every one that was looked at is counted there. */
  readonly evaluated: number;
  readonly answers: Readonly<Record<string, number>>;
  /** On how many of the two the account is locked afterwards, even for the right password. */
  readonly lockedOn: number;
}

interface Ticket {
  readonly ticket: string;
  readonly randstr: string;
  readonly captchaAppId: string;
}

/** Passes the built-in captcha as a browser does: asks for a challenge and works it out. */
async function passCaptcha(caller: Caller, target: Target): Promise<Ticket> {
  const { data } = await caller.get(target.paths['captcha-challenge']);
  const challenge = data.challenge as Challenge | undefined;
  if (!challenge) throw new Error('The server gave no captcha challenge.');
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The captcha challenge has no solution.');
  return {
    ticket: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    randstr: challenge.parameters.nonce,
    captchaAppId: String(data.captchaAppId),
  };
}

/** Fires all tries at once, half at each process, by turns under the account's name and e-mail. */
export async function guessAcrossInstances({
  ports,
  dataDir,
  target,
  name,
  email,
  tries,
}: GuessOptions): Promise<GuessReport> {
  const second = await startServer({ port: ports[1], dataDir, environment: { DATABASE_URL: databaseUrl(dataDir) } });
  try {
    const wrong = await digestFor(target, 'Wrong2026x');
    const attempt = async (index: number, password: string): Promise<() => Promise<Answer>> => {
      const caller = new Caller({
        port: ports[index % 2] ?? ports[0],
        line: target.line,
        address: addressOf(0xfd0000 + index),
      });
      const ticket = await passCaptcha(caller, target);
      const loginName = index % 4 < 2 ? name : email.toUpperCase();
      return () => caller.post(target.paths['sign-in'], { loginName, password, accountType: 1, ...ticket });
    };
    const ready: (() => Promise<Answer>)[] = [];
    for (let index = 0; index < tries; index += 1) ready.push(await attempt(index, wrong));
    const answers: Record<string, number> = {};
    for (const { status, code } of await Promise.all(ready.map((fire) => fire()))) {
      const key = `${status} ${code}`;
      answers[key] = (answers[key] ?? 0) + 1;
    }
    const evaluated = await withDatabase(dataDir, async (client) => {
      const { rows } = await client.query<{ failures: number }>(
        `select coalesce(sum(c.failures), 0)::int as failures from sign_in_counter c join account a on c.account_id = a.id where a.username_key = $1`,
        [name],
      );
      return rows[0]?.failures ?? Number.NaN;
    });
    const right = await digestFor(target, 'Render2026x');
    let lockedOn = 0;
    for (const index of [tries, tries + 1])
      if ((await (await attempt(index, right))()).code === 'Account.Locked') lockedOn += 1;
    return { tries, evaluated, answers, lockedOn };
  } finally {
    await second.stop();
  }
}
