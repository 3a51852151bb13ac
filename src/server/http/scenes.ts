/** Images of the codes that bind whoever scans them. */
import type { FastifyInstance } from 'fastify';
import { IMAGES } from '../calls/invite-qrcode.ts';
import { imageOf } from '../scenes/scenes.ts';
import type { AppDeps } from './dependencies.ts';

const TICKET = /^[0-9A-Za-z_-]{43}$/;

export function registerScenes(app: FastifyInstance, deps: AppDeps): void {
  app.get(`${IMAGES}:ticket`, async (request, reply) => {
    const { ticket } = request.params as { ticket: string };
    const image = TICKET.test(ticket) ? await imageOf(deps.db, ticket) : undefined;
    reply.header('cache-control', 'no-store');
    if (!image) return reply.status(404).header('content-type', 'text/plain').send('');
    return reply.header('content-type', image.type).send(image.bytes);
  });
}
