/** What simulated providers hand out: codes that work once, tokens, and tickets that a phone confirms. All by the database's clock. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../server/types.ts';

export interface Grant {
  readonly provider: string;
  readonly kind: 'ticket' | 'code' | 'token';
  /** Client id of the application it was made for. */
  readonly app: string;
  readonly person: string;
  /** What shall go wrong with it; empty for nothing. `used` and `expired` make a code that is so from the start. */
  readonly trouble: string;
  readonly asked: Readonly<Record<string, string>>;
}

export type Step = 'waiting' | 'scanned' | 'confirmed' | 'cancelled';

const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest();
const COLUMNS = 'provider, kind, app, person, trouble, asked';

/** Hands one out; forgets those that are long over. */
export async function issue(
  db: Database,
  {
    provider,
    kind,
    app,
    person = '',
    trouble = '',
    asked = {},
  }: Partial<Grant> & Pick<Grant, 'provider' | 'kind' | 'app'>,
  seconds: number,
): Promise<string> {
  const value = randomBytes(24).toString('base64url');
  await db.query(`delete from sandbox.issued where expires_at < foyer_now() - interval '1 day'`);
  await db.query(
    `insert into sandbox.issued (digest, provider, kind, app, person, trouble, asked, expires_at, used_at)
     values ($1, $2, $3, $4, $5, $6, $7, foyer_now() + $8::float8 * interval '1 second', case when $9 then foyer_now() end)`,
    [
      digestOf(value),
      provider,
      kind,
      app,
      person,
      trouble,
      JSON.stringify(asked),
      kind === 'code' && trouble === 'expired' ? -1 : seconds,
      kind === 'code' && trouble === 'used',
    ],
  );
  return value;
}

export type Redeemed =
  | { readonly state: 'good' | 'used' | 'expired'; readonly grant: Grant }
  | { readonly state: 'unknown'; readonly grant?: undefined };

/** Takes a code for good, when it is one of this provider and application. A code that is not good stays as it is. */
export async function redeem(db: Database, provider: string, app: string, code: string): Promise<Redeemed> {
  const key = [digestOf(code), provider, app];
  const where = `digest = $1 and provider = $2 and app = $3 and kind = 'code'`;
  const [good] = await db.query<Grant>(
    `update sandbox.issued set used_at = foyer_now()
     where ${where} and used_at is null and expires_at > foyer_now() returning ${COLUMNS}`,
    key,
  );
  if (good) return { state: 'good', grant: good };
  const [bad] = await db.query<Grant & { used: boolean }>(
    `select ${COLUMNS}, used_at is not null as used from sandbox.issued where ${where}`,
    key,
  );
  return bad ? { state: bad.used ? 'used' : 'expired', grant: bad } : { state: 'unknown' };
}

/** A token that still lives. */
export async function find(db: Database, provider: string, token: string): Promise<Grant | undefined> {
  const [grant] = await db.query<Grant>(
    `select ${COLUMNS} from sandbox.issued
     where digest = $1 and provider = $2 and kind = 'token' and expires_at > foyer_now()`,
    [digestOf(token), provider],
  );
  return grant;
}

/** A ticket and how far the phone is with it; undefined when it is not known or over. */
export async function readTicket(
  db: Database,
  provider: string,
  ticket: string,
): Promise<(Grant & { readonly step: Step }) | undefined> {
  const [found] = await db.query<Grant & { step: Step }>(
    `select ${COLUMNS}, step from sandbox.issued
     where digest = $1 and provider = $2 and kind = 'ticket' and used_at is null and expires_at > foyer_now()`,
    [digestOf(ticket), provider],
  );
  return found;
}

/** Moves a ticket on; false when it is over, decided already, or further. */
export async function moveTicket(
  db: Database,
  provider: string,
  ticket: string,
  { step, person = '', trouble = '' }: { step: Exclude<Step, 'waiting'>; person?: string; trouble?: string },
): Promise<boolean> {
  const moved = await db.query(
    `update sandbox.issued set step = $3, person = $4, trouble = $5
     where digest = $1 and provider = $2 and kind = 'ticket' and used_at is null and expires_at > foyer_now()
       and step in ('waiting', case when $3 = 'scanned' then 'waiting' else 'scanned' end)
     returning step`,
    [digestOf(ticket), provider, step, person, trouble],
  );
  return moved.length > 0;
}

/** Closes a confirmed ticket: whoever closes it gets the code for it. */
export async function closeTicket(db: Database, provider: string, ticket: string): Promise<Grant | undefined> {
  const [closed] = await db.query<Grant>(
    `update sandbox.issued set used_at = foyer_now()
     where digest = $1 and provider = $2 and kind = 'ticket' and used_at is null and step = 'confirmed'
     returning ${COLUMNS}`,
    [digestOf(ticket), provider],
  );
  return closed;
}

/** An id of a person for one application, the same every time. */
export function idFor(provider: string, app: string, person: string): Buffer {
  return createHash('sha256').update([provider, app, person].join('\n')).digest();
}

/** Waits, unless whoever asks goes away. */
export function hold(request: FastifyRequest, milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      request.raw.socket.off('close', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    request.raw.socket.once('close', end);
  });
}

const SLOW_MILLISECONDS = 20_000;

/** Does what `slow` and `down` stand for. True when an answer went out. */
export async function suffer(request: FastifyRequest, reply: FastifyReply, trouble: string): Promise<boolean> {
  if (trouble === 'slow') await hold(request, SLOW_MILLISECONDS);
  if (trouble !== 'down') return false;
  await reply
    .status(502)
    .header('content-type', 'text/html')
    .send('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>');
  return true;
}

/** The parameters of an address; the first of each name. */
export function queryOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(request.url.split('?')[1] ?? '')].reverse());
}
