/** The outbox: a message is owed exactly when the caller's transaction commits, and leaves as soon as its carrier takes it. */
import { randomUUID } from 'node:crypto';
import type PgBoss from 'pg-boss';
import type { ServerLine } from '../../engine/pack.ts';
import type { OpenDatabase } from '../db/pool.ts';
import { clean } from '../http/log.ts';
import type { Attempt, Carrier, Carriers } from '../ports/carrier.ts';
import type { Delivery, KeyRing, Outbox, OutgoingMessage, RefusalReason, Sql } from '../types.ts';
import { isPrompt, LANES, laneOf, priorityOf, runLane } from './lanes.ts';
import { ATTEMPT_MILLISECONDS, FORMER_QUEUE, OWED_HOURS, openQueue } from './queue.ts';
import { render } from './render.ts';

export interface OutboxOptions {
  readonly db: OpenDatabase;
  readonly keys: KeyRing;
  readonly carriers: Carriers;
  /** The line of that name in the release being served; undefined when there is none any more. */
  readonly line: (name: string) => ServerLine | undefined;
  /** Told of each attempt (never of the recipient), for logs and metrics. */
  readonly onAttempt?: (attempt: {
    id: string;
    channel: string;
    line: string;
    template: string;
    state: string;
    code: number;
    /** The carrier's own code. */
    detail?: string;
    misconfigured?: true;
  }) => void;
  readonly onError?: (error: Error) => void;
  /** How often the queue is asked, milliseconds. */
  readonly pollMilliseconds?: number;
}

export interface RunningOutbox extends Outbox {
  /** Starts carrying messages. */
  start(): void;
  /** Stops taking new ones and waits for those under way. */
  stop(): Promise<void>;
}

interface OwedRow {
  readonly id: string;
  readonly channel: OutgoingMessage['channel'];
  readonly template: string;
  readonly line: string;
  readonly language: string;
  readonly sealed: string | null;
  readonly state: Delivery['state'];
  readonly expired: boolean;
  readonly early: boolean;
}

/** Of the queue that earlier releases filled, which instances of them may still do. */
const FORMER = { queue: FORMER_QUEUE, places: 10 };
const FORMER_POLLS = 4;

