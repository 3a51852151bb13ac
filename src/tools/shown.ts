/**
 * Where each message is shown: every text carries a mark of its key, the compiler compiles it and the pages are drawn as
 * always, and what then stands in a page or a pack names itself.
 */
import type { Message } from '../engine/pack.ts';
import { loadBundles, loadNotices } from '../screens/bundles.ts';
import { titleOf } from '../screens/navigate.ts';
import { browserPack } from './browser-pack.ts';
import { catalogueMessages } from './compile-messages.ts';
import { inlineScripts } from './early.ts';
import { earlyTexts } from './early-texts.ts';
import { catalogueOf, type Drawable, drawablesOf } from './pages.ts';
import { renderPage, renderState } from './prerender.tsx';
import type { ResolvedLine } from './resolve.ts';

/**
 * - `drawn`: it stands on the page in a state that the data names
 * - `early`: it stands on the page until its scripts have come, or without them
 * - `pack`: the page brings it along, and shows it after something is typed, pressed or answered
 * - `fetched`: the page fetches it when a call of it fails so, or asks for a captcha
 * - `frame`: every page brings it along
 * - `server`: the server says it, in a mail, a message or an answer
 */
export type How = 'drawn' | 'early' | 'pack' | 'fetched' | 'frame' | 'server';

export interface Shown {
  readonly key: string;
  readonly line: string;
  readonly language: string;
  readonly how: How;
  /** Of what belongs to one screen. */
  readonly screen?: string;
  /** Of what is drawn. */
  readonly state?: string;
}

/** Characters that no text has, since no font does: they mark where a key's number begins and ends, and write its digits. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const DIGITS = 0xe010;

const digitsOf = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(DIGITS + Number(digit))).join('');

interface Marks {
  /** The line with a mark in each of its texts. */
  readonly line: ResolvedLine;
  /** The keys whose marks stand in a text. */
  readonly in: (text: string) => ReadonlySet<string>;
}

function mark(line: ResolvedLine): Marks {
  const keys = [...new Set(Object.values(line.messages).flatMap((catalog) => Object.keys(catalog)))];
  const number = new Map(keys.map((key, at) => [key, `${OPEN}${digitsOf(at)}${CLOSE}`]));
  const catalogs = Object.entries(line.messages).map(([language, catalog]) => [
    language,
    Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, `${number.get(key) ?? ''}${text}`])),
  ]);
  const found = new RegExp(`${OPEN}([^${CLOSE}]+)${CLOSE}`, 'g');
  return {
    line: { ...line, messages: Object.fromEntries(catalogs) },
    in: (text) =>
      new Set(
        [...text.matchAll(found)].map(([, digits = '']) => {
          const at = Number([...digits].map((digit) => digit.charCodeAt(0) - DIGITS).join(''));
          return keys[at] ?? '';
        }),
      ),
  };
}

type Messages = Readonly<Record<string, Message>>;

export interface Question {
  /** Only this key; all of them without it. */
  readonly key?: string;
  /** Only this screen, and what belongs to none. */
  readonly screen?: string;
}

const withoutData = (html: string): string => html.replace(/<script type="application\/json"[^>]*>.*?<\/script>/gs, '');

/** Whatever a line shows, by key and place. @param root the repository's folder. */
export async function shownBy(root: string, source: ResolvedLine, { key, screen }: Question = {}): Promise<Shown[]> {
  const marks = mark(source);
  const { line } = marks;
  const { compiled, screens } = await drawablesOf(root, line);
  const rows: Shown[] = [];
  const isAsked = (each: string): boolean => key === undefined || each === key;
  const drawnIn = (html: string): string[] => [...marks.in(html)].filter(isAsked);
  // A message's own mark is its first; a provider's name within it has one of its own.
  const keysIn = (messages: Messages): string[] =>
    Object.values(messages)
      .flatMap((message) => [...marks.in(JSON.stringify(message))].slice(0, 1))
      .filter(isAsked);
  for (const [language, { shell }] of Object.entries(compiled.languages)) {
    const place = { line: line.name, language };
    const frame = new Set(keysIn(shell.messages));
    for (const each of frame) rows.push({ ...place, key: each, how: 'frame' });
    for (const each of keysIn(compiled.server.messages[language] ?? {})) {
      if (!each.startsWith('early.')) rows.push({ ...place, key: each, how: 'server' });
    }
    const fetched = new Set(keysIn(catalogueOf(compiled, shell).messages));
    const early = key === undefined || /^early\.|^screens\..*\.off$/.test(key);
    for (const drawable of screens.filter((each) => each.language === language)) {
      if (screen !== undefined && drawable.screen !== screen) continue;
      const here = { ...place, screen: drawable.screen };
      const brought = keysIn(browserPack(drawable.pack).messages);
      const late = fetched.size > 0 ? keysIn(fetchedBy(line, drawable)) : [];
      const drawn = new Set<string>();
      const mayDraw = brought.length + frame.size > 0 || (fetched.size > 0 && showsFailure(drawable));
      if (mayDraw || early) await Promise.all([loadBundles(drawable.pack), loadNotices()]);
      for (const state of mayDraw ? drawable.states : []) {
        for (const each of drawnIn(drawState(drawable, state))) {
          drawn.add(each);
          rows.push({ ...here, key: each, how: 'drawn', state });
        }
      }
      if (early) {
        for (const each of drawnIn(drawEarly(line, drawable))) {
          if (!drawn.has(each)) rows.push({ ...here, key: each, how: 'early' });
          drawn.add(each);
        }
      }
      for (const each of brought) if (!drawn.has(each)) rows.push({ ...here, key: each, how: 'pack' });
      for (const each of late) {
        if (!drawn.has(each) && !brought.includes(each) && !frame.has(each))
          rows.push({ ...here, key: each, how: 'fetched' });
      }
    }
  }
  return rows;
}

