/** Calls from another origin (setting `ALLOWED_ORIGINS`): exact origins only, credentials included. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names the allowed origin in the answer. True when the request was a preflight, which is then answered. */
export async function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): Promise<boolean> {
  const { origin } = request.headers;
  const listed = origin !== undefined && allowed.includes(origin);
  if (listed) {
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', 'retry-after, x-request-id');
  }
  reply.header('vary', 'Origin');
  if (request.method !== 'OPTIONS') return false;
  const asked = request.headers['access-control-request-headers'];
  if (listed) {
    reply.header('access-control-allow-methods', 'GET, POST').header('access-control-max-age', '600');
    if (asked !== undefined && /^[a-z0-9, -]+$/i.test(asked)) reply.header('access-control-allow-headers', asked);
  }
  await reply.status(204).send();
  return true;
}
