/** The HTTP application: every instance of the server, and every test of it, is made here. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { OverloadedError } from '../limits/hashing.ts';
import { NoRoomError } from '../room.ts';
import { NO_THIRD_PARTIES } from '../third-party/wiring.ts';
import type { Answer, Failure } from '../types.ts';
import { among } from './address.ts';
import { refuse, refuseUnread, registerCalls, send } from './calls.ts';
import { arrive, pageLanguage } from './context.ts';
import { countryFinder } from './country.ts';
import type { AppDeps, AppOptions } from './dependencies.ts';
import { EMPTY, INTERNAL_ERROR, INVALID, limited, NO_ROOM, UNAVAILABLE, wrap } from './envelope.ts';
import { faultPage } from './fault-page.ts';
import { registerFrames } from './frames.ts';
import { registerHealth } from './health.ts';
import { createIdempotency } from './idempotency.ts';
import { RequestLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { registerOauthCallback } from './oauth-callback.ts';
import { outageTeller, type Reason, reasonOf } from './outages.ts';
import { registerPages, sendMissing, sendPage } from './pages.ts';
import { commonHeaders } from './policy.ts';
import { refuseMethod, registerPosted } from './posted.ts';
import { registerScenes } from './scenes.ts';

/** What programs that watch ask for. */
const PROBES: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Largest body read, bytes. */
const BODY_LIMIT = 64 * 1024;

