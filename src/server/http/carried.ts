/**
 * What the address of a link carries (a token, most of all) leaves it before the page is shown, scripts or not: the answer
 * to the link leads on to the page without it, and the page finds it in a sealed cookie for a few minutes. In its place the
 * address holds the random name of that cookie, so that each tab finds what its own link brought; in any other browser
 * that name is worth nothing. Nothing is kept here, and nothing changes however often the link is looked at.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import type { AppParts } from './app.ts';
import type { Page } from './release.ts';

/** How long it is kept: the page is loaded again, or scripts are turned on. */
const KEPT_SECONDS = 300;
/** Links open at a time in a browser; another one takes the place of the oldest, so that links never crowd out other cookies. */
const KEPT_LINKS = 4;
/** Longest address taken over, characters: a cookie holds 4 KB. A longer one stays as it is. */
const LONGEST = 2000;

/** Of the address: the name of the cookie, and the language, which the server reads. */
const NAME = 'link';
const LANGUAGE = 'lang';

interface Carried {
  readonly of: 'link';
  readonly name: string;
  readonly path: string;
  readonly search: string;
  /** ms since 1970. */
  readonly until: number;
}

const prefixOf = (request: FastifyRequest, { secure }: AppParts): string =>
  `${secure ? '__Secure-' : ''}foyer-${request.arrival.line.server.line.zone}-link-`;

const partsOf = ({ url }: FastifyRequest): { path: string; search: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at) };
};

const optionsAt = (path: string, secure: boolean) => ({ path, httpOnly: true, sameSite: 'lax', secure }) as const;

function open(request: FastifyRequest, parts: AppParts, name: string): Carried | undefined {
  const sealed = request.cookies?.[prefixOf(request, parts) + name];
  const plain = sealed === undefined ? undefined : parts.keys.open('cookie', sealed);
  if (plain === undefined) return undefined;
  const found = JSON.parse(plain) as Partial<Carried>;
  const isOurs = found.of === 'link' && found.name === name && found.path === partsOf(request).path;
  return isOurs && (found.until ?? 0) > Date.now() ? (found as Carried) : undefined;
}

/** Forgets the oldest links of this page that the browser still knows, as far as there are too many. */
function makeRoom(request: FastifyRequest, reply: FastifyReply, parts: AppParts): void {
  const prefix = prefixOf(request, parts);
  const known = Object.keys(request.cookies ?? {})
    .filter((each) => each.startsWith(prefix))
    .map((each) => ({ each, until: open(request, parts, each.slice(prefix.length))?.until ?? 0 }))
    .sort((a, b) => b.until - a.until);
  for (const { each } of known.slice(KEPT_LINKS - 1))
    reply.clearCookie(each, optionsAt(partsOf(request).path, parts.secure));
}

/**
 * Takes what the address carries out of it. True when that answers the request. A frame keeps its address, which nobody
 * sees: browsers give it no cookie of ours where another site's page led there.
 */
export async function takeOut(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  parts: AppParts,
): Promise<boolean> {
  const { path, search } = partsOf(request);
  const query = new URLSearchParams(search);
  const dest = request.headers['sec-fetch-dest'] ?? 'document';
  const carries = [...query.keys()].some((each) => each !== NAME && each !== LANGUAGE);
  if (!page.carriesToken || !carries || dest !== 'document' || search.length > LONGEST) return false;
  makeRoom(request, reply, parts);
  const name = randomBytes(16).toString('base64url');
  const until = Date.now() + KEPT_SECONDS * 1000;
  const carried: Carried = { of: 'link', name, path, search, until };
  reply.setCookie(prefixOf(request, parts) + name, parts.keys.seal('cookie', JSON.stringify(carried)), {
    ...optionsAt(path, parts.secure),
    maxAge: KEPT_SECONDS,
  });
  const language = query.get(LANGUAGE);
  const left = new URLSearchParams({ ...(language === null ? {} : { [LANGUAGE]: language }), [NAME]: name });
  await reply
    .status(303)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .header('location', `${path}?${left}`)
    .send();
  return true;
}

/** What was taken out of the address that led to this one; undefined for any other visit. */
export function takenOut(request: FastifyRequest, page: Page, parts: AppParts): string | undefined {
  const name = page.carriesToken ? new URLSearchParams(partsOf(request).search).get(NAME) : null;
  return name === null ? undefined : open(request, parts, name)?.search;
}

/** The page with what was taken out of its address: its first script takes it from there (`browser/hide-address.ts`). */
export const withSearch = (html: string, search: string): string =>
  html.replace('<html ', () => `<html data-search="${escapeHtml(search)}" `);
