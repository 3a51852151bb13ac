/**
 * One effect for one idempotency key. The first request of a key works, the others wait for its answer and give the
 * same, cookies included. The answer is stored sealed. When the working process dies, a repeat takes its place; when it
 * died after its transaction committed, that transaction stored the answer (see `settle` in types.ts).
 */
import { DatabaseFullError, DatabaseUnavailableError } from '../db/failures.ts';
import type { Instance } from '../db/instance.ts';
import type { Along, Database, KeyRing, Sql } from '../types.ts';
import { type BrowserMark, judge, printOf, type StoredAnswer } from './same-browser.ts';

export interface IdempotentRequest {
  readonly zone: string;
  readonly line: string;
  readonly call: string;
  /** A UUID. */
  readonly key: string;
  /** The validated body. */
  readonly body: unknown;
  /** Who sends it: a key is good for one browser. */
  readonly browser: BrowserMark;
}

/** The work is this request's to do. */
export interface Turn {
  /** Stores the answer inside the transaction of its effects. Throws `TakenOverError` when another took the turn meanwhile. */
  store(sql: Sql, answer: StoredAnswer): Promise<void>;
  /** The same as a plain statement, to be part of the one with the effects; that one fails (`foyer_abort`) when the turn was taken. */
  keep(sql: Sql, answer: StoredAnswer): Promise<void>;
  /** Gives the key back, after a failure that a repeat may get over; where the database is away, as soon as it is there again. */
  release(): Promise<void>;
  /** This process does not work on it any more, however that came. */
  end(): void;
}

export type Entry =
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'answer'; readonly answer: StoredAnswer }
  /** The key was used with another body, or by another browser. */
  | { readonly kind: 'mismatch' }
  /** The first request still works after the longest wait. */
  | { readonly kind: 'busy' };

/** This process lost its turn to another, which took it for dead. */
export class TakenOverError extends Error {
  constructor() {
    super('Another server took over this request.');
    this.name = 'TakenOverError';
  }
}

const WAIT_MILLISECONDS = 20000;
/** How soon a key is given back again that could not be. */
const AGAIN_MILLISECONDS = 500;
export const KEEP_HOURS = 24;

export interface IdempotencyOptions {
  readonly db: Database;
  readonly keys: KeyRing;
  readonly instance: Instance;
}

export interface Idempotency {
  /** `first` runs the first insertion, together with something of the caller's, and says how many rows it made. */
  enter(request: IdempotentRequest, first: (statement: Along) => Promise<number>): Promise<Entry>;
}

interface Row {
  readonly fingerprint: string;
  readonly holder: number;
  readonly answer: string | null;
}

export function createIdempotency({ db, keys, instance }: IdempotencyOptions): Idempotency {
  /** Turns that this process works on now. */
  const working = new Set<string>();
  const nameOf = ({ line, call, key }: IdempotentRequest): string => `${line} ${call} ${key}`;

  /** The row of a turn that ended without an answer goes; one that a transaction answered after all stays. */
  async function giveBack(request: IdempotentRequest): Promise<void> {
    if (working.has(nameOf(request))) return;
    const { line, call, key } = request;
    try {
      await db.query(
        'DELETE FROM idempotency WHERE line = $1 AND call = $2 AND key = $3 AND holder = $4 AND answer IS NULL',
        [line, call, key, instance.number],
      );
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError || error instanceof DatabaseFullError)) throw error;
      // Kept, it would have every repeat wait for a request that is over, since this process lives.
      setTimeout(() => void giveBack(request).catch(() => undefined), AGAIN_MILLISECONDS).unref();
    }
  }

  function turnOf(request: IdempotentRequest): Turn {
    const { line, call, key } = request;
    const end = (): void => void working.delete(nameOf(request));
    working.add(nameOf(request));
    const mine = [line, call, key, instance.number];
    return {
      async store(sql, answer) {
        const stored = await sql.query(
          'UPDATE idempotency SET answer = $5 WHERE line = $1 AND call = $2 AND key = $3 AND holder = $4 RETURNING 1',
          [...mine, keys.seal('cookie', JSON.stringify(answer))],
        );
        if (stored.length === 0) throw new TakenOverError();
      },
      async keep(sql, answer) {
        await sql.query(
          `UPDATE idempotency SET answer = $5 WHERE line = $1 AND call = $2 AND key = $3
             AND CASE WHEN holder = $4 THEN true ELSE foyer_abort('taken over') END`,
          [...mine, keys.seal('cookie', JSON.stringify(answer))],
        );
      },
      release: () => {
        end();
        return giveBack(request);
      },
      end,
    };
  }

  async function enter(request: IdempotentRequest, first: (statement: Along) => Promise<number>): Promise<Entry> {
    const { zone, line, call, key, browser } = request;
    const body = canonical(request.body);
    const deadline = Date.now() + WAIT_MILLISECONDS;
    const print = printOf(keys, body, browser);
    const insert = (source: string): string =>
      `INSERT INTO idempotency (zone, line, call, key, fingerprint, holder)
         SELECT $1::text, $2::text, $3::text, $4::uuid, $5::text, $6::integer ${source} ON CONFLICT DO NOTHING RETURNING 1`;
    const values = [zone, line, call, key, print, instance.number];
    let made = await first({ text: insert('FROM allowed'), values });
    for (let pause = 20; Date.now() < deadline; pause = Math.min(pause * 2, 250)) {
      if (made > 0) return { kind: 'turn', turn: turnOf(request) };
      const [row] = await db.query<Row>(
        'SELECT fingerprint, holder, answer FROM idempotency WHERE line = $1 AND call = $2 AND key = $3',
        [line, call, key],
      );
      // Given back between the two statements, or while waiting: this round takes it.
      if (!row) {
        made = (await db.query(insert(''), values)).length;
        continue;
      }
      const plain = row.answer === null ? null : keys.open('cookie', row.answer);
      const answer = plain ? (JSON.parse(plain) as StoredAnswer) : undefined;
      const verdict = judge(keys, row.fingerprint, body, browser, answer);
      if (verdict === 'strange' || plain === undefined) return { kind: 'mismatch' };
      if (answer) return { kind: 'answer', answer: verdict === 'bare' ? { ...answer, cookies: [] } : answer };
      if (!(await instance.isAlive(db, row.holder))) {
        const taken = await db.query(
          `UPDATE idempotency SET holder = $4 WHERE line = $1 AND call = $2 AND key = $3 AND holder = $5 AND answer IS NULL RETURNING 1`,
          [line, call, key, instance.number, row.holder],
        );
        if (taken.length > 0) return { kind: 'turn', turn: turnOf(request) };
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return { kind: 'busy' };
  }

  return {
    enter: (request, first) =>
      enter(request, first).catch((error: unknown) => {
        // Cut off, it may have taken the turn without knowing.
        if (error instanceof DatabaseUnavailableError) void giveBack(request).catch(() => undefined);
        throw error;
      }),
  };
}

/** JSON with sorted properties, so that the same body is the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
