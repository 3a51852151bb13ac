/** The faces of headings: what their files say, what may weigh how much, and that pages show no heading without them. */
import { readdirSync, readFileSync } from 'node:fs';
import { facesCss } from '../../src/theme/faces.ts';
import { checkFaces } from '../../src/tools/checks/faces.ts';
import type { Fault } from '../../src/tools/checks/fault.ts';
import {
  FACE_FILE,
  FIRST_BYTES,
  facedScripts,
  faceFile,
  faceFiles,
  MOST_BYTES,
  readFaces,
} from '../../src/tools/face-files.ts';
import { drawnIn, headingsOf, scriptOf } from '../../src/tools/headings.ts';
import { loadData, type Sources } from '../../src/tools/load.ts';
import { allPages } from '../../src/tools/pages.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { readWoff2 } from '../../src/tools/woff2.ts';

let sources: Sources;
let lines: readonly ResolvedLine[];
beforeAll(async () => {
  sources = await loadData('.');
  lines = Object.values(resolveAll(sources).lines);
});

const code = (character: string): number => character.codePointAt(0) as number;
const fileOf = (line: ResolvedLine, file: string): Buffer => readFileSync(line.assets[file] as string);

/** Code points of all files of a line's faces. */
const hadBy = (line: ResolvedLine): ReadonlySet<number> =>
  new Set(
    facedScripts(line).flatMap((script) =>
      faceFiles(line, script).flatMap((file) => [...readWoff2(fileOf(line, file)).glyphs.keys()]),
    ),
  );

test('every line has faces of its own, and no two the same', () => {
  const named = lines.map(({ theme }) => JSON.stringify([theme.type.display?.latin, theme.type.display?.chinese]));
  expect(named.filter((each) => each === '[null,null]')).toEqual([]);
  expect(new Set(named).size).toBe(lines.length);
});

test('nothing in a font is anything else than what headings say and plain letters', () => {
  for (const line of lines) {
    const said = new Set(
      headingsOf(line)
        .flatMap((heading) => drawnIn(heading.said))
        .map(code),
    );
    const others = [...hadBy(line)].filter((each) => each > 0x2e80 && !said.has(each));
    expect({ line: line.name, others }).toEqual({ line: line.name, others: [] });
  }
});

test('each file keeps whose it is and under which licence, as the licence asks', () => {
  for (const { name, assets } of lines) {
    const fonts = readdirSync(`lines/${name}/assets`).filter((file) => FACE_FILE.test(file));
    const licence = readFileSync(assets['OFL.txt'] as string, 'utf8');
    expect(fonts.length).toBeGreaterThan(0);
    expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(licence).toMatch(/Copyright/);
  }
});

/** A line of each region, whose pages are drawn. */
const SEEN = ['pkdragon', 'dragonforeign'];

test('every heading of every page that the data names is drawn in its line’s face', async () => {
  const byName = new Map(lines.map((line) => [line.name, line]));
  const text = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#x27);/g, '&');
  for (const { line: name, pages } of await allPages('.', { line: ({ name }) => SEEN.includes(name) })) {
    const line = byName.get(name) as ResolvedLine;
    const had = hadBy(line);
    const scripts = facedScripts(line);
    // What visitors are called, the data does not say.
    const given = pages.flatMap(({ html }) => [
      ...html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>|class="tagline">(.*?)<\/p>/gs),
    ]);
    const shown = given.map(([, heading, tagline]) => text(heading ?? tagline ?? ''));
    expect(shown.length).toBeGreaterThan(100);
    const lacking = drawnIn(shown.join('')).filter((each) => scripts.includes(scriptOf(each)) && !had.has(code(each)));
    expect({ name, lacking }).toEqual({ name, lacking: [] });
  }
});

describe('what is too heavy is told', () => {
  const judged = (bytes: Readonly<Record<string, number>>): string[] => {
    const line = lines.find(({ name }) => name === 'pkdragon') as ResolvedLine;
    const fonts = new Map(
      [...sources.fonts].map(([file, font]) => {
        const heavy = Object.entries(bytes).find(([name]) => file === line.assets[name]);
        return [file, heavy === undefined ? font : { ...font, bytes: heavy[1] }];
      }),
    );
    const faults: Fault[] = [];
    checkFaces({ ...sources, fonts }, [line], faults);
    return faults.map(({ message, fix }) => `${message}  ${fix}`);
  };
  const [latin, chinese, next] = [faceFile('latin', 1), faceFile('chinese', 1), faceFile('chinese', 2)];

  test('as it is, nothing', () => expect(judged({})).toEqual([]));
  test('a file', () =>
    expect(judged({ [next]: MOST_BYTES + 1 })).toEqual([
      `"${next}" weighs 20001 bytes, more than 20000  name a lighter face`,
    ]));
  test('what first pages fetch together', () =>
    expect(judged({ [latin]: FIRST_BYTES - MOST_BYTES + 1, [chinese]: MOST_BYTES })).toEqual([
      'the first files of its faces weigh 30001 bytes, more than 30000  name a lighter face',
    ]));
});

describe('a font', () => {
  const font = (line: string): ReturnType<typeof readWoff2> =>
    readWoff2(readFileSync(`lines/${line}/assets/display-latin.woff2`));

  test('says which characters it has, and how wide they are', () => {
    const { glyphs, advance } = font('renderbus');
    expect(glyphs.has(code('A'))).toBe(true);
    expect(glyphs.has(code('登'))).toBe(false);
    expect(advance(code('W'))).toBeGreaterThan(advance(code('i')) as number);
    expect(advance(code('登'))).toBeUndefined();
  });
  test('that is none, or is cut off, is a mistake', () => {
    const whole = readFileSync('lines/renderbus/assets/display-latin.woff2');
    expect(() => readWoff2(Buffer.from('<svg/>'))).toThrow('does not begin');
    expect(() => readWoff2(whole.subarray(0, 200))).toThrow();
  });
});

describe('the rules of a line’s faces', () => {
  const rulesOf = (name: string): Promise<string> => {
    const line = lines.find((each) => each.name === name) as ResolvedLine;
    return readFaces(
      line,
      async (file) => fileOf(line, file),
      (file) => `/assets/${file}`,
    );
  };

  test('a page fetches a file only for characters that it has, and never waits for it', async () => {
    const rules = (await rulesOf('pkdragon')).split('@font-face').slice(1);
    expect(rules).toHaveLength(
      faceFiles(lines.find(({ name }) => name === 'pkdragon') as ResolvedLine, 'chinese').length + 1,
    );
    const [latin = '', ...chinese] = rules;
    expect(latin).toContain('unicode-range:U+0-2e7f;');
    for (const rule of rules) expect(rule).toContain('font-display:swap');
    const ranges = chinese.map((rule) => /unicode-range:([^;]+)/.exec(rule)?.[1] ?? '');
    const codes = ranges.flatMap((range) => range.split(','));
    expect(codes.every((each) => Number.parseInt(each.slice(2), 16) >= 0x2e80)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });
  test('letters twice as wide are drawn half as large, on the same baseline', () => {
    expect(facesCss([{ address: '/a.woff2', range: 'U+41', width: 2 }])).toContain(
      'size-adjust:50%;ascent-override:181%;descent-override:42.4%;line-gap-override:0%',
    );
  });
  test('a line without faces has none', () => expect(facesCss([])).toBe(''));
});
