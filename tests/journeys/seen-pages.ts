/**
 * Which pages a journey saw, as inputs of its file (tests/inputs.cjs): what the compiler made of each line it came to,
 * and of each screen it was shown. So a sentence of another screen does not ask for the journey again.
 */
import type { Browser, Response } from 'playwright-core';
import type { ResolvedLine } from '../../src/tools/resolve.ts';

declare global {
  /** Of the test environment; absent where nobody keeps what tests came to. */
  var foyerInputs: { note(input: string): void; quietly<T>(work: () => T): T } | undefined;
}

const COMPILED = '.cache/compiled-lines';
/** A screen's texts and rules, fetched by a page that goes there. */
const PACK = /^\/assets\/pack-[0-9a-f]+-(.+)\.json$/;
const CATALOGUE = /^\/assets\/catalogue-/;

const note = (input: string): void => globalThis.foyerInputs?.note(input);

/** Reads without being told of, since what matters of it is noted otherwise. */
export const quietly = <T>(work: () => T): T => globalThis.foyerInputs?.quietly(work) ?? work();

/** The line with all that its pages share. Servers of journeys run all of `src`. */
function noteLine({ name, line }: ResolvedLine): void {
  note('sources:');
  note('tree:schemas');
  note(`tree:${COMPILED}/${name}/server`);
  for (const language of line.languages.offered) note(`tree:${COMPILED}/${name}/languages/${language}/shell`);
  for (const layer of ['_base', line.extends ?? '', name].filter((each) => each !== '')) {
    for (const part of ['theme.json', 'assets', 'register-static']) note(`tree:lines/${layer}/${part}`);
  }
}

function noteScreen({ name, line }: ResolvedLine, screen: string): void {
  for (const language of line.languages.offered)
    note(`tree:${COMPILED}/${name}/languages/${language}/screens/${screen}.json`);
}

/** Every sentence of an error, fetched where a service answers a code that the page has no sentence of. */
function noteCatalogues({ name, line }: ResolvedLine): void {
  for (const language of line.languages.offered)
    note(`tree:${COMPILED}/${name}/files/catalogue-${name}-${language}.json.json`);
}

function noteResponse(lines: Readonly<Record<string, ResolvedLine>>, response: Response): void {
  const { hostname, pathname } = new URL(response.url());
  const found = Object.values(lines).find(
    ({ name, line }) => hostname === `${name}.localhost` || line.hosts.includes(hostname),
  );
  if (found === undefined) return;
  const pack = PACK.exec(pathname)?.[1];
  const isPage = response.request().resourceType() === 'document';
  if (pack !== undefined || isPage) noteLine(found);
  if (pack !== undefined) noteScreen(found, pack);
  if (CATALOGUE.test(pathname)) noteCatalogues(found);
  if (!isPage) return;
  const routes = Object.entries(found.line.routes);
  const screens = routes.filter(([, addresses]) => addresses?.includes(pathname));
  for (const [screen] of screens.length > 0 ? screens : [['not-found']]) noteScreen(found, String(screen));
}

/** Notes every page of every context that the browser opens from now on. */
export function watchPages(browser: Browser, lines: () => Promise<Readonly<Record<string, ResolvedLine>>>): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const known = await lines();
    const context = await open(options);
    context.on('response', (response) => noteResponse(known, response));
    return context;
  };
  return browser;
}
