/**
 * Nothing hidden stands in a text that is stored and shown: every text field of every line x every kind of mark x every
 * place in the text, by the browser's compiled rule and by the server's; and what comes in by no field is cleaned alike.
 */
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { fieldFaults, type RuleError } from '../../../src/engine/failures.ts';
import { formData } from '../../../src/engine/form-schema.ts';
import type { CompiledForm, Pack } from '../../../src/engine/pack.ts';
import { plainText, SHOWN } from '../../../src/server/accounts/plain-text.ts';
import { isAlias } from '../../../src/server/third-party/enterprises.ts';
import type { CompiledLine } from '../../../src/tools/compile-line.ts';
import { compiledLines } from '../../compiled-lines.ts';
import { judgedBy, judgeOf, typedProperties } from '../../typed-properties.ts';
import { evaluated } from '../../validators.ts';

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => String.fromCodePoint(from + nth));

const MARKS: Readonly<Record<string, readonly string[]>> = {
  'direction embeddings and overrides': range(0x202a, 0x202e),
  'direction isolates': range(0x2066, 0x2069),
  'direction marks': ['\u200e', '\u200f', '\u061c'],
  'zero widths': ['\u200b', '\u2060', '\ufeff', '\u180e'],
  'joiners where nothing joins': ['\u200c', '\u200d'],
  'invisible operators': range(0x2061, 0x2064),
  'deprecated formats': range(0x206a, 0x206f),
  'soft hyphen and grapheme joiner': ['\u00ad', '\u034f'],
  'blank letters': ['\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u17b5', '\u2800'],
  'variation selectors': [...range(0x180b, 0x180d), '\ufe00', '\ufe0e', '\ufe0f', '\u{e0100}', '\u{e01ef}'],
  tags: ['\u{e0001}', ...range(0xe0020, 0xe007f)],
  annotations: range(0xfff9, 0xfffb),
  'musical formats': range(0x1d173, 0x1d17a),
  'line and paragraph separators': ['\u2028', '\u2029'],
  controls: [...range(0x01, 0x1f), ...range(0x7f, 0x9f)],
  noncharacters: ['\ufdd0', '\uffff', '\u{1fffe}'],
  'reserved for formats': ['\u2065', '\ufff0', '\u{e0fff}'],
};
const ALL = Object.entries(MARKS).flatMap(([kind, marks]) => marks.map((mark) => [kind, mark] as const));

const GOOD = 'Gaea Pro';
const placed = (mark: string): readonly string[] => [
  `${mark}${GOOD}`,
  `Gaea${mark} Pro`,
  `Ga${mark}ea Pro`,
  `${GOOD}${mark}`,
];

/** Text fields with no rule of this kind, and why they need none. */
const NEITHER_STORED_NOR_SHOWN: Readonly<Record<string, string>> = {
  account: 'compared with what accounts are named, and counted by a keyed digest',
  'enterprise-alias': 'compared, by a call that refuses it in its own words; what is shown is the stored one',
};

interface TextField {
  readonly at: string;
  readonly form: CompiledForm;
  readonly id: string;
  readonly call: string;
  readonly property: string;
}

function textFieldsOf(pack: Pack): readonly TextField[] {
  const { screen } = pack;
  return Object.entries(pack.forms).flatMap(([name, form]) => {
    const event =
      screen.kind === 'choice' ? screen.event : screen.kind === 'form' ? screen.forms[name]?.event : undefined;
    const { call, typed } = typedProperties(pack, event ?? '');
    return form.fields
      .filter(({ field, options }) => field.rule.type === 'string' && options === undefined && !field.secret)
      .flatMap(({ id }) =>
        typed
          .filter(({ field }) => field === id)
          .map((each) => {
            const [judge, property] = judgedBy(call, each);
            return { at: `${pack.id} ${id}`, form, id, call: judge, property };
          }),
      );
  });
}

let lines: Readonly<Record<string, CompiledLine>>;
beforeAll(async () => {
  lines = await compiledLines();
}, 120000);

