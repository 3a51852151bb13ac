/** The entry of the page: reads what the compiler embedded, wires the browser in, and takes over the prerendered screen. */
import { hydrateRoot } from 'react-dom/client';
import { LOST } from './browser/early.ts';
import { createWorld } from './browser/world.ts';
import type { Pack, Shell } from './engine/pack.ts';
import { loadBundles } from './screens/bundles.ts';
import { Live } from './screens/live.tsx';
import { loadValidators } from './screens/navigate.ts';
import type { Page } from './screens/page.ts';
import { arrive, createPageModel, type PageState } from './screens/page-model.ts';
import { report } from './screens/report.ts';

function readData<T>(id: string): T {
  const element = document.getElementById(id);
  if (element?.textContent == null) throw new Error(`The page lacks ${id}.`);
  return JSON.parse(element.textContent) as T;
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page lacks its root.');
  const shell = readData<Shell>('foyer-shell');
  const pack = readData<Pack>('foyer-pack');
  const world = createWorld({
    window,
    apiBase: shell.apiBase,
    keys: shell.stored.keys,
    load: (address) => import(address),
  });
  // Without its validators a form still works: the service judges alone.
  const [validators] = await Promise.all([
    loadValidators({ world }, pack).catch((): PageState['validators'] => ({})),
    loadBundles(pack, 'first'),
  ]);
  const page: Page = {
    shell,
    world,
    model: createPageModel(arrive(pack, validators)),
    production: process.env.NODE_ENV === 'production',
    preview: false,
  };
  const tell = (error: unknown): void => report(page, 'page-error', { message: String(error) });
  window.addEventListener('error', (event) => tell(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => tell(event.reason));
  // What the server filled in counts as typed: React would put the fields back to what they were made with.
  for (const input of root.querySelectorAll('input')) if (input.type !== 'checkbox') input.value = `${input.value}`;
  hydrateRoot(root, <Live page={page} />, { onRecoverableError: tell });
}

start().catch((error: unknown) => {
  dispatchEvent(new Event(LOST));
  throw error;
});
