/**
 * What a press did is told: every event of every screen of every line that somebody sets off, in every way that it may
 * succeed. It leads elsewhere, shows something, or says so.
 */
import { eventCalls } from '../../src/engine/event-calls.ts';
import type { Pack, PageEvent } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';

/** Actions that are seen. */
const SEEN = ['set-form', 'focus-field', 'start-countdown', 'fill-fields', 'close-window', 'tell-opener', 'download'];

type Outcome = PageEvent['outcomes'][number];
type Names = ReadonlySet<string>;

/** Every value of a property of this name, however deep. */
function found(data: unknown, name: RegExp, into: unknown[] = []): unknown[] {
  if (Array.isArray(data)) for (const each of data) found(each, name, into);
  else if (typeof data === 'object' && data !== null)
    for (const [key, each] of Object.entries(data)) {
      if (name.test(key)) into.push(each);
      found(each, name, into);
    }
  return into;
}

const strings = (values: readonly unknown[]): string[] =>
  values.flat().flatMap((each) => (typeof each === 'string' ? [each] : []));

/** Events that somebody sets off: what a page does by itself is quiet, or the event of a screen that only passes on. */
function pressed({ screen, forms, events }: Pack): readonly string[] {
  const parts = screen.kind === 'transit' ? Object.values(screen.states) : [screen, forms];
  const rows = found(parts, /^rowEvents$/).flat();
  const named = [...found(parts, /^(event|skip|voiceEvent)$/), ...rows.map((row) => found([row], /^event$/)), rows];
  return [...new Set(strings(named.flat()))].filter((name) => events[name] !== undefined && !events[name].quiet);
}

/** List that a row's event is offered in → the event that reads it again; a row that changed is told there. */
function reread({ screen }: Pack): ReadonlyMap<string, Names> {
  const lists = found(screen, /^blocks$/).flat() as { rowEvents?: unknown[]; event: string }[];
  const by = new Map<string, Set<string>>();
  for (const { rowEvents = [], event } of lists)
    for (const name of [...strings(rowEvents), ...strings(found(rowEvents, /^event$/))])
      by.set(name, (by.get(name) ?? new Set()).add(event));
  return by;
}

const isSuccess = ({ on }: Outcome, { call, window }: PageEvent): boolean =>
  [on].flat().some((code) => code === 'ok' || (code === 'otherwise' && call === undefined && window === undefined));

/** The ways on which an event succeeds and the visitor is told nothing, as the names of the events along them. */
function silent(pack: Pack, name: string, way: readonly string[] = []): string[] {
  const event = pack.events[name];
  if (event === undefined || way.includes(name)) return [];
  const [first = name] = way;
  if (reread(pack).get(first)?.has(name)) return [];
  const shown = new Set(strings(found(pack.screen, /^(flag|flow)$/)));
  const kept = eventCalls(event).flatMap((call) => Object.keys(pack.calls[call]?.keeps ?? {}));
  const along = [...way, name];
  return event.outcomes.flatMap((outcome) => {
    if (!isSuccess(outcome, event) && !(event.quiet && way.length > 0)) return [];
    if ('go' in outcome || 'leave' in outcome || 'state' in outcome || 'says' in outcome) return [];
    if (outcome.do?.some(({ action }) => SEEN.includes(action))) return [];
    if ([...Object.keys(outcome.set ?? {}), ...kept].some((each) => shown.has(each))) return [];
    return 'then' in outcome ? silent(pack, outcome.then, along) : [along.join(' > ')];
  });
}

test('over every screen of every line', async () => {
  const wrong: string[] = [];
  let walked = 0;
  for (const [line, { languages }] of Object.entries(await compiledLines()))
    for (const { pack } of Object.values(languages.en?.screens ?? {}))
      for (const name of pressed(pack)) {
        walked += 1;
        for (const way of silent(pack, name)) wrong.push(`${line} ${pack.id}: ${way}`);
      }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(7 * 60);
}, 120_000);

test('the table sees what says nothing', async () => {
  const pack = (await compiledLines()).renderbus?.languages.en?.screens.console?.pack as Pack;
  expect(pressed(pack)).toEqual(expect.arrayContaining(['end-others', 'end-all', 'sign-out', 'unlink', 'link']));
  const [first] = pack.events['end-others']?.outcomes ?? [];
  const { says: _, ...mute } = first as Outcome & { says: string };
  const events = { ...pack.events, 'end-others': { ...pack.events['end-others'], outcomes: [mute] } } as never;
  expect(silent({ ...pack, events }, 'end-others')).not.toEqual([]);
  expect(silent(pack, 'end-others')).toEqual([]);
});
