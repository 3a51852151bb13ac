/** The command: what it prints, and how it ends. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkSources } from '../../src/tools/check.ts';
import { meantBy, nearest, uniqueFaults } from '../../src/tools/checks/fault.ts';
import { patternFault } from '../../src/tools/checks/patterns.ts';
import { overlay, type Sources } from '../../src/tools/load.ts';
import { fixtureData } from '../schemas/fixture.ts';

const run = promisify(execFile);
const tsx = path.resolve('node_modules/.bin/tsx');
const command = path.resolve('src/tools/check.ts');

describe('for production', () => {
  /** The fixtures' line with contacts of its own. */
  const withContacts = async (contacts: object): Promise<Sources> => {
    const data = await fixtureData();
    const file = 'lines/aurora/line.json';
    const line = JSON.parse(data.files.get(file)?.text ?? '{}') as object;
    return overlay(data, { [file]: JSON.stringify({ ...line, contacts }) });
  };
  const found = async (contacts: object): Promise<string[]> =>
    checkSources(await withContacts(contacts), { production: true })
      .filter(({ message }) => message.endsWith('is a placeholder'))
      .map(({ message }) => message.replace(' is a placeholder', ''));

  test("what stands in for an operator's own is a fault", async () => {
    expect(await found({ hotline: '400-000-0000', mailbox: 'support@studio.example' })).toEqual(
      expect.arrayContaining(['400-000-0000', 'support@studio.example']),
    );
  });

  test('their own contacts are none', async () => {
    const told = await found({ hotline: '400-812-3456', mailbox: 'support@render.studio' });
    expect(told.filter((each) => /812|render\.studio/.test(each))).toEqual([]);
  });

  test('elsewhere placeholders are no faults', async () => {
    expect(
      checkSources(await withContacts({ hotline: '400-000-0000' })).filter(({ message }) =>
        message.includes('placeholder'),
      ),
    ).toEqual([]);
  });
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'check-'));
    for (const data of ['schemas', 'lines']) cpSync(data, path.join(folder, data), { recursive: true });
    writeFileSync(path.join(folder, 'lines/_base/enums.json'), '{\n  "accountType": \n}\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...args: string[]) =>
    run(tsx, [command, ...args], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );

  test('prints file, line, column, what is wrong and what to write, and exits 1', async () => {
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toContain(
      'lines/_base/enums.json:3:1  JSON syntax error: value expected  write a value, or delete the comma before\n',
    );
  });

  test('--json gives the same for machines', async () => {
    const { code, stdout } = await check('--json');
    expect(code).toBe(1);
    const { faults } = JSON.parse(stdout) as { faults: object[] };
    expect(faults).toContainEqual({
      file: 'lines/_base/enums.json',
      line: 3,
      column: 1,
      message: 'JSON syntax error: value expected',
      fix: 'write a value, or delete the comma before',
    });
  });
});

/** One file of each kind; the checkers are the same for all others. */
const ONE_OF_EACH = [
  ...['line', 'flow', 'calls', 'errors', 'enums', 'stored', 'screens/sign-in', 'screens/activate', 'messages/en'].map(
    (name) => `lines/_base/${name}.json`,
  ),
  'lines/_overseas/line.json',
  'lines/aurora/line.json',
  'lines/aurora/theme.json',
  'schemas/fields/phone.json',
];

test('a file lost, emptied or of another shape is a fault, and never a crash', async () => {
  const data = await fixtureData();
  for (const file of ONE_OF_EACH) {
    for (const text of ['', '[]', '{ "$schema": 1, "screens": 7, "calls": [], "codes": null }']) {
      expect([file, text, checkSources(overlay(data, { [file]: text })).length > 0]).toEqual([file, text, true]);
    }
  }
}, 120_000);

test('a fault that several lines share is told once, in the order of places', () => {
  const at = (line: number) => ({ file: 'b.json', line, column: 1, message: 'm', fix: 'f' });
  expect(
    uniqueFaults([at(3), at(1), at(3), { ...at(9), file: 'a.json' }]).map(({ file, line }) => `${file} ${line}`),
  ).toEqual(['a.json 9', 'b.json 1', 'b.json 3']);
});

test.each([
  ['pasword', 'password'],
  ['SIGN-IN', 'sign-in'],
  ['acccount', 'account'],
  ['inviter-cdoe', 'inviter-code'],
  ['banana', undefined],
])('of known names, %s is nearest to %s', (wrong, name) => {
  expect(nearest(wrong, ['password', 'sign-in', 'account', 'inviter-code'])).toBe(name);
});

test.each([
  ['a longer form of it', 'registration', ['register'], 'register'],
  ['half of it and no more', 'registrations', ['register'], undefined],
  ['too little of the name', 'register', ['registrysofall'], undefined],
  ['five letters', 'phonebook', ['phonecal'], 'phonecal'],
  ['four letters', 'telex', ['telefax'], undefined],
  ['the longest beginning', 'registration', ['regist', 'registra'], 'registra'],
  ['a piece in its middle', 'phoneCoupon', ['phoneBindingCoupon'], 'phoneBindingCoupon'],
  ['a piece in the middle of two', 'phoneCoupon', ['phoneBindingCoupon', 'phoneMovingCoupon'], undefined],
  ['its words and one more', 'user-guide', ['user-index-guide'], 'user-index-guide'],
  ['its words in another order', 'user-guide-index', ['guide-user', 'user-index-guide'], 'user-index-guide'],
  ['one of its words', 'user-guide-index', ['user-lookup-table'], undefined],
])('of names with %s, %s means the one that says the same', (_, wrong, names, name) => {
  expect(meantBy(wrong, names)).toBe(name);
});

describe('patterns', () => {
  test.each(['^[0-9]*$', '^(a|b)$', '^[^ ]([\\s\\S]*[^ ])?$', '^a\\$b$', '^[|]*$'])('%s is fine', (pattern) =>
    expect(patternFault(pattern)).toBeUndefined(),
  );
  test.each([
    ['^a|b$', 'not anchored'],
    ['a$', 'not anchored'],
    ['^a\\$', 'not anchored'],
    ['^(?!x)y$', 'lookaround'],
    ['^(?<=x)y$', 'lookaround'],
    ['^(?<n>x)\\k<n>$', 'backreference'],
    ['^(x+x+)+y$', 'linear'],
    ['^[a-z]{3}$', 'length'],
    ['^[a-z]{3,}$', 'length'],
    ['^(', 'invalid'],
  ])('%s is refused: %s', (pattern, what) => {
    expect(patternFault(pattern)?.message).toContain(what);
  });
  test('a wire pattern may say its length', () => {
    expect(patternFault('^[0-9a-f]{64}$', { lengthAllowed: true })).toBeUndefined();
  });
});
