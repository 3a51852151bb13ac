/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every page of every line in every language, where scripts are off and where they never come: it says in words what it
 * needs and what to do, and nothing turns for ever.
 */
import { type WholePage, wholePages } from './whole-pages.ts';

let pages: readonly WholePage[];
beforeAll(async () => {
  pages = await wholePages();
}, 300000);

const KINDS = ['form', 'notice', 'transit', 'qr', 'choice'];

/** Styles → those of them that hide and show what waits: a page has hundreds, and jsdom is slow with them. */
const rules = new Map<string, string>();

function rulesOf(css: string): string {
  const known = rules.get(css) ?? (css.match(/[^{}]*stuck[^{}]*\{[^{}]*\}/g) ?? []).join('');
  rules.set(css, known);
  return known;
}

/** What of the page is shown. */
function shownIn(html: string, how: 'off' | 'late' | 'live'): HTMLElement {
  const lean = html.replace(/(<style>)(.*?)(?=<\/style>)/gs, (_, tag, css) => tag + rulesOf(css));
  const page = new DOMParser().parseFromString(lean, 'text/html');
  const main = page.querySelector('main');
  if (main === null) throw new Error('No main.');
  // With scripts, browsers read what stands in `noscript` as text.
  for (const each of page.querySelectorAll('noscript')) {
    const inside = new DOMParser().parseFromString(each.innerHTML || (each.textContent ?? ''), 'text/html');
    if (how === 'off' && main.contains(each)) each.replaceWith(...inside.body.childNodes);
    else if (how === 'off') each.replaceWith(...inside.head.childNodes);
    else each.remove();
  }
  if (how === 'late') page.documentElement.dataset.lost = '';
  document.documentElement.replaceWith(document.importNode(page.documentElement, true));
  const shown = document.querySelector('main');
  if (shown === null) throw new Error('No main.');
  for (const each of [...shown.querySelectorAll('.stuck, .notice')])
    if (each.isConnected && getComputedStyle(each).display === 'none') each.remove();
  return shown as HTMLElement;
}

const words = (element: HTMLElement): string => (element.textContent ?? '').replace(/\s+/g, ' ');

test('every kind of screen is among them', () => {
  expect(new Set(pages.map(({ pack }) => pack.screen.kind))).toEqual(new Set(KINDS));
  expect(new Set(pages.map(({ line }) => line)).size).toBe(7);
});

test('scripts are off: a sentence in the language of the page, no spinner, one heading, a way that needs none', () => {
  const wrong = pages.flatMap((page) => {
    const { pack, screen, text } = page;
    const main = shownIn(page.html, 'off');
    const sentences = [
      `screens.${screen}.off`,
      ...['form', 'choice', 'notice', 'buttons', 'waiting'].map((each) => `early.off.${each}`),
    ];
    const said = sentences.some((key) => text(key) !== undefined && words(main).includes(String(text(key))));
    const faults = [
      ...(said ? [] : ['says nothing']),
      ...(main.querySelector('.spinner') === null ? [] : ['a spinner']),
      ...(main.querySelectorAll('h1').length === 1 ? [] : [`${main.querySelectorAll('h1').length} headings`]),
      ...(pack.screen.kind === 'form' || main.querySelector('a[href^="/"]') !== null ? [] : ['no way']),
    ];
    return faults.map((fault) => `${page.at}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});

/** The country of a phone stands in the button that would change it. */
const TELLS = '.area-button';

test('scripts are off: no button is shown that does nothing', () => {
  const wrong = pages.flatMap((page) => {
    const main = shownIn(page.html, 'off');
    const dead = [...main.querySelectorAll<HTMLElement>(`button[type="button"]:not(${TELLS})`)].filter((button) => {
      for (let each: Element | null = button; each !== null; each = each.parentElement)
        if (getComputedStyle(each).display === 'none') return false;
      return true;
    });
    return dead.map((button) => `${page.at}: ${button.outerHTML.slice(0, 120)}`);
  });
  expect(wrong).toEqual([]);
});

test('scripts do not come: no page waits for ever', () => {
  const waiting = pages.flatMap((page) => {
    const main = shownIn(page.html, 'live');
    return main.querySelector('.spinner') === null ? [] : [{ page, before: words(main) }];
  });
  expect(new Set(waiting.map(({ page }) => page.pack.screen.kind))).toEqual(new Set(['notice', 'transit', 'qr']));
  const wrong = waiting.flatMap(({ page, before }) => {
    const main = shownIn(page.html, 'late');
    const faults = [
      ...(before.includes(page.text('early.late.title') ?? '-') ? ['says so too soon'] : []),
      ...(words(main).includes(page.text('early.late.text') ?? '-') ? [] : ['says nothing']),
      ...(main.querySelector('.spinner') === null ? [] : ['a spinner']),
      ...(main.querySelectorAll('h1').length === 1 ? [] : [`${main.querySelectorAll('h1').length} headings`]),
      ...(main.querySelector('a[href^="/"]') === null ? ['no way'] : []),
    ];
    return faults.map((fault) => `${page.at}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});

test('a page that says all it has to say lacks its buttons alone', () => {
  const lacking = pages.filter(({ html, text }) => html.includes(text('early.off.buttons') ?? '-'));
  const screens = new Set(lacking.map(({ screen }) => screen));
  expect(screens).toEqual(new Set(['not-found', 'reset-done', 'wechat-error']));
  for (const { at, pack } of lacking) expect([at, pack.events.load]).toEqual([at, undefined]);
});

test('the first thing that runs on the page of a link takes what the address carries out of it', () => {
  const carrying = pages.filter(({ pack }) => pack.screen.carriesToken);
  expect(carrying.length).toBeGreaterThan(20);
  for (const { html, at } of pages) {
    const [first = ''] = /<script.*?<\/script>/s.exec(html) ?? [];
    expect([at, first.includes('replaceState')]).toEqual([at, carrying.some((each) => each.at === at)]);
  }
});
