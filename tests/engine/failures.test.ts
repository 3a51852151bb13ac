import { faultKey, fieldFaults, readFailure } from '../../src/engine/failures.ts';
import type { FormField } from '../../src/engine/pack.ts';
import type { ErrorEntry } from '../../src/generated/config.ts';

const field = (id: string, rest: Partial<FormField['field']> = {}, more: Partial<FormField> = {}): FormField => ({
  id,
  optional: false,
  field: { rule: { type: 'string' }, widget: 'text', ...rest },
  ...more,
});

const rules = {
  type: 'string' as const,
  allOf: [
    { title: 'lowerCase', pattern: 'x' },
    { title: 'digit', pattern: 'y' },
  ],
};
const shown = [
  field('name'),
  field('new-password', { rule: rules, secret: true }),
  field('again', { sameAs: 'new-password' }),
  field('code', {}, { when: { flow: 'proof', present: false } }),
];
const error = (keyword: string, instancePath: string, schemaPath = '', params = {}) => ({
  keyword,
  instancePath,
  schemaPath,
  params,
});

test('faults come in the order of the fields, the plainest first', () => {
  const errors = [
    error('pattern', '/new-password', '#/properties/new-password/allOf/1/pattern'),
    error('minLength', '/new-password', '#/properties/new-password/minLength'),
    error('required', '', '#/required', { missingProperty: 'name' }),
    error('pattern', '/gone', '#/properties/gone/pattern'),
  ];
  expect(fieldFaults(shown, { 'new-password': 'a', again: 'b' }, errors)).toEqual([
    { field: 'name', keyword: 'required' },
    { field: 'new-password', keyword: 'minLength' },
    { field: 'new-password', keyword: 'digit' },
    { field: 'again', keyword: 'sameAs' },
    { field: 'code', keyword: 'required' },
  ]);
});

test.each([
  [{ field: 'a', keyword: 'pattern' }, ['fields.a.errors.pattern', 'fields.errors.pattern'], 'fields.a.errors.pattern'],
  [{ field: 'a', keyword: 'pattern' }, ['fields.errors.pattern'], 'fields.errors.pattern'],
  [{ field: 'a', keyword: 'enum' }, ['fields.a.errors.required'], 'fields.a.errors.required'],
  [{ field: 'a', keyword: 'odd' }, [], 'fields.a.errors.odd'],
])('%j with %j is %s', (fault, keys, expected) => {
  expect(faultKey(fault, (key) => keys.includes(key))).toBe(expected);
});

const entries: Readonly<Record<string, ErrorEntry>> = {
  Taken: { shows: 'field', field: 'name' },
  Locked: { shows: 'alert' },
  Far: { shows: 'dialog' },
};
const keys = ['errors.Taken', 'errors.Taken.name', 'errors.Locked', 'errors.offline', 'errors.Far'];
const read = (code: string | number, fields: readonly string[], data = {}) =>
  readFailure(
    { kind: 'answer', code, data, requestId: 'r1' },
    { errors: (each) => entries[each], has: (key) => keys.includes(key), fields, language: 'en' },
  );

test.each([
  ['Taken', ['name'], 'field', 'name', 'errors.Taken.name', false],
  ['Taken', [], 'alert', undefined, 'errors.Taken', false],
  ['Locked', [], 'alert', undefined, 'errors.Locked', false],
  ['Far', [], 'dialog', undefined, 'errors.Far', false],
  ['Never.Heard', [], 'alert', undefined, 'errors.unknown', true],
  [4711, [], 'alert', undefined, 'errors.unknown', true],
  ['constructor', [], 'alert', undefined, 'errors.unknown', true],
] as const)('code %s with fields %j', (code, fields, shows, at, key, unknown) => {
  const found = readFailure(
    { kind: 'answer', code, data: {}, requestId: 'r1' },
    {
      errors: (each) => (Object.hasOwn(entries, each) ? entries[each] : undefined),
      has: (each) => keys.includes(each),
      fields,
      language: 'en',
    },
  );
  expect([found.shows, found.field, found.key, found.unknown]).toEqual([shows, at, key, unknown]);
});

test('scalars of the data are parameters, with the request id; anything else is not', () => {
  expect(read('Locked', [], { remaining: 2, list: [1], nested: {} }).params).toEqual({ remaining: 2, requestId: 'r1' });
});

test.each([
  ['en', 1, 'in 1 minute'],
  ['en', 60, 'in 1 minute'],
  ['en', 61, 'in 2 minutes'],
  ['en', 3600, 'in 60 minutes'],
  ['en', 18000, 'in 5 hours'],
  ['en', 86400, 'in 24 hours'],
  ['zh', 60, '1分钟后'],
  ['zh', 18000, '5小时后'],
])('%s: %i seconds to wait are said as "%s"', (language, seconds, when) => {
  const { params } = readFailure(
    { kind: 'answer', code: 'Locked', data: { seconds }, requestId: 'r1' },
    { errors: (each) => entries[each], has: (key) => keys.includes(key), fields: [], language },
  );
  expect(params.when).toBe(when);
});

test('an answer that never came has a sentence of its own', () => {
  const found = readFailure(
    { kind: 'offline' },
    { errors: () => undefined, has: (key) => keys.includes(key), fields: [], language: 'en' },
  );
  expect([found.code, found.key, found.unknown]).toEqual(['offline', 'errors.offline', false]);
});
