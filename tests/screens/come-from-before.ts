import { followed } from '../../src/screens/page-model.ts';
import type { OpenPage } from './page.tsx';

/** A later page of a form is come to by the one before. */
export function comeFromBefore({ running, world: { clock, location, store } }: OpenPage): void {
  const before = followed(running.model.get().pack);
  if (before === undefined) return;
  const mark = 'mark';
  const proven = { mark, since: clock.now(), names: [], pages: [before] };
  location.mark(mark);
  store.keep('flow', { at: clock.now(), path: location.path(), mark, values: {}, proven });
}
