/** What the browser knows of failures beyond the calls of its screen. */
import type { Catalogue } from '../engine/pack.ts';
import type { Page } from './page.ts';

const learned = new WeakMap<Page, Promise<boolean>>();

/**
 * Fetches the line's whole error catalogue, once per visit, into the shell: a service may answer a code that no call
 * of the screen names. When it cannot be fetched, the general sentence stands, and the next such code tries again.
 * The words of the captcha come with it. Resolves to whether they are there.
 */
export function learnCatalogue(page: Page): Promise<boolean> {
  const { shell, world } = page;
  let learning = learned.get(page);
  if (learning === undefined) {
    learning = world.scripts.data(shell.catalogue).then(
      (data) => {
        const { errors, messages } = data as Catalogue;
        Object.assign(shell.errors, errors);
        Object.assign(shell.messages, messages);
        return true;
      },
      () => {
        learned.delete(page);
        return false;
      },
    );
    learned.set(page, learning);
  }
  return learning;
}
