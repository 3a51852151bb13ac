/** Accounts for the load: registered through the server's own call, then activated as their mail's link would. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databasePassword, USER } from '../../server/db/cluster.ts';
import { addressOf, Caller } from './caller.ts';
import { type Account, register, type Target } from './calls.ts';

/** Where the embedded database of a data folder listens, as `DATABASE_URL` takes it. */
export function databaseUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, 'database-port'), 'utf8').trim();
  return `postgres://${USER}:${encodeURIComponent(databasePassword(dataDir))}@127.0.0.1:${port}/foyer`;
}

/** One connection for `work`, closed afterwards. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface AccountsOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly target: Target;
  readonly count: number;
  readonly password: string;
}

/** Throws when a registration is refused. */
export async function makeAccounts({ port, dataDir, target, count, password }: AccountsOptions): Promise<Account[]> {
  const accounts: Account[] = [];
  let index = 0;
  const work = async (): Promise<void> => {
    while (index < count) {
      const number = index++;
      const username = `bench_${number}`;
      const account = { username, email: `${username}@mail.example`, password };
      const caller = new Caller({ port, line: target.line, address: addressOf(0xfe0000 + number) });
      const answer = await register(caller, target, account, randomUUID());
      if (answer.code !== 200)
        throw new Error(`Registering ${username} was answered with ${answer.status} ${answer.code}.`);
      accounts.push(account);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await withDatabase(dataDir, (client) =>
    client.query(
      `update account set status = 'active', activated_at = foyer_now() where status = 'unactivated' and username_key = any($1)`,
      [accounts.map(({ username }) => username)],
    ),
  );
  return accounts;
}
