/** What a page takes over from the browser. */
import { languageQuery } from '../engine/pick-language.ts';
import { queryFields, queryStored } from '../engine/query.ts';
import { beginAnew, keptFlow, keptTimers, keptTyped, leaveLost, markAgain, markedState, unmark } from './memory.ts';
import { type Page, queryOf } from './page.ts';
import { allFields } from './page-model.ts';

/** Query parameter of the language, and the stored keys. */
const QUERY = 'lang';
const KEY = 'language';
const FLAG = 'languageFlag';

const alive = new WeakSet<Page>();

/** Whether the form that the page arrived with is in use: the visitor types in it. */
const isInUse = (): boolean => typeof document !== 'undefined' && document.activeElement?.closest('form') != null;

/**
 * Takes over what the browser holds: the language chosen, what the address brings, what outlived a reload. Once a
 * session: by itself soon after the page is live, and before anything that a visitor does sooner.
 * @param acts whether it comes of what the visitor does with the form that is shown, which then stays
 */
export function comeAlive(page: Page, acts = false): void {
  if (alive.has(page)) return;
  alive.add(page);
  const { shell, world, model } = page;
  const query = queryOf(page);
  const { keys } = shell.stored;
  if (query[QUERY] !== undefined) storeLanguage(page);
  else honour(page);
  const { pack, values } = model.get();
  // From a provider, one comes back to the visit that one left.
  if (!('returns' in pack.screen && pack.screen.returns) && world.location.isFresh()) beginAnew(page);
  for (const [key, value] of Object.entries(queryStored(query, keys, (each) => world.store.read(each)))) {
    world.store.write(key, value);
  }
  const fields = allFields(pack);
  const typed = keptTyped(page, pack);
  const asked = Object.entries(queryFields(query, shell.stored.query)).filter(([id]) => fields.has(id));
  // What stands in the inputs already was typed last.
  const held = Object.entries(values).filter(
    ([id, value]) => value !== undefined && value !== fields.get(id)?.field.default,
  );
  const kept = { ...keptFlow(page), timers: keptTimers(page) };
  unmark(page);
  markAgain(page);
  const brought = { ...typed.values, ...Object.fromEntries(asked) };
  // What finds nothing changes nothing: the page need not be drawn again.
  model.set(({ flow, form, timers, state }) => ({
    state: markedState(page, pack) ?? state,
    flow: isEmpty(kept.flow) ? flow : { ...kept.flow, ...flow },
    proven: kept.proven,
    ...(isEmpty(kept.timers) ? {} : { timers: { ...kept.timers, ...timers }, now: world.clock.now() }),
    values: isEmpty(brought) ? values : { ...values, ...brought, ...Object.fromEntries(held) },
    form: acts || isInUse() ? form : (typed.form ?? form),
    durable: world.store.durable,
    cookies: world.cookies,
  }));
  leaveLost(page);
}

function storeLanguage({ shell, world: { store } }: Page): void {
  const { language, enums, stored } = shell;
  const write = (key: string, value: unknown): unknown =>
    value !== undefined && stored.keys[key] && store.write(key, String(value));
  write(KEY, language);
  write(FLAG, enums[FLAG]?.[language]);
}

/** The tab in use goes on in its own language, reloaded or led elsewhere, whatever another one chose meanwhile. */
export function claimLanguage(page: Page): void {
  const chosen = page.world.store.read(KEY);
  if (chosen && chosen !== page.shell.language) storeLanguage(page);
}

/**
 * A language chosen before, whose cookie is gone: the page asks for it by the address, which stores it again, and where
 * nothing can be stored at least does not come back here.
 */
function honour({ shell, world }: Page): void {
  const { location, store } = world;
  const chosen = store.read(KEY) ?? '';
  const { languages } = shell.line;
  if (chosen === shell.language || !languages.offered.includes(chosen)) return;
  const search = new URLSearchParams(location.search());
  search.set(QUERY, languageQuery(chosen, languages));
  location.go(`${location.path()}?${search}`, { replace: true, mark: location.mark() });
  location.reload();
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;
