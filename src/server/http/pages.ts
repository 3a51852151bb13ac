/** Prerendered pages by host, path and language, and the files beside them. */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import { afterPost } from './after-post.ts';
import { comeTo, leadsToPlain } from './come-to.ts';
import { LANGUAGE_COOKIE, pageLanguage } from './context.ts';
import type { AppDeps } from './dependencies.ts';
import { fillPage } from './fill-page.ts';
import { giveFlow } from './flow-cookie.ts';
import { leadingOn } from './leading-on.ts';
import { ledHome } from './link-home.ts';
import { pageOfLink, pageOfPlain, pageOfVisit } from './link-page.ts';
import { withOnce } from './once.ts';
import { changed, type Page } from './page.ts';
import { keepInLanguages, PLAIN_TAB, plainForm, withQueryBefore } from './plain.ts';
import { collectionHeaders, openedBy, pageHeaders } from './policy.ts';
import { enteredBefore, showOutcome } from './posted-visit.ts';
import { queryOf } from './query.ts';
import type { LoadedLine } from './release.ts';
import type { Visit } from './renderer.ts';
import { plainOf } from './run-posted.ts';
import { readStatic, sendAsset, takesBrotli } from './static.ts';
import { stillPage } from './still-page.ts';
import { drawVariants, seenPack, seenScreen } from './variants.ts';
import { visitOf } from './visit.ts';

/** Screen of an address nobody knows. */
const NOT_FOUND = 'not-found';
/** Browsers cap a cookie's life at 400 days. */
const LANGUAGE_SECONDS = 400 * 86400;

export function registerPages(app: FastifyInstance, deps: AppDeps): void {
  const read = { method: ['GET', 'HEAD'] };

  app.route({
    ...read,
    url: '/assets/*',
    handler: async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      const { release, line } = request.arrival;
      const seen = seenPack(request, path, deps.secure);
      const own = seen === undefined ? undefined : await release.assetOf(line.name, seen);
      const file = own ?? (await release.assetOf(line.name, path)) ?? path;
      const assets = join(deps.settings.distDir, 'assets');
      const found = await sendAsset(request, reply, assets, file, seen !== undefined);
      if (!found) await quiet(reply, 'text/plain');
    },
  });

  app.route({
    ...read,
    url: '/register-static/*',
    handler: async (request, reply) => {
      const { line } = request.arrival;
      // The release's, else the data's own, the nearest layer first.
      const compiled = join(
        deps.settings.distDir,
        'releases',
        request.arrival.release.id,
        'register-static',
        line.name,
      );
      const layers = [line.name, line.server.line.extends, '_base'].filter((layer) => layer !== undefined);
      const own = layers.map((layer) => join(deps.linesDir, layer, 'register-static'));
      const found = await readStatic([compiled, ...own], (request.params as { '*': string })['*']);
      if (!found) return quiet(reply, 'application/json; charset=utf-8', '{}');
      await reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .send(found);
    },
  });

  app.route({
    ...read,
    url: '/favicon.ico',
    handler: async (request, reply) => {
      const name = `favicon-${request.arrival.line.name}.ico`;
      if (!(await sendAsset(request, reply, join(deps.settings.distDir, 'assets'), name)))
        await reply.status(204).header('cache-control', 'max-age=86400').send();
    },
  });

  app.route({
    ...read,
    url: '/foyer/collection',
    handler: async (request, reply) => {
      const { collection } = request.arrival.line.server.line;
      if (!collection) return quiet(reply, 'text/plain');
      await reply
        .headers(collectionHeaders(collection.url))
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(request.method === 'HEAD' ? undefined : collectionFrame(collection.url));
    },
  });

  app.route({ ...read, url: '/*', handler: (request, reply) => sendPage(request, reply, deps) });
}

