/** Blocks of the screens after sign-in: downloads, facts, tables of records. */
import { useEffect, useRef } from 'react';
import { matches } from '../engine/flow.ts';
import type { FactsBlock, RecordsBlock } from '../generated/config.ts';
import { Downloads } from '../theme/downloads.tsx';
import { Facts } from '../theme/facts.tsx';
import { Records } from '../theme/records.tsx';
import { useScreening } from './use-screening.ts';

export function DownloadsView() {
  const { state, text } = useScreening();
  const items = (state.pack.downloads ?? []).map(({ id, system, url }) => ({
    id,
    system,
    href: url,
    label: text(`line.downloads.${id}`),
  }));
  return <Downloads items={items} />;
}

export function FactsView({ block }: { readonly block: FactsBlock }) {
  const { state, text, key } = useScreening();
  const items = block.values
    .filter((name) => state.flow[name] !== undefined && state.flow[name] !== '')
    .map((id) => ({ id, label: text(key(`facts.${id}`)), value: String(state.flow[id]) }));
  return <Facts items={items} {...(block.look === undefined ? {} : { look: block.look })} />;
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

/** An amount as the language writes money. */
function money(amount: unknown, currency: unknown, language: string): string {
  if (typeof amount !== 'number' || typeof currency !== 'string') return '';
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 0 }).format(amount);
}

export function RecordsView({ block }: { readonly block: RecordsBlock }) {
  const { session, state, text, key, run, waiting } = useScreening();
  const cell = useCell();
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the block appears
  useEffect(() => {
    if (started.current || session.preview) return;
    started.current = true;
    run(block.event);
  }, []);
  const from = `records.${block.id}`;
  const columns = block.columns.map((each) => ({
    words: undefined,
    currency: undefined,
    ...(typeof each === 'string' ? { name: each } : each),
  }));
  const list = state.flow[block.from];
  const rows = (Array.isArray(list) ? list : []).filter(isRecord);
  return (
    <Records
      title={text(key(`${from}.title`))}
      empty={text(key(`${from}.empty`))}
      columns={columns.map(({ name }) => ({ id: name, label: text(key(`${from}.columns.${name}`)) }))}
      rows={rows.map((row, at) => {
        const id = String(row.id ?? at);
        return {
          id,
          cells: columns.map(({ name, words, currency }) => {
            const value = row[name];
            if (words?.includes(String(value))) return text(key(`${from}.words.${name}.${value}`));
            return currency === undefined ? cell(value) : money(value, row[currency], session.shell.language);
          }),
          actions: (block.rowEvents ?? [])
            .map((each) => (typeof each === 'string' ? { event: each, where: undefined } : each))
            .filter(({ where }) => matches(where, row))
            .map(({ event }) => ({
              id: event,
              label: text(key(`${from}.events.${event}`)),
              pending: state.pending === event && state.pendingRow === id,
              waiting,
              onClick: () => {
                session.visit.set(({ flow }) => ({ flow: { ...flow, rowName: cell(row[columns[0]?.name ?? '']) } }));
                void run(event, id);
              },
            })),
        };
      })}
    />
  );
}
