/** Who opened the page, and that a message leaves for one exact origin only. */
import { createOpener } from '../../src/browser/opener.ts';

const other = () => {
  const sent: unknown[] = [];
  return { sent, postMessage: (...args: unknown[]) => void sent.push(args) };
};

test('a page nobody opened has no opener, and tells nobody', () => {
  const window = { opener: null } as unknown as Window;
  (window as unknown as { parent: unknown }).parent = window;
  const opener = createOpener(window);
  expect(opener.present).toBe(false);
  expect(() => opener.tell({}, 'https://www.one.example')).not.toThrow();
});

test.each(['opener', 'parent'])('a message goes to the %s, for the origin given', (role) => {
  const page = other();
  const window = { opener: null, [role]: page } as unknown as Window;
  if (role === 'opener') (window as unknown as { parent: unknown }).parent = window;
  const opener = createOpener(window);
  expect(opener.present).toBe(true);
  expect(opener.framed).toBe(role === 'parent');
  opener.tell({ state: 'signed-in' }, 'https://www.one.example');
  expect(page.sent).toEqual([[{ state: 'signed-in' }, 'https://www.one.example']]);
});
