/** Ordinary outages: a database that is away, and turns that went to another server. Each is counted; the log hears of them now and then. */
import type { FastifyBaseLogger } from 'fastify';
import { DatabaseFullError, DatabaseUnavailableError, type Outage } from '../db/failures.ts';
import { NoRoomError } from '../room.ts';
import { TakenOverError } from './idempotency.ts';
import type { Metrics } from './metrics.ts';

/** Why a request could not be served now, as metrics and log name it. */
export type Reason = Outage | 'full' | 'no-room' | 'taken-over';

/** How long the log is spared the same reason again. */
const TELL_AGAIN_MILLISECONDS = 10000;

/** What a request's failure says of the service; undefined where the fault is the request's or ours. */
export function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof DatabaseUnavailableError) return error.outage;
  if (error instanceof DatabaseFullError) return 'full';
  if (error instanceof NoRoomError) return 'no-room';
  // FY001: `foyer_abort`, which here can only mean that the turn was taken over.
  const { code } = (error ?? {}) as { code?: unknown };
  return error instanceof TakenOverError || code === 'FY001' ? 'taken-over' : undefined;
}

export type TellOutage = (reason: Reason, error: unknown, call: string | undefined, log: FastifyBaseLogger) => void;

/** Counts each, and logs the first of a kind at once, then how many more there were. Registrations refused for want of room are told elsewhere. */
export function outageTeller(metrics: Metrics): TellOutage {
  const told = new Map<Reason, { at: number; more: number }>();
  return (reason, error, call, log) => {
    metrics.count('foyer_unavailable_total', { reason });
    if (reason === 'no-room') return;
    const last = told.get(reason);
    const now = performance.now();
    if (last !== undefined && now - last.at < TELL_AGAIN_MILLISECONDS) {
      last.more += 1;
      return;
    }
    told.set(reason, { at: now, more: 0 });
    log.warn({ err: error, call, reason, more: last?.more ?? 0 }, 'a request could not be served now');
  };
}