export async function openOutbox(options: OutboxOptions): Promise<RunningOutbox> {
  const { db, keys, carriers } = options;
  const onError = (error: Error): void => options.onError?.(error);
  const boss: PgBoss = await openQueue(db, onError, true);
  const poll = options.pollMilliseconds ?? 500;
  const stops: (() => Promise<void>)[] = [];

  async function attempt(row: OwedRow): Promise<Attempt> {
    const opened = row.sealed === null ? undefined : keys.open('outbox', row.sealed);
    // Without its key a message is lost; saying so beats trying for a day.
    if (opened === undefined)
      return { state: 'refused', code: 500, detail: 'KEYS_OUTBOX has not the key it was sealed with' };
    const line = options.line(row.line);
    if (!line) return { state: 'retry', code: 500, detail: 'the release has no line of that name' };
    const { to, params } = JSON.parse(opened) as Pick<OutgoingMessage, 'to' | 'params'>;
    const result = await carried(row, line, to, params);
    return result.detail === undefined ? result : { ...result, detail: withoutRecipient(result.detail, to) };
  }

  async function carried(
    row: OwedRow,
    line: ServerLine,
    to: string,
    params: OutgoingMessage['params'],
  ): Promise<Attempt> {
    const { channel, template, language } = row;
    const carrier = carriers[channel];
    if (!carrier) return { state: 'refused', code: 500, detail: 'nobody carries this channel' };
    try {
      const ready = render(row.id, { channel, to, template, params, line: row.line, language }, line);
      return await inTime(carrier.carry({ ...ready, isPrompt: isPrompt(row) }));
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      return { state: 'retry', code: 500, detail: wordsOf(error) };
    }
  }

  /** Tries one message; true when the queue may forget it. */
  async function deliver(id: string): Promise<boolean> {
    const [row] = await db.query<OwedRow>(
      `SELECT id, channel, template, line, language, sealed, state,
              created_at < foyer_now() - $2 * interval '1 hour' AS expired,
              coalesce(not_before > foyer_now(), false) AS early
         FROM outbox WHERE id = $1`,
      [id, OWED_HOURS],
    );
    if (row?.state !== 'owed') return true;
    if (row.expired) {
      await settle(id, 'expired', null);
      return true;
    }
    if (row.early) return false;
    const result = await attempt(row);
    const { channel, template, line } = row;
    options.onAttempt?.({ id, channel, template, line, ...result });
    if (result.state === 'retry') {
      await db.query(
        `UPDATE outbox SET attempts = attempts + 1, code = $2, not_before = foyer_now() + $3 * interval '1 second' WHERE id = $1`,
        [id, result.code, result.notBeforeSeconds ?? 0],
      );
      return false;
    }
    await settle(id, result.state, result.code, result.state === 'refused' ? result.reason : undefined);
    return true;
  }

  async function settle(
    id: string,
    state: Delivery['state'],
    code: number | null,
    reason?: RefusalReason,
  ): Promise<void> {
    await db.query(
      `UPDATE outbox SET state = $2, code = coalesce($3, code), reason = $4, sealed = NULL, attempts = attempts + 1, settled_at = foyer_now() WHERE id = $1`,
      [id, state, code, reason ?? null],
    );
  }

  /** Queues a message that is in the outbox; part of the caller's transaction. */
  async function queue(sql: Sql, id: string, message: Pick<OutgoingMessage, 'channel' | 'template'>): Promise<void> {
    const executeSql = async (text: string, values: unknown[]): Promise<{ rows: unknown[] }> => ({
      rows: await sql.query(text, values),
    });
    const job = await boss.send(laneOf(message).queue, { id }, { priority: priorityOf(message), db: { executeSql } });
    if (!job) throw new Error('The outbox queue did not take the message.');
  }

  /** Hands on what an earlier release queued; twice does no harm, since a message that has left is not tried again. */
  async function handOn(id: string): Promise<boolean> {
    const [row] = await db.query<Pick<OwedRow, 'channel' | 'template' | 'state'>>(
      'SELECT channel, template, state FROM outbox WHERE id = $1',
      [id],
    );
    if (row?.state === 'owed') await db.transaction((sql) => queue(sql, id, row));
    return true;
  }

  /** Failing is not done. */
  const orRetry =
    (work: (id: string) => Promise<boolean>) =>
    (id: string): Promise<boolean> =>
      work(id).catch((error: Error) => {
        onError(error);
        return false;
      });

  return {
    async send(sql: Sql, message: OutgoingMessage) {
      const id = randomUUID();
      const sealed = keys.seal('outbox', JSON.stringify({ to: message.to, params: message.params }));
      const zone = options.line(message.line)?.line.zone;
      await sql.query(
        `INSERT INTO outbox (id, zone, line, channel, template, language, sealed) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, zone ?? 'unknown', message.line, message.channel, message.template, message.language, sealed],
      );
      await queue(sql, id, message);
      return { id };
    },
    async delivery(sql, id) {
      const [row] = await sql.query<Delivery>('SELECT state, code, reason FROM outbox WHERE id = $1', [id]);
      if (!row) return undefined;
      const { reason, ...delivery } = row;
      return reason ? { ...delivery, reason } : delivery;
    },
    start() {
      if (stops.length > 0) return;
      const common = { boss, onError };
      for (const lane of LANES)
        stops.push(
          runLane({
            ...common,
            lane,
            deliver: orRetry(deliver),
            pollMilliseconds: lane.isPrompt ? poll : 2 * poll,
          }),
        );
      stops.push(runLane({ ...common, lane: FORMER, deliver: orRetry(handOn), pollMilliseconds: FORMER_POLLS * poll }));
    },
    async stop() {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      await boss.stop({ graceful: false, close: false });
      for (const carrier of new Set<Carrier>(Object.values(carriers))) await carrier.close?.();
    },
  };
}

/** Longest answer that is logged, characters. */
const ANSWER_LENGTH = 300;

/** What a carrier threw, with what it was caused by: `fetch` tells of a refused connection there. */
function wordsOf(error: unknown): string {
  const { message = String(error), cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return [message, cause?.code ?? cause?.message].filter((part) => part !== undefined).join(': ');
}

/** An answer for the log: who was to get the message is nobody's to read there, nor what opens anything. */
function withoutRecipient(answer: string, to: string): string {
  const [name = ''] = to.split('@');
  const unnamed = answer.replaceAll(to, '[address]');
  return clean(name.length < 3 ? unnamed : unnamed.replaceAll(name, '[name]'))
    .replace(/\s+/g, ' ')
    .slice(0, ANSWER_LENGTH);
}

/** An attempt's outcome; one that takes too long is tried again, before the queue takes its worker for dead. */
function inTime(attempt: Promise<Attempt>): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => resolve({ state: 'retry', code: 500, detail: 'no answer in time' }),
      ATTEMPT_MILLISECONDS,
    );
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
