import type { StatedPage } from '../../src/tools/pages.ts';
import { createWriter } from '../../src/tools/trees.ts';

const page = (screen: string, state: string, path: string): StatedPage => ({
  line: 'one',
  language: 'en',
  direction: 'ltr',
  screen,
  state,
  path,
  title: screen,
  html: '',
});
const tree = (path: string, ...main: string[]): string =>
  ['- banner:', `  - /url: ${path}?lang=en`, '- main:', ...main.map((each) => `  - ${each}`), '- contentinfo'].join(
    '\n',
  );

const form = ['heading "Sign in"', 'textbox "Name"', 'textbox "Password"', 'button "Send"', 'paragraph: Help'];
const failed = [...form.slice(0, 1), 'alert: Wrong', ...form.slice(1)];
const pages = new Map([
  [page('sign-in', 'initial', '/in'), tree('/in', ...form)],
  [page('sign-in', 'failed', '/in'), tree('/in', ...failed)],
  [page('sign-in', 'again', '/in'), tree('/in', ...form)],
  [page('other', 'done', '/other'), tree('/other', 'heading "Done"')],
]);

test('the first state is told in full, the next by what differs, an equal one by name', () => {
  const [head, ...sections] = createWriter()('one', pages).split('\n== ');
  expect(head).toMatch(/^# Accessible trees of one.*npm run snapshots/);
  expect(sections).toEqual([
    [
      'sign-in, initial, en',
      'title: sign-in',
      'frame:',
      '- banner:',
      '  - /url: <here>?lang=en',
      '- main',
      '- contentinfo',
      'screen:',
      '- main:',
      ...form.map((each) => `  - ${each}`),
      '',
    ].join('\n'),
    'sign-in, failed, en\nas sign-in, initial, en, but\n    - heading "Sign in"\n+   - alert: Wrong\n',
    'sign-in, again, en\n= sign-in, initial, en\n',
    'other, done, en\ntitle: other\n- main:\n  - heading "Done"\n',
  ]);
});

test('another line refers to the first', () => {
  const write = createWriter();
  write('one', pages);
  expect(write('two', new Map([[...pages][0] as [StatedPage, string]]))).toContain(
    'frame:\n= one: sign-in, initial, en\nscreen:\n= one: sign-in, initial, en\n',
  );
});

test('the same pages give the same text', () => {
  expect(createWriter()('one', pages)).toBe(createWriter()('one', pages));
});
