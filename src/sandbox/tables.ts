/**
 * The simulators' own tables, in a schema of their own: `npm start` makes what is missing, and no other program knows them.
 * They stand in for what outsiders keep, so nothing of ours refers to them.
 */
import type { Database } from '../server/types.ts';
import { APPLE_TABLES } from './apple/tables.ts';
import { BAIDU_TABLES } from './baidu/tables.ts';
import { REAL_NAME_TABLES } from './real-name/tables.ts';
import { TENCENT_TABLES } from './tencent/tables.ts';
import { WECHAT_TABLES } from './wechat/tables.ts';

/** What several of them share: what is handed out, by its digest alone; keys that sign; what carriers were asked to send. */
const SHARED_TABLES = `
create table if not exists sandbox.issued (
  digest bytea primary key,
  provider text not null,
  kind text not null check (kind in ('ticket', 'code', 'token')),
  app text not null,
  person text not null default '',
  trouble text not null default '',
  -- Of a ticket that a phone scans.
  step text not null default 'waiting' check (step in ('waiting', 'scanned', 'confirmed', 'cancelled')),
  -- Parameters of the page it was asked for on.
  asked jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
create index if not exists issued_expires_at on sandbox.issued (expires_at);
create table if not exists sandbox.signing_key (
  provider text not null,
  kid text not null,
  -- The private key; it signs for nobody but a simulator.
  jwk jsonb not null,
  created_at timestamptz not null default foyer_now(),
  primary key (provider, kid)
);
create table if not exists sandbox.sending (
  id bigint generated always as identity primary key,
  cloud text not null,
  channel text not null,
  number text not null,
  at timestamptz not null default foyer_now()
);
create index if not exists sending_number on sandbox.sending (cloud, number, at);
`;

/** Any number, the same for all instances: what one makes, another finds. */
const LOCK = 4400_0004;

/** Makes the tables that are missing. */
export async function makeTables(db: Pick<Database, 'transaction'>): Promise<void> {
  await db.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await sql.query('create schema if not exists sandbox');
    for (const tables of [SHARED_TABLES, APPLE_TABLES, BAIDU_TABLES, REAL_NAME_TABLES, TENCENT_TABLES, WECHAT_TABLES])
      for (const statement of tables.split(';\n').filter((each) => each.trim() !== '')) await sql.query(statement);
  });
}
