/** `Limiter` on rate-limiter-flexible's PostgreSQL store, with the database's clock instead of the process's. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../db/pool.ts';
import type { Along, Limiter, Sql } from '../types.ts';
import { LIMITS, type Limits } from './limits.ts';

const NOW = '(extract(epoch FROM foyer_now()) * 1000)::bigint';

/** What the store's methods return and take; the library does not declare them. */
interface Counted {
  readonly rows: readonly {
    readonly points: number;
    readonly expire: number | string | null;
    readonly now: number | string;
    readonly along?: number;
  }[];
}

const COUNT = `INSERT INTO throttle AS t (key, points, expire) VALUES ($1, $2, ${NOW} + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN t.expire <= ${NOW} THEN $2 ELSE t.points + $2 END,
    expire = CASE WHEN t.expire <= ${NOW} THEN ${NOW} + $3::bigint ELSE t.expire END
  RETURNING points, expire, ${NOW} AS now`;

/** What `consume` hands on to `_upsert`. */
interface ConsumeOptions {
  readonly along?: Along;
}

/**
 * Instances whose clocks differ would open and close each other's windows, so the row is written and judged by
 * `foyer_now()`. Overrides two methods of the pinned version that its declarations leave out.
 */
class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #db: OpenDatabase;
  /** The library's own; milliseconds. */
  declare getInMemoryBlockMsBeforeExpire: (key: string) => number;

  constructor(db: OpenDatabase, keyPrefix: string, points: number, duration: number, remembers: boolean) {
    super({
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
      // A refused key is refused again without asking, until its window ends.
      ...(remembers ? { inMemoryBlockOnConsumed: points + 1 } : {}),
    });
    this.#db = db;
  }

  async _upsert(
    key: string,
    points: number,
    milliseconds: number,
    _force: boolean,
    { along }: ConsumeOptions = {},
  ): Promise<Counted> {
    const values = [key, points, Math.round(milliseconds)];
    if (!along) return { rows: await this.#db.query<Counted['rows'][number]>(COUNT, values) };
    const rows = await this.#db.query<Counted['rows'][number]>(
      `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
       counted AS (${COUNT}),
       allowed AS (SELECT 1 FROM counted, quick WHERE counted.points <= $4),
       along AS (${along.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + 4}`)})
       SELECT points, expire, now, (SELECT count(*) FROM along) AS along FROM counted`,
      [...values, this.points, ...along.values],
    );
    return { rows };
  }

  _getRateLimiterRes(_key: string, changed: number, result: Counted): RateLimiterRes {
    const row = result.rows[0];
    const consumed = row?.points ?? changed;
    const left = row ? Math.max(Number(row.expire) - Number(row.now), 0) : 0;
    const counted = new RateLimiterRes(Math.max(this.points - consumed, 0), left, consumed, consumed === changed);
    return Object.assign(counted, { along: row?.along ?? 0 });
  }
}

export interface LimiterOptions {
  readonly db: OpenDatabase;
  readonly limits?: Limits;
  /** Whether a refused key is remembered until its window ends; not where tests shift the database's clock. */
  readonly remembers?: boolean;
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Keys are stored as digests, since they hold addresses and identifiers. */
export function createLimiter({ db, limits = LIMITS, remembers = false }: LimiterOptions): Limiter {
  const made = new Map<string, readonly DatabaseClockLimiter[]>();
  const windows = (name: string): readonly DatabaseClockLimiter[] => {
    const found = made.get(name);
    if (found) return found;
    const figures = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (!figures) throw new Error(`There is no limit named ${name}; add it to limits/limits.ts.`);
    const fresh = figures.map(
      ({ points, seconds }) => new DatabaseClockLimiter(db, `${name}/${seconds}`, points, seconds, remembers),
    );
    made.set(name, fresh);
    return fresh;
  };
  return {
    async take(name, key, along) {
      const digest = digestOf(key);
      let retryAfter = 0;
      let rows = 0;
      for (const [index, limiter] of windows(name).entries()) {
        try {
          const options: ConsumeOptions = along && index === 0 ? { along } : {};
          const counted: RateLimiterRes & { readonly along?: number } = await limiter.consume(digest, 1, options);
          rows += counted.along ?? 0;
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          retryAfter = Math.max(retryAfter, refusal.msBeforeNext);
        }
      }
      return retryAfter > 0
        ? { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(retryAfter / 1000)) }
        : { allowed: true, rows };
    },
    refusedFor(name, key) {
      const digest = digestOf(key);
      const left = windows(name).map((limiter) => limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(digest)));
      return Math.ceil(Math.max(0, ...left) / 1000);
    },
  };
}

/** Forgets windows that ended; called now and then by the server. */
export async function forgetEndedWindows(sql: Sql): Promise<void> {
  await sql.query(`DELETE FROM throttle WHERE expire < ${NOW}`);
}
