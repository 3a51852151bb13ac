/** Ends everything at the first failure: nobody wants to know more of a mutant. Says whose it was in the run's report. */
const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const { run } = require('./changed.cjs');

const end = (path, name) => {
  if (run.report === undefined) return;
  writeFileSync(run.report, JSON.stringify({ file: relative('.', path), name }));
  process.exit(1);
};

module.exports = class FirstFailure {
  onTestCaseResult({ path }, { status, fullName }) {
    if (status === 'failed') end(path, fullName);
  }

  onTestResult({ path }, { numFailingTests, testExecError }) {
    if (numFailingTests > 0 || testExecError) end(path);
  }

  getLastError() {}
};
