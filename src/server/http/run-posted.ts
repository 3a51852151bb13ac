/**
 * A posted form goes the way that the page's script would take. Its calls go through this very server, as the visitor's
 * own: with the same address, browser and cookies, so that limits, origins and idempotency see nobody else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../accounts/secrets.ts';
import { pageLanguage } from './context.ts';
import { wireName, writeCookies } from './cookies.ts';
import type { AppDeps } from './dependencies.ts';
import { takeSent } from './fill-page.ts';
import type { Page } from './page.ts';
import { plainForm, withPlainForm } from './plain.ts';
import { keepOutcome, readOutcome } from './posted-visit.ts';
import type { PageRequest } from './renderer.ts';
import { browserOf } from './same-browser.ts';
import { seenScreen } from './variants.ts';

/** A page with its screen. */
export interface PageOfScreen {
  readonly screen: string;
  readonly page: Page;
}

/** Cookies by name, as they stand once the answers so far are there. */
type Jar = Map<string, string>;

const SET = /^([^=;\s]+)=([^;]*)/;
const GONE = /;\s*max-age=0(;|$)/i;

/** Takes what an answer sets, for the next call and for the visitor. */
function takeCookies(jar: Jar, lines: readonly string[], reply: FastifyReply): void {
  for (const line of lines) {
    const [, name, value = ''] = SET.exec(line) ?? [];
    if (name === undefined) continue;
    if (GONE.test(line)) jar.delete(name);
    else jar.set(name, value);
    reply.header('set-cookie', line);
  }
}

const cookieHeader = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Makes calls as the visitor whose request this is. */
function caller(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, jar: Jar) {
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
    takeCookies(jar, [answer.headers['set-cookie'] ?? []].flat(), reply);
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
  { screen, page: usual }: PageOfScreen,
  plain?: string,
): Promise<string | undefined> {
  const { release, line, own } = request.arrival;
  const { zone } = line.server.line;
  const jar = jarOf(request);
  if (browserOf(request, zone, deps.secure).flow === undefined) {
    // A browser is told by its flow cookie, from its first call on.
    const flow = newSecret();
    jar.set(wireName('flow', zone, deps.secure), flow);
    writeCookies(reply, [{ name: 'flow', value: flow }], zone, deps.secure);
    request.cookies[wireName('flow', zone, deps.secure)] = flow;
  }
  const before = await readOutcome(request, deps);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const posted = await release.post(
    line.name,
    pageLanguage(request, line),
    seenScreen(request, screen, deps.secure),
    {
      address: request.url,
      origin: own,
      form: form.toString(),
      cookies: Object.fromEntries(Object.entries(request.cookies).map(([name, value]) => [name, value ?? ''])),
      ...(before && { visit: before.visit }),
    },
    caller(app, request, reply, jar),
  );
  if (posted === undefined) return undefined;
  for (const [name, { value, days }] of Object.entries(posted.cookies))
    reply.setCookie(name, value, {
      path: '/',
      sameSite: 'lax',
      secure: deps.secure,
      maxAge: Math.round(days * 86_400),
    });
  const { leaves } = posted;
  const page = plain === undefined ? usual : ((await plainOf(request, deps, screen, plain)) ?? usual);
  // A page of ours is gone to at once, by its whole address: a path that begins with `//` would be another host. Elsewhere
  // only a link leads, since a form leads nowhere else.
  if (leaves?.startsWith(`${own}/`)) return leaves;
  const sent = takeSent(page.html.toString('utf8'), form, page.keeps ?? []);
  await keepOutcome(request, reply, deps, { visit: posted.visit, sent, ...(leaves === undefined ? {} : { leaves }) });
  // What came of the page's own form is shown there.
  const isOwn = posted.visit.screen === screen && plainForm(request, usual) !== undefined;
  return isOwn ? withPlainForm(posted.path, plain) : posted.path;
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
