/**
 * A page for browsers without scripts: what the page's script does when a tab, the button of a code or one of a notice is
 * pressed, the browser posts or asks for. Nothing of it is in the page that scripts make live.
 */
import { escapeHtml } from '../engine/escape-html.ts';
import type { Pack } from '../engine/pack.ts';
import { aboutKey } from '../screens/about.ts';
import { type Page, paramsOf, textsOf } from '../screens/page.ts';
import { followed } from '../screens/page-model.ts';
import { PLAIN_CHOSEN, PLAIN_FLOW, PLAIN_FORM, PLAIN_PAGE, PLAIN_PRESS } from '../server/http/plain.ts';
import type { Visit } from '../server/http/renderer.ts';
import { accountOf, hidden, noticeOf, type PlainNotice, plainNotice, saysWhose } from './plain-notice.tsx';

/** The form that tabs post, too, though they stand outside of it: what was typed goes along. */
const FORM = 'plain-form';
/** Enter sends the form, whichever button stands first in it. */
const ENTER = `<button type="submit" form="${FORM}" hidden tabindex="-1"></button>`;
const TAB = /<button type="button" role="tab" id="forms-tab-([a-z0-9-]+)"/g;
const FIRST_TAB = new RegExp(TAB.source);
const TAB_STOP = /(<button [^>]*role="tab"[^>]*) tabindex="-1"/g;

/** The button beside a code's input, and the one that has it spoken. */
const sendButton = (field: string): RegExp =>
  new RegExp(`(<input[^>]* name="${field}"[^>]*>)<button class="button secondary" type="button"(?: disabled="")?`);
const VOICE = /(<p class="aside">(?:[^<]|<!-- -->)*<button class="link") type="button"(?: disabled="")?/;

const press = (event: string): string => `type="submit" name="${PLAIN_PRESS}" value="${escapeHtml(event)}"`;

const DEAD = /<button(?=[^>]* type="button")([^>]*)>(.*?)<\/button>/gs;
/** Controls that only make an input easier: nobody misses them. */
const EASIER = /\bclass="(?:area-button|reveal)"/;
const AREA = /<span dir="ltr">.*?<\/span>/s;
const PROVIDERS = /<section class="providers"(?:(?!<\/section>|<button|<a ).)*<\/section>/gs;

/** A page without the buttons that only a script presses; it says so where one is missed. */
function withoutDead(html: string, missing: string): string {
  let misses = false;
  const rest = html.replace(DEAD, (_, attributes: string, label: string) => {
    const area = AREA.exec(label)?.[0];
    if (!EASIER.test(attributes)) misses = true;
    return attributes.includes('class="area-button"') && area !== undefined
      ? `<span class="area-button">${area}</span>`
      : '';
  });
  if (!misses) return rest;
  const said = `<p class="text tone-muted">${escapeHtml(missing)}</p>`;
  return rest
    .replace(PROVIDERS, '')
    .replace(/(<\/div>(?:<div class="banner">.*?<\/div>)?<\/main>)/s, (close) => `${said}${close}`);
}

/** What a page that stands still shows besides. */
export interface Still {
  /** The form that it shows. */
  readonly form: string;
  /** What its title says it is about; what its screen is called where it is left out. */
  readonly about?: string;
  /** Whose page it is. */
  readonly account: string;
  /** What a later page of a form goes on from. */
  readonly flow?: string;
  readonly notice?: PlainNotice;
  /** The field of a code that just went out, and what is said of it. */
  readonly coming?: { readonly field: string; readonly text: string };
}

/** Where a control says a word in passing, by `theme/remark.tsx`. */
const REMARK = '<p class="remark" role="status">';

/** A page that says, beside a code's input, that the code is on its way: as it does when its countdown begins. */
function withComing(html: string, coming: Still['coming']): string {
  const at = coming === undefined ? -1 : html.indexOf(` name="${coming.field}"`);
  const place = at < 0 ? -1 : html.indexOf(REMARK, at);
  if (coming === undefined || place < 0) return html;
  const end = place + REMARK.length;
  return html.slice(0, end) + escapeHtml(coming.text) + html.slice(end);
}

/**
 * @param runs whether its page runs what is pressed
 * @param visit what came of a press: a question, a code on its way
 */
