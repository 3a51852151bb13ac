/** @jest-environment ./tests/page-environment.cjs */
/** A form sent with nothing in it: the focus goes to the first control at fault, which is told, on every screen of every line. */
import '@testing-library/jest-dom';
import { act } from '@testing-library/react';
import { shownFields } from '../../src/screens/page.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { comeFromBefore } from './come-from-before.ts';
import { ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

test('over every form and every choice', async () => {
  const wrong: string[] = [];
  let walked = 0;
  for (const [line, { languages }] of Object.entries(await compiledLines()))
    for (const { pack } of Object.values(languages.en?.screens ?? {})) {
      const { screen } = pack;
      if (screen.kind !== 'form' && screen.kind !== 'choice') continue;
      for (const form of Object.keys(pack.forms)) {
        const page = await openPage({ line, screen: pack.id, preview: true, answers: { 'query-user': ok() } });
        comeFromBefore(page);
        await act(async () => page.running.model.set({ form, values: {}, flow: {} }));
        const shown = shownFields(page.running, page.running.model.get());
        const event = screen.kind === 'form' ? screen.forms[form]?.event : screen.event;
        await act(async () => runEvent(page.running, event ?? ''));
        await settle();
        const name = `${line} ${pack.id} ${form}`;
        const at = document.activeElement as HTMLInputElement;
        const told = (at.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join('');
        const [first] = [...page.container.querySelectorAll('[aria-invalid=true]')];
        if (first !== at || told === '')
          wrong.push(`${name}: ${at.outerHTML.slice(0, 120)}, told “${told}”, of ${shown.map(({ id }) => id)}`);
        walked += 1;
        page.unmount();
        page.container.remove();
      }
    }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(7 * 12);
}, 120_000);
