/**
 * A page without a browser: what its form was posted with goes the way that the page's script would take, by the same
 * flow, over calls that the server answers itself. It decides nothing; the flow file does.
 */
import { randomUUID } from 'node:crypto';
import { createClock } from '../browser/clock.ts';
import { type Http, type HttpRequest, readEnvelope } from '../browser/http.ts';
import { createMemoryLocation } from '../browser/location.ts';
import { createStore } from '../browser/storage.ts';
import { createMemoryWorld } from '../browser/world.ts';
import { type Failure, faultKey } from '../engine/failures.ts';
import type { Catalogue, Shell } from '../engine/pack.ts';
import { comeAlive } from '../screens/come-alive.ts';
import { isKeepable, keepTyped, leaveFlow } from '../screens/memory.ts';
import { goTo, type LoadedScreen, pageBefore } from '../screens/navigate.ts';
import { type Page, pathOf, textsOf } from '../screens/page.ts';
import { arrive, createPageModel, firstForm, followed, LOAD, type PageState } from '../screens/page-model.ts';
import { runEvent } from '../screens/run-event.ts';
import { faultsOf } from '../screens/validate.ts';
import { PLAIN_FLOW } from '../server/http/plain.ts';
import type { Posted, PostedPage, Visit } from '../server/http/renderer.ts';
import { openStore } from './open-store.ts';
import { listsOf } from './plain-notice.tsx';
import { knowWhose, press } from './plain-press.ts';

/** ms that calls are waited for which nobody else waits for. */
const PATIENCE = 2000;

/** Screens that lead on by themselves, one after the other. */
const MOST_SCREENS = 3;

export interface HeadlessOptions {
  readonly shell: Shell;
  readonly screen: LoadedScreen;
  readonly request: PostedPage;
  /** Loads another screen's pack, or the catalogue, by its address. */
  readonly data: (address: string) => Promise<unknown>;
  readonly module: (address: string) => Promise<unknown>;
  /** Makes a call for the visitor; gives the envelope's text. */
  readonly call: (request: HttpRequest) => Promise<string>;
}

/** A state without what must not wait anywhere: secrets, one-time codes, and what a page that is drawn again has anew. */
function kept(page: Page): Visit['state'] {
  const state = page.model.get();
  const { pack, validators: _, captcha: __, unkept: ___, pending: ____, ...rest } = state;
  const values = Object.entries(state.values).filter(([id]) => isKeepable(pack, id));
  // A secret that was there is not missing: it is asked for again without a word.
  const isGone = (id: string): boolean => state.values[id] !== undefined && !values.some(([kept]) => kept === id);
  // What was wrong with it is said all the same.
  const { has } = textsOf(page, pack);
  const faults = faultsOf(page, state).filter(({ field }) => isGone(field) && state.left.includes(field));
  const said = faults.map((fault): [string, Failure] => {
    const entry = { shows: 'field', field: fault.field } as const;
    return [fault.field, { ...entry, code: '', key: faultKey(fault, has), params: {}, entry, unknown: false }];
  });
  return {
    ...rest,
    values: Object.fromEntries(values),
    left: state.left.filter((id) => !isGone(id)),
    fieldFailures: { ...Object.fromEntries(said), ...state.fieldFailures },
  };
}

/**
 * Runs what was pressed on the screen's page with what was posted: the form itself, or a button. The page of a form that is
 * nobody's account's leads on as it opens when somebody is signed in; it was open all the same, and what was entered counts.
 */
export async function runForm(options: HeadlessOptions): Promise<Posted> {
  return (await run(options, true)) ?? ((await run(options, false)) as Posted);
}

