/**
 * The page of a link, as it is for browsers without scripts: what the address carries (a token, most of all) leaves it and
 * the history at once, and goes nowhere. Nothing can be done with it there, and the page says to open the link again.
 * Where scripts run, the page's first one takes it out of the address (`browser/hide-address.ts`) and nothing of this shows.
 */
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import { languageQuery } from '../../engine/pick-language.ts';
import { pageLanguage } from './context.ts';
import type { AppDeps } from './dependencies.ts';
import { changed, makePage, type Page, packDrawn } from './page.ts';
import { PLAIN_TAB } from './plain.ts';
import { queryOf } from './query.ts';
import type { LoadedLine } from './release.ts';
import { sealVisit, withVisit } from './visit.ts';

const LANGUAGE = 'lang';
/** An id that is no visit. */
const DAMAGED = 'none';

/** By the address that is left: a page has a few paths, and a language. */
const made = new WeakMap<Page, Map<string, Page>>();

/** What is left of an address once all but a language is out of it; undefined where that is all it carries, or no token. */
export function leftOf(
  { url }: Pick<FastifyRequest, 'url'>,
  page: Page,
  line: LoadedLine,
  language: string,
): string | undefined {
  const [path = '/'] = url.split('?', 1);
  if (!page.carriesToken || [...queryOf({ url }).keys()].every((name) => name === LANGUAGE)) return undefined;
  // The path is one of the line's own.
  const chosen = languageOf({ url }, line, language);
  return chosen === undefined ? path : `${path}?${chosen}`;
}

/** Where no cookie keeps the language, the address does. */
function languageOf({ url }: Pick<FastifyRequest, 'url'>, line: LoadedLine, language: string): string | undefined {
  if (!queryOf({ url }).has(LANGUAGE)) return undefined;
  return new URLSearchParams({ [LANGUAGE]: languageQuery(language, line.server.line.languages) }).toString();
}

/**
 * The page of this address where the server follows links without scripts: it leads on under the id of a visit, which is
 * this browser's alone. Packed quickly, since nobody else is sent it.
 */
export async function pageOfVisit(request: FastifyRequest, page: Page, deps: AppDeps, screen: string): Promise<Page> {
  const { line } = request.arrival;
  const [path = '/', search = ''] = request.url.split('?', 2);
  const isLink = [...queryOf(request).keys()].some((name) => name !== LANGUAGE);
  // Of the address a language alone goes on. What is too long for an id is no link of ours, and counts as a damaged one.
  const chosen = languageOf(request, line, pageLanguage(request, line));
  const id = isLink ? sealVisit(request, deps, screen, { search: `?${search}` }) || DAMAGED : '';
  const to = `${withVisit(path, id)}${chosen === undefined ? '' : `&${chosen}`}`;
  // Where it brings nothing, it is the same for everybody.
  if (!isLink) return kept(page, to);
  const own = { ...page, html: withoutScripts(page.html, to), brotli: undefined };
  const led = makePage(own.html, undefined, own, own.runs);
  if (page.brotli !== undefined) await packDrawn(led, 'quick');
  return led;
}

/** The page of this address. */
export function pageOfLink(request: FastifyRequest, page: Page, line: LoadedLine, language: string): Page {
  const left = leftOf(request, page, line, language);
  if (left === undefined) return page;
  return kept(page, left);
}

/** The page that leads browsers without scripts to the one that they can do with. */
export const pageOfPlain = ({ url }: Pick<FastifyRequest, 'url'>, page: Page): Page =>
  kept(page, `${url.split('?', 1)[0]}?${new URLSearchParams({ [PLAIN_TAB]: page.plain?.[0] ?? '' })}`);

function kept(page: Page, to: string): Page {
  const known = made.get(page) ?? new Map<string, Page>();
  made.set(page, known);
  const found = known.get(to) ?? changed(page, withoutScripts(page.html, to));
  known.set(to, found);
  return found;
}

/** Browsers put the page it leads on to in the place of this one, in the history too. */
const withoutScripts = (html: Buffer, left: string): Buffer =>
  Buffer.from(
    html
      .toString('utf8')
      .replace(
        '<title>',
        (title) => `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(left)}"></noscript>${title}`,
      ),
  );
