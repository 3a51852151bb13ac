/** Whether PostgreSQL can be worked with, asked once at the start, in words for whoever has to put it right. */
import { nameOf, PlainError } from '../plain-error.ts';
import { newClient } from './client.ts';
import { isAway } from './failures.ts';
import type { PoolOptions } from './pool.ts';

/** The oldest that has all that we ask of it. */
const LEAST = 14;
/** A database that is started at the same moment needs a while. */
const WAIT_MILLISECONDS = 5000;
const AGAIN_MILLISECONDS = 250;

type Connection = PoolOptions['connection'];

/** @throws a sentence that says what is wrong and what to do; it never holds a password */
export async function reachDatabase(connection: Connection, waitMilliseconds = WAIT_MILLISECONDS): Promise<void> {
  const deadline = performance.now() + waitMilliseconds;
  for (;;) {
    try {
      return await ask(connection, waitMilliseconds);
    } catch (error) {
      if (error instanceof PlainError || !(isAway(error) && performance.now() < deadline))
        throw told(connection, error);
    }
    await new Promise((next) => setTimeout(next, AGAIN_MILLISECONDS));
  }
}

async function ask(connection: Connection, waitMilliseconds: number): Promise<void> {
  const client = newClient({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    connectionTimeoutMillis: Math.max(waitMilliseconds, 1000),
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; name: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
    );
    const [version] = rows;
    if (Number(version?.number) < LEAST * 10000)
      throw new PlainError(
        `PostgreSQL ${whereOf(connection)} is version ${version?.name}. Foyer needs ${LEAST} or newer: set DATABASE_URL to one.`,
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function told(connection: Connection, error: unknown): PlainError {
  if (error instanceof PlainError) return error;
  const where = whereOf(connection);
  const sentence = (what: string, remedy: string): PlainError =>
    new PlainError(`PostgreSQL ${where} ${what} ${remedy}`, { cause: error });
  // Of several addresses of a host, each has a failure of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message } = first as Error;
  const name = nameOf(first);
  if (name.startsWith('28'))
    return sentence(
      `takes nobody in as DATABASE_URL says (${message}).`,
      'Correct user and password there; signs such as # / ? @ % of a password are percent-encoded.',
    );
  if (name === '3D000') return sentence(`says: ${message}.`, 'Create that database, or correct DATABASE_URL.');
  if (name === '53300')
    return sentence(`has no connection left (${message}).`, 'Raise its max_connections, or end some.');
  if (/\b(ssl|tls|certificate|self-signed)\b/i.test(message))
    return sentence(`cannot be reached by TLS (${message}).`, 'Correct sslmode and sslrootcert in DATABASE_URL.');
  if (isAway(error) || /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EACCES)$/.test(name))
    return sentence(`does not answer (${name}).`, 'Start it, or correct DATABASE_URL.');
  return sentence(`cannot be used (${message}).`, 'Correct DATABASE_URL.');
}

/** Host, port and database, never user and password. */
function whereOf(connection: Connection): string {
  if (typeof connection !== 'string') return `at ${connection.host}, port ${connection.port}`;
  const { hostname, port, pathname, searchParams } = new URL(connection);
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname);
  return `at ${host}, port ${searchParams.get('port') ?? (port === '' ? '5432' : port)}, database ${pathname.slice(1)}`;
}
