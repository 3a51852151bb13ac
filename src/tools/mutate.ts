/**
 * `npm run mutate`: changes one operator, constant or condition of the code at a time and runs the tests that get there, the
 * cheapest first, up to the first failure. Which tests get where is counted once (see mutate/reached.ts). A mutant that no
 * test notices survives, and is printed with its place. The last line is `N passed, N failed`: mutants that were killed, or
 * that `tests/mutated/survivors.json` explains, have passed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import { type Reaching, reachingTests, record, testFiles } from './mutate/reached.ts';
import { type Chosen, runTests } from './mutate/run.ts';
import { readOptions, WrongOption } from './options.ts';
import { filesBelow } from './source-files.ts';

/** Rooms whose tests must notice whatever is changed there: the language, the page, the checks, the server's domain. */
const ROOMS = [
  'src/engine',
  'src/screens',
  'src/widgets',
  'src/actions',
  'src/browser',
  'src/tools/checks',
  'src/server/accounts',
  'src/server/calls',
  'src/server/captcha',
  'src/server/codes',
  'src/server/limits',
  'src/server/qr',
  'src/server/sessions',
  'src/server/third-party',
];
const SURVIVORS = 'tests/mutated/survivors.json';
/** Of a hundred mutants so many must be killed or explained. */
const WANTED = 95;
/** Seconds of tests that run in the first go; each further one takes four times as many, as most mutants die soon. */
const FIRST = 5;
/** A go may take so many times what its tests usually do, and so many seconds for Jest itself. */
const [TIMES, START] = [3, 15];

const USAGE = `npm run mutate -- [--count 200] [--seed text] [--files src/engine,src/screens/form.tsx] [--ids a,b] [--patience 60] [--jobs 1]
  --count     mutants to try, chosen by the seed; all when it is left out
  --seed      another seed chooses others (1)
  --files     files or folders to change, with commas between
  --ids       these mutants alone, as printed
  --patience  seconds that the tests of one mutant may usually take (60); of those that reach it the cheapest are run
  --jobs      test processes at a time (one for each processor)`;

interface Options {
  readonly count: number | undefined;
  readonly seed: string;
  readonly files: readonly string[];
  readonly ids: readonly string[] | undefined;
  readonly patience: number;
  readonly jobs: number;
}

const number = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new WrongOption(`--${name} takes a number from 1 on, not ${text}.`);
  return Number(text);
};

const options: Options = readOptions(
  USAGE,
  {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: ROOMS.join(',') },
    ids: { type: 'string' },
    patience: { type: 'string' },
    jobs: { type: 'string' },
  },
  ({ count, seed = '1', files = '', ids, patience, jobs }) => ({
    count: number('count', count),
    seed,
    files: files.split(',').flatMap(sourcesOf),
    ids: ids?.split(','),
    patience: number('patience', patience) ?? 60,
    jobs: number('jobs', jobs) ?? Math.max(1, availableParallelism()),
  }),
);

function sourcesOf(name: string): string[] {
  if (/\.tsx?$/.test(name)) return [name];
  try {
    return filesBelow(name);
  } catch {
    throw new WrongOption(`There is no ${name}.`);
  }
}

