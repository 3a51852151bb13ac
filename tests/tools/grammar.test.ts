/** The grammars themselves, and our reading of them held against Ajv's. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { grammarOf } from '../../src/tools/checks/files.ts';
import { checkGrammar } from '../../src/tools/checks/grammar.ts';
import { type Grammars, KEYWORDS, type Schema } from '../../src/tools/checks/schema.ts';
import { SHORT_FOR } from '../../src/tools/list-patch.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { applyFixture, fixtureData, readFixtures } from '../schemas/fixture.ts';

const folder = 'schemas/config';
const grammars: Grammars = Object.fromEntries(
  readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Schema]),
);
const ajv = new Ajv({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allowUnionTypes: true,
  unicodeRegExp: true,
});
for (const grammar of Object.values(grammars)) ajv.addSchema(grammar);
const accepts = (name: string, value: unknown) =>
  ajv.validate(`https://foyer.example/schemas/config/${name}`, value) as boolean;

/** Every schema inside a grammar, properties' names left out. */
function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema;
  const { properties, additionalProperties, propertyNames, items, anyOf, definitions } = schema;
  const inner = [...Object.values(properties ?? {}), ...Object.values(definitions ?? {}), ...(anyOf ?? [])];
  for (const one of [...inner, additionalProperties, propertyNames, items]) {
    if (typeof one === 'object') yield* schemasIn(one);
  }
}

test('the grammars use only what the checker understands', () => {
  const used = Object.values(grammars).flatMap((grammar) => [...schemasIn(grammar)].flatMap(Object.keys));
  expect(used.filter((keyword) => !KEYWORDS.has(keyword))).toEqual([]);
});

test('every property has a title and a description, which editors show', () => {
  const bare = Object.entries(grammars).flatMap(([file, grammar]) =>
    [...schemasIn(grammar)].flatMap((schema) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => !property.$ref && !(property.title && property.description))
        .map(([name]) => `${file} ${name}`),
    ),
  );
  expect(bare).toEqual([]);
});

test('of a list of names and objects it is known what a name is short for', () => {
  const resolve = (schema: Schema): Schema => {
    const [file = '', name = ''] = schema.$ref?.split('#/definitions/') ?? [];
    return schema.$ref === undefined ? schema : resolve(grammars[file]?.definitions?.[name] ?? {});
  };
  const mixed = Object.values(grammars)
    .flatMap((grammar) => [...schemasIn(grammar)])
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, { items }]) => {
      const all = (items?.anyOf ?? []).map(resolve);
      const objects = all.filter(({ type }) => type === 'object');
      return objects.length > 0 && objects.length < all.length ? [{ name, objects }] : [];
    });
  expect(new Set(mixed.map(({ name }) => name))).toEqual(new Set(Object.keys(SHORT_FOR)));
  for (const { name, objects } of mixed)
    for (const { required } of objects) expect([name, required?.includes(SHORT_FOR[name] ?? '')]).toEqual([name, true]);
});

test('Ajv agrees on every merged document of the real data', async () => {
  const { lines } = resolveAll(await loadData('.'));
  const documents = new Set(Object.values(lines).flatMap((line) => Object.values(line.documents)));
  for (const document of documents) {
    const name = grammarOf(document.files[0]?.path ?? '') as string;
    expect([document.id, accepts(name, document.value)]).toEqual([document.id, true]);
  }
});

test('Ajv agrees on what every fixture makes of the data', async () => {
  const data = await fixtureData();
  const unchanged = new Set(Object.values(resolveAll(data).lines).flatMap((line) => Object.values(line.documents)));
  let refused = 0;
  for (const [fixture, content] of [...readFixtures('invalid'), ...readFixtures('valid')]) {
    const { lines } = resolveAll(applyFixture(data, content));
    for (const document of Object.values(lines.aurora?.documents ?? {})) {
      const name = grammarOf(document.files[0]?.path ?? '');
      if (unchanged.has(document) || name === undefined) continue;
      const ours = checkGrammar(grammars, name, document.value).length === 0;
      expect([fixture, document.id, ours]).toEqual([fixture, document.id, accepts(name, document.value)]);
      if (!ours) refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
});
