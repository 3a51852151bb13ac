/** Parts of a screen that are not fields. */
import { holds } from '../engine/condition.ts';
import type { Block, LinksBlock, TextBlock } from '../generated/config.ts';
import { Links } from '../theme/links.tsx';
import { Providers } from '../theme/providers.tsx';
import { Text } from '../theme/text.tsx';
import { useScreening } from './context.tsx';
import { DownloadsView, FactsView, RecordsView } from './records.tsx';

/** Event that a provider's button runs, with the flow value of the same name telling which. */
const PROVIDER = 'provider';

export function Blocks({ blocks }: { readonly blocks: readonly Block[] | undefined }) {
  const { facts } = useScreening();
  if (blocks === undefined) return null;
  const shown = blocks.filter((block) => holds(block.when, facts));
  return shown.map((block) => <BlockView key={keyOf(block)} block={block} />);
}

/** What tells a block from the others of its place. */
function keyOf(block: Block): string {
  if ('id' in block) return `${block.block}-${block.id}`;
  return block.block === 'links' ? block.links.map(({ id }) => id).join('-') : block.block;
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.block) {
    case 'links':
      return <LinksView block={block} />;
    case 'text':
      return <TextView {...block} />;
    case 'providers':
      return <ProvidersView />;
    case 'downloads':
      return <DownloadsView />;
    case 'facts':
      return <FactsView block={block} />;
    case 'records':
      return <RecordsView block={block} />;
    case 'banner':
      return null;
  }
}

function LinksView({ block }: { readonly block: LinksBlock }) {
  const { links, key } = useScreening();
  return <Links items={links(block.links, key('links.'))} />;
}

function TextView({ id, tone = 'plain' }: Pick<TextBlock, 'id' | 'tone'>) {
  const { rich, key } = useScreening();
  return (
    <Text tone={tone}>
      <span>{rich(key(`texts.${id}`))}</span>
    </Text>
  );
}

function ProvidersView() {
  const { session, text, run, state } = useScreening();
  const { providers } = session.shell.line;
  const items = providers.map((id) => ({
    id,
    label: text(`frame.providers.${id}`),
    onClick: () => {
      session.visit.set({ flow: { ...state.flow, [PROVIDER]: id } });
      run(PROVIDER);
    },
  }));
  return <Providers label={text('frame.providers')} items={items} />;
}
