/** On a page that stands still no code counts down: its button can be pressed, and the page still knows that one was sent. */

import { isSpent, SPENT, secondsLeft, timerKey } from '../../src/screens/page.ts';
import { arrive } from '../../src/screens/page-model.ts';
import type { Visit } from '../../src/server/http/renderer.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { visitedPage } from '../../src/tools/headless.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

const FROM = { main: '/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
const NOW = 1_700_000_000_000;

test('every form with a code, of every line', async () => {
  const { lines } = resolveAll(await loadData('.'));
  const told: string[] = [];
  for (const line of Object.values(lines)) {
    const { shell, screens } = Object.values(compileLine(line, FROM).languages)[0] ?? {};
    if (shell === undefined) throw new Error(`${line.name} has no language.`);
    for (const { pack } of Object.values(screens ?? {}))
      for (const [form, { fields }] of Object.entries(pack.forms)) {
        const timer = fields.flatMap(({ field }) => field.send?.timer ?? [])[0];
        if (timer === undefined) continue;
        const state = { ...arrive(pack, {}), form, now: NOW };
        const key = timerKey(state, timer);
        const timers = { [key]: NOW + 60_000, [key + SPENT]: NOW + 60_000, another: NOW + 5000 };
        expect(secondsLeft({ ...state, timers }, timer)).toBe(60);
        const visit = {
          screen: pack.id,
          state: { form, timers, now: NOW },
          session: {},
          local: {},
        } as unknown as Visit;
        const page = visitedPage(shell, { errors: {}, messages: {} } as never, { pack, validators: {} }, visit);
        const shown = page.model.get();
        const what = `${line.name} ${pack.id} ${form}`;
        expect([what, secondsLeft(shown, timer), shown.timers[key] !== undefined]).toEqual([what, 0, true]);
        // A spent code stays spent, and what leads on in a while still says when.
        expect([what, isSpent(shown, timer), secondsLeft(shown, 'another')]).toEqual([what, true, 5]);
        told.push(what);
      }
  }
  expect(told.length).toBeGreaterThan(20);
});