/** Mutants by the order that the seed gives them; one stays chosen while its line stays as it is. */
async function chosen({ count, seed, files, ids }: Options): Promise<readonly Mutant[]> {
  const all = (await Promise.all(files.map(mutantsOf))).flat();
  if (ids !== undefined) return all.filter(({ id }) => ids.includes(id));
  const rank = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return all
    .map((mutant) => ({ mutant, at: rank(mutant) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Tests in goes: the cheapest come first. */
function goesOf(tests: readonly Reaching[], patience: number): Reaching[][] {
  const goes: Reaching[][] = [];
  let [room, left, size] = [0, patience * 1000, FIRST * 1000];
  for (const test of tests) {
    // At least one test is run, whatever it takes.
    if (test.time > left && goes.length > 0) break;
    left -= test.time;
    if (test.time > room || goes.length === 0) {
      goes.push([]);
      room = size;
      size *= 4;
    }
    goes.at(-1)?.push(test);
    room -= test.time;
  }
  return goes;
}

const usual = (tests: readonly Reaching[]): number => tests.reduce((sum, { time }) => sum + time, 0);
const patienceFor = (tests: readonly Reaching[]): number => TIMES * usual(tests) + START * 1000;
const chosenOf = (tests: readonly Reaching[]): Chosen =>
  Object.fromEntries(tests.map(({ file, names }) => [file, names]));

/** Whether tests pass in time without a mutant, found out once. */
const known = new Map<string, Promise<boolean>>();

function isSound(tests: readonly Reaching[]): Promise<boolean> {
  const key = JSON.stringify(chosenOf(tests));
  const sound =
    known.get(key) ?? runTests(undefined, chosenOf(tests), patienceFor(tests)).then(({ ended }) => ended === 'passed');
  known.set(key, sound);
  return sound;
}

type Verdict =
  | { readonly killed: true; readonly by: string }
  /** `run` of the tests that reach it, in files. */
  | { readonly killed: false; readonly run: number };

/** Whether a failure is the mutant's: the test alone passes without it. What other tests prepare for it, it finds when all run. */
async function isFault(mutant: Mutant, test: Reaching, name: string | undefined): Promise<boolean> {
  if (name !== undefined && (await isSound([{ ...test, names: [name] }]))) return true;
  const whole = [{ ...test, names: null, time: Math.max(test.time, 60_000) }];
  return (await isSound(whole)) && (await runTests(mutant, chosenOf(whole), patienceFor(whole))).ended !== 'passed';
}

async function judge(mutant: Mutant, reaching: readonly Reaching[], patience: number): Promise<Verdict> {
  let run = 0;
  for (const go of goesOf(reaching, patience))
    for (let rest = go; rest.length > 0; ) {
      const ran = await runTests(mutant, chosenOf(rest), patienceFor(rest));
      if (ran.ended === 'failed') {
        const { file, name } = ran;
        const at = rest.findIndex((test) => test.file === file);
        const test = rest[at];
        if (test === undefined || (await isFault(mutant, test, name)))
          return { killed: true, by: name === undefined ? file : `${file}: ${name}` };
        // A test that fails without the mutant tells nothing.
        rest = rest.slice(at + 1);
      } else if (ran.ended === 'late') {
        // Tests that end without the mutant, and not with it, wait for what it broke.
        if (await isSound(rest)) return { killed: true, by: 'time' };
        break;
      } else {
        run += rest.length;
        break;
      }
    }
  return { killed: false, run };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const place = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line}  ${original.replace(/\s+/g, ' ')}  ->  ${replacement.replace(/\s+/g, ' ')}`;

async function main(): Promise<void> {
  const explained = JSON.parse(readFileSync(SURVIVORS, 'utf8')) as Record<string, string>;
  const tests = testFiles();
  const mutants = await chosen(options);
  await record(tests, ROOMS.flatMap(filesBelow), options.jobs, print);
  const reachingOf = reachingTests(tests);
  const waiting = mutants.filter(({ id }) => explained[id] === undefined);
  const survivors: Mutant[] = [];
  let killed = 0;
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const since = Date.now();
      const reaching = reachingOf(mutant);
      const verdict = await judge(mutant, reaching, options.patience);
      const seconds = `${((Date.now() - since) / 1000).toFixed(0)} s`;
      if (verdict.killed) {
        killed += 1;
        print(`killed    ${mutant.id}  ${place(mutant)}  (${verdict.by}, ${seconds})`);
      } else {
        survivors.push(mutant);
        const what =
          reaching.length === 0
            ? 'no test gets there'
            : `${verdict.run} of ${reaching.length} test files that get there, ${seconds}`;
        print(`SURVIVED  ${mutant.id}  ${place(mutant)}  (${what})`);
      }
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const good = mutants.length - survivors.length;
  const share = mutants.length === 0 ? 100 : (100 * good) / mutants.length;
  print(
    `\n${killed} killed, ${good - killed} explained, ${survivors.length} survived of ${mutants.length}: ${share.toFixed(1)} %`,
  );
  const isEnough = share >= WANTED;
  print(`\n${good} passed, ${isEnough ? 0 : survivors.length} failed`);
  process.exitCode = isEnough ? 0 : 1;
}

void main();
