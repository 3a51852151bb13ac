/**
 * Forms that a browser posts by itself, because the page's scripts never came. The release's own code runs them
 * (`run-posted.ts`), and the answer leads to the page that shows what became of it. Where nobody runs them (pages that are
 * files, an API elsewhere) the answer leads back to the page, which says that nothing was sent and holds what was typed,
 * chosen and ticked. Nothing typed ever stands in an address, and passwords and codes are forgotten at once.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inWords } from '../../engine/failures.ts';
import { throttleAddress } from './address.ts';
import { keepEntered, pathOf } from './after-post.ts';
import { pageLanguage } from './context.ts';
import type { AppDeps } from './dependencies.ts';
import { limited } from './envelope.ts';
import { faultPage } from './fault-page.ts';
import { takeSent } from './fill-page.ts';
import { leftOf } from './link-page.ts';
import { keepAnswer, once, UNDERWAY } from './once.ts';
import { sendMissing } from './pages.ts';
import { chosenTab, postedForm } from './plain.ts';
import { formOf, keepTyped, type PageOfScreen, runPosted } from './run-posted.ts';
import { seenScreen } from './variants.ts';
import { visitOf } from './visit.ts';

/** Largest form read, bytes. */
const FORM_LIMIT = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';
/** The page of the request's address, whatever the method. */
async function pageAt(request: FastifyRequest, secure: boolean): Promise<PageOfScreen | undefined> {
  const { line, release } = request.arrival;
  const path = pathOf(request);
  const screen = Object.hasOwn(line.server.paths, path) ? line.server.paths[path] : undefined;
  if (screen === undefined) return undefined;
  const page = await release.page(line.name, pageLanguage(request, line), seenScreen(request, screen, secure));
  return page === undefined ? undefined : { screen, page };
}

const takesPosts = ({ page }: PageOfScreen): boolean =>
  page.keeps !== undefined || page.linked !== undefined || page.plain !== undefined;

/** A plain page that says that nothing came of it, and why where there is more to say. */
async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  why: Parameters<typeof faultPage>[3] = { key: 'early.refused' },
): Promise<void> {
  const { line } = request.arrival;
  const { html, policy } = faultPage(line.server, pageLanguage(request, line), request.id, why);
  await reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(html);
}

/** As a call that comes too often is refused: it is said when to come back. */
function refuseForNow(request: FastifyRequest, reply: FastifyReply, deps: AppDeps, seconds: number): Promise<void> {
  const { code } = limited(seconds);
  deps.metrics.count('foyer_throttled_total', { limit: 'mutation' });
  const when = inWords(pageLanguage(request, request.arrival.line), seconds);
  return refuse(request, reply.header('retry-after', seconds), 429, { key: `errors.${code}`, params: { when } });
}

/** Methods that files answer to. */
const READ = 'GET, HEAD';
const FILES = /^\/(assets|register-static)\/|^\/(favicon\.ico|foyer\/collection)$/;

/** Answers a method that an address has no use for. False where the address itself leads nowhere. */
export async function refuseMethod(request: FastifyRequest, reply: FastifyReply, secure: boolean): Promise<boolean> {
  const found = await pageAt(request, secure);
  if (found === undefined && !FILES.test(pathOf(request)) && pathOf(request) !== '/') return false;
  reply.header('allow', !found || !takesPosts(found) ? READ : `${READ}, POST`);
  await refuse(request, reply, 405);
  return true;
}

/** Whether our own page posted the form. An origin that is hidden (`null`) proves nothing. */
function isOwnPost({ headers, arrival }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && headers.origin === arrival.own;
}

/** Decided before a byte of the form is read. */
async function admit(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const found = await pageAt(request, deps.secure);
  if (!found || !takesPosts(found)) {
    if (!(await refuseMethod(request, reply, deps.secure))) await sendMissing(request, reply, deps, 404);
    return;
  }
  if (!isOwnPost(request)) return refuse(request, reply, 403);
  const type = String(request.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (type.trim().toLowerCase() !== FORM) return refuse(request, reply, 415);
}

async function carryOut(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
): Promise<void> {
  const found = await pageAt(request, deps.secure);
  if (found === undefined) return sendMissing(request, reply, deps, 404);
  const chosen = chosenTab(request, found.page);
  // Of a page that scripts would have made live, its first form was posted.
  const form = postedForm(request, found.page) ?? (found.page.runs ? undefined : found.page.plain?.[0]);
  const isRun =
    found.page.runs || form !== undefined || (found.page.linked !== undefined && visitOf(request) !== undefined);
  if (isRun || chosen !== undefined) {
    // As a call does, also where the form comes to none.
    const taken = await deps.limiter.take('mutation', throttleAddress(request.arrival.address));
    if (!taken.allowed) return refuseForNow(request, reply, deps, taken.retryAfterSeconds);
  }
  if (chosen !== undefined) {
    await keepTyped(request, reply, deps, found, form);
    await reply.status(303).header('location', chosen).header('cache-control', 'no-store').send();
    return;
  }
  const shown = isRun
    ? await once(request, reply, deps, () => runPosted(app, request, reply, deps, found, form))
    : undefined;
  if (shown === UNDERWAY) return refuse(request, reply.header('retry-after', 2), 503, { key: 'early.underway' });
  if (shown === undefined) return leadBack(request, reply, deps, found);
  await reply.status(303).header('location', shown).header('cache-control', 'no-store').send();
}

/** Nothing is done with the form where nobody runs it. */
async function leadBack(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  found: PageOfScreen,
): Promise<void> {
  const values = takeSent(found.page.html.toString('utf8'), formOf(request), found.page.keeps ?? []);
  keepEntered(request, reply, deps, found.screen, values);
  // The path is one of the line's own, the rest stood in the address before; a token goes no further.
  const { line } = request.arrival;
  const left = leftOf(request, found.page, line, pageLanguage(request, line)) ?? request.url;
  await reply.status(303).header('location', left).header('cache-control', 'no-store').send();
}

export function registerPosted(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
      if (error.statusCode === undefined || error.statusCode >= 500) throw error;
      await refuse(request, reply, error.statusCode);
    });
    scope.addHook('onSend', (request, reply) => keepAnswer(request, reply, deps));
    scope.route({
      method: 'POST',
      url: '/*',
      bodyLimit: FORM_LIMIT,
      onRequest: (request, reply) => admit(request, reply, deps),
      handler: (request, reply) => carryOut(app, request, reply, deps),
    });
  });
}
