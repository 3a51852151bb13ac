/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Facts of every screen and state: each that is known stands with its label, in the look that the data asks for; what is not known is left out, unless a button stands there.
 */
import { act, screen } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import type { FactsBlock } from '../../src/generated/config.ts';
import { compiledLines } from '../compiled-lines.ts';
import { openPage } from './page.tsx';

interface Shown {
  readonly pack: Pack;
  readonly state: string;
  readonly block: FactsBlock;
}

/** What makes a block be shown: of conditions on the flow, which are the only ones that facts have. */
function shown({ when }: FactsBlock): Readonly<Record<string, unknown>> {
  if (when === undefined) return {};
  if (!('flow' in when)) throw new Error(`The test knows no condition like ${JSON.stringify(when)}.`);
  return { [when.flow]: 'is' in when ? when.is : 'there' };
}

const factsOf = (pack: Pack): Shown[] =>
  pack.screen.kind !== 'notice'
    ? []
    : Object.entries(pack.screen.states).flatMap(([state, { blocks = [] }]) =>
        blocks.flatMap((block) => (block.block === 'facts' ? [{ pack, state, block }] : [])),
      );

test('facts stand with their labels, in their look', async () => {
  const packs = Object.values((await compiledLines()).renderbus?.languages.en?.screens ?? {}).map(({ pack }) => pack);
  const looks = new Set<string | undefined>();
  for (const { pack, state, block } of packs.flatMap(factsOf)) {
    looks.add(block.look);
    const page = await openPage({ screen: pack.id, preview: true });
    const [first = '', ...others] = block.values;
    const flow = { ...shown(block), [first]: `what ${first} is`, ...Object.fromEntries(others.map((id) => [id, ''])) };
    await act(async () => page.running.model.set({ pack, state, flow, pending: undefined }));
    const fact = screen.getByText(`what ${first} is`);
    const list = fact.closest('dl');
    expect([pack.id, state, list?.className]).toEqual([
      pack.id,
      state,
      ['facts', block.look].filter(Boolean).join(' '),
    ]);
    const [row, ...more] = list?.children ?? [];
    expect(row?.textContent).toBe(`${pack.messages[`screens.${pack.id}.facts.${first}`]}what ${first} is`);
    for (const other of more) expect(other.querySelector('button')).not.toBeNull();
    page.unmount();
  }
  expect(looks).toContain('large');
  expect(looks).toContain(undefined);
});
