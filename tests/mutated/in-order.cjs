/** Tests in the order that they were asked for. */
const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;
const { run } = require('./changed.cjs');

const wanted = Object.keys(run.tests ?? {});

module.exports = class InOrder extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => wanted.indexOf(relative('.', path));
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }
};