test('every text field x every mark x every place: both sides refuse what is hidden, alike', () => {
  const [taken, differing]: [string[], string[]] = [[], []];
  const seen = new Set<string>();
  for (const { server, languages, files } of Object.values(lines))
    for (const { pack } of Object.values(languages[server.line.languages.default]?.screens ?? {}))
      for (const { at, form, id, call, property } of textFieldsOf(pack)) {
        const sameness = `${at} ${form.validators} ${JSON.stringify(server.api[call]?.request)}`;
        if (seen.has(sameness) || id in NEITHER_STORED_NOR_SHOWN) continue;
        seen.add(sameness);
        const shown = form.fields.filter((each) => each.id === id);
        const browser = createPrecompiledValidator(evaluated(files, form) as never, form.schema as never);
        const judge = judgeOf(server, call, property);
        for (const [kind, mark] of ALL)
          for (const value of placed(mark)) {
            const data = formData(shown, { [id]: value });
            // Trimmed away before anything is judged or sent.
            if (data[id] === GOOD) continue;
            const { errors } = browser.rawValidation<RuleError>(form.schema as never, data);
            const passes = fieldFaults(shown, data, errors ?? []).length === 0;
            const takes = judge({ [property]: data[id] }) === undefined;
            if (passes !== takes) differing.push(`${at} ${kind} ${escape(value)}`);
            if (passes || takes) taken.push(`${at} ${kind} ${escape(value)}`);
          }
      }
  expect({ taken, differing }).toEqual({ taken: [], differing: [] });
  expect(seen.size).toBeGreaterThan(20);
  expect([...seen].some((each) => each.includes(' other-software '))).toBe(true);
});

test('the fields without a pattern are those that are neither stored nor shown', () => {
  const bare = new Set<string>();
  for (const { server, languages } of Object.values(lines))
    for (const { pack } of Object.values(languages[server.line.languages.default]?.screens ?? {}))
      for (const { id, form } of textFieldsOf(pack))
        if (!form.fields.some((each) => each.id === id && each.field.rule.pattern)) bare.add(id);
  expect([...bare].sort()).toEqual(Object.keys(NEITHER_STORED_NOR_SHOWN));
});

/** Texts of requests without a pattern, by what becomes of them. */
const UNPATTERNED: Readonly<Record<string, readonly string[]>> = {
  'compared with what is stored under their digest or by their id': [
    ...['accessToken', 'captchaAppId', 'credential', 'id', 'proof', 'randstr', 'receipt', 'rsAuthToken', 'state'],
    ...['ticket', 'token', 'userId', 'userKey', 'userName', 'inviteCode', 'alias', 'loginName', 'returned'],
  ],
  'judged by the handler, by the rule of what it is': ['value'],
  'an address, taken when it is on the line’s list': ['redirect'],
  'cleaned by plainText': ['comefrom', 'officialWebsiteEntry'],
  'passed on, never stored as it is nor shown': ['bdVid'],
};

test('every text that a call takes without a pattern is one of those that are never stored and shown as they came', () => {
  const found = new Set<string>();
  for (const { server } of Object.values(lines))
    for (const { request } of Object.values(server.api)) {
      const { properties = {} } = request as {
        properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      };
      for (const [name, { type, pattern, enum: of, format }] of Object.entries(properties))
        if (type === 'string' && !pattern && !of && !format) found.add(name);
    }
  expect([...found].sort()).toEqual(Object.values(UNPATTERNED).flat().sort());
});

test.each(Object.entries(MARKS))('an alias holds no %s', (_, marks) => {
  // An alias is trimmed like anything typed, and so may hold at its ends what that takes away.
  expect(marks.flatMap(placed).filter((each) => each.normalize('NFKC').trim() !== GOOD && isAlias(each))).toEqual([]);
});

const LEGITIMATE = [
  'Maya 2027 (β) – “Pro” #1',
  '可视化软件 2.0',
  'ソフトウェア',
  'Autodesk® 3ds Max™',
  'Łódź Æther e\u0301',
  'می\u200cخواهم',
  'क्\u200dष क्\u200cष',
  'ന്\u200d',
  'ක්\u200dෂ',
  '👩\u200d💻',
  '👩🏽\u200d❤️\u200d👨',
  '🏳️\u200d🌈',
  '❤️',
  '1\ufe0f\u20e3',
  '🇨🇳',
  'مرحبا',
  'שלום',
];

test.each(LEGITIMATE)('%s is an ordinary name, and stays as it is', (name) => {
  for (const { server } of Object.values(lines)) {
    if (!server.line.offers.softwareSelection) continue;
    expect(judgeOf(server, 'user-index-guide', 'otherSoftware')({ otherSoftware: name })).toBeUndefined();
  }
  expect(plainText(name, 64)).toBe(name);
});

test('what comes in by no field is cleaned by the same rule', () => {
  const { rule } = Object.values(lines)[0]?.server.fields['other-software'] ?? {};
  expect(rule?.pattern).toBe(`^(?:${SHOWN})*$`);
  const field = new RegExp(rule?.pattern ?? '', 'u');
  for (const [, mark] of [...ALL, ['', '\ud83d'] as const, ['', '\0'] as const])
    for (const value of placed(mark)) {
      expect(field.test(plainText(value, 64))).toBe(true);
      expect(plainText(value, 64).replace(/ /g, '')).toBe('GaeaPro');
    }
  // Cut in the middle of a character.
  expect(plainText('Gaea 👩', 6)).toBe('Gaea ');
});
