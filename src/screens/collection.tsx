/** The line's data-collection script: in a frame of its own, which sees nothing of the page and whose failure is only its own. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';

/** Where the server gives the frame, with a policy of its own. */
const FRAME = '/foyer/collection';

/** Nothing where the line has no such script, before the form can be used, and on screens that carry a token. */
export function Collection({ session }: { readonly session: Session }) {
  const { visit } = session;
  const state = useSyncExternalStore(visit.subscribe, visit.get, visit.get);
  const [live, setLive] = useState(false);
  useEffect(() => session.world.clock.after(0, () => setLive(true)), [session]);
  const { id, screen } = state.pack;
  if (!live || session.preview || session.shell.line.collection === undefined || screen.carriesToken) return null;
  return <iframe key={id} hidden sandbox="allow-scripts" src={`${FRAME}?screen=${id}`} title={id} />;
}
