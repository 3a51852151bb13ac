/** A server with a database of its own, and what faults ask of it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl } from '../bench/accounts.ts';
import { Caller } from '../bench/caller.ts';
import { type Account, register, type Target } from '../bench/calls.ts';
import { type RunningServer, startServer } from '../bench/server-process.ts';

export const PASSWORD = 'Render2026x';

/** How often an account is asked for again. */
const PATIENCE = 10;

/** Waits for something, long enough for a machine that does other things besides. @throws with what it waited for */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 90): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

export interface Message {
  readonly id: string;
  readonly subject: string | null;
  readonly code: string | null;
  readonly links: readonly string[];
}

export class House {
  #client: pg.Client | undefined;

  constructor(
    public server: RunningServer,
    readonly port: number,
    readonly dataDir: string,
    readonly environment: Readonly<Record<string, string>>,
    /** Makes an address that nobody has come from. */
    readonly freshAddress: () => string,
  ) {}

  get databaseUrl(): string {
    return databaseUrl(this.dataDir);
  }

  /** Somebody new at a line's own host. */
  caller(line: string, port = this.port): Caller {
    return new Caller({ port, line, address: this.freshAddress() });
  }

  /** Asks the database, beside the server. */
  async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#client === undefined) {
      const client = new pg.Client({ connectionString: this.databaseUrl });
      // The faults end PostgreSQL as well; the next question connects anew.
      client.on('error', () => undefined);
      client.on('end', () => {
        this.#client = undefined;
      });
      await client.connect();
      this.#client = client;
    }
    return (await this.#client.query<Row>(text, [...values])).rows;
  }

  async count(text: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.ask<{ count: string }>(`select count(*) as count from (${text}) as counted`, values);
    return Number(row?.count);
  }

  /** Moves the one clock of every rule about time. */
  async letTimePass(seconds: number): Promise<void> {
    await this.ask(`update clock_shift set shift = shift + $1 * interval '1 second'`, [seconds]);
  }

  /** An active account. @throws when it is refused */
  async account(target: Target, name = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`): Promise<Account> {
    const account = { username: name, email: `${name}@mail.example`, password: PASSWORD };
    const caller = this.caller(target.line);
    const key = randomUUID();
    let answer = await register(caller, target, account, key);
    // A machine that has more to do says how long to wait, and a person does.
    for (let nth = 0; answer.status === 429 && nth < PATIENCE; nth += 1) {
      await new Promise((next) => setTimeout(next, Number(answer.headers['retry-after'] ?? 1) * 1000));
      answer = await register(caller, target, account, key);
    }
    if (answer.code !== 200) throw new Error(`Registering was answered with ${answer.status} ${answer.code}.`);
    await this.ask("update account set status = 'active', activated_at = foyer_now() where username_key = $1", [name]);
    return account;
  }

  /** The newest message to somebody, by mail's subject or, without one, the newest with a code. */
  async message(to: string, subject?: string): Promise<Message> {
    let found: Message | undefined;
    await until(`a message to ${to}`, async () => {
      [found] = await this.ask<Message>(
        'select id, subject, code, links from inbox where lower(recipient) = lower($1) and ($2::text is null and code is not null or subject = $2) order by at desc limit 1',
        [to, subject ?? null],
      );
      return found !== undefined;
    });
    return found as Message;
  }

  log(): string {
    return readFileSync(join(this.dataDir, '..', `server-${this.port}.log`), 'utf8');
  }

  /** Starts the same server again, after it was killed or stopped. */
  async restart(): Promise<void> {
    this.server = await startServer({ port: this.port, dataDir: this.dataDir, environment: this.environment });
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    await this.server.stop();
  }
}
