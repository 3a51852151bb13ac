/** How much waits in the outbox, for the metrics. */

import type { OpenDatabase } from '../db/pool.ts';
import type { Metrics, Reading } from '../http/metrics.ts';
import { LANES } from './lanes.ts';

interface Row {
  readonly channel: string;
  readonly owed: number;
  readonly oldest: number;
}

const CHANNELS = [...new Set(LANES.map(({ channel }) => channel))];

/** Adds the messages owed by channel, and the age of the oldest, seconds. */
export function measureBacklog(metrics: Metrics, db: OpenDatabase): void {
  const read = (of: (row: Row) => number) => async (): Promise<readonly Reading[]> => {
    const rows = await db.query<Row>(
      `SELECT channel, count(*) AS owed, extract(epoch FROM foyer_now() - min(created_at))::float AS oldest
         FROM outbox WHERE state = 'owed' GROUP BY channel`,
    );
    return CHANNELS.map((channel) => {
      const row = rows.find((each) => each.channel === channel);
      return { labels: { channel }, value: row ? Math.max(0, Math.round(of(row))) : 0 };
    });
  };
  const labels = ['channel'];
  metrics.gauges(
    'foyer_outbox_owed',
    'Messages that wait, by channel.',
    labels,
    read(({ owed }) => owed),
  );
  metrics.gauges(
    'foyer_outbox_oldest_seconds',
    'Age of the oldest of them.',
    labels,
    read(({ oldest }) => oldest),
  );
}
