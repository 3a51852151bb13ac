/**
 * Pages for browsers without scripts, whose tabs and buttons the browser itself posts (`tools/plain-page.ts`): asked for by
 * the form that is wanted.
 */
import type { FastifyRequest } from 'fastify';
import type { Page } from './page.ts';
import { queryOf } from './query.ts';

/** In the address: the form that is shown. */
export const PLAIN_TAB = 'form';
/** In its place on the page of a screen without a form. */
export const PLAIN_PAGE = 'page';
/** In what is posted; no field has a name with a dot. */
export const PLAIN_CHOSEN = 'foyer.tab';
export const PLAIN_FORM = 'foyer.form';
/** The event of a button; of one in a list with its row behind a blank. */
export const PLAIN_PRESS = 'foyer.press';
/** The question that was answered with yes. */
export const PLAIN_SURE = 'foyer.sure';
/** Whose account the page was drawn for. */
export const PLAIN_ACCOUNT = 'foyer.account';
/** On a later page of a form: what the pages before it took along, by the mark of its flow. */
export const PLAIN_FLOW = 'foyer.flow';
/** Tells the page that was posted from another look at it. */
export const PLAIN_ONCE = 'foyer.once';

/** The form that an address asks for, where the page has it for browsers without scripts. */
export function plainForm(request: FastifyRequest, { plain = [] }: Page): string | undefined {
  const form = queryOf(request).get(PLAIN_TAB);
  return form !== null && plain.includes(form) ? form : undefined;
}

/** Links to the same page in another language. */
const LANGUAGES = /(<a\b[^>]* href="[^"?]*\?lang=[^"&]*)"/g;

/** A page whose other language keeps what the address says besides: its form, its visit. */
export const keepInLanguages = (html: string, name: string, value: string): string =>
  html.replace(LANGUAGES, (_, start: string) => `${start}&amp;${name}=${encodeURIComponent(value)}"`);

/** The form that was posted from such a page. */
export function postedForm({ body }: FastifyRequest, { plain = [] }: Page): string | undefined {
  const form = body instanceof URLSearchParams ? body.get(PLAIN_FORM) : null;
  return form !== null && plain.includes(form) ? form : undefined;
}

/** Where a press on a tab of such a page leads: to the same address, with that form. */
export function chosenTab({ body, url }: FastifyRequest, { plain = [] }: Page): string | undefined {
  const form = body instanceof URLSearchParams ? body.get(PLAIN_CHOSEN) : null;
  if (form === null || !plain.includes(form)) return undefined;
  const query = queryOf({ url });
  query.set(PLAIN_TAB, form);
  return `${url.split('?', 1)[0]}?${query}`;
}

/**
 * Where the address of such a page leads on, with what the address before it carried: the link there names the form
 * alone.
 */
export function withQueryBefore({ url, headers, arrival }: FastifyRequest): string | undefined {
  const before = headers.referer;
  const [path = '/'] = url.split('?', 1);
  if (before === undefined || !URL.canParse(before)) return undefined;
  const { origin, pathname, searchParams } = new URL(before);
  const query = queryOf({ url });
  const missing = [...searchParams].filter(([name]) => name !== PLAIN_TAB && !query.has(name));
  if (origin !== arrival.own || pathname !== path || missing.length === 0) return undefined;
  for (const [name, value] of missing) query.append(name, value);
  return `${path}?${query}`;
}

/** Leads to the page of the posted form, when it is the one that tells what came of it. */
export const withPlainForm = (path: string, form: string | undefined): string =>
  form === undefined ? path : `${path}?${new URLSearchParams({ [PLAIN_TAB]: form })}`;
