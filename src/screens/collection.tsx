/** The line's data-collection script: in a frame of its own, which sees nothing of the page and whose failure is only its own. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Page } from './page.ts';

/** Where the server gives the frame, with a policy of its own. */
const FRAME = '/foyer/collection';

/** Nothing where the line has no such script, before the form can be used, and on screens that carry a token. */
export function Collection({ page }: { readonly page: Page }) {
  const { model } = page;
  const state = useSyncExternalStore(model.subscribe, model.get, model.get);
  const [live, setLive] = useState(false);
  useEffect(() => page.world.clock.after(0, () => setLive(true)), [page]);
  const { id, screen } = state.pack;
  if (!live || page.preview || page.shell.line.collection === undefined || screen.carriesToken) return null;
  return <iframe key={id} hidden sandbox="allow-scripts" src={`${FRAME}?screen=${id}`} title={id} />;
}
