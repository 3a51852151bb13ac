/**
 * What the page of an outcome says besides: where the flow goes on, when that is outside of our pages, since a form may lead
 * nowhere else (`form-action 'self'`); or that a captcha stood in the way, which needs the page's script.
 */
import { escapeHtml } from '../../engine/escape-html.ts';
import { siteName } from '../../engine/redirect.ts';
import { format, lineParams } from '../outbox/render.ts';
import { changed, type Page } from './page.ts';
import type { Outcome } from './posted-visit.ts';
import type { LoadedLine } from './release.ts';

/** Where the page speaks before its scripts do (`prerender.tsx`). */
const EARLY = /(<p id="early" )role="status"([^>]*)><\/p>/;

export function leadingOn(page: Page, { leaves, visit }: Outcome, line: LoadedLine, language: string): Page {
  const say = (key: string, params: Readonly<Record<string, string>> = {}): string =>
    escapeHtml(format(line.server, language, key, { ...lineParams(line.server, language), ...params }) ?? '');
  const said =
    leaves !== undefined
      ? `<a href="${escapeHtml(leaves)}">${say('early.goes-on', { site: siteName(leaves) })}</a>`
      : visit.needs && say(visit.needs === 'captcha' ? 'early.captcha' : 'early.next');
  if (said === undefined) return page;
  const html = page.html
    .toString('utf8')
    .replace(EARLY, (_, start: string, end: string) => `${start}role="alert"${end}>${said}</p>`);
  return changed(page, Buffer.from(html));
}
