/** What outlives a reload: flow values, countdowns, and what was typed, never a secret. */
import { scalars } from '../engine/failures.ts';
import type { FieldValues } from '../engine/form-schema.ts';
import type { Pack, Scalar } from '../engine/pack.ts';
import { type Page, SPENT, sumOf, timerKey } from './page.ts';
import { allFields, LOAD, type PageState, type Proven, tabsOf } from './page-model.ts';

/** What the flow is kept under. */
export const FLOW = 'flow';
const TIMERS = 'timers';
const typedName = (screen: string): string => `typed:${screen}`;

/** Stored key that names who is signed in. */
export const WHO = 'userId';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Keeps something in the name of whoever is signed in. */
function keepOwn({ world: { store } }: Page, name: string, values: object): void {
  store.keep(name, { ...values, of: store.read(WHO) });
}

/** What was kept; nothing of what was kept in the name of somebody who is no longer the one signed in. */
function keptOwn({ world: { store } }: Pick<Page, 'world'>, name: string): Record<string, unknown> {
  const kept = store.kept(name);
  return isRecord(kept) && (kept.of === undefined || kept.of === store.read(WHO)) ? kept : {};
}

/** Whether a field's content may be kept: secrets and one-time codes are not. */
export function isKeepable(pack: Pack, id: string): boolean {
  const field = allFields(pack).get(id)?.field;
  return field !== undefined && field.secret !== true && field.autocomplete !== 'one-time-code';
}

/** Keeps the flow values of this visit. Lists are read again instead, but for those that a proof came with. */
export function keepFlow(page: Page): void {
  const { world, model } = page;
  const { flow, pack, proven } = model.get();
  const fields = allFields(pack);
  const all = { ...scalars(flow), ...pick(flow, proven?.names ?? []) };
  const values = Object.fromEntries(Object.entries(all).filter(([name]) => fields.get(name)?.field.secret !== true));
  const { location } = world;
  keepOwn(page, FLOW, {
    at: world.clock.now(),
    path: location.path(),
    mark: proven?.mark ?? location.mark(),
    values,
    proven,
  });
}

/**
 * Mark of the history's entry of a notice that a step led to: a reload and Back show the same state again, to whom it was
 * shown. Of who is signed in it holds a small sum.
 */
export const stateMark = ({ world }: Pick<Page, 'world'>, state: string | undefined): string | undefined =>
  state && `=${state} ${sumOf(world.store.read(WHO) ?? '')}`;

/** The state that this entry's mark names, of a notice that does not ask the service by itself what to show. */
export function markedState({ world }: Pick<Page, 'world'>, { screen, events }: Pack): string | undefined {
  const mark = world.location.mark();
  if (screen.kind !== 'notice' || events[LOAD] !== undefined) return undefined;
  return Object.keys(screen.states).find((state) => mark === stateMark({ world }, state));
}

const pick = (flow: PageState['flow'], names: readonly string[]): PageState['flow'] =>
  Object.fromEntries(Object.entries(flow).filter(([name]) => names.includes(name)));

/** What was kept of the flow, unless it is as old as a session can be (a tab restored the next day starts afresh). */
export function keptFlow(page: Page): Pick<PageState, 'flow' | 'proven'> {
  const { world, shell } = page;
  const { at, values, proven } = keptOwn(page, FLOW);
  const fresh =
    typeof at === 'number' && isRecord(values) && world.clock.now() - at <= shell.line.limits.sessionHours * 3_600_000;
  return fresh ? { flow: values, proven: proven as Proven | undefined } : { flow: {}, proven: undefined };
}

/** The visit begins anew: where the one before was to come back to is no concern of this one's. */
export function beginAnew(page: Page): void {
  const { store } = page.world;
  for (const [key, { visit }] of Object.entries(page.shell.stored.keys)) if (visit) store.remove(key);
  const kept = keptOwn(page, FLOW);
  store.keep(FLOW, { ...kept, values: { ...(kept.values as object), returnTo: undefined } });
}

/** Marks the present entry of the history again, where something was kept at its path and the browser has forgotten. */
export function markAgain(page: Page): void {
  const { location } = page.world;
  const { path, mark } = keptOwn(page, FLOW);
  if (typeof mark === 'string' && location.isForgotten() && path === location.path()) location.mark(mark);
}

/** Forgets what was proven, and all that came with it. */
export function leaveFlow(page: Page): void {
  const { model, world, shell } = page;
  const { proven, flow, pack } = model.get();
  if (proven === undefined) return;
  const left = Object.keys(flow).filter((name) => !proven.names.includes(name));
  model.set({ proven: undefined, flow: pick(flow, left) });
  // What a notice says of it is for its load event to say anew.
  if (pack.screen.kind === 'notice' && pack.events[LOAD] !== undefined) model.set({ state: pack.screen.initial });
  for (const name of shell.proofs) if (shell.stored.keys[name]) world.store.remove(name);
  keepFlow(page);
}

/** Flow value: the phone or mailbox that was proven, while its field holds another one. */
const OTHER = 'provenContact';

/**
 * Another phone is not the one that was proven: what proves that one is put away while its field holds something else, and is
 * back with the very number. The flow goes on.
 * @param touched fields that were changed
 */
