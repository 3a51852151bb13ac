/**
 * A form that is posted twice, by a double click, works once, and both posts get the same answer: the browser shows that of
 * the second. A post is the same as another when all that came with it is: a page without scripts is told by a word of its
 * own, any other by the browser's last outcome.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { AppDeps } from './dependencies.ts';
import { wrap } from './envelope.ts';
import { flowsOfRequest } from './flow-cookie.ts';
import type { Turn } from './idempotency.ts';
import { changed, type Page } from './page.ts';
import { PLAIN_FORM, PLAIN_ONCE } from './plain.ts';
import { visitCookie } from './posted-visit.ts';

/** What stands for a call's id. */
const POSTED = 'posted-form';
/** After its answer; a later post is another one, such as the next try. Long enough to load the page again that says to. */
const SECONDS = 60;

/** What both posts are answered with. */
interface Answered {
  readonly location: string;
  readonly cookies: readonly string[];
}

const ANSWERED = 'UPDATE idempotency SET created_at = clock_timestamp() WHERE line = $1 AND call = $2 AND key = $3';

const turns = new WeakMap<FastifyRequest, { readonly key: string; readonly turn: Turn }>();

/** The key of a post, as the UUID that keys are. */
function keyOf(request: FastifyRequest, deps: AppDeps, flow: string): string {
  const { url, body, arrival } = request;
  const isTold = body instanceof URLSearchParams && body.has(PLAIN_ONCE);
  // An answer's cookie may be there before its page is: who presses again until then means the same.
  const last = isTold ? '' : (visitCookie(request, deps.secure) ?? '');
  const hex = sha256([arrival.line.name, flow, last, url, String(body)].join('\n'));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The key under which the same post came before, if it did: what it led to may have given the browser another flow. */
async function keyAmong(request: FastifyRequest, deps: AppDeps, flows: readonly string[]): Promise<string> {
  const keys = flows.map((flow) => keyOf(request, deps, flow));
  const [present = ''] = keys;
  if (keys.length === 1) return present;
  const [found] = await deps.db.query<{ key: string }>(
    'SELECT key::text FROM idempotency WHERE line = $1 AND call = $2 AND key = any($3::uuid[]) LIMIT 1',
    [request.arrival.line.name, POSTED, keys],
  );
  return found?.key ?? present;
}

const FORM_INPUT = `<input type="hidden" name="${PLAIN_FORM}"`;

/** The page of a form with a word of its own, by which a second press is known. */
export function withOnce(page: Page): Page {
  const html = page.html.toString('utf8');
  if (!html.includes(FORM_INPUT)) return page;
  const once = `<input type="hidden" name="${PLAIN_ONCE}" value="${newSecret()}">`;
  return changed(page, Buffer.from(html.replace(FORM_INPUT, () => `${once}${FORM_INPUT}`)));
}

/** The same post is still being worked on, for longer than anybody waits. */
export const UNDERWAY = Symbol('under way');

/**
 * Runs a post, unless the same one runs or ran just now. Gives where its answer leads; undefined where nobody runs it. What cannot
 * be told never runs a second time.
 */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  run: () => Promise<string | undefined>,
): Promise<string | typeof UNDERWAY | undefined> {
  const { line } = request.arrival;
  const { zone } = line.server.line;
  const { present, former } = flowsOfRequest(request, deps);
  // A browser without cookies is told by nothing.
  if (present === undefined) return run();
  const key = await keyAmong(request, deps, [present, ...former]);
  await deps.db.query(
    `DELETE FROM idempotency WHERE line = $1 AND call = $2 AND key = $3 AND answer IS NOT NULL
       AND created_at < clock_timestamp() - $4 * interval '1 second'`,
    [line.name, POSTED, key, SECONDS],
  );
  const entry = await deps.idempotency.enter(
    { zone, line: line.name, call: POSTED, key, body: key, browser: {} },
    async ({ text, values }) => (await deps.db.query(`WITH allowed AS (SELECT 1) ${text}`, [...values])).length,
  );
  if (entry.kind === 'answer') {
    const { location, cookies } = entry.answer.outgoing.envelope.data as Answered;
    reply.header('set-cookie', [...cookies]);
    return location;
  }
  if (entry.kind !== 'turn') return UNDERWAY;
  turns.set(request, { key, turn: entry.turn });
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
  const begun = turns.get(request);
  if (begun === undefined) return;
  const { key, turn } = begun;
  turns.delete(request);
  const location = reply.getHeader('location');
  if (reply.statusCode !== 303 || location === undefined) return turn.release();
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const data: Answered = { location: String(location), cookies };
  const { server } = request.arrival.line;
  try {
    await turn.store(deps.db, { outgoing: wrap({ code: 200, data: { ...data } }, server, request.id), cookies: [] });
    await deps.db.query(ANSWERED, [server.name, POSTED, key]);
  } finally {
    turn.end();
  }
}
