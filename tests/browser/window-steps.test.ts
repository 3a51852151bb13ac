/** Steps at another window: what the page is asked, and what the visitor may do meanwhile. */

import type { Windows } from '../../src/browser/window-steps.ts';
import { type StepPage, takeStep } from '../../src/browser/window-steps.ts';
import { NO_WINDOWS } from '../../src/browser/windows.ts';
import type { Result } from '../../src/engine/flow.ts';

const DONE: Result = { kind: 'answer', code: 200, data: {}, requestId: '' };

function setUp(quiet = false) {
  const listeners = new Set<() => void>();
  let state: { pack: unknown; pending: string | undefined; waiting?: string | undefined } = {
    pack: 'one',
    pending: 'step',
  };
  let end: (result: Result | undefined) => void = () => {};
  let waits = false;
  const asked: unknown[] = [];
  const windows: Windows = {
    ...NO_WINDOWS,
    popup: (values) => {
      asked.push(values);
      waits = true;
      return new Promise((resolve) => {
        end = (result) => {
          waits = false;
          resolve(result);
        };
      });
    },
    waits: () => waits,
    forget: () => end(undefined),
  };
  const page: StepPage = {
    name: 'step',
    quiet,
    bind: async () => ({ url: 'https://provider.example/', state: 's' }),
    isSafe: (address) => String(address).startsWith('https:'),
    free: () =>
      new Promise((resolve) => {
        const look = () => state.pending === undefined && resolve();
        listeners.add(look);
        look();
      }),
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { windows, page, asked, state: () => state, end: (result: Result) => end(result) };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('meanwhile the visitor is free; what came of it waits until they wait for nothing else', async () => {
  const { windows, page, state, end } = setUp();
  const step = takeStep(windows, 'popup', page);
  await soon();
  expect(state()).toMatchObject({ pending: undefined, waiting: 'step' });
  page.set({ pending: 'another' });
  end(DONE);
  await soon();
  expect(state()).toMatchObject({ pending: 'another', waiting: undefined });
  page.set({ pending: undefined });
  expect(await step).toEqual(DONE);
  expect(state().pending).toBe('step');
});

test('who goes to another screen waits no more', async () => {
  const { windows, page } = setUp();
  const step = takeStep(windows, 'popup', page);
  await soon();
  page.set({ pack: 'two' } as Parameters<StepPage['set']>[0]);
  expect(await step).toBeUndefined();
});

test('a quiet step shows nothing of itself, and leaves alone what the visitor waits for', async () => {
  const { windows, page, state, end } = setUp(true);
  page.set({ pending: 'another' });
  const step = takeStep(windows, 'popup', page);
  await soon();
  expect(state().pending).toBe('another');
  expect(state().waiting).toBeUndefined();
  end(DONE);
  await soon();
  page.set({ pending: undefined });
  expect(await step).toEqual(DONE);
  expect(state().pending).toBeUndefined();
});

test('a window is sent to no address that is not safe', async () => {
  const { windows, page, asked } = setUp();
  const unsafe = { ...page, bind: async () => ({ url: 'javascript:alert(1)', state: 's' }) };
  expect(await takeStep(windows, 'popup', unsafe)).toEqual({ kind: 'unreadable' });
  expect(asked).toEqual([]);
});
