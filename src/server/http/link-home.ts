/**
 * A link works on the line that sent it alone. Opened on the host of another line, it leads there; whose it is is read from
 * its token, so it leads nowhere but to a line of this release.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pickLine } from '../../engine/pick-line.ts';
import { lineOfLink } from '../codes/links.ts';
import type { AppDeps } from './dependencies.ts';
import { isOwnHost } from './own-host.ts';
import type { Page } from './page.ts';
import { queryOf } from './query.ts';

/** A token as `newSecret` makes them. Anything else is nobody's link, and is not looked for. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Where a line is, seen from a host of another one; undefined where that host is not its own, as with a fixed line. */
function originOf({ arrival }: FastifyRequest, { settings }: AppDeps, name: string): string | undefined {
  const { release, line, own } = arrival;
  const to = release.line(name);
  if (to === undefined || !URL.canParse(own)) return undefined;
  const local = new URL(own);
  const isLocal = isOwnHost(arrival.host);
  if (isLocal) local.hostname = `${name}.localhost`;
  const { origin, host } = isLocal ? local : new URL(`https://${to.server.line.brandHost}`);
  const { line: picked } = pickLine({ host, setting: settings.line, lines: release.lines, fallback: line.name });
  return picked === to ? origin : undefined;
}

/** Leads a link of another line to that line; gives whether it did. Changes nothing. */
export async function ledHome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  screen: string,
  page: Page,
): Promise<boolean> {
  const { line, release } = request.arrival;
  const token = page.carriesToken ? (queryOf(request).get('token') ?? '') : '';
  if (!TOKEN.test(token)) return false;
  // The page itself says what follows when the database is away.
  const name = await lineOfLink(deps.db, token).catch(() => undefined);
  if (name === undefined || name === line.name) return false;
  const origin = originOf(request, deps, name);
  const path = release.line(name)?.server.line.routes[screen]?.[0];
  if (origin === undefined || path === undefined) return false;
  const to = `${origin}${path}?${request.url.split('?', 2)[1]}`;
  await reply
    .status(303)
    .headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send();
  return true;
}
