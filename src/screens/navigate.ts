/** Going between the screens of a line: only the other screen's pack and its validators are fetched. */
import { ALERT } from '../engine/failures.ts';
import { cleanValue, type FieldValue, validatorsOf } from '../engine/form-schema.ts';
import { ownProperty } from '../engine/own-property.ts';
import type { Pack } from '../engine/pack.ts';
import { loadBundles, rareModule } from './bundles.ts';
import { comeAlive } from './come-alive.ts';
import {
  fitProofs,
  forgetTyped,
  isKeepable,
  keepFlow,
  keepTyped,
  keptTyped,
  leaveFlow,
  markedState,
  stateMark,
} from './memory.ts';
import { type Page, pathOf, queryOf, shownData, textsOf } from './page.ts';
import { allFields, arrive, followed, type Said } from './page-model.ts';

export interface GoOptions {
  readonly state?: string | undefined;
  /** What is said there. */
  readonly said?: Said | undefined;
  /** Names of fields and flow values brought along. */
  readonly with?: readonly string[] | undefined;
  /** Parameters of the present address that travel on in the new one. */
  readonly query?: readonly string[] | undefined;
  /** The screen left did its work: what was typed on it is forgotten. */
  readonly done?: boolean;
  /** The service was asked for something, and answered. */
  readonly asked?: boolean | undefined;
  /** The address is already the new one (the back button). */
  readonly arrived?: boolean;
  /** Takes the place of the present screen in the history: the page went on by itself. */
  readonly instead?: boolean;
}

const packs = new WeakMap<Page, Map<string, Promise<LoadedScreen>>>();

export interface LoadedScreen {
  readonly pack: Pack;
  readonly validators: Readonly<Record<string, unknown>>;
}

