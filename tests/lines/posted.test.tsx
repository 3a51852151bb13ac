/** @jest-environment ./tests/page-environment.cjs */
/**
 * A form that the browser posts by itself comes back as it was sent: every field of every form of every line, by the
 * control that stands in its page. Secrets and one-time codes never do.
 */

import { definitions } from '../../schemas/config/common.json';
import { allFields } from '../../src/screens/page-model.ts';
import { fillPage, takeSent } from '../../src/server/http/fill-page.ts';
import { type WholePage, wholePages } from './whole-pages.ts';

let pages: readonly WholePage[];
beforeAll(async () => {
  // What is kept is the same in every language.
  pages = (await wholePages({ language: 'own' })).filter(({ about }) => about.keeps !== undefined);
}, 300000);

type Control = HTMLInputElement | HTMLSelectElement;

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const named = (page: Document, name: string): Control[] =>
  [...page.querySelectorAll<Control>('form input, form select')].filter((each) => each.name === name);

/** What a control shows, and what it would be sent with. */
const shown = (control: Control): string | boolean =>
  'checked' in control && /checkbox|radio/.test(control.type) ? control.checked : control.value;

/** A visitor types or chooses something else than what stands there. */
function enter(controls: readonly Control[]): void {
  for (const control of controls) {
    if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
    else if (control.type === 'checkbox') control.checked = !control.checked;
    else if (control.type !== 'radio' && control.type !== 'hidden') control.value = 'li "lei" <b>&amp;';
  }
  const radios = controls.filter(({ type }) => type === 'radio') as HTMLInputElement[];
  const last = radios.at(-1);
  if (last !== undefined) last.checked = true;
}

const posted = (page: Document): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(page.querySelector('form') ?? undefined)].map(([name, value]) => [name, String(value)]),
  );

/** The page as it comes back after its form was sent as it stands. */
const comesBack = ({ html, about }: WholePage, form: URLSearchParams): Document =>
  parse(fillPage(html, takeSent(html, form, about.keeps ?? [])));

/** Field, widget and kind of control, and what became of it. */
function rounds(change: (controls: readonly Control[]) => void) {
  return pages.flatMap((page) => {
    const sent = parse(page.html);
    const ids = [...allFields(page.pack).values()].filter(({ id }) => named(sent, id).length > 0);
    for (const { id } of ids) change(named(sent, id));
    const back = comesBack(page, posted(sent));
    return ids.map(({ id, field }) => ({
      at: `${page.at} ${id} (${field.widget})`,
      widget: field.widget,
      isSecret: field.secret === true || field.autocomplete === 'one-time-code',
      sent: named(sent, id).map(shown),
      back: named(back, id).map(shown),
      fresh: named(parse(page.html), id).map(shown),
    }));
  });
}

test('what was typed, chosen and ticked is shown again, secrets and codes are not', () => {
  const all = rounds(enter);
  expect(new Set(all.map(({ widget }) => widget))).toEqual(
    new Set(definitions.widgetName.enum.filter((widget) => widget !== 'hidden')),
  );
  expect(all.filter(({ isSecret, sent, back }) => !isSecret && JSON.stringify(sent) !== JSON.stringify(back))).toEqual(
    [],
  );
  expect(all.filter(({ isSecret, back, fresh }) => isSecret && JSON.stringify(back) !== JSON.stringify(fresh))).toEqual(
    [],
  );
  expect(all.filter(({ isSecret }) => isSecret).length).toBeGreaterThan(20);
});

test('ticks that were taken away again stay away', () => {
  const ticked = pages.map((page) => {
    const sent = parse(page.html);
    for (const box of sent.querySelectorAll<HTMLInputElement>('form input[type=checkbox]')) box.checked = true;
    return { ...page, html: fillPage(page.html, takeSent(page.html, posted(sent), page.about.keeps ?? [])) };
  });
  const boxes = ticked.flatMap((page) => {
    const before = [...parse(page.html).querySelectorAll<HTMLInputElement>('form input[type=checkbox]')];
    expect(before.every(({ checked }) => checked)).toBe(true);
    const back = comesBack(page, new URLSearchParams());
    return [...back.querySelectorAll<HTMLInputElement>('form input[type=checkbox]')];
  });
  expect(boxes.length).toBeGreaterThan(20);
  expect(boxes.filter(({ checked }) => checked)).toEqual([]);
});

test('what no control of the page offers is not kept', () => {
  const page = pages.find(({ screen, html }) => screen === 'register-account' && html.includes('type="radio"'));
  if (page === undefined) throw new Error('No page has cards.');
  const name = /type="radio" name="([^"]+)"/.exec(page.html)?.[1] ?? '';
  for (const values of [['nothing'], ['"><script>'], ['still', 'animation']]) {
    const back = comesBack(page, new URLSearchParams(values.map((value) => [name, value])));
    expect(named(back, name).map(shown)).toEqual(named(parse(page.html), name).map(shown));
  }
});
