/** What of a pack reaches browsers. */
import type { Pack } from '../engine/pack.ts';

const each = <T, U>(things: Readonly<Record<string, T>>, change: (thing: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, change(thing)]));

/** Leaves out what previews show as examples. */
const withoutExamples = <T extends { readonly params?: unknown; readonly flags?: unknown }>(
  things: Readonly<Record<string, T>>,
) => each(things, ({ params: _, flags: __, ...rest }) => rest);

/** What follows where nothing else does need not be said. */
const STAY = JSON.stringify({ on: 'otherwise', stay: true });

const withoutStay = (events: Pack['events']) =>
  each(events, ({ outcomes, ...event }) => ({
    ...event,
    outcomes: (JSON.stringify(outcomes.at(-1)) === STAY ? outcomes.slice(0, -1) : outcomes).map((outcome) => {
      const { stay: _, ...rest } = outcome as { readonly stay?: true };
      return rest as typeof outcome;
    }),
  }));

/** Fields are required unless they say that they are not. */
const withoutRequired = (forms: Pack['forms']) =>
  each(forms, ({ fields, ...form }) => ({
    ...form,
    fields: fields.map(({ optional, ...field }) => (optional ? { ...field, optional } : field)),
  }));

/** Forms whose validators are where those of the form before are. */
function withoutRepeats(forms: Pack['forms']): Pack['forms'] {
  let last = '';
  return each(forms, ({ validators, ...form }) => {
    const isRepeated = validators === last;
    last = validators;
    return { ...form, validators: isRepeated ? '' : validators };
  });
}

/** A pack as browsers get it: the named states of a form, and all examples, are for previews. */
export function browserPack(pack: Pack): Pack {
  const { screen } = pack;
  const isForm = screen.kind === 'form' || screen.kind === 'choice';
  const states = isForm ? {} : withoutExamples(screen.states);
  return {
    ...pack,
    forms: withoutRequired(withoutRepeats(pack.forms)),
    events: withoutStay(pack.events),
    errors: withoutExamples(pack.errors),
    screen: { ...screen, states },
  } as Pack;
}
