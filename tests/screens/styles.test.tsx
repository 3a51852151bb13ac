/** @jest-environment ./tests/page-environment.cjs */
/** How elements look in these tests is what jsdom itself says of them, only sooner. */
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';

/** jsdom's own answer: it looks at everything again on a page that has a style sheet. */
function slowly<T>(look: () => T): T {
  const sheet = document.head.appendChild(document.createElement('style'));
  sheet.textContent = 'never { color: red }';
  try {
    return look();
  } finally {
    sheet.remove();
  }
}

const looks = (): string[] =>
  [...document.querySelectorAll('*')].flatMap((element) => {
    const style = getComputedStyle(element);
    return element.closest('head') === null ? [`${element.tagName} ${style.cssText} ${style.pointerEvents}`] : [];
  });

test.each(['renderbus', 'foxrenderfarm'])(
  'every element of every screen of %s',
  async (line) => {
    const { en } = (await compiledLines())[line]?.languages ?? {};
    for (const screen of Object.keys(en?.screens ?? {})) {
      const { container, unmount } = await openPage({ line, screen, preview: true });
      const quick = looks();
      expect(quick).toEqual(slowly(looks));
      expect(quick.length).toBeGreaterThan(5);
      unmount();
      container.remove();
    }
  },
  120_000,
);

test('one that is hidden, in a hidden one, styled by hand, or in a dialog', () => {
  document.body.innerHTML = `<div hidden><p>a</p></div><div style="visibility: hidden; color: red"><p>b<b>c</b></p></div>
    <dialog><input type="checkbox"></dialog><dialog open><select><option></select></dialog><p style="display: none">d</p>
    <details><summary>e</summary>f</details><form><input type="hidden"><input disabled><button disabled></button></form>`;
  expect(looks()).toEqual(slowly(looks));
  document.querySelector('div')?.removeAttribute('hidden');
  document.querySelector('dialog')?.setAttribute('open', '');
  expect(looks()).toEqual(slowly(looks));
});

test('a timer of nothing can be taken back, and comes before a longer one and in order', async () => {
  const ran: string[] = [];
  await new Promise<void>((done) => {
    setTimeout(() => ran.push('later'), 5);
    setTimeout(() => ran.push('one'));
    clearTimeout(setTimeout(() => ran.push('never')));
    setTimeout((word: string) => ran.push(word), 0, 'two');
    setTimeout(done, 10);
  });
  expect(ran).toEqual(['one', 'two', 'later']);
});
