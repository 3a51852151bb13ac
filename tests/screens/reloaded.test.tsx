/** @jest-environment ./tests/page-environment.cjs */
/**
 * What a step said has been done, a reload and Back say again, to whom it was said; the address alone claims nothing. Over
 * every state of every notice that a step leads to, and that does not ask the service by itself what to show.
 */
import '@testing-library/jest-dom';
import { act } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';

const LINES = ['renderbus', 'foxrenderfarm'];

interface Told {
  readonly line: string;
  readonly screen: string;
  readonly state: string;
}

async function everyTold(): Promise<readonly Told[]> {
  const lines = await compiledLines();
  return LINES.flatMap((line) => {
    const screens = Object.values(lines[line]?.languages.en?.screens ?? {}).map(({ pack }) => pack);
    const isPlain = (id: string): boolean => {
      const pack = screens.find((each) => each.id === id);
      return pack?.screen.kind === 'notice' && pack.events.load === undefined;
    };
    const told = screens.flatMap(({ events }: Pack) =>
      Object.values(events).flatMap(({ outcomes }) =>
        outcomes.flatMap((outcome) => ('go' in outcome && outcome.go.state !== undefined ? [outcome.go] : [])),
      ),
    );
    const names = new Set(
      told.filter(({ screen }) => isPlain(screen)).map(({ screen, state }) => `${screen} ${state}`),
    );
    return [...names].sort().map((name) => {
      const [screen = '', state = ''] = name.split(' ');
      return { line, screen, state };
    });
  });
}

const stateOf = ({ running }: OpenPage): string => running.model.get().state;

/** A step leads to the notice, from a page of the same tab. */
async function shown({ line, screen, state }: Told, userId?: string): Promise<OpenPage> {
  const page = await openPage({
    line,
    screen: 'forgot-password',
    ...(userId === undefined ? {} : { stored: { userId } }),
  });
  await act(async () => void (await goTo(page.running, screen, { state })));
  return page;
}

/** The same entry of the history loaded again, or with no mark: the address opened anew. */
async function loadedAgain(
  page: OpenPage,
  { line, screen }: Told,
  mark = page.world.location.mark(),
): Promise<OpenPage> {
  page.unmount();
  return openPage({ line, screen, world: page.world, mark });
}

test('there are such notices in both regions', async () => {
  const told = await everyTold();
  for (const line of LINES) {
    const names = told.filter((each) => each.line === line).map(({ screen, state }) => `${screen} ${state}`);
    expect(names).toEqual(expect.arrayContaining(['reset-done done', 'reset-done used']));
  }
});

const each = async (check: (told: Told) => Promise<void>): Promise<void> => {
  for (const told of await everyTold()) await check(told);
};

test('a reload shows the same again', () =>
  each(async (told) => {
    const page = await loadedAgain(await shown(told), told);
    expect([told, stateOf(page)]).toEqual([told, told.state]);
    page.unmount();
  }));

test('so does one where the browser forgot the entry of its history', () =>
  each(async (told) => {
    const { world, unmount } = await shown(told);
    unmount();
    const page = await openPage({ line: told.line, screen: told.screen, world, forgotten: true });
    expect([told, stateOf(page)]).toEqual([told, told.state]);
    page.unmount();
  }));

test('Back shows the same again', () =>
  each(async (told) => {
    const page = await shown(told);
    await act(async () => void (await goTo(page.running, 'register')));
    act(() => page.world.location.back());
    await act(async () => void (await goTo(page.running, told.screen, { arrived: true })));
    expect([told, stateOf(page)]).toEqual([told, told.state]);
    page.unmount();
  }));

test('the address alone claims nothing', () =>
  each(async (told) => {
    const first = await shown(told);
    first.world.location.mark('');
    const page = await loadedAgain(first, told, '');
    const { pack } = page.running.model.get();
    expect([told, stateOf(page)]).toEqual([told, 'initial' in pack.screen ? pack.screen.initial : '']);
    page.unmount();
  }));

test.each([
  ['signed out meanwhile', undefined],
  ['somebody else meanwhile', 'u-2'],
])('nothing is claimed to whom it was not told: %s', (_, later) =>
  each(async (told) => {
    const first = await shown(told, 'u-1');
    first.world.store.remove('userId');
    if (later !== undefined) first.world.store.write('userId', later);
    const page = await loadedAgain(first, told);
    const { pack } = page.running.model.get();
    expect([told, stateOf(page)]).toEqual([told, 'initial' in pack.screen ? pack.screen.initial : '']);
    page.unmount();
  }),
);
