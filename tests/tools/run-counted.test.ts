/** What a command's output says of its tests. */
import { counted, runCounted } from '../../src/tools/run-counted.ts';

test.each([
  ['Tests:       3 passed, 3 total\n', 0, { passed: 3, failed: 0 }],
  ['Tests:       1 failed, 2 passed, 3 total\n', 1, { passed: 2, failed: 1 }],
  ['Tests:       1 failed, 1 skipped, 2 passed, 4 total\nTime: 3 s\n', 1, { passed: 2, failed: 1 }],
  ['5 passed, 1 failed\n\n7 passed, 0 failed\n', 0, { passed: 7, failed: 0 }],
  // It ended before it could say.
  ['', 1, { passed: 0, failed: 1 }],
  ['7 passed, 0 failed\n', 1, { passed: 7, failed: 1 }],
])('%j and code %i', (output, code, found) => {
  expect(counted(output, code)).toEqual(found);
});

test('a command that is not there has failed', async () => {
  expect(await runCounted(['no-such-program'])).toEqual({ passed: 0, failed: 1 });
});
