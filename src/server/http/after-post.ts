/** What was entered into a form that a browser posted by itself: kept sealed in that browser, and put into the page again. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import { format, lineParams } from '../outbox/render.ts';
import { pageLanguage } from './context.ts';
import type { AppDeps } from './dependencies.ts';
import { fillPage, type Sent } from './fill-page.ts';
import { isGlance } from './origin.ts';
import type { Page } from './page.ts';
import type { LoadedLine } from './release.ts';

/** How long what was entered is kept: somebody turns scripts on and loads the page again. */
const KEPT_SECONDS = 300;

/** What the cookie holds, sealed. */
interface Kept {
  readonly of: 'sent';
  readonly screen: string;
  readonly values: Sent;
  /** Whether the page has said that nothing was sent. */
  readonly told: boolean;
  /** ms since 1970. */
  readonly until: number;
}

const cookieName = ({ server }: LoadedLine, secure: boolean): string =>
  `${secure ? '__Secure-' : ''}foyer-${server.line.zone}-posted`;

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

function keep(request: FastifyRequest, reply: FastifyReply, deps: AppDeps, kept: Kept): void {
  reply.setCookie(cookieName(request.arrival.line, deps.secure), deps.keys.seal('cookie', JSON.stringify(kept)), {
    path: pathOf(request),
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.secure,
    maxAge: KEPT_SECONDS,
  });
}

/** Keeps what was entered on a screen, until somebody turns scripts on and loads the page again. */
export function keepEntered(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  screen: string,
  values: Sent,
): void {
  keep(request, reply, deps, { of: 'sent', screen, values, told: false, until: Date.now() + KEPT_SECONDS * 1000 });
}

function read(request: FastifyRequest, screen: string, deps: AppDeps): Kept | undefined {
  const sealed = request.cookies?.[cookieName(request.arrival.line, deps.secure)];
  const plain = sealed === undefined ? undefined : deps.keys.open('cookie', sealed);
  if (plain === undefined) return undefined;
  const kept = JSON.parse(plain) as Partial<Kept>;
  const isOurs = kept.of === 'sent' && kept.screen === screen && (kept.until ?? 0) > Date.now();
  return isOurs ? (kept as Kept) : undefined;
}

/** A sentence of the line's in the page's language. */
export function sentence(request: FastifyRequest, key: string): string {
  const { line } = request.arrival;
  const language = pageLanguage(request, line);
  return format(line.server, language, key, lineParams(line.server, language)) ?? '';
}

/** The page as it is after its form was posted, once or until the names are forgotten; undefined for any other visit. */
export function afterPost(
  request: FastifyRequest,
  reply: FastifyReply,
  screen: string,
  page: Page,
  deps: AppDeps,
): Buffer | undefined {
  const kept = page.keeps === undefined ? undefined : read(request, screen, deps);
  if (kept === undefined) return undefined;
  let html = fillPage(page.html.toString('utf8'), kept.values);
  if (!kept.told) {
    const said = escapeHtml(sentence(request, 'early.posted'));
    html = html
      // Not the one that leads on from a link (`link-page.ts`).
      .replace(/<noscript>(?!<meta).*?<\/noscript>/s, '<noscript></noscript>')
      .replace(/(<p id="early" )role="status"([^>]*>)/, (_, start, end) => `${start}role="alert"${end}${said}`);
    if (!isGlance(request)) keep(request, reply, deps, { ...kept, told: true });
  }
  return Buffer.from(html);
}
