/**
 * A posted form goes the way that the page's script would take. Its calls go through this very server, as the visitor's
 * own: with the same address, browser and cookies, so that limits, origins and idempotency see nobody else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sentence } from './after-post.ts';
import { pageLanguage } from './context.ts';
import { wireName, writeCookies } from './cookies.ts';
import type { AppDeps } from './dependencies.ts';
import { type Sent, takeSent } from './fill-page.ts';
import { giveFlow } from './flow-cookie.ts';
import type { Page } from './page.ts';
import { plainForm, withPlainForm } from './plain.ts';
import { keepOutcome, readOutcome } from './posted-visit.ts';
import type { PageRequest, Posted, PostedPage, Visit } from './renderer.ts';
import { seenScreen } from './variants.ts';
import { addressOf, type Brought, openVisit, sealVisit, visitOf, withVisit } from './visit.ts';

/** A page with its screen. */
export interface PageOfScreen {
  readonly screen: string;
  readonly page: Page;
}

/** Cookies by name, as they stand once the answers so far are there. */
type Jar = Map<string, string>;

const SET = /^([^=;\s]+)=([^;]*)/;
const GONE = /;\s*max-age=0(;|$)/i;

/** Takes what an answer sets, for the next call and for the visitor, who gets one flow in the end. */
function takeCookies(jar: Jar, lines: readonly string[], reply: FastifyReply, flow: string): void {
  for (const line of lines) {
    const [, name, value = ''] = SET.exec(line) ?? [];
    if (name === undefined) continue;
    if (GONE.test(line)) jar.delete(name);
    else jar.set(name, value);
    if (name !== flow) reply.header('set-cookie', line);
  }
}

const cookieHeader = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Makes calls as the visitor whose request this is. */
function caller(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, jar: Jar, flow: string) {
  const { own } = request.arrival;
  const passed = ['host', 'user-agent', 'accept-language', 'x-forwarded-for', 'x-forwarded-proto'] as const;
  const headers = Object.fromEntries(
    passed.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );
  return async ({ method, path, headers: ofPage, body }: PageRequest): Promise<string> => {
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();
    const answer = await app.inject({
      method,
      url: method === 'GET' && query !== '' ? `${path}?${query}` : path,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: {
        ...headers,
        ...ofPage,
        accept: 'application/json',
        origin: own,
        'sec-fetch-site': 'same-origin',
        ...(jar.size > 0 ? { cookie: cookieHeader(jar) } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { payload: JSON.stringify(body) } : {}),
    });
    takeCookies(jar, [answer.headers['set-cookie'] ?? []].flat(), reply, flow);
    return answer.body;
  };
}

/** The cookies that came, as they were sent. */
const jarOf = (request: FastifyRequest): Jar =>
  new Map(
    String(request.headers.cookie ?? '')
      .split(';')
      .flatMap((each): [string, string][] => {
        const at = each.indexOf('=');
        return at > 0 ? [[each.slice(0, at).trim(), each.slice(at + 1).trim()]] : [];
      }),
  );

/** Comes to a page as its script would, and runs its form when there is one. */
export async function runPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  screen: string,
  page: Pick<PostedPage, 'address' | 'form' | 'visit' | 'over'>,
): Promise<Posted | undefined> {
  const { release, line, own } = request.arrival;
  const { zone } = line.server.line;
  giveFlow(request, reply, deps);
  const jar = jarOf(request);
  const flow = wireName('flow', zone, deps.secure);
  jar.set(flow, request.cookies[flow] ?? '');
  const cookies = Object.fromEntries(Object.entries(request.cookies).map(([key, value]) => [key, value ?? '']));
  const posted = await release.post(
    line.name,
    pageLanguage(request, line),
    seenScreen(request, screen, deps.secure),
    { ...page, origin: own, cookies },
    caller(app, request, reply, jar, flow),
  );
  const left = jar.get(flow);
  if (left !== undefined && left !== request.cookies[flow])
    writeCookies(reply, [{ name: 'flow', value: left }], zone, deps.secure);
  // What is kept for this browser from here on is kept under the flow that the answers left it with.
  for (const name of [flow, wireName('former', zone, deps.secure)]) request.cookies[name] = jar.get(name);
  for (const [key, { value, days }] of Object.entries(posted?.cookies ?? {}))
    reply.setCookie(key, value, {
      path: '/',
      sameSite: 'lax',
      secure: deps.secure,
      maxAge: Math.round(days * 86_400),
    });
  return posted;
}

/** What a form was posted with; nothing where there was none. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** What is kept of a visit whose page is not to be shown again. */
const ofNoPage = (visit: Pick<Visit, 'session' | 'local'> | undefined): Visit => ({
  session: {},
  local: {},
  ...visit,
  screen: '',
  state: {},
});

