/** @jest-environment ./tests/page-environment.cjs */
/**
 * What a step said at a screen gives way to what went wrong there since: one notice at a time, the latest. Over every screen
 * of every line at which something is said.
 */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';

const SAID = 'What was said before.';
const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

/** Screens that a step leads to with something to say. */
async function toldScreens(name: string): Promise<readonly string[]> {
  const { flow } = resolveAll(await loadData('.')).lines[name] as never as { flow: { screens: object } };
  const found = [...JSON.stringify(flow.screens).matchAll(/"go":(\{[^{}]*\})/g)].map(([, go]) =>
    JSON.parse(go as string),
  );
  return [...new Set(found.filter(({ says }) => says !== undefined).map((go) => go.screen as string))];
}

test.each(LINES)('%s', async (line) => {
  const screens = await toldScreens(line);
  expect(screens).toEqual(expect.arrayContaining(['sign-in', 'sub-account', 'console']));
  for (const id of screens) {
    const { languages } = (await compiledLines())[line] as CompiledLine;
    const { events = {} } = (languages.en?.screens[id]?.pack ?? {}) as Partial<Pack>;
    let told = 0;
    for (const [event, { call, quiet, window }] of Object.entries(events)) {
      if (call === undefined || quiet || window !== undefined) continue;
      const page = await openPage({
        line,
        language: 'en',
        screen: id,
        answers: { [String(call)]: { kind: 'offline' } },
        preview: true,
      });
      act(() => page.running.model.set({ said: { text: SAID, tone: undefined } }));
      expect(screen.getAllByText(SAID)).toHaveLength(1);
      await act(async () => void (await runEvent({ ...page.running, preview: false }, event)));
      const { failure, pack: now } = page.running.model.get();
      if (now.id === id && failure?.shows === 'alert') {
        told += 1;
        expect([id, event, screen.queryAllByText(SAID)]).toEqual([id, event, []]);
      }
      page.unmount();
      page.container.remove();
    }
    expect([id, told]).not.toEqual([id, 0]);
  }
});
