/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every button of every screen, form and state, pressed twice: whatever the first press brought up, the second one acts
 * neither on it nor on the same button again.
 */
import { readdirSync } from 'node:fs';
import { act } from '@testing-library/react';
import { LIVE } from '../../src/browser/early.ts';
import { dropSecondPress } from '../../src/browser/second-press.ts';
import type { Pack } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';
import { typedInto } from './typed.ts';

/** Lines that between them show everything: one by phone, one by e-mail. */
const LINES = ['renderbus', 'foxrenderfarm'] as const;

/** How soon the second press follows, ms. */
const GAP = 120;

let now = 0;
function press(
  target: Element,
  how: { detail?: number; after?: number; x?: number; y?: number; touch?: boolean } = {},
): void {
  const { detail = 1, after = GAP, x = 5, y = 5, touch = false } = how;
  now += after;
  const down = new MouseEvent('pointerdown', { bubbles: true });
  Object.defineProperty(down, 'pointerType', { value: touch ? 'touch' : 'mouse' });
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: y });
  Object.defineProperty(click, 'timeStamp', { value: now });
  if (detail > 0) target.dispatchEvent(down);
  target.dispatchEvent(click);
}

const WAYS: Readonly<Record<string, Parameters<typeof press>[1]>> = {
  'a double click': { detail: 2 },
  'Enter soon after': { detail: 0 },
  'a finger twice': { touch: true },
};

beforeAll(() => dropSecondPress(LIVE));
beforeEach(() => {
  now += 10_000;
});

// Links that leave the page do so for good in a browser.
addEventListener('click', (event) => {
  if ((event.target as Element).closest('a') !== null) event.preventDefault();
});

/** All is well: every call is answered as recorded. */
function answersOf(pack: Pack): Answers {
  const has = (id: string): boolean =>
    readdirSync('tests/states').includes(id) && readdirSync(`tests/states/${id}`).includes('ok.json');
  return Object.fromEntries(Object.keys(pack.calls).map((id) => [id, has(id) ? recorded(id, 'ok') : ok()]));
}

interface View {
  readonly line: string;
  readonly pack: Pack;
  readonly form?: string;
  readonly state?: string;
}

async function open({ line, pack, form, state }: View): Promise<OpenPage> {
  const page = await openPage({ line, screen: pack.id, answers: answersOf(pack), preview: true });
  const values = { ...page.running.model.get().values, ...typedInto(pack) };
  act(() => page.running.model.set({ values, ...(form && { form }), ...(state && { state }) }));
  return page;
}

function close(page: OpenPage): void {
  page.unmount();
  page.container.remove();
}

/** The buttons that somebody can press: those of an open dialog alone, if there is one. */
function buttonsOf({ container }: OpenPage): HTMLElement[] {
  const around = container.querySelector('dialog[open]') ?? container;
  return [...around.querySelectorAll<HTMLElement>('button:not([disabled]), main a')];
}

/** What a press could have changed. */
function facts({ running, world }: OpenPage): string {
  const { pack, state, form, failure, captcha, pending, flow, flags } = running.model.get();
  return JSON.stringify({
    screen: pack.id,
    state,
    form,
    failure: failure?.code,
    captcha: captcha !== undefined,
    pending,
    flow,
    flags,
    path: world.location.path(),
    left: world.location.left,
    requests: world.http.requests.length,
  });
}

/** Everything that a screen of this line may show. */
function viewsOf(line: string, pack: Pack): View[] {
  const { screen } = pack;
  if (screen.kind === 'form') return Object.keys(pack.forms).map((form) => ({ line, pack, form }));
  if (screen.kind === 'notice' || screen.kind === 'transit' || screen.kind === 'qr')
    return Object.keys(screen.states).map((state) => ({ line, pack, state }));
  return [{ line, pack }];
}