/** Loads the validators of a pack's forms. Rejects when one cannot be loaded. */
export async function loadValidators({ world }: Pick<Page, 'world'>, pack: Pack): Promise<LoadedScreen['validators']> {
  const loaded = validatorsOf(pack).map(async ([name, address]): Promise<[string, unknown]> => {
    return [name, (await world.scripts.module(address)).default];
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/** Loads a screen once per visit; a failed load is tried again the next time. */
export function loadScreen(page: Page, id: string): Promise<LoadedScreen> {
  let known = packs.get(page);
  if (known === undefined) {
    known = new Map();
    packs.set(page, known);
  }
  let loading = known.get(id);
  if (loading === undefined) {
    const { line, packs: stem } = page.shell;
    loading =
      line.routes[id] === undefined
        ? Promise.reject(new Error(`No screen is named ${id}.`))
        : page.world.scripts.data(`${stem}${id}.json`).then(async (data) => {
            const pack = data as Pack;
            const [validators] = await Promise.all([loadValidators(page, pack), loadBundles(pack)]);
            return { pack, validators };
          });
    known.set(id, loading);
    loading.catch(() => known.delete(id));
  }
  return loading;
}

/** Values carried along: what the fields hold, secrets excepted, else what a failure or the flow says by these names. */
function carried(page: Page, names: readonly string[]): Record<string, unknown> {
  const { pack, values, flow, failureFlags } = page.model.get();
  const fields = allFields(pack);
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields.get(name);
    const typed = field?.field.secret ? undefined : cleanValue(field, values[name]);
    const value = typed ?? failureFlags[name] ?? flow[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The parameters of these names that the address carried at arrival, as a query. */
function searchOf(page: Page, names: readonly string[]): string {
  const query = queryOf(page);
  const search = new URLSearchParams();
  for (const name of names) {
    const value = ownProperty(query, name);
    if (value !== undefined) search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Something that the page itself says above the form. */
const alertOf = (code: string, key: string) => ({
  failure: { code, shows: 'alert', key, params: {}, entry: ALERT, unknown: false } as const,
});

/**
 * Whether a page without a connection stays: the browser would show its own error in place of what was typed. It says so, and
 * the visitor can press again.
 */
export function staysOffline({ model }: Page): boolean {
  const { online } = model.get();
  if (!online) model.set(alertOf('offline', 'errors.offline'));
  return !online;
}

/** What is said where the browser takes no cookies, and on a press once more. */
export const BARRED = 'frame.no-cookies';

/** Whether a form is not sent, since the browser takes no cookies: codes and mails would go out, and nothing could come of them. */
export function staysBarred({ model }: Page): boolean {
  const { cookies, pack } = model.get();
  const isBarred = !cookies && pack.screen.kind === 'form';
  if (isBarred) model.set(alertOf('cookies', BARRED));
  return isBarred;
}

/** The latest way taken to another screen: of two at a time, only the later arrives. */
const turns = new WeakMap<Page, symbol>();

/**
 * Shows another screen. When its parts cannot be loaded, the browser loads its page instead.
 * @returns whether the visitor leaves the present screen.
 */
export async function goTo(page: Page, screen: string, options: GoOptions = {}): Promise<boolean> {
  const { world, model, shell } = page;
  const path = options.arrived ? world.location.path() : pathOf(shell, screen);
  if (path === undefined) throw new Error(`No route leads to ${screen}.`);
  // A frame shows the screen that others may frame, and no other: forms above all stand in a window with an address.
  if (world.opener.framed) {
    world.location.openWindow(path + world.location.search());
    return false;
  }
  comeAlive(page);
  const address = path + searchOf(page, options.query ?? []);
  const brought = carried(page, options.with ?? []);
  const { pack, proven } = model.get();
  const { id: from, screen: left } = pack;
  // A flow goes on where a proof is brought along, and among the entries of the history that it made.
  const goesOn = options.arrived
    ? proven?.mark === world.location.mark()
    : shell.proofs.some((name) => brought[name] !== undefined && brought[name] !== '');
  const takeAlong = (next?: Pack): void => {
    const pages = next && followed(next);
    if (pages && !options.arrived) rareModule().takeFields(page, shownData(page, model.get()), isKeepable);
    else {
      // A page that could not be loaded may be a form's next.
      if (options.done && (next || options.asked))
        for (const each of [from, ...(proven?.pages ?? [])]) forgetTyped(page, each);
      if (!goesOn) leaveFlow(page);
      // Back on an earlier page, or elsewhere: what is sent is what is typed from here on.
      if (!pages) model.set({ unkept: undefined });
    }
    model.set(({ flow }) => ({ flow: { ...flow, ...brought } }));
    keepFlow(page);
  };
  keepTyped(page);

  const turn = Symbol(screen);
  turns.set(page, turn);
  let loaded: LoadedScreen;
  try {
    loaded = await loadScreen(page, screen);
  } catch {
    if (!options.asked && !options.arrived && staysOffline(page)) return false;
    takeAlong();
    world.location.leave(address);
    return true;
  }
  // Somebody who went elsewhere while this one was fetched is not called back.
  if (turns.get(page) !== turn) return false;
  takeAlong(loaded.pack);
  const typed = keptTyped(page, loaded.pack);
  const fields = allFields(loaded.pack);
  const filled = Object.entries(brought).filter(([name]) => fields.has(name)) as [string, FieldValue][];
  const next = arrive(loaded.pack, loaded.validators, model.get(), {
    state: options.state ?? (options.arrived ? markedState(page, loaded.pack) : undefined),
    said: options.said,
    values: { ...typed.values, ...Object.fromEntries(filled) },
  });
  model.set({ ...next, now: world.clock.now(), ...(typed.form === undefined ? {} : { form: typed.form }) });
  fitProofs(page);
  // A page that only passes visitors on is no place to come back to.
  if (!options.arrived)
    world.location.go(address, {
      replace: left.kind === 'transit' || options.instead === true,
      mark: followed(loaded.pack) || goesOn ? model.get().proven?.mark : stateMark(page, options.state),
    });
  keepFlow(page);
  world.location.setTitle(titleOf(page, loaded.pack));
  return true;
}

/** The page that this one goes on from, where nothing came from there, or a secret is lost. */
export function pageBefore({ model }: Page): string | undefined {
  const { pack, proven, unkept } = model.get();
  return proven?.pages && (unkept || !proven.secret) ? undefined : followed(pack);
}

/** Leads there. Returns whether it does. */
export function leadsBack(page: Page): boolean {
  const before = pageBefore(page);
  if (!before) return false;
  void goTo(page, before, { instead: true });
  return true;
}

/** The page's title; `screen` is what its screen is called. */
export function titleOf(page: Pick<Page, 'shell' | 'production'>, pack: Pack, screen = pack.title): string {
  const texts = textsOf(page, pack);
  return texts.text('frame.title', { screen, brand: texts.text('line.brand') });
}
