/**
 * A step to the next page of a form: what this page shows goes along, and is sent with the last. It is in flow values, and
 * ends with their flow; what no storage may hold is in memory alone. Comes with the next page (bundles.ts).
 */
import type { FieldValue } from '../engine/form-schema.ts';
import type { Pack } from '../engine/pack.ts';
import type { Page } from './page.ts';

/**
 * @param typed what the fields hold, valid and clean, by field
 * @param isKeepable whether a storage may hold a field's content
 */
export function takeFields(
  { model, world }: Page,
  typed: Readonly<Record<string, FieldValue>>,
  isKeepable: (pack: Pack, field: string) => boolean,
): void {
  const { pack, flow, unkept, proven } = model.get();
  const open = Object.entries(typed).filter(([id]) => isKeepable(pack, id));
  const secret = Object.entries(typed).filter(([id]) => !isKeepable(pack, id));
  const mark = proven?.mark ?? world.randomId();
  world.location.mark(mark);
  model.set({
    flow: { ...flow, ...Object.fromEntries(open) },
    unkept: { ...unkept, ...Object.fromEntries(secret) },
    proven: {
      ...proven,
      mark,
      // What was proven grows no younger.
      since: proven?.since ?? world.clock.now(),
      names: [...(proven?.names ?? []), ...open.map(([id]) => id)],
      pages: [...(proven?.pages ?? []), pack.id],
      secret: secret.length > 0 || (proven?.pages !== undefined && proven.secret === true),
    },
  });
}
