/** @jest-environment ./tests/page-environment.cjs */
/**
 * Nothing that a visitor typed or chose is lost when a page is loaded anew in its tab: by its address, by Back with what
 * the browser put into the controls, in another language. Every form of every line, each that differs once; secrets and
 * one-time codes excepted.
 */
import { act, fireEvent } from '@testing-library/react';
import { allFields, tabsOf } from '../../src/screens/page-model.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';

// Somebody is signed in, so that their forms stay.
const answers: Answers = { session: ok(), 'query-user': ok() };

type Held = Readonly<Record<string, string | boolean>>;

const controls = (container: HTMLElement): HTMLInputElement[] => [
  ...container.querySelectorAll<HTMLInputElement>('form :is(input, select)[name]:not([type=hidden])'),
];
const isTick = ({ type }: HTMLInputElement): boolean => type === 'checkbox' || type === 'radio';
const keyOf = (control: HTMLInputElement): string =>
  control.type === 'radio' || (control.type === 'checkbox' && control.value !== 'on')
    ? `${control.name} ${control.value}`
    : control.name;
const shown = (container: HTMLElement): Held =>
  Object.fromEntries(controls(container).map((each) => [keyOf(each), isTick(each) ? each.checked : each.value]));

const SAMPLES: Readonly<Record<string, string>> = { email: 'a@bird.example', tel: '2125550123' };

/** What is typed, chosen and ticked, in each tab of the page. */
function fill({ container }: OpenPage): void {
  for (const control of controls(container)) {
    if (control.type === 'radio' ? control.value !== '' : isTick(control)) fireEvent.click(control);
    else fireEvent.change(control, { target: { value: SAMPLES[control.type] ?? `some_${control.name}` } });
  }
}

/** What Chromium puts into the controls of a page that is come back to: all but passwords. */
const putBack = (held: Held) => (container: HTMLElement) => {
  for (const control of controls(container)) {
    const value = held[keyOf(control)];
    if (typeof value === 'boolean') control.checked = value;
    else if (value !== undefined && control.type !== 'password') control.value = value;
  }
};

interface Way {
  readonly name: string;
  held(held: Held): (container: HTMLElement) => void;
  readonly other?: boolean;
}

const WAYS: readonly Way[] = [
  { name: 'the address', held: () => () => {} },
  { name: 'Back, with what the browser put back', held: putBack },
  {
    name: 'Back, with ticks and choices put back',
    held: (held) => putBack(Object.fromEntries(Object.entries(held).filter(([, value]) => value === true))),
  },
  { name: 'another language', held: () => () => {}, other: true },
];

async function forms(): Promise<
  readonly { line: string; language: string; other: string; screen: string; form: string }[]
> {
  const seen = new Set<string>();
  return Object.entries(await compiledLines()).flatMap(([line, { languages }]) => {
    const [language = '', other = ''] = Object.keys(languages);
    return Object.entries(languages[language]?.screens ?? {}).flatMap(([screen, { pack }]) => {
      const names = pack.screen.kind === 'form' ? tabsOf(pack) : pack.screen.kind === 'choice' ? ['choice'] : [];
      return names.flatMap((form) => {
        const like = JSON.stringify([screen, names, pack.forms]);
        const isNew = !seen.has(like + form);
        seen.add(like + form);
        return isNew ? [{ line, language, other, screen, form }] : [];
      });
    });
  });
}

test.each(WAYS)('$name', async (way) => {
  let count = 0;
  const lost: unknown[] = [];
  for (const { line, language, other, screen, form } of await forms()) {
    const before = await openPage({ line, language, screen, answers, held: () => {} });
    if (before.running.model.get().pack.id !== screen) {
      before.unmount();
      continue;
    }
    act(() => before.running.model.set({ form }));
    fill(before);
    const typed = shown(before.container);
    const fields = allFields(before.running.model.get().pack);
    act(() => before.world.location.page('hide'));
    before.unmount();
    before.container.remove();
    const after = await openPage({
      line,
      language: way.other ? other : language,
      screen,
      answers,
      world: before.world,
      held: way.held(typed),
    });
    after.pass(1000);
    // A second load finds the same.
    act(() => after.world.location.page('hide'));
    const isKept = (key: string): boolean => {
      const field = fields.get(key.split(' ')[0] ?? '')?.field;
      return field?.secret !== true && field?.autocomplete !== 'one-time-code';
    };
    const back = shown(after.container);
    for (const [key, value] of Object.entries(typed))
      if (isKept(key) && back[key] !== value)
        lost.push({ at: `${line} ${screen} ${form} ${key}`, value, back: back[key] });
    after.unmount();
    after.container.remove();
    count += 1;
  }
  expect(lost).toEqual([]);
  expect(count).toBeGreaterThan(20);
});
