import {
  cleanValue,
  formData,
  formSchema,
  initialValue,
  isSettled,
  missingFields,
} from '../../src/engine/form-schema.ts';
import type { FormField } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';

const field = (id: string, rest: Partial<FormField['field']> = {}, more: Partial<FormField> = {}): FormField => ({
  id,
  optional: false,
  field: { rule: { type: 'string' }, widget: 'text', ...rest },
  ...more,
});

const agreement = field('agreement', { rule: { type: 'boolean', enum: [true] }, widget: 'agreement' });
const tick = field('tick', { rule: { type: 'boolean' }, widget: 'checkbox', default: false });
const code = field('code', {}, { when: { flow: 'proof', present: false } });
const kind = field('kind', { rule: { type: 'string', enum: ['a', 'b', 'c'] }, only: true }, { options: ['b'] });

test('a schema is flat: rules as they are, options as the line offers them, demanded fields required', () => {
  expect(formSchema([field('name'), field('note', {}, { optional: true }), agreement, tick, code, kind])).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      note: { type: 'string' },
      agreement: { type: 'boolean', enum: [true] },
      tick: { type: 'boolean' },
      code: { type: 'string' },
      kind: { type: 'string', enum: ['b'] },
    },
    required: ['name', 'agreement', 'kind'],
  });
});

test('options of a list narrow its items', () => {
  const many = field(
    'many',
    { rule: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    { options: ['x', 'y'] },
  );
  expect(formSchema([many]).properties).toEqual({
    many: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1 },
  });
});

test('a field shown by a condition is missing when it is empty', () => {
  expect(missingFields([code], {})).toEqual(['code']);
  expect(missingFields([code], { code: '1' })).toEqual([]);
});

test('a single option is settled and sent', () => {
  expect(isSettled(kind)).toBe(true);
  expect(initialValue(kind)).toBe('b');
  expect(initialValue(tick)).toBe(false);
  expect(initialValue(field('name'))).toBeUndefined();
});

test.each([
  [field('name'), '  Mei ', 'Mei'],
  [field('name'), '   ', undefined],
  [field('name'), '', undefined],
  [field('name'), false, false],
  [field('many'), [], undefined],
  [field('secret', { secret: true }), ' a ', ' a '],
  [field('secret', { secret: true }), '', undefined],
  [undefined, ' a ', 'a'],
] as const)('what is entered counts cleaned', (of, entered, expected) => {
  expect(cleanValue(of, entered)).toEqual(expected);
});

test('only shown fields are judged and sent', () => {
  expect(formData([field('name')], { name: ' a ', code: '1' })).toEqual({ name: 'a' });
});

/** As an input method for Chinese types it. */
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (each) => String.fromCodePoint(Number(each.codePointAt(0)) + 0xfee0));

test.each(['username', 'email', 'inviter-code', 'login-name'])(
  'full-width letters in %s are the letters, and marks without width nothing',
  async (id) => {
    const lines = Object.values(await compiledLines());
    const found = lines.flatMap(({ languages }) =>
      Object.values(languages.en?.screens ?? {}).flatMap(({ pack }) =>
        Object.values(pack.forms).flatMap(({ fields }) => fields),
      ),
    );
    const fields = found.filter((each) => each.id === id);
    expect(fields.length).toBeGreaterThan(0);
    for (const each of fields) expect(cleanValue(each, wide('Vis_342296@a.example'))).toBe('Vis_342296@a.example');
    // Marks that nobody sees come along with what is copied.
    for (const mark of ['\u200b', '\u200e', '\u202a', '\u2060', '\ufeff', '\u00ad'])
      for (const each of fields) expect(cleanValue(each, ` ${mark}vis${mark}@a.example${mark} `)).toBe('vis@a.example');
  },
);

test('what nobody restricts to such letters stays as it was typed, and so does a password', () => {
  expect(cleanValue(field('other'), '渲染（Ａ）')).toBe('渲染（Ａ）');
  expect(cleanValue(field('password', { secret: true, rule: { type: 'string', pattern: '^.*$' } }), 'Ａbc')).toBe(
    'Ａbc',
  );
});
