/** The way of a call: line's own routes → origin → throttle → body → idempotency → handler → envelope. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditor } from '../audit.ts';
import { otherAccount } from '../sessions/drawn-for.ts';
import type { Along, Answer, CallContext, KnownAnswer, Session } from '../types.ts';
import { throttleAddress } from './address.ts';
import { bodyOf } from './body.ts';
import { type Arrival, callLanguage } from './context.ts';
import { type RequestCookies, requestCookies, writeCookies } from './cookies.ts';
import { allowOrigin } from './cors.ts';
import type { AppDeps } from './dependencies.ts';
import { FORBIDDEN, INVALID, invalid, limited, type Outgoing, UNAVAILABLE, wrap } from './envelope.ts';
import type { Turn } from './idempotency.ts';
import { isOurs } from './origin.ts';
import { browserOf, type StoredAnswer } from './same-browser.ts';

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival;
    /** Call id, once the address is known to be one. */
    call: string | undefined;
    /** Whether this mutation has been counted against its address. */
    counted: boolean;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function registerCalls(app: FastifyInstance, deps: AppDeps): void {
  app.route({
    method: METHODS,
    url: '/api/*',
    onRequest: (request, reply) => admit(request, reply, deps),
    handler: (request, reply) => answer(request, reply, deps),
  });
}

/** Sends an answer in its envelope. */
export async function send(
  reply: FastifyReply,
  request: FastifyRequest,
  outgoing: Outgoing,
  deps: AppDeps,
): Promise<void> {
  const { line } = request.arrival;
  deps.metrics.count('foyer_calls_total', {
    line: line.name,
    call: request.call ?? 'none',
    code: outgoing.envelope.code,
  });
  if (outgoing.retryAfterSeconds !== undefined) reply.header('retry-after', outgoing.retryAfterSeconds);
  await reply
    .status(outgoing.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(outgoing.envelope));
}

export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  failure: Answer,
  status?: number,
): Promise<void> {
  return send(reply, request, wrap(failure, request.arrival.line.server, request.id, status), deps);
}

/** Everything that is decided before a byte of the body is read. */
async function admit(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const { line, own, address } = request.arrival;
  const path = request.url.split('?')[0] ?? '';
  if (await allowOrigin(request, reply, deps.settings.allowedOrigins)) return;
  request.call = line.routes.get(`${request.method} ${path}`);
  if (request.call === undefined) {
    const allowed = ['GET', 'POST'].filter((method) => line.routes.has(`${method} ${path}`)).join(', ');
    if (allowed === '') return refuse(request, reply, deps, { code: INVALID, data: null }, 404);
    return refuse(request, reply.header('allow', allowed), deps, { code: INVALID, data: null }, 405);
  }
  const { outside } = line.server.calls[request.call] ?? {};
  const from = { method: request.method, own, allowed: deps.settings.allowedOrigins, headers: request.headers };
  if (!outside && !isOurs(from)) {
    return refuse(request, reply, deps, { code: FORBIDDEN, data: null }, 403);
  }
  const refusedFor = request.method === 'GET' ? 0 : deps.limiter.refusedFor('mutation', throttleAddress(address));
  if (refusedFor > 0) return sendThrottled(request, reply, deps, refusedFor);
  if (deps.isOverloaded?.(request.call)) return refuse(request, reply, deps, limited(1), 429);
}

class ThrottledError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many requests of one address.');
  }
}

function sendThrottled(request: FastifyRequest, reply: FastifyReply, deps: AppDeps, seconds: number): Promise<void> {
  request.counted = true;
  deps.metrics.count('foyer_throttled_total', { limit: 'mutation' });
  return refuse(request, reply, deps, limited(seconds), 429);
}

/** Counts a mutation against its address, once; `along` runs in the same round trip. Rejects with `ThrottledError`. */
async function countMutation(request: FastifyRequest, deps: AppDeps, along?: Along): Promise<number> {
  request.counted = true;
  const taken = await deps.limiter.take('mutation', throttleAddress(request.arrival.address), along);
  if (!taken.allowed) throw new ThrottledError(taken.retryAfterSeconds);
  return taken.rows;
}

