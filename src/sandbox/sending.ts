/** What the stand-ins for carriers share: numbers that fail on purpose, their limits, and the inbox that takes what they send. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../server/types.ts';

/** Ends of numbers that meet a failure each time, in words of our own. */
export type Mishap =
  | 'often'
  | 'daily'
  | 'blacklisted'
  | 'region'
  | 'number'
  | 'balance'
  | 'signature'
  | 'template'
  | 'trouble';
const MISHAPS: Readonly<Record<string, Mishap>> = {
  '0030': 'often',
  '0024': 'daily',
  '0099': 'blacklisted',
  '0040': 'region',
  '0041': 'number',
  '0050': 'balance',
  '0051': 'signature',
  '0052': 'template',
  '0053': 'trouble',
};

const PER_DAY = 10;

export interface Sending {
  readonly cloud: 'tencent' | 'aliyun';
  readonly channel: 'sms' | 'voice';
  /** E.164. */
  readonly number: string;
  readonly line: string;
  readonly language: string;
  readonly text: string;
  readonly code: string | undefined;
}

/** Delivers into the inbox, or tells what is the matter with the number: its end, or that it had too much lately. */
export async function deliver(db: Database, sending: Sending): Promise<Mishap | undefined> {
  const { cloud, channel, number, line, language, text, code } = sending;
  const mishap = MISHAPS[number.slice(-4)];
  if (mishap !== undefined) return mishap;
  const [lately] = await db.query<{ now: boolean; today: number }>(
    `select coalesce(bool_or(at > foyer_now() - interval '30 seconds'), false) as now, count(*)::integer as today
     from sandbox.sending where cloud = $1 and channel = $2 and number = $3 and at > foyer_now() - interval '1 day'`,
    [cloud, channel, number],
  );
  if (lately?.now) return 'often';
  if ((lately?.today ?? 0) >= PER_DAY) return 'daily';
  await db.query('insert into sandbox.sending (cloud, channel, number) values ($1, $2, $3)', [cloud, channel, number]);
  await db.query(
    `insert into inbox (id, line, channel, recipient, language, subject, text, html, code, links)
     values ($1, $2, $3, $4, $5, null, $6, null, $7, $8)`,
    [randomUUID(), line, channel, number, language, text, code ?? null, []],
  );
  return undefined;
}
