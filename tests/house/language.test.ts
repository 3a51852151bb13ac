/** How much there is to learn and to read: words of the grammar, lines of the files that people write most. */
import { readdirSync, readFileSync } from 'node:fs';

const GRAMMAR = 'schemas/config';

/** Lengths that the files keep to, lines as they are formatted. */
const LONGEST = { 'lines/_base/flow.json': 4200, 'lines/_base/calls.json': 1900 };
/** Places where a property may stand, and different names of properties. */
const MOST = { slots: 533, names: 326 };

/** Names of the properties of a grammar, once for each place where it declares one. */
function propertiesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]) =>
    keyword === 'properties' && typeof inner === 'object' && inner !== null
      ? [...Object.keys(inner), ...Object.values(inner).flatMap(propertiesIn)]
      : propertiesIn(inner),
  );
}

test.each(Object.entries(LONGEST))('%s has at most %i lines', (file, most) => {
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});

test('the grammar grows no further than its figures', () => {
  const slots = readdirSync(GRAMMAR).flatMap((file) =>
    propertiesIn(JSON.parse(readFileSync(`${GRAMMAR}/${file}`, 'utf8'))),
  );
  expect(slots.length).toBeLessThanOrEqual(MOST.slots);
  expect(new Set(slots).size).toBeLessThanOrEqual(MOST.names);
});