/** Whether a state of the screen shows what a call answered. */
const showsFailure = ({ pack }: Drawable): boolean =>
  Object.values(pack.screen.states).some((state) => 'error' in state);

function drawState({ shell, pack, validators }: Drawable, state: string): string {
  return `${titleOf({ shell, production: false }, pack)}${renderState({ shell, pack, validators, state })}`;
}

function drawEarly(line: ResolvedLine, { shell, pack, validators, language, screen }: Drawable): string {
  const early = earlyTexts(line, language, screen);
  const addresses = { main: '/main.js', preload: [], late: '/late.css', faces: '', inline: inlineScripts() };
  return withoutData(renderPage({ shell, pack, validators, theme: line.theme, early, ...addresses }).html);
}

/** Texts that only a failure of one of the screen's calls, or a captcha before one, has the page fetch. */
function fetchedBy(line: ResolvedLine, { pack, shell, language }: Drawable): Messages {
  const calls = Object.keys(pack.calls).flatMap((id) => line.calls.calls[id] ?? []);
  const codes = new Set(calls.flatMap(({ fails }) => fails));
  const errors = Object.entries(shell.errors).filter(([code]) => codes.has(code));
  const asks = calls.some(({ guard }) => ![undefined, 'never'].includes(guard?.captcha as string | undefined));
  const texts = catalogueMessages(line, language, Object.fromEntries(errors));
  return asks ? texts : Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith('captcha.')));
}

/** What each way to be shown means, in the order in which they are told. */
export const HOW: Readonly<Record<How, string>> = {
  drawn: 'drawn',
  early: 'drawn until the scripts have come, or without them',
  pack: 'in the pack: shown after something is typed, pressed or answered',
  fetched: 'fetched when a call fails so, or asks for a captcha',
  frame: 'in the frame of every page',
  server: 'said by the server, in a mail, a message or an answer',
};

const inOrder = Object.keys(HOW) as How[];
const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Languages in which the very same is true, told together. */
function byLanguages(rows: readonly Shown[]): string {
  const told = new Map<string, string[]>();
  for (const language of unique(rows.map((row) => row.language))) {
    const states = rows.flatMap((row) => (row.language === language ? (row.state ?? []) : [])).join(', ');
    told.set(states, [...(told.get(states) ?? []), language]);
  }
  return [...told]
    .map(([states, languages]) => [...languages, ...(states === '' ? [] : [states])].join(' '))
    .join('; ');
}

/** Rows of one key, for people: a line for each screen and way. */
export function formatWhere(rows: readonly Shown[]): string {
  const groups = new Map<string, Shown[]>();
  for (const row of rows) {
    const name = [row.line, ...(row.screen === undefined ? [] : [row.screen]), HOW[row.how]].join('  ');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([name, found]) => `${name}: ${byLanguages(found)}`).join('\n');
}

/** Rows of one screen, for people: its keys, each by the first way in which it is shown. */
export function formatShownOn(rows: readonly Shown[]): string {
  const all = unique(rows.flatMap(({ state }) => state ?? []));
  const told = new Set<string>();
  return inOrder
    .filter((how) => how !== 'server')
    .flatMap((how) => {
      const found = rows.filter((row) => row.how === how && !told.has(row.key));
      const keys = unique(found.map(({ key }) => key)).sort();
      for (const key of keys) told.add(key);
      const lines = keys.map((key) => {
        const states = unique(found.filter((row) => row.key === key).flatMap(({ state }) => state ?? []));
        const where = states.length === all.length ? 'every state' : states.join(', ');
        return states.length === 0 ? `  ${key}` : `  ${key}  ${where}`;
      });
      return keys.length === 0 ? [] : [HOW[how], ...lines];
    })
    .join('\n');
}