export function fitProofs(page: Page, touched: readonly string[] = []): void {
  const { values, proven, flow } = page.model.get();
  for (const [id, target] of Object.entries(proven?.targets ?? {})) {
    const { value, proofs, away } = target;
    const isIt = values[id] === value;
    if (isIt ? away === undefined : away !== undefined || !touched.includes(id)) continue;
    const rest = Object.fromEntries(Object.entries(flow).filter(([name]) => name !== OTHER && !proofs.includes(name)));
    page.model.set({
      flow: isIt ? { ...rest, ...away } : { ...rest, [OTHER]: value },
      proven: {
        ...(proven as Proven),
        names: [...new Set([...(proven?.names ?? []), OTHER])],
        targets: { ...proven?.targets, [id]: { value, proofs, ...(!isIt && { away: pick(flow, proofs) }) } },
      },
    });
    keepFlow(page);
  }
}

/** The same where the flow was left already: this entry of the history is none of its, another page came, or it took too long. */
export function leaveLost(page: Page): void {
  const { model, world, shell } = page;
  const { proven } = model.get();
  if (
    proven !== undefined &&
    (proven.mark !== world.location.mark() ||
      proven.mark !== keptFlow(page).proven?.mark ||
      world.clock.now() >= proven.since + shell.line.limits.proofMinutes * 60_000)
  )
    leaveFlow(page);
}

const writing = new WeakMap<Page, () => void>();

/** ms: a store that is written for every key delays what the key shows. */
const PAUSE = 300;

/** Keeps what the fields hold a moment later; `flushTyped` does so at once. */
export function keepTypedSoon(page: Page): void {
  if (!writing.has(page))
    writing.set(
      page,
      page.world.clock.after(PAUSE, () => keepTyped(page)),
    );
}

/** Keeps what `keepTypedSoon` has not kept yet: the page is left. */
export function flushTyped(page: Page): void {
  if (writing.has(page)) keepTyped(page);
}

function cancelWriting(page: Page): void {
  writing.get(page)?.();
  writing.delete(page);
}

/** Keeps what the fields of the present screen hold, and which form is selected. */
export function keepTyped(page: Page): void {
  cancelWriting(page);
  const { pack, values, form } = page.model.get();
  if (Object.keys(pack.forms).length === 0) return;
  const kept = Object.fromEntries(
    Object.entries(values).filter(([id, value]) => value !== undefined && isKeepable(pack, id)),
  );
  keepOwn(page, typedName(pack.id), { form, values: kept });
}

/** Forgets what was typed on a screen: it did its work. */
export function forgetTyped(page: Page, screen: string): void {
  cancelWriting(page);
  page.world.store.keep(typedName(screen), undefined);
}

/** What was typed on a screen, as far as its fields still take it. */
export function keptTyped(page: Page, pack: Pack): { form?: string; values: FieldValues } {
  const kept = keptOwn(page, typedName(pack.id));
  if (!isRecord(kept.values)) return { values: {} };
  const values: Record<string, Scalar | readonly Scalar[]> = {};
  for (const [id, value] of Object.entries(kept.values)) {
    const type = allFields(pack).get(id)?.field.rule.type;
    if (!isKeepable(pack, id)) continue;
    if (Array.isArray(value) ? type === 'array' : typeof value === type) values[id] = value as Scalar;
  }
  const form = tabsOf(pack).find((each) => each === kept.form);
  return { values, ...(form === undefined ? {} : { form }) };
}

/** The countdown that is kept by this key; see `timerKey`. */
const timerOf = ({ shell }: Pick<Page, 'shell'>, key: string) => shell.timers[key.split(' ')[0] as string];

/** The code that a field sent is of no more use to whom it went: kept by the end of its countdown, for the next code has another. */
export function spendCode(page: Page, field: string): void {
  page.model.set((state) => {
    const key = timerKey(state, allFields(state.pack).get(field)?.field.send?.timer ?? '');
    const end = state.timers[key];
    return end === undefined ? {} : { timers: { ...state.timers, [key + SPENT]: end } };
  });
  keepTimers(page);
}

/** Keeps the countdowns that survive a reload. */
export function keepTimers(page: Page): void {
  const { timers } = page.model.get();
  const stored = Object.entries(timers).filter(([key]) => timerOf(page, key)?.stored);
  page.world.store.keep(TIMERS, Object.fromEntries(stored));
}

/** Countdowns that are still running, or whose code is still good: to whom it went, more can be offered. */
export function keptTimers(page: Pick<Page, 'world' | 'shell'>): Readonly<Record<string, number>> {
  const { world, shell } = page;
  const kept = world.store.kept(TIMERS);
  if (!isRecord(kept)) return {};
  const now = world.clock.now();
  const since = now - shell.line.limits.codeMinutes * 60_000;
  const good = Object.entries(kept).filter(
    ([key, end]) => timerOf(page, key) !== undefined && typeof end === 'number' && end > since,
  ) as [string, number][];
  // The clock may have been put back since.
  const latest = (key: string): number =>
    now + Number(shell.line.limits[timerOf(page, key)?.limit as 'resendSeconds']) * 1000;
  return Object.fromEntries(good.map(([key, end]) => [key, Math.min(end, latest(key))]));
}

/** Removes the stored marks of countdowns that ended, perhaps while no page looked. */
export function unmark({ shell, world }: Page, now = world.clock.now()): void {
  for (const { marks } of Object.values(shell.timers))
    if (marks !== undefined && Number(world.store.read(marks)) <= now) world.store.remove(marks);
}
