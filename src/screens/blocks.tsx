/** Parts of a screen that are not fields. */
import { holds } from '../engine/condition.ts';
import type { Block, LinksBlock, TextBlock } from '../generated/config.ts';
import { Links } from '../theme/links.tsx';
import { Text } from '../theme/text.tsx';
import { frameModule, rareModule } from './bundles.ts';
import { ProvidersView } from './providers.tsx';
import { useScreening } from './use-screening.ts';

export function Blocks({ blocks }: { readonly blocks: readonly Block[] | undefined }) {
  const { facts } = useScreening();
  if (blocks === undefined) return null;
  const shown = blocks.filter((block) => holds(block.when, facts));
  return shown.map((block) => <BlockView key={keyOf(block)} block={block} />);
}

/** What tells a block from the others of its place. */
function keyOf(block: Block): string {
  if ('id' in block) return `${block.block}-${block.id}`;
  if (block.block === 'frame') return block.frame;
  if (block.block === 'facts') return block.values.join('-');
  return block.block === 'links' ? block.links.map(({ id }) => id).join('-') : block.block;
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.block) {
    case 'links':
      return <LinksView block={block} />;
    case 'text':
      return <TextView block={block} />;
    case 'providers':
      return <ProvidersView block={block} />;
    case 'frame': {
      const { FrameView } = frameModule();
      return <FrameView block={block} />;
    }
    case 'downloads': {
      const { DownloadsView } = rareModule();
      return <DownloadsView />;
    }
    case 'facts': {
      const { FactsView } = rareModule();
      return <FactsView block={block} />;
    }
    case 'records': {
      const { RecordsView } = rareModule();
      return <RecordsView block={block} />;
    }
    case 'banner':
      return null;
  }
}

function LinksView({ block }: { readonly block: LinksBlock }) {
  const { links, key } = useScreening();
  return <Links items={links(block.links, key('links.'))} />;
}

function TextView({ block: { id, tone = 'plain', links: ways = [] } }: { readonly block: TextBlock }) {
  const { rich, links, key } = useScreening();
  return (
    <Text tone={tone} links={links(ways, key('links.'))}>
      {rich(key(`texts.${id}`))}
    </Text>
  );
}
