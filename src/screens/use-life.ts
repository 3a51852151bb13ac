/** What happens by itself: the page coming alive, load events, countdowns, the address, the connection, the page's end. */
import { useEffect, useRef } from 'react';
import { adoptHeld } from '../widgets/use-field.ts';
import { claimLanguage, comeAlive } from './come-alive.ts';
import { isPlainClick } from './context.tsx';
import { flushTyped, leaveLost, unmark, WHO } from './memory.ts';
import { goTo, leadsBack, staysOffline } from './navigate.ts';
import type { Page } from './page.ts';
import { allFields, heldBy, LOAD, SEEN, whenFree } from './page-model.ts';
import { count } from './report.ts';
import { runEvent } from './run-event.ts';
import type { Screening } from './screening.ts';

/** Event that runs when another tab signed out, or in with another account. */
const ELSEWHERE = 'elsewhere';

/** Before whatever they do: a pointer comes over what it presses, which may be disabled until then. */
const PRESSES = ['click', 'keydown', 'pointerover', 'submit'];

/** Empties what must not stay on a page that is left: every secret. */
function forgetSecrets({ model }: Page): void {
  model.set(({ pack, values }) => {
    const secrets = [...allFields(pack).values()].filter(({ field }) => field.secret).map(({ id }) => [id, undefined]);
    return { unkept: undefined, values: { ...values, ...Object.fromEntries(secrets) } };
  });
}

/** Fills empty fields that remember something. */
function recall({ model, world }: Page): void {
  const { pack, values } = model.get();
  const found = [...allFields(pack).values()].flatMap(({ id, field }): [string, string][] => {
    const kept =
      field.remembered === undefined || values[id] !== undefined ? undefined : world.store.read(field.remembered);
    return kept === undefined ? [] : [[id, kept]];
  });
  if (found.length > 0) model.set({ values: { ...values, ...Object.fromEntries(found) } });
}

/** @param first the screen was just shown, and counts. */
async function runLoad(page: Page, first = false): Promise<void> {
  const { model, world } = page;
  const { pack } = model.get();
  if (leadsBack(page)) return;
  if (first) countShown(page);
  recall(page);
  if (pack.screen.carriesToken) world.location.hideSearch();
  const load = pack.events[LOAD];
  if (load === undefined) return;
  // A visitor may have been quicker than the page.
  if (!load.quiet && heldBy(model.get()) !== undefined) await whenFree(model);
  if (model.get().pack === pack) await runEvent(page, LOAD);
}

/** Counts the screen as shown, once it can be used. */
function countShown(page: Page): void {
  const { pack } = page.model.get();
  const { funnel } = pack.screen;
  if (funnel === undefined) return;
  page.world.clock.after(0, () => {
    if (page.model.get().pack === pack) void count(page, funnel);
  });
}

/** Whether a click on a link, which nothing of the page has taken, loads another page in the place of this one. */
const leavesByLink = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  isPlainClick(event) &&
  (event.target as Element).closest('a[href]:not([href^="#"])') !== null;

/** @param wanted screen of the present address; undefined for an address without one. */
export function useLife({ page, state }: Screening, wanted: string | undefined): void {
  const { model, world, preview } = page;
  const shown = useRef(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per screen shown
  useEffect(() => {
    if (preview || shown.current === state.shown) return;
    shown.current = state.shown;
    // What a page does by itself waits until the visitor can do something.
    world.clock.soon(() => {
      comeAlive(page);
      if (model.get().shown !== state.shown) return;
      void runLoad(page, true);
    });
  }, [state.shown]);

  useEffect(() => {
    if (preview || wanted === undefined || wanted === model.get().pack.id) return;
    void goTo(page, wanted, { arrived: true });
  }, [page, model, preview, wanted]);

  useEffect(() => {
    if (preview) return;
    const run = (name: string): void => {
      if (model.get().pack.events[name] !== undefined) void runEvent(page, name);
    };
    const onClick = (event: MouseEvent): void => {
      claimLanguage(page);
      if (leavesByLink(event) && staysOffline(page)) event.preventDefault();
    };
    addEventListener('click', onClick);
    for (const type of PRESSES) addEventListener(type, adoptHeld, true);
    const stops = [
      model.subscribe(adoptHeld),
      world.http.onConnection((online) =>
        model.set(({ failure, checks }) => ({
          online,
          failure: online && failure?.code === 'offline' ? undefined : failure,
          // What could not be checked can be again: by leaving the field, or by sending the form.
          checks: online
            ? Object.fromEntries(Object.entries(checks).filter(([, check]) => check !== 'unchecked'))
            : checks,
        })),
      ),
      world.location.onPage((event) => {
        flushTyped(page);
        forgetSecrets(page);
        if (event === 'hide') return;
        model.set({ pending: undefined, pendingRow: undefined, now: world.clock.now() });
        leaveLost(page);
        void runLoad(page);
      }),
      world.store.watch(WHO, () => {
        void whenFree(model).then(() => run(ELSEWHERE));
      }),
      world.clock.onVisibility(() => {
        if (world.clock.isHidden()) return;
        claimLanguage(page);
        run(SEEN);
      }),
    ];
    return () => {
      removeEventListener('click', onClick);
      for (const stop of stops) stop();
    };
  }, [page, world, model, preview]);

  const { proven } = state;
  useEffect(() => {
    if (proven === undefined || preview) return;
    // A form that outlived its proof would be refused only once it is filled in.
    const end = proven.since + page.shell.line.limits.proofMinutes * 60_000;
    return world.clock.after(Math.max(0, end - world.clock.now()), () => {
      leaveLost(page);
      void runLoad(page);
    });
  }, [proven, page, world, preview]);

  const running = Object.values(state.timers).some((end) => end > state.now);
  useEffect(() => {
    if (!running || preview) return;
    return world.clock.every(1000, () => tick(page));
  }, [running, page, world, preview]);
}

/** Looks at the clock; a countdown that ended runs its event. One that belongs to a code tells, ended, that it was sent. */
function tick(page: Page): void {
  const { model, world, shell } = page;
  const { timers, pack, now: then } = model.get();
  // A clock that was put back makes no countdown longer.
  const now = Math.max(world.clock.now(), then + 1000);
  const ended = Object.keys(timers).filter((name) => shell.timers[name] && (timers[name] as number) <= now);
  model.set({ now, timers: Object.fromEntries(Object.entries(timers).filter(([name]) => !ended.includes(name))) });
  unmark(page, now);
  for (const name of ended) {
    const event = shell.timers[name]?.event;
    if (event !== undefined && pack.events[event] !== undefined) void runEvent(page, event);
  }
}
