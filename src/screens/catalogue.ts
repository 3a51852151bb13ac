/** What the browser knows of failures beyond the calls of its screen. */
import type { Catalogue } from '../engine/pack.ts';
import type { Session } from './session.ts';

const learned = new WeakMap<Session, Promise<boolean>>();

/**
 * Fetches the line's whole error catalogue, once per visit, into the shell: a service may answer a code that no call
 * of the screen names. When it cannot be fetched, the general sentence stands, and the next such code tries again.
 * The words of the captcha come with it. Resolves to whether they are there.
 */
export function learnCatalogue(session: Session): Promise<boolean> {
  const { shell, world } = session;
  let learning = learned.get(session);
  if (learning === undefined) {
    learning = world.scripts.data(shell.catalogue).then(
      (data) => {
        const { errors, messages } = data as Catalogue;
        Object.assign(shell.errors, errors);
        Object.assign(shell.messages, messages);
        return true;
      },
      () => {
        learned.delete(session);
        return false;
      },
    );
    learned.set(session, learning);
  }
  return learning;
}
