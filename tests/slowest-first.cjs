/**
 * The order of test files. Jest knows how long they take once they ran here; in a clean clone it goes by size, and the
 * longest are small: one that begins last keeps one processor busy and leaves the other idle.
 */
const Sequencer = require('@jest/test-sequencer').default;

/** Files that take a minute and more, longest first. */
const SLOWEST = [
  'tests/lines/pages.test.ts',
  'tests/server/domain/corpora.test.ts',
  'tests/screens/recorded.test.tsx',
  'tests/tools/inspect.test.ts',
  'tests/schemas/fixtures.test.ts',
  'tests/lines/pictures.test.ts',
  'tests/screens/catalogue.test.tsx',
  'tests/tools/check.test.ts',
  'tests/screens/second-press.test.tsx',
  'tests/server/platform/frozen.test.ts',
  'tests/journeys/early-press.journey.ts',
  'tests/journeys/takeover.journey.ts',
  'tests/journeys/third-party.journey.ts',
  'tests/journeys/domestic.journey.ts',
  'tests/journeys/results.journey.ts',
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = SLOWEST.findIndex((name) => path.endsWith(name));
      return found === -1 ? SLOWEST.length : found;
    };
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
};
