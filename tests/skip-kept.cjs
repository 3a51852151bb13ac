/** Leaves out the test files whose inputs are what they were when they passed (src/tools/kept-tests.ts). */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const skipped = new Set(JSON.parse(readFileSync(join(__dirname, '../.cache/test/skipped.json'), 'utf8')));

module.exports = async (files) => ({ filtered: files.filter((file) => !skipped.has(file)) });
