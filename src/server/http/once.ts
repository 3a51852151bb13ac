/**
 * A form that is posted twice, by a double click, works once, and both posts get the same answer: the browser shows that of
 * the second. A post is the same as another when all that came with it is, the browser's last outcome included.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../accounts/secrets.ts';
import type { AppDeps } from './dependencies.ts';
import { wrap } from './envelope.ts';
import type { Turn } from './idempotency.ts';
import { visitCookie } from './posted-visit.ts';
import { browserOf } from './same-browser.ts';

/** What stands for a call's id. */
const POSTED = 'posted-form';
/** A later post is another one, such as the next try. */
const SECONDS = 10;

/** What both posts are answered with. */
interface Answered {
  readonly location: string;
  readonly cookies: readonly string[];
}

const turns = new WeakMap<FastifyRequest, Turn>();

/** The key of a post, as the UUID that keys are. */
function keyOf(request: FastifyRequest, deps: AppDeps, flow: string): string {
  const { url, body, arrival } = request;
  const hex = sha256([arrival.line.name, flow, visitCookie(request, deps.secure) ?? '', url, String(body)].join('\n'));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Runs a post, unless the same one runs or ran just now. Gives where its answer leads; undefined where nobody runs it. */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  run: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const { line } = request.arrival;
  const { zone } = line.server.line;
  const { flow } = browserOf(request, zone, deps.secure);
  // A browser without cookies is told by nothing.
  if (flow === undefined) return run();
  const key = keyOf(request, deps, flow);
  await deps.db.query(
    `DELETE FROM idempotency WHERE line = $1 AND call = $2 AND key = $3 AND answer IS NOT NULL
       AND created_at < clock_timestamp() - $4 * interval '1 second'`,
    [line.name, POSTED, key, SECONDS],
  );
  const entry = await deps.idempotency.enter(
    { zone, line: line.name, call: POSTED, key, body: key, browser: { flow } },
    async ({ text, values }) => (await deps.db.query(`WITH allowed AS (SELECT 1) ${text}`, [...values])).length,
  );
  if (entry.kind === 'answer') {
    const { location, cookies } = entry.answer.outgoing.envelope.data as Answered;
    reply.header('set-cookie', [...cookies]);
    return location;
  }
  if (entry.kind !== 'turn') return run();
  turns.set(request, entry.turn);
  try {
    return await run();
  } catch (error) {
    turns.delete(request);
    await entry.turn.release();
    throw error;
  }
}

/** Keeps what a post is answered with, once its cookies are written. */
export async function keepAnswer(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const turn = turns.get(request);
  if (turn === undefined) return;
  turns.delete(request);
  const location = reply.getHeader('location');
  if (reply.statusCode !== 303 || location === undefined) return turn.release();
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const data: Answered = { location: String(location), cookies };
  const { server } = request.arrival.line;
  try {
    await turn.store(deps.db, { outgoing: wrap({ code: 200, data: { ...data } }, server, request.id), cookies: [] });
  } finally {
    turn.end();
  }
}