/** What a form was sent with, as far as its page may show it again. */
async function sentOf(
  request: FastifyRequest,
  deps: AppDeps,
  { screen, page: usual }: PageOfScreen,
  plain: string | undefined,
): Promise<Sent> {
  const page = plain === undefined ? usual : ((await plainOf(request, deps, screen, plain)) ?? usual);
  return takeSent(page.html.toString('utf8'), formOf(request), page.keeps ?? []);
}

/**
 * Runs the form of a screen's page and keeps what became of it. Gives where the page is that shows it; undefined where
 * there is no such page.
 * @param plain the form, where it was posted from a page without scripts
 */
export async function runPosted(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  found: PageOfScreen,
  plain?: string,
): Promise<string | undefined> {
  const { screen, page: usual } = found;
  const { own } = request.arrival;
  const { linked } = usual;
  const brought = linked === undefined ? undefined : openVisit(request, deps, screen);
  // What a browser's last form left belongs to no tab, and so has no part in what a link proves.
  const before = linked === undefined ? await readOutcome(request, deps) : undefined;
  const visit = linked === undefined ? before?.visit : brought?.visit;
  const posted = await runPage(app, request, reply, deps, screen, {
    address: linked === undefined ? request.url : addressOf(request, linked, brought),
    // Nothing is done for a visit that is damaged, too old, or another browser's.
    ...(linked === undefined || brought !== undefined ? { form: formOf(request).toString() } : {}),
    ...(visit && { visit }),
    over: sentence(request, 'early.over'),
  });
  if (posted === undefined) return undefined;
  const { leaves } = posted;
  // A page of ours is gone to at once, by its whole address: a path that begins with `//` would be another host. Elsewhere
  // only a link leads, since a form leads nowhere else.
  if (leaves?.startsWith(`${own}/`)) {
    // What the form held did its work: its page, come back to, begins anew.
    if (before?.from === screen) await keepOutcome(request, reply, deps, { visit: ofNoPage(posted.visit), sent: {} });
    return leaves;
  }
  const sent = await sentOf(request, deps, found, plain);
  // Who signed in or out leaves nothing behind in the form.
  const session = `${wireName('session', request.arrival.line.server.line.zone, deps.secure)}=`;
  const isOver = [reply.getHeader('set-cookie') ?? []].flat().some((each) => String(each).startsWith(session));
  const outcome = {
    visit: posted.visit,
    sent,
    ...(isOver ? {} : { from: screen }),
    ...(leaves === undefined ? {} : { leaves }),
  };
  const id = await visitAfter(request, deps, screen, brought, posted);
  if (id !== undefined) {
    // What was proven stands in the visit itself, and nowhere else.
    await keepOutcome(request, reply, deps, { ...outcome, visit: { ...posted.visit, session: {}, local: {} } }, id);
    // The form that led to a page of links is another page's, and may be come back to.
    if (linked === undefined)
      await keepOutcome(request, reply, deps, {
        visit: ofNoPage(visit),
        sent,
        from: screen,
      });
    return withVisit(posted.path, id);
  }
  await keepOutcome(request, reply, deps, outcome);
  // What came of the page's own form is shown there.
  const isOwn = posted.visit.screen === screen && plainForm(request, usual) !== undefined;
  return isOwn ? withPlainForm(posted.path, plain) : posted.path;
}

/**
 * Keeps what was typed into one form of a screen for the others, and runs nothing.
 * @param plain the form that it was typed into
 */
export async function keepTyped(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  found: PageOfScreen,
  plain: string | undefined,
): Promise<void> {
  const { screen } = found;
  const form = formOf(request);
  const before = await readOutcome(request, deps);
  const rest = Object.entries(before?.from === screen ? before.sent : {}).filter(([name]) => !form.has(name));
  await keepOutcome(request, reply, deps, {
    visit: ofNoPage(before?.visit),
    sent: { ...Object.fromEntries(rest), ...(await sentOf(request, deps, found, plain)) },
    from: screen,
  });
}

/** The id of the visit that goes on after a post: the same, or a new one where the flow came to another page of links. */
async function visitAfter(
  request: FastifyRequest,
  deps: AppDeps,
  screen: string,
  brought: Brought | undefined,
  { visit }: Posted,
): Promise<string | undefined> {
  const { release, line } = request.arrival;
  const same = brought && visitOf(request);
  if (visit.screen === screen) return same;
  const next = await release.page(line.name, pageLanguage(request, line), visit.screen);
  if (next?.linked === undefined) return same;
  const { session, local } = visit;
  return sealVisit(request, deps, visit.screen, { visit: { session, local } }) || same;
}

/** The page of one of a screen's forms for browsers without scripts. */
export const plainOf = (
  request: FastifyRequest,
  deps: AppDeps,
  screen: string,
  form: string,
): Promise<Page | undefined> => {
  const { release, line } = request.arrival;
  const visit = { screen: seenScreen(request, screen, deps.secure), state: { form }, session: {}, local: {} };
  return release.visited(line.name, pageLanguage(request, line), visit);
};
