/**
 * The order of test files. Jest knows how long they take once they ran here; in a clean clone it goes by size, and the
 * longest are small: one that begins last keeps one processor busy and leaves the other idle.
 */
const Sequencer = require('@jest/test-sequencer').default;

/** Files that take a minute and more, longest first. */
const SLOWEST = require('./slowest.json');

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = SLOWEST.findIndex((name) => path.endsWith(name));
      return found === -1 ? SLOWEST.length : found;
    };
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
};
