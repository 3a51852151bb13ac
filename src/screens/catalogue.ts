/** What the browser knows of failures beyond the calls of its screen. */
import type { Catalogue } from '../engine/pack.ts';
import type { Session } from './session.ts';

const learned = new WeakMap<Session, Promise<void>>();

/**
 * Fetches the line's whole error catalogue, once per visit, into the shell: a service may answer a code that no call
 * of the screen names. When it cannot be fetched, the general sentence stands, and the next such code tries again.
 */
export function learnCatalogue(session: Session): Promise<void> {
  const { shell, world } = session;
  let learning = learned.get(session);
  if (learning === undefined) {
    learning = world.scripts.data(shell.catalogue).then(
      (data) => {
        const { errors, messages } = data as Catalogue;
        Object.assign(shell.errors, errors);
        Object.assign(shell.messages, messages);
      },
      () => void learned.delete(session),
    );
    learned.set(session, learning);
  }
  return learning;
}
