/** What fires the events of a screen, and which of them nothing fires. */
import type { Screen } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { BY_ITSELF } from '../used-events.ts';
import { seenAs } from '../variants.ts';
import { blocksOf, buttonsOf, fieldsOf, formsOf, linksOf } from './scope.ts';

export interface Fired {
  readonly document: string;
  readonly at: Path;
  readonly event: string;
}

/** Everything on the screen that fires an event, with the event's name. A code field brings the events that send its code. */
export function firedBy(line: ResolvedLine, id: string, screen: Screen): Fired[] {
  const document = `screens/${id}`;
  const fired: { document?: string; at: Path; event: string | undefined }[] = [];
  for (const [name, form] of formsOf(screen)) {
    fired.push({ at: ['forms', name, 'event'], event: form.event });
    fired.push({ at: ['forms', name, 'dialog', 'event'], event: form.dialog?.event });
    for (const { field } of fieldsOf(form)) {
      const send = line.fields[field]?.send;
      for (const which of ['event', 'voiceEvent'] as const) {
        fired.push({ document: `fields/${field}`, at: ['send', which], event: send?.[which] });
      }
    }
  }
  for (const { at, link } of linksOf(id, screen)) fired.push({ at: [...at, 'event'], event: link.event });
  for (const { at, button } of buttonsOf(screen)) fired.push({ at: [...at, 'event'], event: button.event });
  for (const { at, block } of blocksOf(screen)) {
    if (block.block === 'frame')
      for (const which of ['event', 'failed', 'blocked'] as const)
        fired.push({ at: [...at, which], event: block[which] });
    if (block.block === 'providers') fired.push({ at: [...at, 'event'], event: block.event });
    if (block.block !== 'records') continue;
    fired.push({ at: [...at, 'event'], event: block.event });
    for (const [index, row] of (block.rowEvents ?? []).entries()) {
      if (typeof row === 'string') fired.push({ at: [...at, 'rowEvents', index], event: row });
      else fired.push({ at: [...at, 'rowEvents', index, 'event'], event: row.event });
    }
  }
  if (screen.kind === 'choice')
    fired.push({ at: ['event'], event: screen.event }, { at: ['skip'], event: screen.skip });
  if (screen.kind === 'transit') fired.push({ at: ['event'], event: screen.event });
  if (screen.kind === 'notice') {
    for (const [state, { pollEvent }] of Object.entries(screen.states ?? {}))
      fired.push({ at: ['states', state, 'pollEvent'], event: pollEvent });
  }
  if (screen.kind === 'qr') {
    fired.push({ at: ['ticketEvent'], event: screen.ticketEvent }, { at: ['pollEvent'], event: screen.pollEvent });
  }
  return fired.flatMap(({ event, ...place }) => (event === undefined ? [] : [{ document, ...place, event }]));
}

/** Events that are fired wherever a visitor is: by timers, and by the links of errors. */
const everywhere = once(
  ({ flow, errors }: ResolvedLine): ReadonlySet<string | undefined> =>
    new Set([
      ...Object.values(flow.timers ?? {}).map(({ event }) => event),
      ...Object.values(errors.codes ?? {}).flatMap(({ links = [] }) => links.map(({ event }) => event)),
    ]),
);

/** Events of a screen that neither it fires, in any variant, nor another event. */
export function unfired(line: ResolvedLine, id: string): readonly string[] {
  const events = line.flow.screens?.[id] ?? {};
  const outcomes = Object.values(events).flatMap(({ outcomes = [] }) => outcomes);
  const fired = new Set<string | undefined>([
    ...BY_ITSELF,
    ...everywhere(line),
    ...seenAs(line, id).flatMap((seen) => firedBy(line, id, seen).map(({ event }) => event)),
    ...outcomes.flatMap((outcome) => [...(outcome.also ?? []), ...('then' in outcome ? [outcome.then] : [])]),
  ]);
  return Object.keys(events).filter((name) => !fired.has(name));
}
