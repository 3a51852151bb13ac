/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Buttons that leave for a link of the line, on every screen and state that has one.
 */
import { act, screen } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';

interface Button {
  readonly pack: Pack;
  readonly state: string;
  readonly id: string;
  readonly url: string;
}

const buttonsOf = (pack: Pack): Button[] =>
  pack.screen.kind !== 'notice' && pack.screen.kind !== 'transit'
    ? []
    : Object.entries(pack.screen.states).flatMap(([state, { actions = [] }]) =>
        actions.flatMap(({ id, url, look }) =>
          url !== undefined && (look === 'primary' || look === 'secondary') ? [{ pack, state, id, url }] : [],
        ),
      );

test.each(['renderbus', 'foxrenderfarm'])('on %s each leads to its link', async (line) => {
  const packs = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {}).map(({ pack }) => pack);
  const buttons = packs.flatMap(buttonsOf);
  expect(buttons.length).toBeGreaterThan(0);
  for (const { pack, state, id, url } of buttons) {
    const page = await openPage({ line, screen: pack.id, preview: true });
    await act(async () => page.running.model.set({ pack, state, flow: {}, pending: undefined }));
    const label = String(pack.messages[`screens.${pack.id}.actions.${id}`]);
    await page.user.click(screen.getByRole('button', { name: label }));
    expect([pack.id, state, page.world.location.left]).toEqual([pack.id, state, [page.running.shell.line.links[url]]]);
    page.unmount();
  }
});
