/**
 * Notices for browsers without scripts: their buttons, and those of the rows of their lists, post an event or lead to an
 * address. What asks before it does anything asks on a page of its own kind, with the same words.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { holds } from '../engine/condition.ts';
import { escapeHtml } from '../engine/escape-html.ts';
import { matches } from '../engine/flow.ts';
import type { Params } from '../engine/messages.ts';
import { blocksOfState } from '../engine/state-blocks.ts';
import type { Button, RecordsBlock } from '../generated/config.ts';
import { factsOf, type Page, paramsOf, pathOf, secondsLeft, textsOf } from '../screens/page.ts';
import { shownRows, type Words } from '../screens/record-rows.ts';
import { richNodes } from '../screens/rich.tsx';
import { PLAIN_ACCOUNT, PLAIN_FORM, PLAIN_PAGE, PLAIN_PRESS, PLAIN_SURE, PLAIN_TAB } from '../server/http/plain.ts';

/** The form that a notice's buttons post: they stand in none. */
const BESIDE = 'plain-page';

/** What a press on a notice's page runs. */
export interface Press {
  readonly event: string;
  readonly row?: string;
  /** How questions name the row. */
  readonly rowName?: string;
  /** The question that is asked first. */
  readonly confirm?: string;
  /** What the pressed button is named. */
  readonly label: string;
}

/** What a button does: runs an event, or leads to an address. */
interface Does {
  readonly label: string;
  readonly press?: Press;
  readonly href?: string;
}

/** What a notice shows to browsers without scripts. */
export interface PlainNotice {
  readonly buttons: readonly Does[];
  /** Of the rows of its lists, in their order. */
  readonly rows: readonly Press[];
  /** Whose page it is. */
  readonly account: string;
  /** Markup of what is asked before a press does anything. */
  readonly question: string;
}

export const pressOf = ({ event, row }: Press): string => (row === undefined ? event : `${event} ${row}`);

function wordsOf(page: Page): Words {
  const state = page.model.get();
  const texts = textsOf(page, state.pack);
  const params = paramsOf(page, state);
  return {
    page,
    state,
    text: (key, more) => texts.text(key, { ...params, ...more }),
    key: (rest) => `screens.${state.pack.id}.${rest}`,
    fits: matches,
  };
}

/** The lists that the state of a notice shows now. */
export function listsOf(page: Page): readonly RecordsBlock[] {
  const state = page.model.get();
  const { screen } = state.pack;
  if (screen.kind !== 'notice') return [];
  const facts = factsOf(page, state);
  const blocks = blocksOfState(screen.states[state.state] ?? {});
  return blocks.flatMap((block) => (block.block === 'records' && holds(block.when, facts) ? [block] : []));
}

function rowsOfPage(page: Page): readonly Press[] {
  const words = wordsOf(page);
  return listsOf(page).flatMap((block) =>
    shownRows(block, words).flatMap(({ id, name, events }) =>
      events.map(({ event, confirm }) => ({
        event,
        row: id,
        rowName: name,
        label: words.text(words.key(`records.${block.id}.events.${event}`)),
        ...(confirm !== undefined && { confirm }),
      })),
    ),
  );
}

/** The actions of the state that a notice shows. */
function actionsOf(page: Page): readonly Button[] {
  const state = page.model.get();
  const { screen } = state.pack;
  if (screen.kind !== 'notice' && screen.kind !== 'transit') return [];
  const facts = factsOf(page, state);
  return (screen.states[state.state]?.actions ?? []).filter(({ when }) => holds(when, facts));
}

function buttonsOf(page: Page): readonly Does[] {
  const { text, key, state } = wordsOf(page);
  return actionsOf(page).flatMap(({ id, event, screen, url, look, confirm, timer }): Does[] => {
    const named = text(key(`actions.${id}`));
    const seconds = timer === undefined ? 0 : secondsLeft(state, timer);
    const label = seconds > 0 ? text('frame.wait', { seconds }) : named;
    if (event !== undefined)
      return [{ label, press: { event, label: named, ...(confirm !== undefined && { confirm }) } }];
    // Others are links already.
    if (look !== 'primary' && look !== 'secondary') return [];
    return [
      { label, href: (screen === undefined ? page.shell.line.links[url ?? ''] : pathOf(page.shell, screen)) ?? '/' },
    ];
  });
}

/** What may be pressed on a notice's page, as it stands. */
export const noticePresses = (page: Page): readonly Press[] => [
  ...buttonsOf(page).flatMap(({ press }) => (press === undefined ? [] : [press])),
  ...rowsOfPage(page),
];

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/** What every form of a page without scripts says of its page. */
export const saysWhose = (account: string): string => (account === '' ? '' : hidden(PLAIN_ACCOUNT, account));

