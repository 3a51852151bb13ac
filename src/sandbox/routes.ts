/** The inbox page and its JSON for tests. Registered by `npm start` only; `npm run serve` never loads this folder. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOwnHost } from '../server/http/own-host.ts';
import { styleHash } from '../server/http/policy.ts';
import type { Database } from '../server/types.ts';
import { withForms } from './chooser.ts';
import { type InboxMessage, readInbox } from './inbox.ts';
import { inboxPage, LIVE_SCRIPT, STYLE } from './inbox-page.ts';
import { ROUTES } from './list.ts';

/** Every simulator's routes, on hosts of this machine only: where anybody else can come to, they are not there. */
export function simulatorRoutes(db: Database): (app: FastifyInstance) => void {
  return (app) =>
    void app.register(async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (!isOwnHost(request.arrival.host)) await reply.status(404).header('cache-control', 'no-store').send();
      });
      addRoutes(db)(scope);
    });
}

function addRoutes(db: Database): (app: FastifyInstance) => void {
  return (app) => {
    inboxRoutes(db)(app);
    for (const routes of ROUTES) routes(db)(app);
  };
}

export function inboxRoutes(db: Database): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/inbox', async (request, reply) => {
      const { to, line } = filterOf(request);
      const messages = await readInbox(db, { to, line });
      await reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-security-policy',
          `default-src 'none'; style-src '${styleHash(STYLE)}'; script-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        )
        .send(inboxPage(messages, { to, line }));
    });

    // Somebody's address belongs into no address bar, not even here.
    withForms(app, (scope) => {
      scope.post('/inbox', async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const line = form.get('line');
        await reply
          .setCookie(FILTER, form.get('to') ?? '', { path: '/inbox', httpOnly: true, sameSite: 'strict' })
          .status(303)
          .header('location', line ? `/inbox?${new URLSearchParams({ line })}` : '/inbox')
          .send();
      });
    });

    app.get('/inbox/newest', async (request, reply) => {
      const [newest] = await readInbox(db, filterOf(request));
      await reply.header('cache-control', 'no-store').send({ id: newest?.id ?? '' });
    });

    app.get('/inbox/live.js', async (_request, reply) => {
      await reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(LIVE_SCRIPT);
    });

    app.get('/inbox/mail/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const [mail] = /^[0-9a-f-]{36}$/.test(id)
        ? await db.query<InboxMessage>('SELECT html FROM inbox WHERE id = $1', [id])
        : [];
      if (!mail?.html) return reply.status(404).send();
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-frame-options', 'SAMEORIGIN')
        .header('referrer-policy', 'no-referrer')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
        )
        .send(mail.html.replace('<head>', '<head><base target="_blank">').replace(/<a /g, '<a rel="noreferrer" '));
    });

    app.get('/api/foyer/inbox', async (request, reply) => {
      const { to, line } = query(request.url);
      const messages = await readInbox(db, { to, line });
      await reply.header('cache-control', 'no-store').send({ simulator: true, messages });
    });
  };
}

/** Cookie of the recipient that somebody wants to see. */
const FILTER = 'inbox-to';

/** What is to be seen: the address says so, or the form that was filled in. */
function filterOf(request: FastifyRequest): ReturnType<typeof query> {
  const { to, line } = query(request.url);
  return { to: to ?? (request.cookies[FILTER] || undefined), line };
}

function query(url: string): { to: string | undefined; line: string | undefined } {
  const given = new URLSearchParams(url.split('?')[1] ?? '');
  return { to: given.get('to') || undefined, line: given.get('line') || undefined };
}
