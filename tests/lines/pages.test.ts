/**
 * Every line, screen, named state and language as a visitor gets it, in a browser: what assistive technology is told
 * (`npm run snapshots` accepts it as it is now), what axe finds, and how it fits windows. Equal pages are looked at once,
 * by what they render; `npm run matrix` has axe look at every one, in every window.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ASPECTS, type Found, inspectAll, WINDOWS } from '../../src/tools/inspect.ts';
import { inPseudoLanguages } from '../../src/tools/pseudo.ts';
import type { ResolvedLine } from '../../src/tools/resolve.ts';
import { createWriter, TREES_FOLDER } from '../../src/tools/trees.ts';

/** Where `npm test` reads how many page states were looked at. */
const LOOKED_AT = '.cache/test/pages.json';
const looked: Record<string, number> = {};
function note(what: string, count: number): void {
  looked[what] = count;
  mkdirSync(dirname(LOOKED_AT), { recursive: true });
  writeFileSync(LOOKED_AT, JSON.stringify(looked));
}

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));
let found: ReadonlyMap<string, Found>;
const trees = new Map<string, string>();

/** How many pages there are, and how many of them needed a look of their own. */
function summary(all: readonly Found[]): string {
  const sum = (count: (each: Found) => number): number => all.reduce((total, each) => total + count(each), 0);
  const [pages, distinct] = [sum((each) => each.trees.size), sum((each) => each.distinct)];
  const [structures, colours] = [sum((each) => each.structures), sum((each) => each.colours)];
  return `${pages} pages: ${distinct} were read and measured, ${pages - distinct} are equal to one of these.
axe's rules of structure: ${structures} were looked at, ${distinct - structures} are of the same structure as one of these.
axe's rules of colours: ${colours} were looked at, ${distinct - colours} show no text in another way than these.`;
}

beforeAll(async () => {
  const all = await inspectAll(process.cwd());
  found = new Map(all.map((each) => [each.line, each]));
  const write = createWriter();
  for (const each of all) trees.set(each.line, write(each.line, each.trees));
  console.info(summary(all));
  note(
    'page states',
    all.reduce((total, each) => total + each.trees.size, 0),
  );
}, 1_200_000);

test('every line was looked at, and none was left behind', () => {
  expect([...found.keys()].sort()).toEqual([...lines].sort());
  for (const { distinct, structures, colours } of found.values()) {
    expect(distinct).toBeGreaterThan(60);
    expect(structures).toBeLessThan(distinct);
    expect(colours).toBeGreaterThan(0);
  }
  const kept = readdirSync(TREES_FOLDER).map((name) => name.replace('.txt', ''));
  expect(kept.filter((name) => !lines.includes(name))).toEqual([]);
});

describe.each(lines)('%s', (line) => {
  test('tells assistive technology what it told before', () => {
    const file = join(TREES_FOLDER, `${line}.txt`);
    // A new line's first file is written, as Jest does with its own snapshots; only a build server must have it.
    if (!existsSync(file) && !process.env.CI) {
      mkdirSync(TREES_FOLDER, { recursive: true });
      writeFileSync(file, trees.get(line) ?? '');
    }
    expect(trees.get(line)).toBe(existsSync(file) ? readFileSync(file, 'utf8') : 'written by npm run snapshots');
  });

  test.each(ASPECTS)('%s: no fault', (aspect) => {
    expect(found.get(line)?.faults.get(aspect)).toEqual([]);
  });
});

describe('the pseudo-languages, longer than English and from right to left', () => {
  let pseudo: readonly Found[];

  beforeAll(async () => {
    // Windows are the same for every line of a zone but for sizes of type, which `npm run matrix` goes through.
    const zones = new Set<string>();
    const isFirst = ({ line }: ResolvedLine): boolean => {
      const isNew = !zones.has(line.zone ?? '');
      zones.add(line.zone ?? '');
      return isNew;
    };
    pseudo = await inspectAll(process.cwd(), { only: 'windows' }, { as: inPseudoLanguages, line: isFirst });
    const distinct = pseudo.reduce((total, each) => total + each.distinct, 0);
    console.info(`${distinct} pages in the pseudo-languages were measured.`);
    note('page states in the pseudo-languages', distinct);
  }, 600_000);

  test('were looked at in each zone', () => {
    expect(pseudo.length).toBe(2);
    for (const { distinct } of pseudo) expect(distinct).toBeGreaterThan(60);
  });

  test.each(Object.keys(WINDOWS))('%s px: no fault', (px) => {
    expect(
      pseudo.flatMap(({ line, faults }) => (faults.get(`${px} px`) ?? []).map((each) => `${line}: ${each}`)),
    ).toEqual([]);
  });
});