export function createApp(options: AppOptions): FastifyInstance {
  const { settings, db, keys, instance } = options;
  const metrics = options.metrics ?? createMetrics();
  const isDraining = options.isDraining ?? (() => false);
  const secure = settings.publicScheme === 'https';
  const trusted = among(settings.trustedProxies);
  const deps: AppDeps = {
    ...options,
    thirdParties: options.thirdParties ?? NO_THIRD_PARTIES,
    captchas: options.captchas ?? {},
    embeds: options.embeds ?? {},
    metrics,
    isDraining,
    secure,
    trusted,
    countryOf: countryFinder({ header: settings.countryHeader, networks: settings.countryNetworks, trusted }),
    idempotency: createIdempotency({ db, keys, instance }),
    tellOutage: outageTeller(metrics),
  };
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, each) => new RequestLogger(logger as Logger, bindings, each),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // While draining, requests on open connections are answered like any other, and told to close.
    return503OnClosing: false,
    forceCloseConnections: false,
    keepAliveTimeout: 72000,
    requestTimeout: 60000,
    routerOptions: { maxParamLength: 512, ignoreDuplicateSlashes: false, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(secure, request.url)).header('x-request-id', request.id);
      // An address that cannot be decoded never reaches the hooks.
      const told = prepared(request as FastifyRequest, deps) ?? error;
      fail(told, request as FastifyRequest, reply as FastifyReply, deps).catch((fault: unknown) => {
        request.log.error({ err: fault }, 'a request failed');
        reply.raw.destroy();
      });
    },
  });
  app.decorateRequest('call', undefined);
  app.decorateRequest('counted', false);
  app.decorateRequest('arrival');
  void app.register(cookie);
  parseBodies(app);

  app.addHook('onRequest', async (request, reply) => {
    prepare(request, deps);
    reply.headers(commonHeaders(secure, request.url)).header('x-request-id', request.id);
    // Whoever stands before this server may have gone by the other one.
    if (hostsOf(request) > 1)
      await reply.status(400).header('connection', 'close').type('text/plain').send('More than one host.\n');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (options.isClosing?.()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const kind = request.call ?? request.routeOptions.url ?? 'none';
    metrics.count('foyer_http_requests_total', { kind, status: reply.statusCode });
    metrics.observe('foyer_http_seconds', reply.elapsedTime / 1000, { kind });
    // Whoever watches asks every few seconds: only what is not well is worth a line.
    const isUsual = PROBES.includes(kind) && reply.statusCode < 400;
    request.log[isUsual ? 'debug' : 'info'](
      {
        method: request.method,
        kind,
        line: request.arrival?.line.name,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply, deps));
  app.setNotFoundHandler((request, reply) => sendPage(request, reply, deps));
  // Before a body is read, which may be of any kind.
  app.addHook('onRequest', async (request, reply) => {
    // Whoever asks for a call reads an envelope, also where there is none of that name or method.
    if (/^\/api(\?|$)/.test(request.url)) await refuse(request, reply, deps, { code: INVALID, data: null }, 404);
    else if (!request.is404) return;
    else if (request.url.startsWith('/api/')) await refuse(request, reply, deps, { code: INVALID, data: null }, 405);
    else if (!(await refuseMethod(request, reply, deps.secure))) await sendMissing(request, reply, deps, 404);
  });

  registerHealth(app, deps);
  registerCalls(app, deps);
  registerOauthCallback(app, deps);
  registerScenes(app, deps);
  for (const register of options.vendorRoutes ?? []) register(app, deps);
  options.simulators?.(app);
  registerFrames(app, deps);
  registerPages(app, deps);
  registerPosted(app, deps);
  return app;
}

/** How many `Host` lines the request came with; Node keeps the first of them. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/** Hosts logged lately: a flood of made-up ones is counted, not written down one by one. */
const loggedHosts = new Map<string, number>();
const LOG_AGAIN_MILLISECONDS = 60000;
const LOGGED_HOSTS = 100;

function prepare(request: FastifyRequest, deps: AppDeps): void {
  request.arrival = arrive(request, {
    settings: deps.settings,
    release: deps.releases.current(),
    trusted: deps.trusted,
  });
  const { by, host, line } = request.arrival;
  if (by !== 'fallback' || /^\/((healthz|readyz|metrics)$|simulators\/)/.test(request.url)) return;
  deps.metrics.count('foyer_unknown_hosts_total', { line: line.name });
  const now = Date.now();
  if (now - (loggedHosts.get(host) ?? 0) < LOG_AGAIN_MILLISECONDS) return;
  if (loggedHosts.size >= LOGGED_HOSTS) loggedHosts.clear();
  loggedHosts.set(host, now);
  request.log.warn({ host, line: line.name }, 'no line has this host; the fallback line answers');
}

/** The error of preparing a request, if there is one. */
function prepared(request: FastifyRequest, deps: AppDeps): FastifyError | undefined {
  try {
    prepare(request, deps);
    return undefined;
  } catch (error) {
    return error as FastifyError;
  }
}

/** JSON in UTF-8, and nothing else. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    try {
      if (!/^utf-?8$/i.test(charset)) throw new Error('charset');
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
      done(null, text.trim() === '' ? {} : JSON.parse(text, refuseProto));
    } catch {
      done(Object.assign(new Error('The body is no JSON.'), { statusCode: 400, code: 'MANGLED' }), undefined);
    }
  });
}

/** A property of this name would reach into objects that are copied later. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('proto');
  return value;
}

/** Seconds after which it is worth asking again a database that was away. */
const AGAIN_SECONDS = 5;

interface Translated {
  readonly answer: Answer;
  readonly status: number;
  readonly expected: boolean;
  readonly reason?: Reason;
}

/** The failure that stands for an error, and the status that goes with it. */
function translate(error: FastifyError): Translated {
  const reason = reasonOf(error);
  if (reason !== undefined) {
    const retryAfterSeconds = error instanceof NoRoomError ? error.retryAfterSeconds : AGAIN_SECONDS;
    const code = error instanceof NoRoomError && error.isAccount ? NO_ROOM : UNAVAILABLE;
    return { answer: { code, data: null, retryAfterSeconds }, status: 503, expected: true, reason };
  }
  if (error instanceof OverloadedError) {
    return { answer: limited(error.retryAfterSeconds), status: 429, expected: true };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { answer: { code: INVALID, data: null }, status: 413, expected: true };
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return { answer: { code: EMPTY, data: null }, status: 400, expected: true };
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { answer: { code: INVALID, data: null }, status: 400, expected: true };
  return { answer: { code: INTERNAL_ERROR, data: null }, status: 500, expected: false };
}

async function fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const { answer, status, expected, reason } = translate(error);
  if (reason !== undefined) deps.tellOutage(reason, error, request.call, request.log);
  else if (!expected) request.log.error({ err: error, call: request.call }, 'a request failed');
  if (reply.sent) return;
  // Without a line there are no sentences to tell it in.
  if (request.arrival === undefined) {
    await reply.status(500).type('text/plain').send('Something failed here. Try again later.\n');
    return;
  }
  if (request.url.startsWith('/api/')) {
    if (expected && reason === undefined && (await refuseUnread(request, reply, deps))) return;
    await send(reply, request, wrap(answer, request.arrival.line.server, request.id, status), deps);
    return;
  }
  // An address that cannot be read is one that leads nowhere.
  if (status === 400) return sendMissing(request, reply, deps, status);
  const { line } = request.arrival;
  const code = expected ? String(answer.code) : undefined;
  const page = faultPage(line.server, pageLanguage(request, line), request.id, code);
  const { retryAfterSeconds } = answer as Failure;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  await reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-store')
    .send(page.html);
}
