/** Ends everything at the first failure: nobody wants to know more of a mutant. Says whose it was in the file `MUTANT_REPORT`. */
const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');

const end = (path) => {
  writeFileSync(process.env.MUTANT_REPORT, relative('.', path));
  process.exit(1);
};

module.exports = class FirstFailure {
  onTestCaseResult({ path }, { status }) {
    if (status === 'failed') end(path);
  }

  onTestResult({ path }, { numFailingTests, testExecError }) {
    if (numFailingTests > 0 || testExecError) end(path);
  }

  getLastError() {}
};
