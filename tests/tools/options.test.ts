/** The commands refuse an option before they begin, in words. */
import { spawnSync } from 'node:child_process';
import { scripts } from '../../package.json';

const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', `src/tools/${command}.ts`, ...args], { encoding: 'utf8' });

/** Commands that run a program of ours, with what their script gives it. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, program, given] = /^tsx (src\/\S+)(.*)$/.exec(script) ?? [];
  return program === undefined ? [] : [{ name, program, given: given?.trim().split(' ').filter(Boolean) ?? [] }];
});

test('the programs of nearly all commands are among those', () => {
  const others = Object.keys(scripts).filter((name) => programs.every((each) => each.name !== name));
  expect(others).toEqual(['serve', 'seed', 'erase', 'enterprise', 'test:jest', 'test:journeys', 'lint', 'format']);
});

test.each(programs)('npm run $name: an option that it has not is refused', ({ program, given }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, ...given, '--bogus'], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('--bogus');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.each([
  ['faults', ['3', '5'], "'3'"],
  ['explain', ['renderbus', '--jsn'], '--jsn'],
  ['explain', ['renderbus', 'username', 'extra'], '"extra" is a word too many.'],
  ['messages', ['where', 'frame.yes', 'extra'], '"extra" is a word too many.'],
  ['messages', ['missing', 'renderbus'], '"renderbus" is a word too many.'],
  ['faces', ['renderbuss'], 'no line "renderbuss": write "renderbus"'],
  ['previews', ['--line', 'renderbus'], '--line'],
  ['new-line', ['--nmae', 'bora'], '--nmae is no option: write "--name"'],
  ['new-line', ['bora'], '"bora" is a word too many'],
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
