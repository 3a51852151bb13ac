/** Plausible mistakes of the people who edit data: each is told once, in the right file, on the right line, with its mend. */
import { checkSources } from '../../../src/tools/check.ts';
import { loadData, overlay, type Sources } from '../../../src/tools/load.ts';
import { mistakesOf, ROLES } from './mistake.ts';
import { plant, wrongs } from './plant.ts';

/** Lines enough to tell of one another: two of one zone, one of the other. */
const LINES = /^(schemas|lines\/(_[a-z]+|renderbus|avica|foxrenderfarm))\//;

let data: Sources;

beforeAll(async () => {
  const all = await loadData('.');
  const others = [...all.paths].filter((path) => !LINES.test(path));
  data = overlay(all, Object.fromEntries(others.map((path) => [path, null])));
});

test('the data that mistakes are planted in has none', () => {
  expect(checkSources(data)).toEqual([]);
});

describe.each(ROLES)('%s', (role) => {
  const mistakes = mistakesOf(role);

  test('every mistake has a name of its own', () => {
    expect(new Set(mistakes.map(({ name }) => name)).size).toBe(mistakes.length);
  });

  test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))('%s', (_, mistake) => {
    const planted = plant(mistake, data);
    expect(wrongs(mistake, checkSources(planted.data), planted)).toEqual([]);
  });
});
