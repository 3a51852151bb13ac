/** One connection to PostgreSQL, of whoever needs one beside the pool. */
import pg from 'pg';

/**
 * A connection that is not open yet. PostgreSQL ends connections at any time; one without a statement under way reports
 * that as an event, which would end the whole process if nobody listened. The next statement rejects.
 */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client;
}