export function stillOf(
  page: Page,
  runs: boolean,
  { asks, coming: field }: Pick<Visit, 'asks' | 'coming'> = {},
): Still {
  const notice = noticeOf(page, runs, asks);
  const state = page.model.get();
  const texts = textsOf(page, state.pack);
  const text = (key: string): string => texts.text(key, paramsOf(page, state));
  const coming = field && { field, text: text('widgets.code.sent') };
  const about = aboutKey(state.pack, state.state, (key) => texts.has(key));
  return {
    form: state.form,
    account: accountOf(page),
    ...(followed(state.pack) && { flow: state.proven?.mark ?? '' }),
    ...(about && { about: text(about) }),
    ...(notice && { notice }),
    ...(coming && { coming }),
  };
}

/** What a post says of itself: which form it is of, for whose account its page was drawn, and what it goes on from. */
const saysWhich = (form: string, account: string, flow = ''): string =>
  `${hidden(PLAIN_FORM, form)}${saysWhose(account)}${flow === '' ? '' : hidden(PLAIN_FLOW, flow)}`;

/** A page whose form has further attributes, and something before all that stands in it. */
function withinForm(html: string, attributes: string, first: string): string {
  const start = html.indexOf('<form') + '<form'.length;
  const end = html.indexOf('>', start) + 1;
  return `${html.slice(0, start)}${attributes}${html.slice(start, end)}${first}${html.slice(end)}`;
}

/** A form whose tabs and codes the browser posts. */
function postedForm(html: string, forms: Pack['forms'], { form, account, flow, coming }: Still): string {
  let plain = withComing(html, coming)
    .replace(FIRST_TAB, (tab) => `${ENTER}${tab}`)
    .replace(
      TAB,
      (_, id: string) =>
        `<button type="submit" form="${FORM}" name="${PLAIN_CHOSEN}" value="${id}" role="tab" id="forms-tab-${id}"`,
    )
    .replace(TAB_STOP, (_, start: string) => start);
  for (const { id, field } of forms[form]?.fields ?? []) {
    const { send } = field;
    if (send === undefined) continue;
    plain = plain.replace(
      sendButton(id),
      (_, input: string) => `${input}<button class="button secondary" ${press(send.event)}`,
    );
    if (send.voiceEvent !== undefined) {
      const { voiceEvent } = send;
      plain = plain.replace(VOICE, (_, start: string) => `${start} ${press(voiceEvent)}`);
    }
  }
  const enter = plain.includes(` name="${PLAIN_PRESS}"`) && !plain.includes(ENTER) ? ENTER : '';
  return withinForm(plain, ` id="${FORM}"`, `${enter}${saysWhich(form, account, flow)}`);
}

/** A choice that the browser posts, and the way past it. */
function postedChoice(html: string, skip: string | undefined, account: string): string {
  const posted = withinForm(html, '', saysWhich(PLAIN_PAGE, account));
  return skip === undefined
    ? posted
    : posted.replace('<button class="button plain" type="button"', `<button class="button plain" ${press(skip)}`);
}

/**
 * @param html what stands in the page, drawn with that form
 * @param missing what it says where buttons need a script
 */
export function plainPage(html: string, { forms, screen }: Pack, still: Still, missing: string): string {
  if (screen.kind === 'form') return withoutDead(postedForm(html, forms, still), missing);
  if (screen.kind === 'choice') return withoutDead(postedChoice(html, screen.skip, still.account), missing);
  return withoutDead(still.notice === undefined ? html : plainNotice(html, still.notice), missing);
}

/** Events that a press within the form may run, besides sending it. */
export function sendEvents({ forms, screen }: Pack, form: string): readonly string[] {
  const skip = screen.kind === 'choice' && screen.skip !== undefined ? [screen.skip] : [];
  const codes = (forms[form]?.fields ?? []).flatMap(({ field: { send } }) =>
    send === undefined ? [] : [send.event, ...(send.voiceEvent === undefined ? [] : [send.voiceEvent])],
  );
  return [...skip, ...codes];
}

/** What sending a form of the screen does. */
export function ownEvent(screen: Pack['screen'], form: string): string | undefined {
  if (screen.kind === 'choice') return screen.event;
  return screen.kind === 'form' ? screen.forms[form]?.event : undefined;
}
