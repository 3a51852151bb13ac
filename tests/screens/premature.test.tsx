/** @jest-environment ./tests/page-environment.cjs */
/** No field is accused before somebody did something in it: every form of every line. */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { tabsOf } from '../../src/screens/page-model.ts';
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

const controls = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('form :is(input:not([type=hidden]), select, button)'),
];
const invalid = (): (string | null)[] =>
  [...document.querySelectorAll('[aria-invalid=true], [data-invalid=true]')].map(({ id }) => id);
const typed = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('form input.input[id^=field_]:not([readonly])'),
];

test.each(LINES)('%s: passing through, typing and sending', async (line) => {
  const { screens = {} } = Object.values((await compiledLines())[line]?.languages ?? {})[0] ?? {};
  let forms = 0;
  for (const [screen, { pack }] of Object.entries(screens)) {
    if (pack.screen.kind !== 'form' && pack.screen.kind !== 'choice') continue;
    const names = pack.screen.kind === 'form' ? tabsOf(pack) : [''];
    for (const name of names) {
      const { running, unmount } = await openPage({ line, screen, stored: { clientRSThirdToken: 'token' } });
      if (running.model.get().pack.id !== screen) {
        unmount();
        continue;
      }
      if (name !== '') act(() => running.model.set({ form: name }));
      forms += 1;
      const at = `${screen} ${name}`;
      for (const control of controls()) {
        act(() => control.focus());
        act(() => control.blur());
      }
      expect({ at, invalid: invalid() }).toEqual({ at, invalid: [] });
      for (const input of typed()) {
        if (input.value !== '') continue;
        fireEvent.change(input, { target: { value: 'x' } });
        fireEvent.change(input, { target: { value: '' } });
      }
      const required = typed().filter((input) => input.getAttribute('aria-required') === 'true' && input.value === '');
      for (const input of required) {
        act(() => input.focus());
        act(() => input.blur());
        await waitFor(() =>
          expect({ at, id: input.id, invalid: input.getAttribute('aria-invalid') }).toEqual({
            at,
            id: input.id,
            invalid: 'true',
          }),
        );
      }
      const form = document.querySelector('form');
      if (form !== null && required.length > 0) {
        fireEvent.submit(form);
        await waitFor(() =>
          expect({ at, focus: document.activeElement?.closest('[data-invalid=true]') !== null }).toEqual({
            at,
            focus: true,
          }),
        );
        const first = document.querySelector('form [aria-invalid=true]');
        expect({ at, first: document.activeElement?.closest('.field') === first?.closest('.field') }).toEqual({
          at,
          first: true,
        });
      }
      unmount();
    }
  }
  expect(forms).toBeGreaterThan(10);
});