/** @param opens whether the screen does first what it does as it opens; undefined when that leads away from it */
async function run(options: HeadlessOptions, opens: boolean): Promise<Posted | undefined> {
  const { screen, request, data, module, call } = options;
  // A page learns sentences as it goes; other pages are drawn from the same parts.
  const shell = structuredClone(options.shell);
  const { address, origin, cookies, visit } = request;
  const session = openStore(visit?.session ?? {});
  const local = openStore(visit?.local ?? {});
  const written = new Map<string, { readonly value: string; readonly days: number }>();
  const memory = createMemoryWorld({ keys: shell.stored.keys, address });
  // What was kept at this path belongs to this page: a browser would know it by its history.
  const location = createMemoryLocation(address, origin, visit !== undefined);
  const under = new Set<Promise<unknown>>();
  const http: Http = {
    async send(asked) {
      const answer = call(asked).then(readEnvelope, () => ({ kind: 'offline' }) as const);
      under.add(answer);
      const result = await answer;
      under.delete(answer);
      return result;
    },
    onConnection: () => () => undefined,
  };
  const now = () => Date.now();
  const page: Page = {
    shell,
    world: {
      ...memory,
      http,
      clock: createClock({ visibilityState: 'visible' } as Document),
      location,
      scripts: { module: async (at) => ({ default: await module(at) }), data },
      store: createStore({
        keys: shell.stored.keys,
        local,
        session,
        cookies: {
          get: (name) => written.get(name)?.value ?? cookies[name],
          set: (name, value, days) => void written.set(name, { value, days }),
        },
        now,
      }),
      randomId: randomUUID,
    },
    model: createPageModel(arrive(screen.pack, screen.validators)),
    production: true,
    preview: false,
  };
  const { model } = page;
  let needs: Visit['needs'];
  // A captcha needs the page's script. Nobody gets round it here: it counts as closed.
  model.subscribe(() => {
    const { captcha } = model.get();
    if (captcha === undefined) return;
    needs = 'captcha';
    queueMicrotask(() => captcha.answer(undefined));
  });
  const settle = async (): Promise<void> => {
    const end = now() + PATIENCE;
    for (;;) {
      // What was begun is sent a moment later, and what an answer fills in comes a moment after it.
      await new Promise((next) => setImmediate(next));
      if (under.size === 0 || now() >= end) return;
      await Promise.race([...under, new Promise((next) => setTimeout(next, PATIENCE).unref())]);
    }
  };
  const isHere = (): boolean => model.get().pack === screen.pack && location.left.length === 0;

  /** Reads the lists that the page shows, as they do when they appear: one may bring another. */
  const readAll = new Map<string, Set<string>>();
  const readLists = async (): Promise<void> => {
    const { id } = model.get().pack;
    const done = readAll.get(id) ?? new Set();
    readAll.set(id, done);
    for (;;) {
      const [next] = listsOf(page).filter((list) => !done.has(list.event));
      if (next === undefined || model.get().pack.id !== id) return;
      done.add(next.event);
      await runEvent(page, next.event);
      await settle();
    }
  };

  comeAlive(page);
  const sent = request.form === undefined ? undefined : new URLSearchParams(request.form);
  // A browser's last form belongs to no tab: what another tab's first page took is not sent with this one.
  if (sent && followed(screen.pack) && sent.get(PLAIN_FLOW) !== model.get().proven?.mark) leaveFlow(page);
  knowWhose(page, sent);
  const before = pageBefore(page);
  const over = sent && request.over ? { text: request.over, tone: undefined } : undefined;
  if (before !== undefined) await goTo(page, before, { instead: true, said: over });
  const { screen: kind } = screen.pack;
  const first = kind.kind === 'transit' ? kind.event : LOAD;
  if (opens && isHere() && screen.pack.events[first] !== undefined) await runEvent(page, first);
  await settle();
  const isOpen = kind.kind === 'form' && !kind.account && !kind.carriesToken;
  if (sent && opens && before === undefined && !isHere() && isOpen) return undefined;
  if (isHere()) await readLists();
  const pressed = sent && isHere() ? await press(page, sent) : {};
  await settle();
  // What a screen that was come to does by itself; one that leads on leads to another.
  let shown = screen.pack;
  for (let at = 0; at < MOST_SCREENS && shown !== model.get().pack && location.left.length === 0; at += 1) {
    shown = model.get().pack;
    // A page of links is come to under a visit of its own.
    if (kind.kind === 'transit' && shown.screen.carriesToken) break;
    if (shown.events[LOAD] !== undefined) await runEvent(page, LOAD);
    await settle();
  }
  if (location.left.length === 0) await readLists();
  const state = model.get();
  // A form that opens over its screen is shown by script alone.
  const { screen: ended } = state.pack;
  if (ended.kind === 'form' && ended.forms[state.form]?.dialog !== undefined) needs ??= 'form';
  // What a field no longer shows, such as a phone that is proven, is sent by the next post all the same.
  if (location.left.length === 0) keepTyped(page);
  const leaves = location.left.at(-1);
  return {
    ...(leaves === undefined ? {} : { leaves }),
    path: pathOf(shell, state.pack.id) ?? location.path(),
    search: location.search(),
    passes: kind.kind === 'transit',
    cookies: Object.fromEntries(written),
    visit: {
      screen: state.pack.id,
      state: kept(page),
      session: session.values(),
      local: local.values(),
      ...(needs && { needs }),
      ...pressed,
    },
  };
}

/** Countdowns of codes as a page tells them that stands still: it counts nothing, and the service says what comes too early. */
const stopped = ({ timers, now }: PageState): PageState['timers'] =>
  // What is said of a target's code has its target in its name.
  Object.fromEntries(
    Object.entries(timers).map(([name, end]) => [name, name.includes(' ') ? Math.min(end, now) : end]),
  );

/** The page as a visit left it. @param catalogue every sentence of an error, one of which it may tell */
export function visitedPage(
  opened: Shell,
  catalogue: Catalogue,
  { pack, validators }: LoadedScreen,
  visit: Visit,
): Page {
  const shell = {
    ...opened,
    errors: { ...catalogue.errors, ...opened.errors },
    messages: { ...catalogue.messages, ...opened.messages },
  };
  const state = { ...arrive(pack, validators), ...(visit.state as Partial<PageState>), pack, validators };
  // What a captcha would have let through is told as that alone.
  const failure = visit.needs === 'captcha' ? undefined : state.failure;
  // What asks for a decision over its screen stands in it; a form of that kind gives way to the screen's own.
  const shown = {
    ...state,
    timers: stopped(state),
    form: visit.needs === 'form' ? firstForm(pack) : state.form,
    failure: failure?.shows === 'dialog' ? { ...failure, shows: 'alert' as const } : failure,
  };
  return {
    shell,
    world: createMemoryWorld({ keys: shell.stored.keys, address: pathOf(shell, pack.id) ?? '/' }),
    model: createPageModel(shown),
    production: true,
    preview: false,
  };
}
