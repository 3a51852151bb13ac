import { explain, formatExplained, pathText, UnknownName } from '../../src/tools/explain.ts';
import { loadData } from '../../src/tools/load.ts';
import { type Resolution, resolveAll } from '../../src/tools/resolve.ts';

let resolution: Resolution;
beforeAll(async () => {
  resolution = resolveAll(await loadData('.'));
});

test('every value of a line comes with the file that set it', () => {
  const rows = explain(resolution, 'avica');
  const find = (path: string) => rows.find((row) => row.path === path);
  expect(find('line channel')).toMatchObject({
    value: 9,
    origin: expect.stringMatching(/^lines\/avica\/line\.json:\d+$/),
  });
  expect(find('line zone')).toMatchObject({ value: 'domestic', origin: expect.stringMatching(/^lines\/_domestic\//) });
  expect(find('line home')).toMatchObject({ value: 'sign-in', origin: expect.stringMatching(/^lines\/_base\//) });
  expect(find('line coupons.newUser')).toBeUndefined();
});

test('without a screen, what a line changes of the base is told too', () => {
  const paths = explain(resolution, 'avica').map((row) => row.path);
  expect(paths).toContain('calls calls.user-login.path');
  expect(paths).not.toContain('calls calls.user-login.method');
});

test('with a screen, its fields, its flow and its texts are told', () => {
  const rows = explain(resolution, 'renderbus', 'register');
  const paths = rows.map((row) => row.path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'screens/register kind',
      'fields/username rule.maxLength',
      'messages/en screens.register.title',
    ]),
  );
  expect(paths.some((path) => path.startsWith('flow screens.register.register-phone'))).toBe(true);
  expect(paths.some((path) => path.includes('screens.sign-in.'))).toBe(false);
});

test('a misspelt name is answered with the nearest', () => {
  expect(() => explain(resolution, 'renderbuss')).toThrow(new UnknownName('no line "renderbuss": write "renderbus"'));
  expect(() => explain(resolution, 'renderbus', 'regster')).toThrow('no screen "regster": write "register"');
});

test('paths are written as one would read them', () => {
  expect(pathText(['codes', 'Account.Locked', 'links', 0, 'id'])).toBe('codes["Account.Locked"].links[0].id');
});

test('columns stand under each other, East Asian text included', () => {
  const wide = String.fromCodePoint(0x4e2d, 0x6587);
  const text = formatExplained([
    { path: 'a', value: wide, origin: 'x.json:1' },
    { path: 'abc', value: 'abcd', origin: 'y.json:2' },
  ]);
  expect(text).toBe(`a    "${wide}"  x.json:1\nabc  "abcd"  y.json:2`);
});
