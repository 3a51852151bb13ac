/** Node, as Jest sets it up, telling what was read in it. */
const { TestEnvironment } = require('jest-environment-node');
const { recording } = require('./inputs.cjs');

module.exports = recording(TestEnvironment);
