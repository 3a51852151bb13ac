/** What WeChat itself asks of this server. The service sends no origin: it signs instead. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditor } from '../../audit.ts';
import type { AppDeps } from '../../http/dependencies.ts';
import { queryOf } from '../../http/query.ts';
import { ThirdPartyError } from '../../ports/identity.ts';
import { isRecent, isSigned, type PushContext, readEvent, takeEvent } from './push.ts';

const PUSH_PATH = '/api/foyer/wechat/push';

/** Whether the address is signed by the service, and just now. */
async function isGenuine(request: FastifyRequest, deps: AppDeps): Promise<boolean> {
  const given = queryOf(request);
  const [signature, timestamp, nonce] = ['signature', 'timestamp', 'nonce'].map((name) => given.get(name) ?? '');
  const token = deps.scenes?.account?.token;
  if (token === undefined || !signature || !timestamp || !nonce) return false;
  return isSigned(token, { signature, timestamp, nonce }) && (await isRecent(deps, timestamp));
}

function say(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}

/** What an event needs to know; no browser made the request. */
function contextOf(request: FastifyRequest, deps: AppDeps): PushContext {
  const { line, release, address } = request.arrival;
  const { zone } = line.server.line;
  return {
    db: deps.db,
    ...(deps.scenes ? { scenes: deps.scenes } : {}),
    line: line.server,
    zone,
    lineOf: (name) => release.line(name)?.server,
    audit: auditor({ keys: deps.keys, zone, line: line.name, address, requestId: request.id }),
  };
}

export function registerWechat(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string' }, (_request, body, done) =>
      done(null, String(body)),
    );

    scope.get(PUSH_PATH, async (request, reply) => {
      if (!(await isGenuine(request, deps))) return say(reply, 403, '');
      return say(reply, 200, queryOf(request).get('echostr') ?? '');
    });

    scope.post(PUSH_PATH, async (request, reply) => {
      if (!(await isGenuine(request, deps))) return say(reply, 403, '');
      const event = typeof request.body === 'string' ? readEvent(request.body) : undefined;
      if (!event) return say(reply, 400, '');
      try {
        await takeEvent(contextOf(request, deps), event);
      } catch (error) {
        if (!(error instanceof ThirdPartyError)) throw error;
        request.log.warn({ fault: error.fault, err: error.message }, 'an event of WeChat waits for its repetition');
        return say(reply, 503, '');
      }
      return say(reply, 200, 'success');
    });
  });
}
