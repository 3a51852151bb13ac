/** What watches the server: liveness, readiness, metrics, and browsers' reports of policy violations. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashQueue } from '../limits/hashing.ts';
import { among, plainAddress, throttleAddress } from './address.ts';
import type { AppDeps } from './dependencies.ts';
import { bareHost, isOwnHost } from './own-host.ts';
import { REPORT_PATH } from './policy.ts';

const REPORT_LIMIT = 16 * 1024;
const READY_AGAIN_SECONDS = 5;

export function registerHealth(app: FastifyInstance, deps: AppDeps): void {
  const { metrics, db, settings } = deps;
  const started = Date.now();
  metrics.gauge('foyer_uptime_seconds', 'Seconds since the start.', () => Math.round((Date.now() - started) / 1000));
  metrics.gauge('foyer_memory_bytes', 'Resident memory.', () => process.memoryUsage().rss);
  metrics.gauge('foyer_hashing_running', 'Password hashings under way.', () => hashQueue.size().running);
  metrics.gauge('foyer_hashing_waiting', 'Password hashings waiting.', () => hashQueue.size().waiting);
  metrics.gauge('foyer_database_connections', 'Connections of the pool.', () => db.pool.totalCount);
  metrics.gauge('foyer_database_idle', 'Connections of the pool that nobody uses.', () => db.pool.idleCount);
  metrics.gauge('foyer_database_waiting', 'Requests waiting for a connection.', () => db.pool.waitingCount);

  app.get('/healthz', async (_request, reply) => {
    await reply.header('cache-control', 'no-store').send({ status: 'alive' });
  });

  app.get('/readyz', async (_request, reply) => {
    const database = await db.answers();
    const ready = database && !deps.isDraining();
    if (!ready) reply.header('retry-after', READY_AGAIN_SECONDS);
    await reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        database,
        draining: deps.isDraining(),
        release: deps.releases.current().id,
      });
  });

  const reader = among(settings.metricsFrom);
  /** Whether the host is this machine, the very address that was called, or one that the operator named. */
  const isMeant = ({ arrival, socket }: FastifyRequest): boolean => {
    const bare = bareHost(arrival.host);
    const host = plainAddress(bare) || bare;
    const called = plainAddress(socket.localAddress ?? '');
    return isOwnHost(arrival.host) || (host !== '' && [called, ...settings.metricsHosts].includes(host));
  };
  app.get('/metrics', async (request, reply) => {
    // Behind a proxy the peer is the proxy: who asks is then the client, as far as the proxy is trusted.
    const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const direct = !forwarded || request.arrival.address !== plainAddress(request.socket.remoteAddress ?? '');
    if (!direct || !reader(request.arrival.address) || !isMeant(request)) {
      await reply.status(404).send('');
      return;
    }
    await reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: REPORT_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post(REPORT_PATH, async (request, reply) => {
      const allowed = await deps.limiter.take('csp-report', throttleAddress(request.arrival.address));
      if (!allowed.allowed) {
        await reply.status(429).header('retry-after', allowed.retryAfterSeconds).send();
        return;
      }
      for (const report of readReports(String(request.body))) {
        metrics.count('foyer_csp_reports_total', { line: request.arrival.line.name, directive: report.directive });
        request.log.warn(
          { line: request.arrival.line.name, ...report },
          'a browser reported a violation of the page policy',
        );
      }
      await reply.status(204).send();
    });
  });
}

interface Violation {
  readonly directive: string;
  /** Origin and path only: an address may carry a token. */
  readonly blocked: string;
  readonly page: string;
}

/** Reads both formats browsers use; anything else is no report. */
function readReports(text: string): Violation[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const reports = Array.isArray(parsed)
      ? parsed.map((each) => (each as { body?: unknown }).body)
      : [(parsed as Record<string, unknown>)['csp-report']];
    return reports
      .filter((report) => typeof report === 'object' && report !== null)
      .slice(0, 10)
      .map((report) => violation(report as Record<string, unknown>));
  } catch {
    return [];
  }
}

function violation(report: Record<string, unknown>): Violation {
  const directive = String(
    report.effectiveDirective ?? report['effective-directive'] ?? report['violated-directive'] ?? '',
  );
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
    blocked: bare(report.blockedURL ?? report['blocked-uri']),
    page: bare(report.documentURL ?? report['document-uri']),
  };
}

function bare(value: unknown): string {
  const text = String(value ?? '');
  if (URL.canParse(text)) {
    const { origin, pathname, protocol } = new URL(text);
    return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, 200);
  }
  return /^[a-z-]{1,30}$/.test(text) ? text : '';
}
