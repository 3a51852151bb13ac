/** Steps at another window: what is asked of it, and what the visitor may do meanwhile. */
import { bindOutcome } from '../engine/bind.ts';
import type { Result } from '../engine/flow.ts';
import { answeredAddress } from '../engine/redirect.ts';
import type { FlowEvent } from '../generated/config.ts';
import { type Session, sourcesOf } from './session.ts';

/** Resolves once nothing is under way that the visitor waits for. */
function idle({ visit }: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (visit.get().pending !== undefined) return;
      stop();
      resolve();
    };
    const stop = visit.subscribe(look);
    look();
  });
}

/**
 * What the step comes to; undefined when another one took its place, or the visitor went to another screen: then nobody waits
 * here any more, and the window goes on by itself.
 */
export async function atWindow(
  session: Session,
  name: string,
  { window: step = 'await', with: values, quiet }: FlowEvent,
): Promise<Result | undefined> {
  const { visit, world } = session;
  // Nothing may come between a click and the window that it opens.
  const windows = world.windows.now() ?? (await world.windows.get());
  if (step === 'open') return windows.open();
  const bound = await bindOutcome(values, sourcesOf(session, visit.get()));
  if (bound.url !== undefined && answeredAddress(bound.url, world.location.origin) === undefined)
    return { kind: 'unreadable' };
  if (step === 'hand-over') return windows[step](bound);

  const { pack } = visit.get();
  visit.set({ pending: undefined, pendingRow: undefined, ...(quiet ? {} : { waiting: name }) });
  const stop = visit.subscribe(() => {
    if (visit.get().pack !== pack) windows.forget();
  });
  const result = await windows[step](bound);
  stop();
  if (!windows.waits()) visit.set({ waiting: undefined });
  if (result === undefined) return undefined;
  await idle(session);
  if (!quiet) visit.set({ pending: name });
  return result;
}
