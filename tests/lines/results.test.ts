/** A result page opened by its address claims nothing; whatever leads there must say what came of it. */
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

interface Go {
  readonly screen: string;
  readonly state?: string;
}

test('every way to a page that claims nothing by itself names its state, on every line', async () => {
  const { lines } = resolveAll(await loadData('.'));
  const ways: string[] = [];
  const silent: string[] = [];
  for (const { name, flow, screens } of Object.values(lines)) {
    for (const [screen, events] of Object.entries(flow.screens)) {
      for (const [event, { outcomes }] of Object.entries(events)) {
        for (const { go } of outcomes as readonly { readonly go?: Go }[]) {
          const target = go && (screens[go.screen] as { readonly initial?: string } | undefined);
          if (target?.initial !== 'nothing') continue;
          ways.push(`${name} ${screen} ${event}`);
          if (go?.state === undefined) silent.push(`${name} ${screen} ${event}: ${go?.screen}`);
        }
      }
    }
  }
  expect(ways.length).toBeGreaterThan(50);
  expect(silent).toEqual([]);
});
