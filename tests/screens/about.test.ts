/** What a page is titled by, in every state of every screen of every line: what failed is not called what it should have been. */
import { aboutKey } from '../../src/screens/about.ts';
import { compiledLines } from '../compiled-lines.ts';

test('every failure and every form with a heading has a title of its own', async () => {
  const lines = Object.values(await compiledLines());
  expect(lines.length).toBe(7);
  const seen: string[] = [];
  for (const { shell, screens } of lines.flatMap(({ languages }) => Object.values(languages))) {
    for (const [id, { pack }] of Object.entries(screens)) {
      const { screen } = pack;
      const texts = { ...shell.messages, ...pack.messages };
      const has = (key: string): boolean => Object.hasOwn(texts, key);
      for (const [state, named] of Object.entries(screen.states)) {
        const key = aboutKey(pack, state, has);
        const fails = 'tone' in named && (named.tone === 'error' || named.tone === 'warning');
        if (fails && (screen.kind === 'notice' || screen.kind === 'transit')) {
          expect([id, state, key]).toEqual([id, state, `screens.${id}.states.${state}.title`]);
          seen.push(`${id} ${state}`);
        }
        if (key !== undefined) expect([id, state, has(key)]).toEqual([id, state, true]);
      }
    }
  }
  expect(seen.length).toBeGreaterThan(100);
});
