/** `Limiter` on rate-limiter-flexible's PostgreSQL store, with the database's clock instead of the process's. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../db/pool.ts';
import type { Database, Limiter } from '../types.ts';
import { LIMITS, type Limits } from './limits.ts';

const NOW = '(extract(epoch FROM foyer_now()) * 1000)::bigint';

/** What the store's methods return and take; the library does not declare them. */
interface Counted {
  readonly rows: readonly {
    readonly points: number;
    readonly expire: number | string | null;
    readonly now: number | string;
  }[];
}

/**
 * Instances whose clocks differ would open and close each other's windows, so the row is written and judged by
 * `foyer_now()`. Overrides two methods of the pinned version that its declarations leave out.
 */
class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #db: OpenDatabase;

  constructor(db: OpenDatabase, keyPrefix: string, points: number, duration: number) {
    super({
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
    this.#db = db;
  }

  async _upsert(key: string, points: number, milliseconds: number): Promise<Counted> {
    const rows = await this.#db.query<Counted['rows'][number]>(
      `INSERT INTO throttle AS t (key, points, expire) VALUES ($1, $2, ${NOW} + $3::bigint)
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN t.expire <= ${NOW} THEN $2 ELSE t.points + $2 END,
         expire = CASE WHEN t.expire <= ${NOW} THEN ${NOW} + $3::bigint ELSE t.expire END
       RETURNING points, expire, ${NOW} AS now`,
      [key, points, Math.round(milliseconds)],
    );
    return { rows };
  }

  _getRateLimiterRes(_key: string, changed: number, result: Counted): RateLimiterRes {
    const row = result.rows[0];
    const consumed = row?.points ?? changed;
    const left = row ? Math.max(Number(row.expire) - Number(row.now), 0) : 0;
    return new RateLimiterRes(Math.max(this.points - consumed, 0), left, consumed, consumed === changed);
  }
}

export interface LimiterOptions {
  readonly db: OpenDatabase;
  readonly limits?: Limits;
}

/** Keys are stored as digests, since they hold addresses and identifiers. */
export function createLimiter({ db, limits = LIMITS }: LimiterOptions): Limiter {
  const made = new Map<string, readonly DatabaseClockLimiter[]>();
  const windows = (name: string): readonly DatabaseClockLimiter[] => {
    const found = made.get(name);
    if (found) return found;
    const figures = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (!figures) throw new Error(`There is no limit named ${name}; add it to limits/limits.ts.`);
    const fresh = figures.map(
      ({ points, seconds }) => new DatabaseClockLimiter(db, `${name}/${seconds}`, points, seconds),
    );
    made.set(name, fresh);
    return fresh;
  };
  return {
    async take(name, key) {
      const digest = createHash('sha256').update(key).digest('base64url');
      let retryAfter = 0;
      for (const limiter of windows(name)) {
        try {
          await limiter.consume(digest);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          retryAfter = Math.max(retryAfter, refusal.msBeforeNext);
        }
      }
      return retryAfter > 0
        ? { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(retryAfter / 1000)) }
        : { allowed: true };
    },
  };
}

/** Forgets windows that ended; called now and then by the server. */
export async function forgetEndedWindows(db: Database): Promise<void> {
  await db.query(`DELETE FROM throttle WHERE expire < ${NOW}`);
}