/** A page with nothing but the script in it. */
function collectionFrame(script: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>-</title><script async src="${escapeHtml(script)}"></script></head><body></body></html>`;
}

/** A file that is not there: a plain 404 without a page around it. */
async function quiet(reply: FastifyReply, type: string, body = ''): Promise<void> {
  await reply.status(404).header('content-type', type).header('cache-control', 'no-store').send(body);
}

export async function sendPage(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const { line } = request.arrival;
  const [path = '/', query] = request.url.split('?', 2);
  const suffix = query === undefined ? '' : `?${query}`;
  if (path === '/') {
    const home = line.server.line.routes[line.server.line.home]?.[0];
    if (home !== undefined) return redirect(reply, `${home}${suffix}`, 302);
  }
  const bare = path.replace(/\/+$/, '');
  const forward = forwardOf(line.server.line, bare);
  if (forward !== undefined) return redirect(reply, `${forward}${suffix}`, 303);
  const written = asWritten(line.server.paths, bare);
  if (written === undefined) return sendMissing(request, reply, deps, 404);
  if (written !== path) return redirect(reply, `${written}${suffix}`, 308);
  await sendScreen(request, reply, deps, line, line.server.paths[written] as string, 200);
}

/** The route that is meant: the page's own router takes no notice of case, and so finds a form where the server has none. */
function asWritten(paths: LoadedLine['server']['paths'], path: string): string | undefined {
  const isMeant = (each: string): boolean => each.toLowerCase() === path.toLowerCase();
  return Object.hasOwn(paths, path) ? path : Object.keys(paths).find(isMeant);
}

/** Where an address of the other region's leads on this line: to the line's own of the same screen. */
function forwardOf({ forwards = {}, routes }: LoadedLine['server']['line'], path: string): string | undefined {
  const screen = Object.hasOwn(forwards, path) ? forwards[path] : undefined;
  return screen === undefined ? undefined : routes[screen]?.[0];
}

/** The page for an address that leads nowhere. */
export async function sendMissing(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  status: 400 | 404,
): Promise<void> {
  await sendScreen(request, reply, deps, request.arrival.line, NOT_FOUND, status);
}

/** The page before may be a link's own: a redirect's policy decides whether its address goes along. */
async function redirect(reply: FastifyReply, to: string, status: 302 | 303 | 308): Promise<void> {
  const headers = { location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  await reply.status(status).headers(headers).send();
}

async function sendScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  line: LoadedLine,
  screen: string,
  status: number,
): Promise<void> {
  const language = pageLanguage(request, line);
  const { release } = request.arrival;
  // Where the API is elsewhere, nobody could count what is seen.
  if (status === 200 && deps.settings.apiBase === '') drawVariants(request, reply, screen, deps.secure);
  const found = await release.page(line.name, language, seenScreen(request, screen, deps.secure));
  if (!found) {
    if (status === 200) request.log.error({ line: line.name, screen, language }, 'a page is missing in the release');
    return quiet(reply, 'text/plain; charset=utf-8', 'Not found\n');
  }
  if (await ledHome(request, reply, deps, screen, found)) return;
  if (status === 200) giveFlow(request, reply, deps);
  const follows = status === 200 && release.draws && found.linked !== undefined;
  const still =
    follows && visitOf(request) !== undefined && request.method !== 'HEAD'
      ? await stillPage(request, reply, deps, { screen, page: found })
      : undefined;
  if (still !== undefined && 'to' in still) return redirect(reply, still.to, 303);
  const form = status === 200 && release.draws ? plainForm(request, found) : undefined;
  const whole = form === undefined ? undefined : withQueryBefore(request);
  if (whole !== undefined) return redirect(reply, whole, 302);
  const usual =
    status === 200 && release.draws && leadsToPlain(request, found, deps.secure) ? pageOfPlain(request, found) : found;
  const isTold = status === 200 && still === undefined && !follows;
  const told = isTold ? await outcomeOf(request, reply, deps, usual, screen, form) : undefined;
  if (told !== undefined && 'to' in told) return redirect(reply, told.to, 303);
  const drawn = still?.page ?? told?.page;
  const outcome = drawn && withOnce(inLanguages(drawn, form));
  const page =
    outcome ?? (follows ? await pageOfVisit(request, found, deps, screen) : pageOfLink(request, usual, line, language));
  const packed = page.brotli !== undefined && takesBrotli(request);
  const etag = `"${page.etag}${packed ? '-br' : ''}"`;
  const { secure, settings } = deps;
  const { url } = request;
  const { apiBase } = settings;
  const { providers } = line.server;
  const opensWindows = deps.thirdParties
    .configured(line.server)
    .some((id) => providers[id]?.ways.some((way) => way === 'popup' || way === 'frame'));
  const bridgesTo = openedBy(url) ?? (page.bridges ? line.server.line.redirects.origins : []);
  if (bridgesTo.length > 0 || page.returns) reply.removeHeader('x-frame-options');
  reply
    .headers(pageHeaders({ ...page, url, bridgesTo, opensWindows, apiBase, secure }))
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    // What a cookie chose, and one that may come along, are one visitor's.
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('etag', etag);
  // Kept at once, so that the choice holds even where the page's script never runs.
  if (status !== 400 && queryOf(request).has('lang')) {
    reply.setCookie(LANGUAGE_COOKIE, language, {
      path: '/',
      sameSite: 'lax',
      secure: deps.secure,
      maxAge: LANGUAGE_SECONDS,
    });
  }
  if (outcome !== undefined) {
    reply.header('cache-control', 'no-store').removeHeader('etag').header('content-length', page.html.length);
    // A still page's form is to say where it comes from; its address is worth nothing elsewhere.
    if (still !== undefined) reply.header('referrer-policy', 'same-origin');
    await reply.send(request.method === 'HEAD' ? undefined : page.html);
    return;
  }
  const posted = status === 200 ? afterPost(request, reply, screen, page, deps) : undefined;
  if (posted !== undefined) {
    reply.header('cache-control', 'no-store').removeHeader('etag').header('content-length', posted.length);
    await reply.send(request.method === 'HEAD' ? undefined : posted);
    return;
  }
  if (status === 200 && isFresh(request, etag)) {
    await reply.status(304).send();
    return;
  }
  const body = packed ? page.brotli : page.html;
  if (packed) reply.header('content-encoding', 'br');
  reply.header('content-length', body?.length ?? 0);
  await reply.status(status).send(request.method === 'HEAD' ? undefined : body);
}

/** The page of a form for browsers without scripts, which another language keeps. */
const inLanguages = (page: Page, form: string | undefined): Page =>
  form === undefined ? page : changed(page, Buffer.from(keepInLanguages(page.html.toString('utf8'), PLAIN_TAB, form)));

/**
 * The page that shows what became of a form that this browser posted, once. Then the usual one with what was entered, which
 * may be live; without scripts, what is come to, and what was reached.
 * @param form of a page for browsers without scripts
 */
async function outcomeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  usual: Page,
  screen: string,
  form: string | undefined,
): Promise<{ readonly page: Page } | { readonly to: string } | undefined> {
  const { release, line } = request.arrival;
  if (!release.draws) return undefined;
  const language = pageLanguage(request, line);
  if (request.method === 'HEAD') {
    const page = form === undefined ? undefined : await plainOf(request, deps, screen, form);
    return page && { page };
  }
  const own = visitOf(request);
  const outcome = await showOutcome(request, deps, screen, own);
  const isNews = outcome !== undefined && (!outcome.again || outcome.leaves !== undefined);
  if (form !== undefined && !isNews) return comeTo(request, reply, deps, screen, form, outcome);
  if (outcome === undefined) {
    const entered = await enteredBefore(request, deps, screen);
    if (Object.keys(entered).length === 0) return undefined;
    return { page: { ...usual, html: Buffer.from(fillPage(usual.html.toString('utf8'), entered)) } };
  }
  const visit = outcome.again ? calmed(outcome.visit) : outcome.visit;
  // What came of a visit stands in its own address, and is shown there as often as it is asked for.
  if (outcome.again && own === undefined && (form === undefined || visit.state.form !== form)) {
    const page = { ...usual, html: Buffer.from(fillPage(usual.html.toString('utf8'), outcome.sent)) };
    return { page: leadingOn(page, { ...outcome, visit }, line, language) };
  }
  const page = await release.visited(line.name, language, {
    ...visit,
    screen: seenScreen(request, visit.screen, deps.secure),
  });
  return page && { page: leadingOn(page, { ...outcome, visit }, line, language) };
}

/** A visit as a reload shows it: what was reached and entered stays, what went wrong is told once. */
function calmed({ screen, state, session, local }: Visit): Visit {
  return { screen, state: { ...state, failure: undefined, fieldFailures: {}, left: [] }, session, local };
}

function isFresh(request: FastifyRequest, etag: string): boolean {
  return String(request.headers['if-none-match'] ?? '')
    .split(',')
    .some((each) => each.trim().replace(/^W\//, '') === etag);
}
