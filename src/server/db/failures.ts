/** What goes wrong with a database, and what each of it means to whoever asked. */

/**
 * How a database is out of reach: nobody there (`away`), connections open and no word for the longest time a statement
 * gets (`silent`), or a statement that it ended itself because it took too long (`slow`).
 */
export type Outage = 'away' | 'silent' | 'slow';

/** PostgreSQL cannot be reached, or does not answer in time; HTTP answers 503. Whether a statement that was cut off has run is unknown. */
export class DatabaseUnavailableError extends Error {
  readonly outage: Outage;
  constructor(cause: unknown, outage: Outage = outageOf(cause)) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseUnavailableError';
    this.outage = outage;
  }
}

/** PostgreSQL answers, but has no room for this statement, on its disk or in memory. The connection stays good. HTTP answers 503. */
export class DatabaseFullError extends Error {
  constructor(cause: unknown) {
    super('The database has no room.', { cause });
    this.name = 'DatabaseFullError';
  }
}

/** Nothing came from the database for the longest time that it is given. */
export class SilentError extends Error {
  constructor() {
    super('Nothing came from the database in time.');
    this.name = 'SilentError';
  }
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAGAIN',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** `query_canceled`: here only by the statement's own time limit. */
const SLOW = '57014';

function outageOf(error: unknown): Outage {
  if (error instanceof SilentError) return 'silent';
  return (error as { code?: unknown } | undefined)?.code === SLOW ? 'slow' : 'away';
}

/** Whether nobody answers, so that it is worth asking again for a while. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code && (AWAY.has(code) || code.startsWith('08'))) return true;
  return /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable/i.test(message);
}

/** `disk_full`, the one of class 53 (insufficient resources) that stays until somebody makes room. */
const DISK_FULL = '53100';

/** Whether PostgreSQL lacks room or memory; that it lacks connections is `isAway`. */
function isFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('53') && !AWAY.has(code);
}

/** What a failed statement means to the caller. `onDiskFull` is told when the disk is. */
export function judged(error: unknown, onDiskFull?: () => void): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  if (isAway(error) || error instanceof SilentError || (error as { code?: unknown }).code === SLOW)
    return new DatabaseUnavailableError(error);
  if (!isFull(error)) return error;
  if ((error as { code: string }).code === DISK_FULL) onDiskFull?.();
  return new DatabaseFullError(error);
}

/** A prepared statement whose tables a migration changed meanwhile. It has not run; its connection is given up. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === '0A000' && /cached plan/.test(message);
}
