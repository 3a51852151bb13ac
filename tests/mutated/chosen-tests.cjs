/**
 * In every test file: runs the chosen tests alone, and when places are counted, writes down which test reached which of them
 * and how long it took. What is reached outside of tests, when a file is loaded or in what stands before and after all, is reached for all of them.
 */
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { outcome, run } = require('./changed.cjs');

const file = relative('.', expect.getState().testPath);
const names = run.tests?.[file];

const nameOf = ({ name, parent }) => (parent?.parent ? `${nameOf(parent)} ${name}` : name);
const testsIn = (block) => block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

/** Jest's own: what happens to a test. */
const handlers = globalThis[Symbol.for('EVENT_HANDLERS')];

if (names) {
  const wanted = new Set(names);
  handlers.push(({ name }, { rootDescribeBlock }) => {
    if (name !== 'run_start') return;
    for (const test of testsIn(rootDescribeBlock)) if (!wanted.has(nameOf(test))) test.mode = 'skip';
  });
}

if (run.recorded !== undefined) {
  // Tests may stand in for the clock.
  const { now } = Date;
  const began = now();
  const around = new Set();
  const tests = [];
  let reached = around;
  globalThis.reached = (place, value) => {
    reached.add(outcome(place, value));
    return value;
  };
  let since = 0;
  handlers.push(({ name, test, hook }) => {
    if (name === 'hook_start' && /All$/.test(hook.type)) reached = around;
    else if (name === 'test_start') {
      reached = new Set();
      since = now();
    } else if (name === 'test_done')
      tests.push({ name: nameOf(test), time: now() - since, passed: test.errors.length === 0, reached: [...reached] });
    else if (name === 'run_finish') {
      for (const program of readdirSync(run.programs)) {
        for (const place of readFileSync(join(run.programs, program), 'utf8').split('\n').slice(0, -1))
          around.add(Number(place));
        rmSync(join(run.programs, program));
      }
      const to = join(run.recorded, `${file}.json`);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, JSON.stringify({ time: now() - began, around: [...around], tests }));
    }
  });
}
