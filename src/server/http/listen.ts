/** Listening, and stopping to without cutting anybody off. */
import { createServer, type Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { nameOf, PlainError } from '../plain-error.ts';
import type { Settings } from '../settings.ts';

/** Longest time for requests under way when stopping, milliseconds; the whole stop takes less than ten seconds. */
const DRAIN_MILLISECONDS = 7000;
/** How long open connections are given to hear that they should close. */
const IDLE_MILLISECONDS = 1500;

/** What keeps a server from listening, in words; anything else as it is. */
function unheard(error: Error, { port, host }: Settings): Error {
  const told: Readonly<Record<string, string>> = {
    EADDRINUSE: `The port ${port} is in use at ${host} by another program. Stop that one, or set PORT.`,
    EACCES: `This user may not listen on the port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine. Set it to 0.0.0.0 for all of its addresses.`,
    ENOTFOUND: `HOST is ${host}, which nobody knows. Set it to 0.0.0.0 for all addresses of this machine.`,
  };
  const sentence = told[nameOf(error).replace('EAI_AGAIN', 'ENOTFOUND')];
  return sentence === undefined ? error : new PlainError(sentence, { cause: error });
}

/** Listens; on `localhost` at both of its addresses, since browsers try either. */
export async function listen(
  app: FastifyInstance,
  settings: Settings,
): Promise<{ servers: readonly HttpServer[]; port: number }> {
  const host = settings.host === 'localhost' ? '127.0.0.1' : settings.host;
  await app.listen({ port: settings.port, host }).catch((error: Error) => {
    throw unheard(error, settings);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  if (settings.host !== 'localhost') return { servers: [app.server], port };
  const second = createServer((request, response) => app.routing(request, response));
  second.keepAliveTimeout = app.server.keepAliveTimeout;
  second.requestTimeout = app.server.requestTimeout;
  const heard = await new Promise<boolean>((done) => {
    // A machine without IPv6 has one address only.
    second.once('error', () => done(false));
    second.listen({ port, host: '::1' }, () => done(true));
  });
  return { servers: heard ? [app.server, second] : [app.server], port };
}

/**
 * Stops listening without cutting anybody off. Node's own `close` ends idle connections at once, and a request just
 * under way to one of them would be lost: they are told to close by their next answer, and ended after a short while.
 */
export async function drain(app: FastifyInstance, servers: readonly HttpServer[]): Promise<void> {
  const since = Date.now();
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((done) => {
          const sweep = setInterval(() => {
            if (Date.now() > since + DRAIN_MILLISECONDS) server.closeAllConnections();
            else if (Date.now() > since + IDLE_MILLISECONDS) server.closeIdleConnections();
          }, 100);
          Server.prototype.close.call(server, () => {
            clearInterval(sweep);
            done();
          });
        }),
    ),
  );
  // Everything is closed already; this ends Fastify's own bookkeeping.
  await app.close().catch(() => undefined);
}