/** A body that cannot be read counts, too. True when the request was answered with its refusal. */
export async function refuseUnread(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<boolean> {
  if (request.call === undefined || request.method === 'GET' || request.counted) return false;
  try {
    await countMutation(request, deps);
    return false;
  } catch (error) {
    if (!(error instanceof ThrottledError)) throw error;
    await sendThrottled(request, reply, deps, error.retryAfterSeconds);
    return true;
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  try {
    await answerCounted(request, reply, deps);
  } catch (error) {
    if (!(error instanceof ThrottledError)) throw error;
    await sendThrottled(request, reply, deps, error.retryAfterSeconds);
  }
}

async function answerCounted(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const { line } = request.arrival;
  const call = request.call ?? '';
  const body = bodyOf(request);
  const fault = line.validators(call).request(body);
  const mutates = request.method !== 'GET';
  const key = mutates ? request.headers['idempotency-key'] : undefined;
  if (mutates && (fault || key === undefined)) await countMutation(request, deps);
  if (fault) return refuse(request, reply, deps, fault);
  const run = new Run(request, deps, call);
  let stored: StoredAnswer;
  if (key === undefined) {
    stored = await run.handle(body, undefined);
  } else {
    if (typeof key !== 'string' || !UUID.test(key)) {
      await countMutation(request, deps);
      return refuse(request, reply, deps, invalid('Idempotency-Key'));
    }
    const entry = await deps.idempotency.enter(
      {
        zone: line.server.line.zone,
        line: line.name,
        call,
        key: key.toLowerCase(),
        body,
        browser: browserOf(request, deps),
      },
      (statement) => countMutation(request, deps, statement),
    );
    if (entry.kind === 'mismatch') return refuse(request, reply, deps, invalid('Idempotency-Key'));
    if (entry.kind === 'busy')
      return refuse(request, reply, deps, { code: UNAVAILABLE, data: null, retryAfterSeconds: 2 }, 503);
    stored = entry.kind === 'answer' ? entry.answer : await run.handle(body, entry.turn).finally(entry.turn.end);
  }
  writeCookies(reply, stored.cookies, line.server.line.zone, deps.secure);
  await send(reply, request, stored.outgoing, deps);
}

/** A failure that trying again may get over is not kept under its key. */
function isPassing(outgoing: Outgoing): boolean {
  return outgoing.status >= 500 || outgoing.status === 429;
}

/** One run of a handler, with the context it sees. */
class Run {
  readonly #request: FastifyRequest;
  readonly #deps: AppDeps;
  readonly #call: string;
  readonly #cookies: RequestCookies;
  #settled: { readonly answer: Answer; readonly stored: StoredAnswer } | undefined;

  constructor(request: FastifyRequest, deps: AppDeps, call: string) {
    this.#request = request;
    this.#deps = deps;
    this.#call = call;
    const { line, calls } = request.arrival.line.server;
    this.#cookies = requestCookies(request, line.zone, deps.secure, calls[call]?.outside);
  }

  async handle(body: unknown, turn: Turn | undefined): Promise<StoredAnswer> {
    const { answeredBy } = this.#request.arrival.line.server.calls[this.#call] ?? {};
    const handler = answeredBy ? this.#deps.handedOn : this.#deps.handlers[this.#call];
    try {
      if (!handler) throw new Error(`There is no handler for the call ${this.#call}.`);
      const context = this.#context(turn);
      const given = (await otherAccount(context)) ?? (await handler(body as never, context));
      const settled = this.#settled;
      if (settled && settled.answer === given && settled.stored.cookies.length === this.#cookies.changes().length)
        return settled.stored;
      const stored = this.#store(given);
      if (turn && isPassing(stored.outgoing)) await turn.release();
      else if (turn) await turn.store(this.#deps.db, stored);
      return stored;
    } catch (error) {
      void turn?.release().catch(() => undefined);
      throw error;
    }
  }

  /** The answer as it is stored and sent. Throws when a success is not what the call promises. */
  #store(given: Answer): StoredAnswer {
    const { line } = this.#request.arrival;
    const { plain } = line.server.calls[this.#call] ?? {};
    const outgoing = wrap(given, line.server, this.#request.id, plain?.includes(String(given.code)) ? 200 : undefined);
    if (given.code === 200) {
      const fault = line.validators(this.#call).response(outgoing.envelope.data);
      if (fault !== undefined) throw new Error(`The answer of ${this.#call} is not what its shape says: ${fault}.`);
    } else if (!line.server.errors[String(given.code)]) {
      this.#request.log.warn({ call: this.#call, answer: given.code }, 'a code without an entry in the catalogue');
    }
    return { outgoing, cookies: [...this.#cookies.changes()] };
  }

  #known(given: Answer, setCookies: (() => void) | undefined, turn: Turn | undefined): KnownAnswer {
    const before = this.#cookies.changes().length;
    setCookies?.();
    const stored = this.#store(given);
    return {
      keep: async (sql) => {
        if (turn && !isPassing(stored.outgoing)) await turn.keep(sql, stored);
        this.#settled = { answer: given, stored };
      },
      withdraw: () => {
        this.#settled = undefined;
        this.#cookies.backTo(before);
      },
    };
  }

  #context(turn: Turn | undefined): CallContext {
    const request = this.#request;
    const deps = this.#deps;
    const cookies = this.#cookies;
    const { line, origin, address } = request.arrival;
    const { zone } = line.server.line;
    const peer = request.socket.remoteAddress ?? '';
    const country = deps.countryOf({ peer, address, headers: request.headers });
    let session: Promise<Session | undefined> | undefined;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    return {
      db: deps.db,
      call: this.#call,
      line: line.server,
      zone,
      language: callLanguage(request, line),
      requestId: request.id,
      brandOf: (name) => {
        const { messages } = request.arrival.release.line(name)?.server ?? line.server;
        return messages[callLanguage(request, line)]?.['line.brand'] ?? name;
      },
      lineOf: (name) => request.arrival.release.line(name)?.server,
      address,
      ...(country === undefined ? {} : { country }),
      ...(deps.reportsConversions ? { reportsConversions: true } : {}),
      origin,
      headers,
      cookies,
      outbox: deps.outbox,
      keys: deps.keys,
      limiter: deps.limiter,
      ...(deps.realName ? { realName: deps.realName } : {}),
      thirdParties: deps.thirdParties.of(line.server, request.arrival.own),
      captchas: deps.captchas,
      ...(deps.scenes ? { scenes: deps.scenes } : {}),
      session() {
        session ??= deps.findSession(deps.db, cookies.get('session'), zone);
        return session;
      },
      settle: (work) =>
        deps.db.transaction(async (sql) => {
          const given = await work(sql);
          const stored = this.#store(given);
          if (turn && !isPassing(stored.outgoing)) await turn.store(sql, stored);
          this.#settled = { answer: given, stored };
          return given;
        }),
      known: (given, setCookies) => this.#known(given, setCookies, turn),
      count: (metric, labels) => deps.metrics.count(metric, labels),
      warn: (what, facts) => request.log.warn({ call: this.#call, ...facts }, what),
      audit: auditor({ keys: deps.keys, zone, line: line.name, address, requestId: request.id }),
    };
  }
}
