/**
 * Lanes of the outbox: each channel has queues and places of its own, so that a slow carrier holds up nobody but itself;
 * within a channel codes have a lane apart, since somebody waits for them.
 */
import type PgBoss from 'pg-boss';
import type { OutgoingMessage } from '../types.ts';

export interface Lane {
  readonly queue: string;
  readonly channel: OutgoingMessage['channel'];
  /** For what a visitor waits for at the screen. */
  readonly isPrompt: boolean;
  /** Messages under way at once. */
  readonly places: number;
}

/** Places for mail are as many as its carrier opens connections. */
export const LANES: readonly Lane[] = [
  { queue: 'outbox-email-code', channel: 'email', isPrompt: true, places: 5 },
  { queue: 'outbox-email', channel: 'email', isPrompt: false, places: 5 },
  { queue: 'outbox-sms-code', channel: 'sms', isPrompt: true, places: 10 },
  { queue: 'outbox-sms', channel: 'sms', isPrompt: false, places: 3 },
  { queue: 'outbox-voice-code', channel: 'voice', isPrompt: true, places: 5 },
  { queue: 'outbox-voice', channel: 'voice', isPrompt: false, places: 2 },
  { queue: 'outbox-conversion', channel: 'conversion', isPrompt: false, places: 2 },
];

/** Templates of codes, and of what a number gets in a code's place: which of them it is must not show. */
const PROMPT: readonly string[] = ['code', 'no-account'];
/** Links that a visitor asked for, before what only tells of something. */
const AHEAD: readonly string[] = ['activation', 'activation-unknown', 'reset', 'reset-unknown'];

type Sorted = Pick<OutgoingMessage, 'channel' | 'template'>;

export const isPrompt = ({ template }: Sorted): boolean => PROMPT.includes(template);

export function laneOf(message: Sorted): Lane {
  const wanted = isPrompt(message);
  const own = LANES.filter(({ channel }) => channel === message.channel);
  const found = own.find((lane) => lane.isPrompt === wanted) ?? own[0];
  if (!found) throw new Error(`No lane carries ${message.channel}.`);
  return found;
}

/** pg-boss's priority within a lane: the higher goes first. */
export const priorityOf = ({ template }: Sorted): number => (AHEAD.includes(template) ? 1 : 0);

export interface LaneOptions {
  readonly boss: PgBoss;
  readonly lane: Pick<Lane, 'queue' | 'places'>;
  readonly pollMilliseconds: number;
  /** Tries a message; true when the queue may forget it. Never rejects. */
  readonly deliver: (id: string) => Promise<boolean>;
  readonly onError: (error: Error) => void;
}

/** Works on a lane until stopped; a place that becomes free is filled at once. The given function waits for what is under way. */
export function runLane({ boss, lane, pollMilliseconds, deliver, onError }: LaneOptions): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  let running = true;
  let wake = (): void => undefined;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMilliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function carry(job: PgBoss.Job<{ id: string }>): Promise<void> {
    try {
      const done = await deliver(job.data.id);
      await (done ? boss.complete(lane.queue, job.id) : boss.fail(lane.queue, job.id));
    } catch (error) {
      // The database is away; the job comes back when its time is up.
      onError(error as Error);
    }
  }

  async function fill(): Promise<void> {
    const free = lane.places - underWay.size;
    if (free <= 0) return;
    const jobs = await boss.fetch<{ id: string }>(lane.queue, { batchSize: free });
    for (const job of jobs ?? []) {
      const carried = carry(job).finally(() => {
        underWay.delete(carried);
        wake();
      });
      underWay.add(carried);
    }
  }

  const loop = (async () => {
    while (running) {
      await fill().catch(onError);
      if (running) await pause();
    }
  })();

  return async () => {
    running = false;
    wake();
    await loop;
    await Promise.all(underWay);
  };
}
