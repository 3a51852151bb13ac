/** What answers leave behind: flow values, and what they prove. */
import type { PageCall } from '../engine/pack.ts';
import { keepFlow } from './memory.ts';
import type { Page } from './page.ts';
import { allFields } from './page-model.ts';

/** Adds flow values. */
export function bring(page: Page, values: Readonly<Record<string, unknown>>): void {
  page.model.set(({ flow }) => ({ flow: { ...flow, ...values } }));
  keepFlow(page);
}

/** Adds what an answer gave. From a proof on, it belongs to the flow that the proof was made in, and ends with it. */
export function learn(page: Page, { body = {} }: PageCall, values: Readonly<Record<string, unknown>>): void {
  const { model, world, shell } = page;
  const { proven, pack, values: held } = model.get();
  const proofs = shell.proofs.filter((name) => values[name]);
  if (proofs.length > 0 || proven !== undefined) {
    const mark = proven?.mark ?? world.randomId();
    world.location.mark(mark);
    const since = proofs.length > 0 ? world.clock.now() : (proven?.since ?? 0);
    // Where the code went that was sent along.
    const codes = Object.values(body).map(
      (value) => 'field' in value && allFields(pack).get(value.field)?.field.send?.to,
    );
    const targets = codes.flatMap((to) => (typeof to === 'string' ? [[to, { value: held[to], proofs }]] : []));
    const names = [...(proven?.names ?? []), ...Object.keys(values)];
    model.set({
      proven: { ...proven, mark, since, names, targets: { ...proven?.targets, ...Object.fromEntries(targets) } },
    });
  }
  bring(page, values);
}
