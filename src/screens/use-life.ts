/** What happens by itself: the page coming alive, load events, countdowns, the address, the connection, the page's end. */
import { useEffect, useRef } from 'react';
import { queryFields, queryStored } from '../engine/query.ts';
import type { Screening } from './context.tsx';
import { flushTyped, keptFlow, keptTimers, keptTyped } from './memory.ts';
import { goTo } from './navigate.ts';
import { count } from './report.ts';
import { runEvent } from './run-event.ts';
import { queryOf, type Session } from './session.ts';
import { allFields, LOAD } from './visit.ts';

/** Event that runs when another tab signed out, or in with another account; the stored key that tells. */
const ELSEWHERE = { event: 'elsewhere', key: 'userId' } as const;
/** Query parameter and stored keys of the language. */
const LANGUAGE = { query: 'lang', key: 'language', flag: 'languageFlag' } as const;

/** Takes over what the browser holds: the language chosen, what the address brings, what outlived a reload. */
export function comeAlive(session: Session): void {
  const { shell, world, visit } = session;
  const query = queryOf(session);
  const { keys } = shell.stored;
  const write = (key: string, value: unknown): void => {
    if (value !== undefined && keys[key] !== undefined) world.store.write(key, String(value));
  };
  if (query[LANGUAGE.query] !== undefined) {
    write(LANGUAGE.key, shell.language);
    write(LANGUAGE.flag, shell.enums[LANGUAGE.flag]?.[shell.language]);
  }
  for (const [key, value] of Object.entries(queryStored(query, keys, (each) => world.store.read(each)))) {
    world.store.write(key, value);
  }
  const { pack, values } = visit.get();
  const fields = allFields(pack);
  unmarkEnded(session);
  const typed = keptTyped(session, pack);
  const asked = Object.entries(queryFields(query, shell.stored.query)).filter(([id]) => fields.has(id));
  // What stands in the inputs already was typed last.
  const held = Object.entries(values).filter(
    ([id, value]) => value !== undefined && value !== fields.get(id)?.field.default,
  );
  const kept = { flow: keptFlow(session), timers: keptTimers(session) };
  const brought = { ...typed.values, ...Object.fromEntries(asked) };
  // What finds nothing changes nothing: the page need not be drawn again.
  visit.set(({ flow, form, timers }) => ({
    flow: isEmpty(kept.flow) ? flow : { ...kept.flow, ...flow },
    ...(isEmpty(kept.timers) ? {} : { timers: { ...kept.timers, ...timers }, now: world.clock.now() }),
    values: isEmpty(brought) ? values : { ...values, ...brought, ...Object.fromEntries(held) },
    form: typed.form ?? form,
    durable: world.store.durable,
    cookies: world.cookies,
  }));
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** Removes the stored marks of countdowns that ended while no page looked. */
function unmarkEnded(session: Session): void {
  const { shell, world } = session;
  const running = keptTimers(session);
  for (const [name, { marks }] of Object.entries(shell.timers)) {
    if (marks !== undefined && running[name] === undefined) world.store.remove(marks);
  }
}

/** Empties what must not stay on a page that is left: every secret. */
function forgetSecrets({ visit }: Session): void {
  visit.set(({ pack, values }) => {
    const secrets = [...allFields(pack).values()].filter(({ field }) => field.secret).map(({ id }) => [id, undefined]);
    return { values: { ...values, ...Object.fromEntries(secrets) } };
  });
}

/** Fills empty fields that remember something. */
function recall({ visit, world }: Session): void {
  const { pack, values } = visit.get();
  const found = [...allFields(pack).values()].flatMap(({ id, field }): [string, string][] => {
    const kept =
      field.remembered === undefined || values[id] !== undefined ? undefined : world.store.read(field.remembered);
    return kept === undefined ? [] : [[id, kept]];
  });
  if (found.length > 0) visit.set({ values: { ...values, ...Object.fromEntries(found) } });
}

function runLoad(session: Session): void {
  const { pack } = session.visit.get();
  recall(session);
  if (pack.screen.carriesToken) session.world.location.hideSearch();
  if (pack.events[LOAD] !== undefined) void runEvent(session, LOAD);
}

/** Counts the screen as shown, once it can be used. */
function countShown(session: Session): void {
  const { pack } = session.visit.get();
  const { funnel } = pack.screen;
  if (funnel === undefined) return;
  session.world.clock.after(0, () => {
    if (session.visit.get().pack === pack) void count(session, funnel);
  });
}

/** @param wanted screen of the present address; undefined for an address without one. */
export function useLife({ session, state }: Screening, wanted: string | undefined): void {
  const { visit, world, preview } = session;
  const alive = useRef(false);
  const shown = useRef(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per screen shown
  useEffect(() => {
    if (preview || shown.current === state.shown) return;
    shown.current = state.shown;
    // What a page does by itself waits until the visitor can do something.
    world.clock.soon(() => {
      if (!alive.current) {
        alive.current = true;
        comeAlive(session);
      }
      if (visit.get().shown !== state.shown) return;
      runLoad(session);
      countShown(session);
    });
  }, [state.shown]);

  useEffect(() => {
    if (preview || wanted === undefined || wanted === visit.get().pack.id) return;
    void goTo(session, wanted, { arrived: true });
  }, [session, visit, preview, wanted]);

  useEffect(() => {
    if (preview) return;
    const stops = [
      world.http.onConnection((online) => visit.set({ online })),
      world.location.onPage((event) => {
        flushTyped(session);
        forgetSecrets(session);
        if (event === 'hide') return;
        visit.set({ pending: undefined, pendingRow: undefined, now: world.clock.now() });
        runLoad(session);
      }),
      world.store.watch(ELSEWHERE.key, () => {
        if (visit.get().pack.events[ELSEWHERE.event] !== undefined) void runEvent(session, ELSEWHERE.event);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, world, visit, preview]);

  const running = Object.values(state.timers).some((end) => end > state.now);
  useEffect(() => {
    if (!running || preview) return;
    return world.clock.every(1000, () => tick(session));
  }, [running, session, world, preview]);
}

/** Looks at the clock; a countdown that ended runs its event. */
function tick(session: Session): void {
  const { visit, world, shell } = session;
  const now = world.clock.now();
  const { timers, pack } = visit.get();
  const ended = Object.keys(timers).filter((name) => (timers[name] as number) <= now);
  visit.set({ now, timers: Object.fromEntries(Object.entries(timers).filter(([name]) => !ended.includes(name))) });
  for (const name of ended) {
    const { event, marks } = shell.timers[name] ?? {};
    if (marks !== undefined) world.store.remove(marks);
    if (event !== undefined && pack.events[event] !== undefined) void runEvent(session, event);
  }
}
