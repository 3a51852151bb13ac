import { readFileSync } from 'node:fs';
import { getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { areasModule, areaWordsModule } from '../../src/tools/areas.ts';
import {
  areaOf,
  areas,
  flagOf,
  fromInternational,
  loadAreaWords,
  searchAreas,
  toE164,
} from '../../src/widgets/areas.ts';

test('the generated table is fresh', () => {
  expect(readFileSync('src/generated/areas.ts', 'utf8')).toBe(areasModule());
  expect(readFileSync('src/generated/area-words.ts', 'utf8')).toBe(areaWordsModule());
});

describe('what people write for a place finds it first', () => {
  beforeAll(loadAreaWords);

  test.each([
    ['1', 'US'],
    ['+44', 'GB'],
    ['7', 'RU'],
    ['usa', 'US'],
    ['uk', 'GB'],
    ['uae', 'AE'],
    ['mei', 'US'],
    ['meiguo', 'US'],
    ['xianggang', 'HK'],
    ['TAIWAN', 'TW'],
    ['韩', 'KR'],
    ['germany', 'DE'],
    ['deu', 'DE'],
    ['中国', 'CN'],
    ['英國', 'GB'],
    ['holland', 'NL'],
    ['britain', 'GB'],
    ['turkey', 'TR'],
  ])('%s: %s, on Chinese pages and English ones', (written, region) => {
    for (const language of ['zh', 'en']) expect(searchAreas(written, language, ['US'])[0]?.region).toBe(region);
  });

  test('every region with a name in Chinese is found by its pinyin and its three letters', () => {
    const found = (words: string) => searchAreas(words, 'zh').map(({ region }) => region);
    const rows =
      areaWordsModule()
        .match(/'(.*)'/)?.[1]
        ?.split(';') ?? [];
    for (const row of rows) {
      const [region, ...words] = row.split(' ');
      for (const word of words) expect(found(word)).toContain(region);
    }
    expect(rows).toHaveLength(areas.length);
  });
});

test('common places lead the list in their order, then come all others by name', () => {
  const common = ['HK', 'US', 'DE'];
  const list = searchAreas('', 'en', common).map(({ region }) => region);
  expect(list.slice(0, 3)).toEqual(common);
  expect(list.slice(3, 5)).toEqual(['AF', 'AX']);
  expect(new Set(list).size).toBe(areas.length);
  expect(searchAreas('united', 'en', ['US']).map(({ region }) => region)[0]).toBe('US');
});

test('a flag is the letters of its region as regional indicators', () => {
  expect(flagOf('CN')).toBe('\u{1F1E8}\u{1F1F3}');
});

test('every region with numbers is there, once', () => {
  expect(areas.length).toBeGreaterThan(200);
  expect(new Set(areas.map((area) => area.region)).size).toBe(areas.length);
});

test.each(areas.map((area) => [area.region, area] as const))('%s: its example number comes out as E.164', (_, area) => {
  const example = getExampleNumber(area.region as never, examples);
  if (!example) return;
  const { nationalNumber, number } = example;
  expect(toE164(area, nationalNumber)).toBe(number);
  expect(toE164(area, area.trunk + nationalNumber)).toBe(number);
  expect(fromInternational(number, area)).toEqual({ area, rest: nationalNumber });
});

test.each(areas.map((area) => [area.region, area] as const))(
  '%s: with its calling code, as people write it',
  (_, area) => {
    const example = getExampleNumber(area.region as never, examples);
    if (!example) return;
    const { nationalNumber: national, number } = example;
    const wide = (text: string): string =>
      text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const { code } = area;
    const spread = national.replace(/(...)(?=..)/g, '$1-');
    const written = [
      `+${code}${national}`,
      `+${code} ${national}`,
      `00${code} ${national}`,
      `\uFF0B${wide(`${code} ${national}`)}`,
      `+${code}-${spread}`,
      `+${code} (${spread})`,
    ];
    // With the code alone it takes as many digits as tell it from a number that begins alike.
    if (national.length >= 7) written.push(`${code} ${national}`, `${code}-${spread}`, wide(`${code} ${national}`));
    // All in one it is told where the area's numbers have one length.
    if (area.length === national.length) written.push(`${code}${national}`, wide(`${code}${national}`));
    written.push(`\u202a+${code}\u200b${national}\u202c`);
    for (const text of written) {
      const split = fromInternational(text, area);
      expect([text, split && toE164(split.area, split.rest)]).toEqual([text, number]);
    }
  },
);

test('Italy keeps its leading 0, the United Kingdom does not', () => {
  expect(toE164(areaOf('IT'), '06 1234 5678')).toBe('+390612345678');
  expect(toE164(areaOf('GB'), '020 7946 0018')).toBe('+442079460018');
});

test('an 8 that begins a Russian number is not taken for the trunk prefix', () => {
  expect(toE164(areaOf('RU'), '8005553535')).toBe('+78005553535');
  expect(toE164(areaOf('RU'), '88005553535')).toBe('+78005553535');
});

test('other digits than ours are read as digits', () => {
  expect(toE164(areaOf('CN'), '\uFF11\uFF13\uFF18\uFF10\uFF10\uFF11\uFF13\uFF18\uFF10\uFF10\uFF10')).toBe(
    '+8613800138000',
  );
  expect(toE164(areaOf('SA'), '\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667')).toBe('+966501234567');
});

test('an area known by letters wins over the one its code is known for', () => {
  expect(areaOf('CA').region).toBe('CA');
  expect(areaOf(undefined, '1').region).toBe('US');
  expect(fromInternational('+1 416 555 0123', areaOf('CA'))?.area.region).toBe('CA');
  expect(fromInternational('+1 416 555 0123', areaOf('CN'))?.area.region).toBe('US');
});

test('what is not international is left alone', () => {
  expect(fromInternational('13800138000', areaOf('CN'))).toBeUndefined();
  expect(fromInternational('+', areaOf('CN'))).toBeUndefined();
  expect(fromInternational('+999 1234', areaOf('CN'))).toBeUndefined();
});

test('a search puts letters and exact codes first', () => {
  expect(searchAreas('us', 'en')[0]?.region).toBe('US');
  expect(searchAreas('0044', 'en').map((area) => area.code)).toEqual(['44', '44', '44', '44']);
  expect(searchAreas('cote', 'en')[0]?.region).toBe('CI');
  expect(searchAreas('', 'en')).toHaveLength(areas.length);
});