export const accountOf = (page: Page): string => String(page.model.get().flow.userId ?? '');

/** What is asked before a press does anything. Whoever presses Enter without reading keeps everything. */
function questionOf(page: Page, asked: string | undefined): string {
  const press = asked === undefined ? undefined : noticePresses(page).find((each) => pressOf(each) === asked);
  if (press?.confirm === undefined) return '';
  const { confirm, rowName, label } = press;
  const state = page.model.get();
  const texts = textsOf(page, state.pack);
  const params: Params = paramsOf(page, state, rowName === undefined ? {} : { rowName });
  const own = `confirms.${confirm}.action`;
  const text = renderToStaticMarkup(richNodes(texts, `confirms.${confirm}.text`, params, page.shell.line.links));
  const yes = texts.has(own) ? texts.text(own, params) : label;
  return [
    '<section class="alert tone-warning" aria-labelledby="plain-question"><form method="post">',
    `<h2 id="plain-question">${escapeHtml(texts.text(`confirms.${confirm}.title`, params))}</h2><p>${text}</p>`,
    hidden(PLAIN_FORM, PLAIN_PAGE),
    saysWhose(accountOf(page)),
    hidden(PLAIN_SURE, confirm),
    `<p class="actions"><button class="button danger" type="submit" name="${PLAIN_PRESS}"`,
    ` value="${escapeHtml(pressOf(press))}">${escapeHtml(yes)}</button>`,
    `<a class="button secondary" href="?${PLAIN_TAB}=${PLAIN_PAGE}" autofocus>`,
    `${escapeHtml(texts.text('widgets.confirm.cancel', params))}</a></p></form></section>`,
  ].join('');
}

/**
 * @param runs whether its page runs what is pressed: events in buttons that it does not run are left dead
 * @param asks the press that asks first
 */
export function noticeOf(page: Page, runs: boolean, asks: string | undefined): PlainNotice | undefined {
  const { kind } = page.model.get().pack.screen;
  if (kind !== 'notice' && kind !== 'transit') return undefined;
  return {
    buttons: buttonsOf(page).map(({ press, ...does }) => (press === undefined || !runs ? does : { ...does, press })),
    rows: runs ? rowsOfPage(page) : [],
    account: accountOf(page),
    question: runs ? questionOf(page, asks) : '',
  };
}

const BUTTON = /<button class="(button [a-z]+)" type="button"([^>]*)>(.*?)<\/button>/gs;
const CELL = /(<td [^>]*class="record-actions">)(.*?)<\/td>/gs;
const TAG = /<[^>]+>/g;

/** As React writes it. */
const written = (text: string): string => escapeHtml(text).replaceAll("'", '&#x27;');
const pressing = (press: Press): string =>
  ` type="submit" form="${BESIDE}" name="${PLAIN_PRESS}" value="${escapeHtml(pressOf(press))}"`;

/** A notice whose buttons the browser posts, or follows. */
export function plainNotice(html: string, { buttons, rows, account, question }: PlainNotice): string {
  const left = [...rows];
  const isWhole =
    [...html.matchAll(CELL)].flatMap(([, , cell = '']) => cell.match(BUTTON) ?? []).length === left.length;
  const withRows = html.replace(CELL, (_, start: string, cell: string) => {
    const inside = cell.replace(BUTTON, (whole: string, look: string, rest: string, label: string) => {
      const press = isWhole ? left.shift() : undefined;
      return press === undefined ? whole : `<button class="${look}"${pressing(press)}${rest}>${label}</button>`;
    });
    return `${start}${inside}</td>`;
  });
  const open = [...buttons];
  const plain = withRows.replace(BUTTON, (whole: string, look: string, rest: string, inside: string) => {
    const at = open.findIndex(({ label }) => written(label) === inside.replace(TAG, ''));
    const [does] = at < 0 ? [] : open.splice(at, 1);
    if (does?.href !== undefined) return `<a class="${look}" href="${escapeHtml(does.href)}">${inside}</a>`;
    if (does?.press === undefined) return whole;
    return `<button class="${look}"${pressing(does.press)}${rest}>${inside}</button>`;
  });
  const beside = `<form id="${BESIDE}" method="post">${hidden(PLAIN_FORM, PLAIN_PAGE)}${saysWhose(account)}</form>`;
  return plain.replace('<noscript></noscript>', () => question) + beside;
}
