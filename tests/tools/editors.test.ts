/** What an editor that knows JSON Schema and nothing else says of the data: nothing of what is right, little of one mistake. */
import path from 'node:path';
import { grammarOf } from '../../src/tools/checks/files.ts';
import { checkGrammar } from '../../src/tools/checks/grammar.ts';
import type { Grammars } from '../../src/tools/checks/schema.ts';
import { isDictionary } from '../../src/tools/documents.ts';
import { loadData, type Path, type SourceFile } from '../../src/tools/load.ts';
import { newLineFiles } from '../../src/tools/new-line.ts';
import { said } from './editor.ts';

/** Messages that one misspelt property may give. */
const MOST = 3;

const sources = loadData('.');
const dataFiles = async (): Promise<SourceFile[]> => {
  const { files } = await sources;
  return [...files.values()].filter(({ path: file }) => grammarOf(file) !== undefined);
};

test('no file that is right is found fault with', async () => {
  const found = (await dataFiles()).map(({ path: file, value }) => [file, said(file, value)]);
  expect(found.length).toBeGreaterThan(190);
  expect(found.filter(([, errors]) => errors?.length !== 0)).toEqual([]);
});

test('nor is what `new-line` writes', async () => {
  const files = newLineFiles({ name: 'aurora', id: 42, extends: '_overseas', host: 'aurora.example' }, await sources);
  for (const [file, text] of Object.entries(files)) {
    if (grammarOf(file) !== undefined) expect([file, said(file, JSON.parse(text))]).toEqual([file, []]);
  }
});

/** Every object of some data. */
function objects(value: unknown, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => objects(each, [...at, index]));
  if (!isDictionary(value)) return [];
  return [at, ...Object.entries(value).flatMap(([name, each]) => objects(each, [...at, name]))];
}

/** The same with a property changed within the object at `at`. */
function changed(value: unknown, at: Path, change: (object: Record<string, unknown>) => object): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return change(value as Record<string, unknown>);
  if (Array.isArray(value)) return value.map((each, index) => (index === step ? changed(each, rest, change) : each));
  const object = value as Record<string, unknown>;
  return { ...object, [step]: changed(object[step], rest, change) };
}

/** At most so many objects of a file, from all over it. */
const SAMPLE = 60;
const sample = (paths: readonly Path[]): Path[] =>
  paths.filter(
    (_, index) => Math.floor((index * SAMPLE) / paths.length) !== Math.floor(((index - 1) * SAMPLE) / paths.length),
  );

const grammars = async (): Promise<Grammars> => {
  const { files } = await sources;
  const ofConfig = [...files.values()].filter(({ path: file }) => file.startsWith('schemas/config/'));
  return Object.fromEntries(ofConfig.map(({ path: file, value }) => [path.basename(file), value]) as []);
};

test(`a misspelt property gives from one to ${MOST} messages, wherever it stands`, async () => {
  const known = await grammars();
  const wrong: unknown[] = [];
  const kinds = new Map<string, number>();
  for (const { path: file, value } of await dataFiles()) {
    const grammar = grammarOf(file) ?? '';
    const patch = file.startsWith('lines/');
    for (const at of sample(objects(value))) {
      const damaged = changed(value, at, (object) => {
        const [first, ...names] = Object.keys(object).filter((name) => name !== '$schema');
        const misspelt = [first, ...names].at(-1);
        if (misspelt === undefined) return { ...object, misspelt: true };
        const { [misspelt]: held, ...rest } = object;
        return { ...rest, [`${misspelt}x`]: held };
      });
      // Where any name may stand, no name is misspelt.
      const isFault = checkGrammar(known, grammar, damaged, { patch, merged: value }).some(({ message }) =>
        message.startsWith('unknown property'),
      );
      if (!isFault) continue;
      kinds.set(grammar, (kinds.get(grammar) ?? 0) + 1);
      const messages = said(file, damaged);
      if (messages.length === 0 || messages.length > MOST)
        wrong.push([file, at.join('/'), messages.length, ...messages.map(({ keyword, params }) => [keyword, params])]);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(wrong).toHaveLength(0);
  const open = ['enums.json', 'messages.json'];
  expect([...kinds.keys(), ...open].sort()).toEqual(
    Object.keys(known)
      .filter((name) => name !== 'common.json')
      .sort(),
  );
}, 120_000);

test('what a layer may do, an editor lets it do', () => {
  const layer = (name: string, value: object) => {
    const file = `lines/aurora/${name}`;
    const schema = path.relative(path.dirname(file), `schemas/layers/${grammarOf(file)}`);
    return said(file, { $schema: schema, ...value });
  };
  expect(layer('line.json', { coupons: { newUser: null }, limits: null })).toEqual([]);
  expect(layer('fields/username.json', { rule: { maxLength: 12, pattern: null } })).toEqual([]);
  expect(layer('screens/register.json', { layout: null, forms: { phone: null, email: { event: 'send' } } })).toEqual(
    [],
  );
  expect(layer('screens/register.json', { kind: 'notice', forms: null, states: { initial: {} } })).toEqual([]);
  expect(
    layer('calls.json', { calls: { session: { fails: ['602'], body: { a: { flow: null, field: 'email' } } } } }),
  ).toEqual([]);
  expect(layer('messages/en.json', { 'screens.sign-in.title': null })).toEqual([]);
});

test('a layer may patch a list of named entries, and no other', () => {
  const outcomes = (patch: object) =>
    said('lines/aurora/flow.json', {
      $schema: '../../schemas/layers/flow.json',
      screens: { a: { b: { outcomes: patch } } },
    });
  expect(outcomes({ remove: ['ok'], add: [{ on: 'x', go: 'b' }], before: 'otherwise' })).toEqual([]);
  expect(outcomes({ change: { ok: { state: 'c', leave: null } }, move: { x: { after: 'ok' } } })).toEqual([]);
  const wrong = [
    { add: [{ go: 'x' }] },
    { remove: [] },
    { remove: ['ok'], before: 'otherwise' },
    { add: [{ on: 'x', go: 'b' }], before: 'a', after: 'b' },
    { move: { x: {} } },
    { move: { x: { before: 'a', after: 'b' } } },
    { change: { ok: { go: true } } },
    { adds: [] },
  ];
  for (const patch of wrong) expect([patch, outcomes(patch).length > 0]).toEqual([patch, true]);
  expect(outcomes({ change: { ok: { when: { any: { remove: ['x'] } } } } })).not.toEqual([]);
});

test('what stands in a list is whole, in a layer, too', () => {
  const file = 'lines/aurora/flow.json';
  const $schema = '../../schemas/layers/flow.json';
  const outcomes = (outcome: object) => said(file, { $schema, screens: { a: { b: { outcomes: [outcome] } } } });
  expect(outcomes({ on: 'ok', go: 'sign-in' })).toEqual([]);
  expect(outcomes({ on: 'ok', go: { screen: 'sign-in' } })).toEqual([]);
  expect(outcomes({ go: 'sign-in' })).not.toEqual([]);
  expect(outcomes({ on: 'ok', go: { state: 'sent' } })).not.toEqual([]);
  expect(outcomes({ on: 'ok', go: null })).not.toEqual([]);
});
