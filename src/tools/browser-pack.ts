/** What of a pack reaches browsers. */
import type { Pack } from '../engine/pack.ts';

/** Leaves out what previews show as examples. */
const withoutExamples = <T extends { readonly params?: unknown; readonly flags?: unknown }>(
  each: Readonly<Record<string, T>>,
) => Object.fromEntries(Object.entries(each).map(([name, { params: _, flags: __, ...rest }]) => [name, rest]));

/** What follows where nothing else does need not be said. */
const STAY = JSON.stringify({ on: 'otherwise', stay: true });

const withoutStay = (events: Pack['events']): Pack['events'] =>
  Object.fromEntries(
    Object.entries(events).map(([name, event]) => {
      const { outcomes } = event;
      return [name, JSON.stringify(outcomes.at(-1)) === STAY ? { ...event, outcomes: outcomes.slice(0, -1) } : event];
    }),
  );

/** A pack as browsers get it: the named states of a form, and all examples, are for previews. */
export function browserPack(pack: Pack): Pack {
  const { screen } = pack;
  const isForm = screen.kind === 'form' || screen.kind === 'choice';
  const states = isForm ? {} : withoutExamples(screen.states);
  return {
    ...pack,
    events: withoutStay(pack.events),
    errors: withoutExamples(pack.errors),
    screen: { ...screen, states },
  } as Pack;
}
