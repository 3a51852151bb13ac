/** A page as the server holds it: its content, packed and plain, and what the answer must say of it. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { escapeHtml } from '../../engine/escape-html.ts';

/** What the prerender says of a page besides its content. */
export interface PageAbout {
  /** `sha256-…` of inline styles. */
  readonly styles: readonly string[];
  /** `sha256-…` of inline scripts. */
  readonly scripts: readonly string[];
  /** Names of the fields whose content outlives a post by the browser itself; undefined for a page without a form. */
  readonly keeps?: readonly string[];
  readonly carriesToken: boolean;
  /** Whether it goes on from another page of its form. */
  readonly follows: boolean;
  /** Whether other front ends of the line may open or frame it. */
  readonly bridges: boolean;
  /** Whether third-party providers send visitors back to it, into windows and frames that our own pages opened. */
  readonly returns: boolean;
}

export interface Page extends PageAbout {
  readonly html: Buffer;
  /** Absent while it is being packed anew. */
  brotli: Buffer | undefined;
  readonly etag: string;
  /** Whether the server runs its form, when a browser posts it by itself. */
  readonly runs: boolean;
  /** Forms that a browser without scripts may ask for and post, where the server runs forms. */
  readonly plain?: readonly string[];
  /** The parameter of links that it follows without scripts, under the id of a visit. */
  readonly linked?: string;
}

const compress = promisify(brotliCompress);

/** Packs beside the requests. The best takes thirty times as long as the quick and saves a sixth of the bytes. */
const pack = (html: Buffer, effort: 'quick' | 'best'): Promise<Buffer> =>
  compress(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });

function etagOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** A page of a release; what an old release does not say of it is off. */
export const makePage = (html: Buffer, brotli: Buffer | undefined, about: Partial<PageAbout>, runs = false): Page => ({
  html,
  brotli,
  etag: etagOf(html),
  runs,
  styles: [],
  scripts: [],
  carriesToken: false,
  follows: false,
  bridges: false,
  returns: false,
  ...about,
});

/** The best packing of pages that were just drawn waits here: one at a time, so that threads are left for passwords. */
let last: Promise<unknown> = Promise.resolve();

/** Packs a page that is sent from now on: quickly at once, as well as can be a moment later. */
export async function packDrawn(page: Page, effort: 'quick' | 'best'): Promise<void> {
  page.brotli = await pack(page.html, 'quick');
  if (effort === 'quick') return;
  last = last
    .then(async () => {
      page.brotli = await pack(page.html, 'best');
    })
    .catch(() => undefined);
}

/** The page with another content. It is packed beside the requests, which get it plain until then. */
export function changed(page: Page, html: Buffer): Page {
  const other: Page = { ...page, html, brotli: undefined, etag: etagOf(html) };
  if (page.brotli !== undefined)
    void pack(html, 'best').then(
      (packed) => {
        other.brotli = packed;
      },
      () => undefined,
    );
  return other;
}

/** What a form's page says to browsers without scripts, where nobody runs its form. */
const NEEDS_SCRIPTS = /<noscript><p class="alert [^>]*>[^<]*<\/p><\/noscript>/;

/** The page of a form that is run without scripts. @param way what leads to more of it */
export const withoutScripts = (html: string, way = ''): string =>
  html.replace(NEEDS_SCRIPTS, () => `<noscript>${way}</noscript>`);

/** The page that says, once its scripts are lost, that its form is sent all the same. */
export const thatWorks = (html: string, works = ''): string =>
  works === '' ? html : html.replace(/(<p id="early" [^>]*data-lost=")[^"]*/, (_, start) => start + escapeHtml(works));

/** The root's list of the line's providers, written by the prerender. */
const PROVIDERS = /^(<!doctype html><html [^>]*data-providers=")([^"]*)"/;

/** The page with only those providers that are configured in its root's list, in the line's order. */
export function withProviders(html: Buffer, configured: readonly string[] | undefined): Buffer {
  if (configured === undefined) return html;
  const text = html.toString('utf8');
  const [, start, offered] = PROVIDERS.exec(text) ?? [];
  if (start === undefined || offered === undefined) return html;
  const shown = offered.split(' ').filter((id) => configured.includes(id));
  if (shown.join(' ') === offered) return html;
  return Buffer.from(`${start}${shown.join(' ')}${text.slice(start.length + offered.length)}`);
}
