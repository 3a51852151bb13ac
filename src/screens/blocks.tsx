/** Parts of a screen that are not fields. */
import { useEffect, useRef } from 'react';
import { holds } from '../engine/condition.ts';
import type { Block, FactsBlock, LinksBlock, RecordsBlock } from '../generated/config.ts';
import { Downloads } from '../theme/downloads.tsx';
import { Facts } from '../theme/facts.tsx';
import { Links } from '../theme/links.tsx';
import { Providers } from '../theme/providers.tsx';
import { Records } from '../theme/records.tsx';
import { Text } from '../theme/text.tsx';
import { useScreening } from './context.tsx';

/** Event that a provider's button runs, with the flow value of the same name telling which. */
const PROVIDER = 'provider';

export function Blocks({ blocks }: { readonly blocks: readonly Block[] | undefined }) {
  const { facts } = useScreening();
  if (blocks === undefined) return null;
  return blocks
    .filter((block) => holds(block.when, facts))
    .map((block, at) => <BlockView key={`${block.block}-${at}`} block={block} />);
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.block) {
    case 'links':
      return <LinksView block={block} />;
    case 'text':
      return <TextView id={block.id} tone={block.tone ?? 'plain'} />;
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

function TextView({
  id,
  tone,
}: {
  readonly id: string;
  readonly tone: 'plain' | 'muted' | 'info' | 'success' | 'warning';
}) {
  const { rich, key } = useScreening();
  return <Text tone={tone}>{rich(key(`texts.${id}`))}</Text>;
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

function DownloadsView() {
  const { session, text } = useScreening();
  const items = session.shell.line.downloads.map(({ id, system, url }) => ({
    id,
    system,
    href: url,
    label: text(`line.downloads.${id}`),
  }));
  return <Downloads items={items} />;
}

function FactsView({ block }: { readonly block: FactsBlock }) {
  const { state, text, key } = useScreening();
  const items = block.values
    .filter((name) => state.flow[name] !== undefined && state.flow[name] !== '')
    .map((id) => ({ id, label: text(key(`facts.${id}`)), value: String(state.flow[id]) }));
  return <Facts items={items} />;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An ISO date as the language writes it; anything else as it stands, yes and no in words. */
function useCell(): (value: unknown) => string {
  const { session, text } = useScreening();
  return (value) => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return text(value ? 'frame.yes' : 'frame.no');
    const words = String(value);
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(words)) return words;
    return new Intl.DateTimeFormat(session.shell.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(words),
    );
  };
}

function RecordsView({ block }: { readonly block: RecordsBlock }) {
  const { session, state, text, key, run } = useScreening();
  const cell = useCell();
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the block appears
  useEffect(() => {
    if (started.current || session.preview) return;
    started.current = true;
    run(block.event);
  }, []);
  const from = `records.${block.id}`;
  const list = state.flow[block.from];
  const rows = (Array.isArray(list) ? list : []).filter(isRecord);
  return (
    <Records
      title={text(key(`${from}.title`))}
      empty={text(key(`${from}.empty`))}
      columns={block.columns.map((id) => ({ id, label: text(key(`${from}.columns.${id}`)) }))}
      rows={rows.map((row, at) => {
        const id = String(row.id ?? at);
        return {
          id,
          cells: block.columns.map((name) => cell(row[name])),
          actions: (block.rowEvents ?? []).map((event) => ({
            id: event,
            label: text(key(`${from}.events.${event}`)),
            pending: state.pending === event && state.pendingRow === id,
            onClick: () => run(event, id),
          })),
        };
      })}
    />
  );
}
