/**
 * Whether a repeated request comes from the browser that sent it first: only that one may be handed what the first answer set.
 *
 * A browser is told by its flow cookie, which pages give it before its first call; with a session, by that too: those it sent
 * first, or those that the answer left it with, since the answer may have come without being read. A browser that had no flow
 * cookie and lost the answer cannot be told from anybody who knows the request. It is refused where the answer set a cookie for a
 * success, and told of a failure without its cookies; the visitor signs in again.
 */
import type { FastifyRequest } from 'fastify';
import { isOurFlow } from '../sessions/flow.ts';
import type { KeyRing } from '../types.ts';
import { type CookieChange, wireName } from './cookies.ts';
import type { Outgoing } from './envelope.ts';

/** What is stored under an idempotency key. */
export interface StoredAnswer {
  readonly outgoing: Outgoing;
  readonly cookies: readonly CookieChange[];
}

/** Cookies that tell a browser, as they were sent. */
export interface BrowserMark {
  readonly flow?: string;
  readonly session?: string;
}

const SHAPE = /^[0-9A-Za-z_-]{43}$/;

export function browserOf(
  request: FastifyRequest,
  { keys, secure }: { readonly keys: KeyRing; readonly secure: boolean },
): BrowserMark {
  const { zone } = request.arrival.line.server.line;
  const read = (name: keyof BrowserMark): string | undefined => request.cookies[wireName(name, zone, secure)];
  const [flow, session] = [read('flow'), read('session')];
  return {
    ...(isOurFlow(keys, zone, flow) ? { flow } : {}),
    ...(session && SHAPE.test(session) ? { session } : {}),
  };
}

const flowText = (body: string, flow = ''): string => `body\n${body}\nflow\n${flow}`;
const sessionText = (session = ''): string => `session\n${session}`;

/** Keyed, since a body holds what must not be guessed from a stored digest: key id, of body and flow, of the session. */
export function printOf(keys: KeyRing, body: string, { flow, session }: BrowserMark): string {
  const { keyId, value } = keys.sign('cookie', flowText(body, flow));
  return `${keyId}.${value}.${keys.signWith('cookie', keyId, sessionText(session)) ?? ''}`;
}

/** What an answer leaves a cookie at; undefined where it does not touch it, null where it clears it. */
const leftAt = (answer: StoredAnswer | undefined, name: keyof BrowserMark): string | null | undefined =>
  answer?.cookies.findLast((change) => change.name === name)?.value;

/**
 * How a repeat is met: `same` gets the answer, `bare` gets it without cookies, `strange` gets nothing.
 * @param answer undefined while the first request still works
 */
export function judge(
  keys: KeyRing,
  print: string,
  body: string,
  browser: BrowserMark,
  answer: StoredAnswer | undefined,
): 'same' | 'bare' | 'strange' {
  const [keyId = '', first, session] = print.split('.');
  const isFirst = (flow: string | undefined): boolean => keys.signWith('cookie', keyId, flowText(body, flow)) === first;
  const hadFlow = !isFirst(undefined);
  const isGiven = browser.flow !== undefined && browser.flow === leftAt(answer, 'flow');
  if (!isGiven && (hadFlow ? !isFirst(browser.flow) : browser.flow !== undefined)) return 'strange';
  const isSession = keys.signWith('cookie', keyId, sessionText(browser.session)) === session;
  const left = leftAt(answer, 'session');
  if (!isSession && (left === undefined || left !== (browser.session ?? null))) return 'strange';
  if (hadFlow || browser.flow !== undefined || !answer || answer.cookies.length === 0) return 'same';
  return answer.outgoing.envelope.code === 200 ? 'strange' : 'bare';
}
