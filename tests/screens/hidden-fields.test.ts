/** A field that is not shown counts as absent: in what is sent, and in every condition that reads it. */
import fc from 'fast-check';
import type { FormField, Pack } from '../../src/engine/pack.ts';
import { factsOf, type Page, shownData, shownFields, sourcesOf } from '../../src/screens/page.ts';
import type { PageState } from '../../src/screens/page-model.ts';

const text = (id: string, when?: FormField['when']): FormField => ({
  id,
  optional: true,
  field: { rule: { type: 'string' }, widget: 'text' } as FormField['field'],
  ...(when && { when }),
});

/** `c` is shown with `b`, `b` with `a`; `d` while there is no `c`; `x` stands in another form. */
const forms = {
  here: {
    fields: [text('a'), text('b', { field: 'a' }), text('c', { field: 'b' }), text('d', { not: { field: 'c' } })],
  },
  there: { fields: [text('x')] },
} as unknown as Pack['forms'];

const page = { shell: { line: {}, enums: {}, stored: {} }, world: { location: { search: () => '' } } } as Page;
const stateOf = (values: PageState['values']): PageState =>
  ({ pack: { forms }, form: 'here', values, flags: {}, failureFlags: {}, flow: {} }) as unknown as PageState;

test('whatever the fields hold, the hidden ones are nowhere', () => {
  const held = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(fc.record({ a: held, b: held, c: held, d: held, x: held }), (values) => {
      const state = stateOf(values);
      const [a, b, c] = [values.a, values.a && values.b, values.a && values.b && values.c].map(Boolean);
      const shown = ['a', ...(a ? ['b'] : []), ...(b ? ['c'] : []), ...(c ? [] : ['d'])];
      expect(shownFields(page, state).map(({ id }) => id)).toEqual(shown);
      for (const id of ['a', 'b', 'c', 'd', 'x'] as const) {
        const isShown = shown.includes(id);
        expect(factsOf(page, state).field(id)).toBe(isShown ? values[id] : undefined);
        if (isShown) continue;
        expect(sourcesOf(page, state).field(id)).toBeUndefined();
        expect(shownData(page, state)).not.toHaveProperty(id);
      }
    }),
  );
});
