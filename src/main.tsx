/** The entry of the page: reads what the compiler embedded, wires the browser in, and takes over the prerendered screen. */
import { type ReactNode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LIVE, LOST } from './browser/early.ts';
import { createWorld } from './browser/world.ts';
import type { Pack, Shell } from './engine/pack.ts';
import { learnCatalogue } from './screens/catalogue.ts';
import { loadValidators } from './screens/navigate.ts';
import { loadParts } from './screens/parts.ts';
import { report } from './screens/report.ts';
import { ScreenHost } from './screens/screen-host.tsx';
import type { Session } from './screens/session.ts';
import { arrive, createVisit, type VisitState } from './screens/visit.ts';

function readData<T>(id: string): T {
  const element = document.getElementById(id);
  if (element?.textContent == null) throw new Error(`The page lacks ${id}.`);
  return JSON.parse(element.textContent) as T;
}

/** The screen; once its own effects have run, the root says that it is live (journeys and the bench wait for that). */
function Live({ session }: { readonly session: Session }) {
  const [collection, setCollection] = useState<ReactNode>();
  useEffect(() => {
    document.documentElement.setAttribute('data-live', '');
    // The other tabs' parts, before anybody gets there; a part that is missing is asked for again where it is shown.
    const { pack } = session.visit.get();
    loadParts(pack).catch(() => {});
    // What only they may answer, too.
    if (Object.keys(pack.forms).length > 1) void learnCatalogue(session);
    if (session.shell.line.collection !== undefined)
      import('./screens/collection.tsx').then(
        ({ Collection }) => setCollection(<Collection session={session} />),
        () => {},
      );
    // A press that was kept: once what the fields held has become the form's, which takes React a task.
    setTimeout(() => setTimeout(() => dispatchEvent(new Event(LIVE))));
  }, [session]);
  return (
    <>
      <ScreenHost session={session} />
      {collection}
    </>
  );
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
    loadValidators({ world }, pack).catch((): VisitState['validators'] => ({})),
    loadParts(pack, 'first'),
  ]);
  const session: Session = {
    shell,
    world,
    visit: createVisit(arrive(pack, validators)),
    production: process.env.NODE_ENV === 'production',
    preview: false,
  };
  const tell = (error: unknown): void => report(session, 'page-error', { message: String(error) });
  window.addEventListener('error', (event) => tell(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => tell(event.reason));
  // What the server filled in counts as typed: React would put the fields back to what they were made with.
  for (const input of root.querySelectorAll('input')) if (input.type !== 'checkbox') input.value = `${input.value}`;
  hydrateRoot(root, <Live session={session} />, { onRecoverableError: tell });
}

start().catch((error: unknown) => {
  dispatchEvent(new Event(LOST));
  throw error;
});
