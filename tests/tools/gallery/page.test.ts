/** @jest-environment <rootDir>/tests/page-environment.cjs */
/** The gallery's page, as a browser has it that opens it from the disk. */
import type { Card } from '../../../src/tools/gallery/card.ts';
import { galleryPage } from '../../../src/tools/gallery/page.ts';
import { runGallery } from '../../../src/tools/gallery/page-script.ts';

const page: Card = {
  kind: 'page',
  line: 'one',
  screen: 'sign-in',
  state: 'initial',
  at: 0,
  language: 'en',
  width: 1440,
  scheme: 'light',
  height: 1800,
  fold: 900,
  title: 'Sign in',
  text: 'Forgot your password? </script>',
  file: 'one/a.jpg',
};
const { width: _, scheme: __, height: ___, fold: ____, file: _____, ...text } = page;
const cards: readonly Card[] = [
  page,
  { ...page, language: 'zh', title: '登录', text: '忘记密码', file: 'one/b.jpg' },
  { ...page, width: 390, fold: 780, height: 780, file: 'one/c.jpg' },
  {
    ...page,
    screen: 'register',
    text: 'Create an account',
    file: 'one/d.jpg',
    change: { before: 'before/d.jpg', difference: 'differences/d.png', part: 0.0125 },
  },
  { ...text, kind: 'message', screen: 'sms.code', text: 'Your code is 482915', change: { text: 'The code is 482915' } },
];

function open(hash = '', shown = cards): void {
  history.replaceState(null, '', `#${hash}`);
  const { head, body } = new DOMParser().parseFromString(galleryPage(shown), 'text/html');
  document.head.innerHTML = head.innerHTML;
  document.body.innerHTML = body.innerHTML;
  runGallery();
}
const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const texts = (selector: string): string[] => all(selector).map((each) => each.textContent ?? '');
function choose(id: string, value: string): void {
  const control = document.getElementById(id) as HTMLInputElement;
  control.value = value;
  control.dispatchEvent(new Event('input'));
}

test('pictures stand by line, screen and state, with their windows’ fold', () => {
  open();
  expect(texts('output')).toEqual(['5 of 5']);
  expect([texts('h2'), texts('h3'), texts('h4')]).toEqual([
    ['one', 'one: text messages and calls'],
    ['sign-in', 'register', 'sms.code'],
    ['initial', 'initial', 'initial'],
  ]);
  expect(all('.fold').map((each) => (each as HTMLElement).style.insetBlockStart)).toHaveLength(3);
  expect(all('img').map((each) => each.getAttribute('alt'))[0]).toBe('one, sign-in, initial, en');
  expect(texts('pre')).toEqual(['Your code is 482915']);
});

test('filters offer what is there, narrow it, and stand in the address', () => {
  open();
  expect(all('#language option').map((each) => each.textContent)).toEqual(['all', 'en', 'zh']);
  expect(all('#width option').map((each) => each.textContent)).toEqual(['all', '390', '1440']);
  choose('width', '390');
  expect([texts('output'), location.hash]).toEqual([['1 of 5'], '#width=390']);
  choose('screen', 'register');
  expect(texts('.empty')).toEqual(['No picture has all of this.']);
});

test('a view that was sent is opened as it was', () => {
  open('language=zh&search=%E5%BF%98%E8%AE%B0');
  expect([texts('output'), (document.getElementById('search') as HTMLInputElement).value]).toEqual([
    ['1 of 5'],
    '忘记',
  ]);
});

test('words are looked for in what a page says, whatever its letters', () => {
  open();
  choose('search', 'FORGOT');
  expect(texts('output')).toEqual(['2 of 5']);
});

test('languages of one window stand beside each other', () => {
  open('view=languages&screen=sign-in');
  expect(all('.row').map((row) => row.querySelectorAll('figure').length)).toEqual([2, 1]);
});

test('compared with before, only what changed is there: before, after, difference', () => {
  open('view=versions');
  expect(texts('h3')).toEqual(['register', 'sms.code']);
  expect(all('img').map((each) => each.getAttribute('src'))).toEqual([
    'before/d.jpg',
    'one/d.jpg',
    'differences/d.png',
  ]);
  expect(texts('figcaption').at(2)).toContain('1.25 %');
  expect(texts('pre')).toEqual(['The code is 482915', 'Your code is 482915']);
  open('view=versions', [page]);
  expect(texts('.empty')).toEqual(['Nothing that is shown here has changed.']);
});

test('everything can be reached by keys: controls have names, and / leads to the search', () => {
  open();
  expect(all('select, input').filter((each) => (each as HTMLInputElement).labels?.length !== 1)).toEqual([]);
  const slash = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
  document.body.dispatchEvent(slash);
  expect([document.activeElement?.id, slash.defaultPrevented]).toEqual(['search', true]);
});
