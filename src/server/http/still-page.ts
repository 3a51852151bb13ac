/**
 * The page of a link for browsers without scripts, under the id of its visit (`visit.ts`): the release's own code comes to
 * it as the page's script would, each time anew, and draws what the link is good for by now.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage } from './context.ts';
import type { AppDeps } from './dependencies.ts';
import { fillPage } from './fill-page.ts';
import { leadingOn } from './leading-on.ts';
import { changed, type Page } from './page.ts';
import { keepInLanguages } from './plain.ts';
import { keepOutcome, type Outcome, showOutcome } from './posted-visit.ts';
import type { Visit } from './renderer.ts';
import { type PageOfScreen, runPage } from './run-posted.ts';
import { seenScreen } from './variants.ts';
import { addressOf, openVisit, sealVisit, VISIT, visitOf, withVisit } from './visit.ts';

/** Where the visit goes on, or its page. */
export async function stillPage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  { screen, page: { linked = '' } }: PageOfScreen,
): Promise<{ readonly page: Page } | { readonly to: string } | undefined> {
  const { release, line, own } = request.arrival;
  const language = pageLanguage(request, line);
  const id = visitOf(request) ?? '';
  const brought = openVisit(request, deps, screen);
  const told = brought && (await showOutcome(request, deps, screen, id));
  if (told !== undefined && !told.again) return drawn(request, deps, told, id);
  const posted = await runPage(request.server, request, reply, deps, screen, {
    address: addressOf(request, linked, brought),
    ...(brought?.visit && { visit: brought.visit }),
  });
  if (posted === undefined) return undefined;
  const { leaves, visit, path, search, passes } = posted;
  if (leaves?.startsWith(`${own}/`)) return { to: leaves };
  const came = visit.screen === screen ? undefined : await release.page(line.name, language, visit.screen);
  if (passes && came !== undefined) {
    // What the link carried goes along: sealed where it leads to a page of links, in the address where it is no secret.
    const next = came.linked === undefined ? undefined : sealVisit(request, deps, visit.screen, { search });
    return { to: next ? withVisit(path, next) : came.carriesToken ? path : `${path}${search}` };
  }
  // Where it says to sign in first, that comes back here.
  if (visit.state.flow !== undefined && (visit.state.flow as Visit['state']).returnTo !== undefined)
    await keepOutcome(request, reply, deps, { visit: { ...visit, screen: '', state: {} }, sent: {} });
  // Another form has a page of its own; a notice tells of this very link.
  if (came?.keeps !== undefined) return { to: path };
  return drawn(request, deps, { visit, sent: told?.sent ?? {}, ...(leaves === undefined ? {} : { leaves }) }, id);
}

async function drawn(
  request: FastifyRequest,
  deps: AppDeps,
  outcome: Outcome,
  id: string,
): Promise<{ readonly page: Page } | undefined> {
  const { release, line } = request.arrival;
  const language = pageLanguage(request, line);
  const screen = seenScreen(request, outcome.visit.screen, deps.secure);
  const page = await release.visited(line.name, language, { ...outcome.visit, screen });
  if (page === undefined) return undefined;
  const html = keepInLanguages(fillPage(page.html.toString('utf8'), outcome.sent), VISIT, id);
  return { page: leadingOn(changed(page, Buffer.from(html)), outcome, line, language) };
}