test.each(LINES)(
  'on %s: what the first press brought up waits for another one',
  async (line) => {
    const screens = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {});
    const wrong: string[] = [];
    let pressed = 0;
    for (const view of screens.flatMap(({ pack }) => viewsOf(line, pack))) {
      const { pack, form, state } = view;
      for (let at = 0; ; at += 1) {
        const page = await open(view);
        const button = buttonsOf(page)[at];
        if (button === undefined) {
          close(page);
          break;
        }
        const name = `${pack.id} ${form ?? state ?? ''}: ${button.textContent}`;
        await act(async () => press(button, { after: 10_000 }));
        await settle();
        pressed += 1;
        const before = facts(page);
        // Whatever stands there now, it may be what the pointer is over, or what has the focus.
        for (const [way, how] of Object.entries(WAYS)) {
          for (const target of buttonsOf(page)) {
            await act(async () => press(target, how));
            if (facts(page) === before) continue;
            wrong.push(`${name}, then ${way} on ${target.textContent}: ${before} → ${facts(page)}`);
            break;
          }
        }
        close(page);
      }
    }
    expect(wrong).toEqual([]);
    expect(pressed).toBeGreaterThan(200);
  },
  600_000,
);

describe('a press counts', () => {
  const clicks: string[] = [];
  const put = (html: string): Element[] => {
    document.body.innerHTML = html;
    clicks.length = 0;
    const all = [...document.body.querySelectorAll('button, label, input')];
    for (const each of all) each.addEventListener('click', () => clicks.push(each.id));
    return all;
  };
  const two = (): [Element, Element] => put('<button id="one"></button><button id="two"></button>') as never;

  test.each([
    ['once it does not follow at once', { detail: 0, after: 500 }],
    ['at another place', { detail: 1, x: 200 }],
    ['at the same place, if the browser does not count it as the second', { detail: 1 }],
    ['by a finger beside it', { touch: true, x: 29 }],
    ['by a finger below it', { touch: true, y: 29 }],
    ['by a finger once it does not follow at once', { touch: true, after: 500 }],
  ])('%s', (_what, how) => {
    const [one, other] = two();
    press(one, { after: 10_000 });
    press(other, how);
    expect(clicks).toEqual(['one', 'two']);
  });

  test.each([
    // What a page does not let through is seen as well.
    ['typed', () => document.body.dispatchEvent(new Event('input'))],
    ['moved on by a key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))],
    ['kept until the page was live', () => dispatchEvent(new Event(LIVE))],
  ])('after somebody %s', (_what, meanwhile) => {
    const [one, other] = two();
    press(one, { after: 10_000 });
    meanwhile();
    press(other, { detail: 0 });
    expect(clicks).toEqual(['one', 'two']);
  });

  test('on a box by its label, and there again', () => {
    const [label, box] = put('<label id="label"><input id="box" type="checkbox"></label>') as [
      Element,
      HTMLInputElement,
    ];
    press(label, { after: 10_000 });
    expect(box.checked).toBe(true);
    press(label, { detail: 2 });
    expect(box.checked).toBe(false);
  });

  test('on what is no button, as often as it is pressed', () => {
    const [label] = put('<label id="label"></label>') as [Element];
    press(label, { after: 10_000 });
    press(label, { detail: 2 });
    expect(clicks).toEqual(['label', 'label']);
  });

  test.each([
    ['Enter', { detail: 0, after: 499 }],
    ['a mouse that is counted', { detail: 2, after: 900, x: 300 }],
    ['a finger', { touch: true, x: 323, y: 300 }],
    ['a finger a little lower', { touch: true, x: 300, y: 323 }],
  ])('not when it follows by %s', (_what, how) => {
    const [one, other] = two();
    press(one, { after: 10_000, x: 300, y: 300 });
    press(other, how);
    expect(clicks).toEqual(['one']);
  });

  test('on a label that passes it on to its box, and there again', () => {
    const [label, box] = put('<label id="label"></label><input id="box" type="radio" checked>') as [Element, Element];
    for (const detail of [1, 2]) {
      press(label, { detail });
      press(box, { detail: 0, after: 0 });
    }
    expect(clicks).toEqual(['label', 'box', 'label', 'box']);
  });

  test('not a box that came to where a button was', () => {
    const [one, box] = put('<button id="one"></button><input id="box" type="checkbox">') as [Element, HTMLInputElement];
    press(one, { after: 10_000 });
    press(box, { detail: 2 });
    expect([clicks, box.checked]).toEqual([['one'], false]);
  });

  test('not while Enter is held down', () => {
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    const [one] = two();
    expect(one.dispatchEvent(held)).toBe(false);
    const first = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    expect(one.dispatchEvent(first)).toBe(true);
  });
});
