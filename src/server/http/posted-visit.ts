/** What became of a posted form waits in the database for its page to be asked for: sealed, ten minutes, for one browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { AppDeps } from './dependencies.ts';
import type { Visit } from './renderer.ts';
import { browserOf } from './same-browser.ts';

const MINUTES = 10;
const SHAPE = /^[0-9A-Za-z_-]{43}$/;

export interface Outcome {
  readonly visit: Visit;
  /** Where the flow leaves for, outside of our pages. */
  readonly leaves?: string;
}

const cookieName = ({ arrival }: FastifyRequest, secure: boolean): string =>
  `${secure ? '__Host-' : ''}foyer-${arrival.line.server.line.zone}-visit`;

/** Bound to the browser by its flow cookie, too, and to the line. */
function idOf(request: FastifyRequest, deps: AppDeps, value: string): string {
  const { line } = request.arrival;
  const { flow = '' } = browserOf(request, line.server.line.zone, deps.secure);
  return sha256(`${line.name}\n${flow}\n${value}`);
}

function valueOfCookie(request: FastifyRequest, deps: AppDeps): string | undefined {
  const value = request.cookies?.[cookieName(request, deps.secure)];
  return value !== undefined && SHAPE.test(value) ? value : undefined;
}

/** Keeps an outcome in the place of the one before. */
export async function keepOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  outcome: Outcome,
): Promise<void> {
  const value = newSecret();
  const before = valueOfCookie(request, deps);
  await deps.db.query('DELETE FROM posted_visit WHERE id = $1', [
    before === undefined ? '' : idOf(request, deps, before),
  ]);
  await deps.db.query(
    "INSERT INTO posted_visit (id, screen, sealed, until) VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 minute')",
    [idOf(request, deps, value), outcome.visit.screen, deps.keys.seal('cookie', JSON.stringify(outcome)), MINUTES],
  );
  reply.setCookie(cookieName(request, deps.secure), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.secure,
    maxAge: MINUTES * 60,
  });
}

/**
 * The outcome that this browser waits for.
 * @param shows the screen by which it is shown now, which is once; without it, it is read for the next form.
 */
export async function readOutcome(
  request: FastifyRequest,
  deps: AppDeps,
  shows?: string,
): Promise<Outcome | undefined> {
  const value = valueOfCookie(request, deps);
  if (value === undefined) return undefined;
  const [row] = await deps.db.query<{ sealed: string }>(
    shows === undefined
      ? 'SELECT sealed FROM posted_visit WHERE id = $1 AND until > clock_timestamp()'
      : 'UPDATE posted_visit SET shown = true WHERE id = $1 AND screen = $2 AND NOT shown AND until > clock_timestamp() RETURNING sealed',
    shows === undefined ? [idOf(request, deps, value)] : [idOf(request, deps, value), shows],
  );
  const plain = row && deps.keys.open('cookie', row.sealed);
  return plain === undefined ? undefined : (JSON.parse(plain) as Outcome);
}
