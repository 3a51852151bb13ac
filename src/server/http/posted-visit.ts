/** What became of a posted form waits in the database for its page to be asked for: sealed, ten minutes, for one browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { AppDeps } from './dependencies.ts';
import type { Sent } from './fill-page.ts';
import { flowsOfRequest } from './flow-cookie.ts';
import { isGlance } from './origin.ts';
import type { Visit } from './renderer.ts';

const MINUTES = 10;
const SHAPE = /^[0-9A-Za-z_-]{43}$/;

export interface Outcome {
  readonly visit: Visit;
  /** Where the flow leaves for, outside of our pages. */
  readonly leaves?: string;
  /** What the form was sent with, without secrets and codes. */
  readonly sent: Sent;
  /** The screen whose form that was: come back to, it holds it again. */
  readonly from?: string;
}

/** An outcome as its page is asked for. */
export interface Shown extends Outcome {
  /** Whether it was shown before: what was entered stays, the rest is told once. */
  readonly again: boolean;
}

const cookieName = ({ arrival }: FastifyRequest, secure: boolean): string =>
  `${secure ? '__Host-' : ''}foyer-${arrival.line.server.line.zone}-visit`;

/** Bound to the browser by its flow cookie, too, and to the line; of the present flow first. */
function idsOf(request: FastifyRequest, deps: AppDeps, value: string): readonly string[] {
  const { present = '', former } = flowsOfRequest(request, deps);
  return [present, ...former].map((flow) => sha256(`${request.arrival.line.name}\n${flow}\n${value}`));
}

/** What names the browser's last outcome. */
export function visitCookie(request: FastifyRequest, secure: boolean): string | undefined {
  const value = request.cookies?.[cookieName(request, secure)];
  return value !== undefined && SHAPE.test(value) ? value : undefined;
}

/**
 * Keeps an outcome in the place of the one before.
 * @param visit id of the visit whose it is: its address alone leads to it, from one tab
 */
export async function keepOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  outcome: Outcome,
  visit?: string,
): Promise<void> {
  if (visit !== undefined) return insert(request, deps, visit, outcome);
  const value = newSecret();
  const before = visitCookie(request, deps.secure);
  if (before !== undefined)
    await deps.db.query('DELETE FROM posted_visit WHERE id = any($1)', [idsOf(request, deps, before)]);
  await insert(request, deps, value, outcome);
  reply.setCookie(cookieName(request, deps.secure), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.secure,
    maxAge: MINUTES * 60,
  });
}

async function insert(request: FastifyRequest, deps: AppDeps, value: string, outcome: Outcome): Promise<void> {
  const { line } = request.arrival;
  await deps.db.query(
    `INSERT INTO posted_visit (id, zone, line, screen, sealed, until)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 minute')
       ON CONFLICT (id) DO UPDATE SET screen = excluded.screen, sealed = excluded.sealed, shown = false, until = excluded.until`,
    [
      idsOf(request, deps, value)[0],
      line.server.line.zone,
      line.name,
      outcome.visit.screen,
      deps.keys.seal('cookie', JSON.stringify(outcome)),
      MINUTES,
    ],
  );
}

/** The row of this browser's outcome. */
async function rowOf<Row extends object>(
  request: FastifyRequest,
  deps: AppDeps,
  sql: string,
  more: readonly unknown[] = [],
  value = visitCookie(request, deps.secure),
): Promise<{ readonly row: Row; readonly outcome: Outcome } | undefined> {
  if (value === undefined) return undefined;
  const [row] = await deps.db.query<Row & { readonly sealed: string }>(sql, [idsOf(request, deps, value), ...more]);
  const plain = row && deps.keys.open('cookie', row.sealed);
  return row === undefined || plain === undefined ? undefined : { row, outcome: JSON.parse(plain) as Outcome };
}

const READ =
  'SELECT sealed FROM posted_visit WHERE id = any($1) AND until > clock_timestamp() ORDER BY until DESC LIMIT 1';
const SHOW = `WITH seen AS (SELECT id, sealed, shown FROM posted_visit WHERE id = any($1) AND screen = $2 AND until > clock_timestamp()
    ORDER BY until DESC LIMIT 1 FOR UPDATE)
  UPDATE posted_visit visit SET shown = true FROM seen WHERE visit.id = seen.id RETURNING seen.sealed, seen.shown`;

/** The same, without telling it: a browser that fetches ahead shows it to nobody yet, and a HEAD shows nothing. */
const GLANCE =
  'SELECT sealed, shown FROM posted_visit WHERE id = any($1) AND screen = $2 AND until > clock_timestamp() ORDER BY until DESC LIMIT 1';

/** What the browser's last form left behind, for its next one. */
export const readOutcome = async (request: FastifyRequest, deps: AppDeps): Promise<Outcome | undefined> =>
  (await rowOf(request, deps, READ))?.outcome;

/** What was entered on a screen whose post led to another one. */
export async function enteredBefore(request: FastifyRequest, deps: AppDeps, screen: string): Promise<Sent> {
  const before = await readOutcome(request, deps);
  return before?.from === screen ? before.sent : {};
}

/**
 * The outcome that is told on the page of a screen.
 * @param visit id of the visit whose outcome is wanted, and no other
 */
export async function showOutcome(
  request: FastifyRequest,
  deps: AppDeps,
  screen: string,
  visit?: string,
): Promise<Shown | undefined> {
  const found = await rowOf<{ shown: boolean }>(request, deps, isGlance(request) ? GLANCE : SHOW, [screen], visit);
  return found && { ...found.outcome, again: found.row.shown };
}
