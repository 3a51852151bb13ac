/** Every rule of the data, broken once: the fault is found, named, placed and answered with a remedy. Nothing else is. */
import { checkSources } from '../../src/tools/check.ts';
import { formatFault } from '../../src/tools/checks/fault.ts';
import { toldOf } from '../../src/tools/checks/unused.ts';
import type { Sources } from '../../src/tools/load.ts';
import { applyFixture, type Fixture, fixtureData, printed, readFixtures } from './fixture.ts';

let data: Sources;
let before: ReadonlySet<string>;

beforeAll(async () => {
  data = await fixtureData();
  before = new Set(checkSources(data).map(formatFault));
});

const added = (fixture: Fixture) => {
  const broken = applyFixture(data, fixture);
  const faults = checkSources(broken).filter((fault) => !before.has(formatFault(fault)));
  return printed(faults, broken, fixture);
};

test('the data that mistakes are made in has none', () => {
  expect([...before]).toEqual([]);
});

test.each(readFixtures('invalid'))('%s', (_, fixture) => {
  expect(fixture.faults.length).toBeGreaterThan(0);
  expect(added(fixture)).toEqual(fixture.faults);
});

test.each(readFixtures('valid'))('%s is fine', (_, fixture) => {
  expect(added(fixture)).toEqual([]);
});

test.each(toldOf)('a fixture shows that %s …', (told) => {
  const faults = readFixtures('invalid').flatMap(([, fixture]) => fixture.faults);
  expect(faults.some((fault) => fault.includes(`  ${told} "`))).toBe(true);
});
