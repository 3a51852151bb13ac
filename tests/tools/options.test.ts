/** The long commands refuse an option before they begin, in words. */
import { spawnSync } from 'node:child_process';

const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', `src/tools/${command}.ts`, ...args], { encoding: 'utf8' });

test.each([
  ['faults', ['--bogus'], '--bogus'],
  ['faults', ['3', '5'], "'3'"],
  ['faults', ['--only', '3,99'], 'There is no fault 99.'],
  ['faults', ['--only'], '--only'],
  ['bench', ['--bogus'], '--bogus'],
  ['bench', ['--only', 'speed'], '--only takes size, page, growth, lines, edits, server, security, not speed.'],
  ['bench', ['--runs', 'many'], '--runs takes a whole number above 0, not many.'],
  ['gallery', ['--bogus'], '--bogus'],
  ['gallery', ['--widths', '20'], '--widths takes widths in px from 240 to 4000, not 20.'],
  ['gallery', ['--schemes', 'grey'], '--schemes takes light and dark, not grey.'],
  ['matrix', ['--bogus'], '--bogus'],
  ['mutate', ['--count', 'many'], '--count takes a number from 1 on, not many.'],
  ['mutate', ['--files', 'src/nowhere'], 'There is no src/nowhere.'],
])('%s %j', (command, args, sentence) => {
  const { status, stdout, stderr } = run(command, ...args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(`npm run ${command}`);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.each(['faults', 'bench', 'gallery', 'matrix'])('%s --help prints how it is used', (command) => {
  const { status, stdout } = run(command, '--help');
  expect([status, stdout.startsWith(`npm run ${command}`)]).toEqual([0, true]);
});
