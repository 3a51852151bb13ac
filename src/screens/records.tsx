/** Blocks of the screens after sign-in: downloads, facts, tables of records. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { columnsOf } from '../engine/columns.ts';
import { actionsIn, hasSections } from '../engine/headings.ts';
import type { FactsBlock, RecordsBlock } from '../generated/config.ts';
import { Downloads } from '../theme/downloads.tsx';
import { Facts } from '../theme/facts.tsx';
import { Records } from '../theme/records.tsx';
import type { System } from '../theme/types.ts';
import { Confirm } from './confirm.tsx';
import { cellOf, rowsOf, saidByRow, shownRows } from './record-rows.ts';
import type { Asked } from './screening.ts';
import { useScreening } from './use-screening.ts';

/** What the visitor's computer runs; undefined on phones, which no client is for, and while nobody knows. */
function ownSystem(): System | undefined {
  const { userAgent } = navigator;
  if (/Mobi|Android|iPad/.test(userAgent)) return undefined;
  if (userAgent.includes('Windows')) return 'windows';
  return userAgent.includes('Mac') ? 'macos' : 'linux';
}
const never = (): (() => void) => () => {};

export function DownloadsView() {
  const { page, state, text } = useScreening();
  const own = useSyncExternalStore(never, page.preview ? () => undefined : ownSystem, () => undefined);
  const all = state.pack.downloads ?? [];
  const ownFirst = [...all.filter(({ system }) => system === own), ...all.filter(({ system }) => system !== own)];
  const items = ownFirst.map(({ id, system, url }) => ({
    id,
    system,
    href: url,
    label: text(`line.downloads.${id}`),
  }));
  return <Downloads items={items} />;
}

export function FactsView({ block }: { readonly block: FactsBlock }) {
  const screening = useScreening();
  const { page, state, text, has, key, holding, draw } = screening;
  const buttons = holding(actionsIn(state.pack.screen, state.state));
  const cell = cellOf(screening);
  const facts = block.values.flatMap((id) => {
    const value = String(state.flow[id] ?? '');
    const here = buttons.filter((each) => each.block === id);
    if (value === '' && here.length === 0) return [];
    const actions = here.length > 0 && { actions: draw.actions(here) };
    return [{ id, label: text(key(`facts.${id}`)), value: value || text('widgets.facts.none'), ...actions }];
  });
  // An option by its own text, anything else as a list writes it.
  const word = (field: string, value: unknown): string => {
    const option = `fields.${field}.options.${String(value)}`;
    return has(option) ? text(option) : cell(value);
  };
  const extras = rowsOf(block.extras && state.flow[block.extras]).map(({ field, value }) => ({
    id: `fields.${field}`,
    label: text(`fields.${field}.label`),
    value: new Intl.ListFormat(page.shell.language).format([value].flat().map((each) => word(String(field), each))),
  }));
  return <Facts items={[...facts, ...extras]} {...(block.look === undefined ? {} : { look: block.look })} />;
}

export function RecordsView({ block }: { readonly block: RecordsBlock }) {
  const screening = useScreening();
  const { page, state, text, key, run, waiting } = screening;
  const { screen } = state.pack;
  const started = useRef(false);
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<Asked>();
  const read = async (): Promise<void> => {
    setAsked(false);
    await run(block.event);
    setAsked(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the block appears
  useEffect(() => {
    if (started.current || page.preview) return;
    started.current = true;
    void read();
  }, []);
  const from = `records.${block.id}`;
  const list = state.flow[block.from];
  const rows = shownRows(block, screening);
  const isKnown = Array.isArray(list) || page.preview;
  const again = { label: text('frame.retry'), onClick: () => void read() };
  const unknown = asked ? { text: text('widgets.records.failed'), again } : { text: text('widgets.records.loading') };

  return (
    <>
      <Records
        inSection={screen.kind === 'notice' && hasSections(screen.states[state.state] ?? {})}
        title={text(key(`${from}.title`))}
        empty={text(key(`${from}.empty`))}
        unknown={isKnown ? undefined : unknown}
        acted={saidByRow(state.pack, block, state.told)}
        columns={columnsOf(block).columns.map(({ name }) => ({
          id: name,
          label: text(key(`${from}.columns.${name}`)),
        }))}
        fold={{ more: text('widgets.records.all', { count: rows.length }), fewer: text('widgets.records.fewer') }}
        rows={rows.map(({ id, name, cells, marks, events }) => ({
          id,
          cells,
          marks,
          actions: events.map(({ event, confirm }) => {
            const label = text(key(`${from}.events.${event}`));
            const goOn = () => void run(event, id);
            return {
              id: event,
              label,
              name: text('widgets.records.action', { action: label, name }),
              pending: state.pending === event && state.pendingRow === id,
              waiting,
              onClick(pressed) {
                page.model.set(({ flow }) => ({ flow: { ...flow, rowName: name } }));
                if (confirm === undefined) goOn();
                else setQuestion({ confirm, label, pressed, goOn });
              },
            };
          }),
        }))}
      />
      {question !== undefined && <Confirm asked={question} onEnd={() => setQuestion(undefined)} />}
    </>
  );
}
