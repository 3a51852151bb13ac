/** @jest-environment ./tests/page-environment.cjs */
/** A screen that waits says in its page what to do when no script comes; one that does not wait says nothing of it. */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { openPage } from './page.tsx';

const words = ['early.off.title', 'early.late.title'].map((key) => spoken(key));

test('every state of every screen', async () => {
  const { screens = {} } = (await compiledLines()).renderbus?.languages.en ?? {};
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const [id, { pack }] of Object.entries(screens)) {
    const { kind, states } = pack.screen;
    if (kind !== 'notice' && kind !== 'transit' && kind !== 'qr') continue;
    const page = await openPage({ screen: id, preview: true });
    for (const [state, shown] of Object.entries(states)) {
      act(() => page.running.model.set({ state }));
      const waits = kind === 'qr' ? 'picture' in shown && shown.picture === 'pending' : shown.icon === 'progress';
      const said = words.map((each) => screen.queryByText(each) !== null);
      if (said.some((is) => is !== waits)) wrong.push(`${id} ${state}: ${said}`);
      seen.add(`${kind} ${waits}`);
    }
    page.unmount();
    page.container.remove();
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual([
    'notice false',
    'notice true',
    'qr false',
    'qr true',
    'transit false',
    'transit true',
  ]);
});
