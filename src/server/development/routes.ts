/**
 * What `npm start` adds to pages while data is edited: a script that listens for new releases and faults. No page of a
 * release has it, and no other server adds it.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FromWatcher, Watching } from './watching.ts';

const SCRIPT = '/foyer/development/page.js';
const EVENTS = '/foyer/development/events';

/** What open pages are told, now and whenever it changes. */
interface State {
  readonly release: string;
  readonly faults: readonly string[];
}

export interface Development {
  /** Adds the routes, and the script to every page. */
  readonly routes: (app: FastifyInstance) => void;
  /** Takes what the watching process says. */
  readonly hear: (message: FromWatcher) => void;
  /** Ends what open pages listen to. */
  close(): void;
}

/**
 * @param release id of the release that is served
 * @param watching whom to tell which lines are open
 */
export function development(release: () => string, watching: () => Watching | undefined): Development {
  const listening = new Map<FastifyReply, string>();
  let faults: readonly string[] = [];
  let isClosed = false;
  const event = (): string => `data: ${JSON.stringify({ release: release(), faults } satisfies State)}\n\n`;
  const tellOpen = (): void => watching()?.open([...new Set(listening.values())]);

  return {
    routes(app) {
      app.get(SCRIPT, (_request, reply) =>
        reply
          .header('content-type', 'text/javascript; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(readFileSync(new URL('./page.js', import.meta.url))),
      );
      app.get(EVENTS, (request, reply) => {
        // A page asks again after a while.
        if (isClosed) return reply.status(503).send();
        listening.set(reply, request.arrival.line.name);
        tellOpen();
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        reply.raw.write(event());
        reply.raw.on('close', () => {
          listening.delete(reply);
          tellOpen();
        });
        return reply;
      });
      // The script goes into the text of a page, which must not be packed then.
      app.addHook('onRequest', async (request) => {
        if (!request.url.startsWith('/assets/')) delete request.headers['accept-encoding'];
      });
      app.addHook('onSend', async (request, reply, payload) => {
        const isPage = request.routeOptions.url === '/*' || request.is404;
        if (!isPage || !Buffer.isBuffer(payload) || !String(reply.getHeader('content-type')).startsWith('text/html'))
          return payload;
        const etag = String(reply.getHeader('etag') ?? '').replaceAll('"', '');
        const script = `<script src="${SCRIPT}" defer data-release="${request.arrival.release.id}" data-page="${etag}"></script>`;
        const page = Buffer.from(payload.toString('utf8').replace('</body>', () => `${script}</body>`));
        reply.header('content-length', page.length);
        return page;
      });
    },
    hear(message) {
      if ('ready' in message) return;
      if ('faults' in message) faults = message.faults;
      for (const { raw } of listening.keys()) raw.write(event());
    },
    close() {
      isClosed = true;
      for (const { raw } of listening.keys()) raw.end();
    },
  };
}
