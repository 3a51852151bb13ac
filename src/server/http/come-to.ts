/**
 * A page for browsers without scripts, of a form or of a screen without one: it is come to as its script would, so it leads
 * on where that does, and shows what that finds.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage } from './context.ts';
import { wireName } from './cookies.ts';
import type { AppDeps } from './dependencies.ts';
import { fillPage } from './fill-page.ts';
import { leadingOn } from './leading-on.ts';
import { isGlance } from './origin.ts';
import { changed, type Page } from './page.ts';
import { PLAIN_PAGE } from './plain.ts';
import { keepOutcome, type Outcome, readOutcome, type Shown } from './posted-visit.ts';
import { plainOf, runPage } from './run-posted.ts';
import { seenScreen } from './variants.ts';

type Came = { readonly page: Page } | { readonly to: string };

/**
 * Where such a page leads, or what it shows.
 * @param told what became of this browser's last form, when it is this screen's
 */
export async function comeTo(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  screen: string,
  form: string,
  told: Shown | undefined,
): Promise<Came | undefined> {
  const { line, release } = request.arrival;
  const language = pageLanguage(request, line);
  const usual = async (): Promise<Came | undefined> => {
    const page = await plainOf(request, deps, screen, form);
    return page && { page };
  };
  if (isGlance(request)) return usual();
  const before = told ?? (await readOutcome(request, deps));
  const posted = await runPage(request.server, request, reply, deps, screen, {
    address: request.url,
    ...(before && { visit: before.visit }),
  });
  if (posted === undefined) return usual();
  const { leaves, visit, path } = posted;
  if (leaves !== undefined) return { to: leaves };
  if (visit.screen !== screen) {
    await keepOutcome(request, reply, deps, { visit, sent: {} });
    return { to: path };
  }
  const isDialog = visit.needs === 'form' || form === PLAIN_PAGE;
  const outcome: Outcome = {
    visit: { ...visit, state: { ...visit.state, ...(isDialog ? {} : { form }) } },
    sent: told?.sent ?? (before?.from === screen ? before.sent : {}),
  };
  const drawn = await release.visited(line.name, language, {
    ...outcome.visit,
    screen: seenScreen(request, screen, deps.secure),
  });
  if (drawn === undefined) return usual();
  const html = fillPage(drawn.html.toString('utf8'), outcome.sent);
  return { page: leadingOn(changed(drawn, Buffer.from(html)), outcome, line, language) };
}

/** Whether a browser without scripts is led to such a page at once: it shows what the page's script would come to. */
export function leadsToPlain(
  request: FastifyRequest,
  { plain: [first] = [], follows }: Page,
  secure: boolean,
): boolean {
  const { zone } = request.arrival.line.server.line;
  return (
    first === PLAIN_PAGE ||
    (first !== undefined && (follows || request.cookies[wireName('session', zone, secure)] !== undefined))
  );
}
