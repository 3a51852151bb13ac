/**
 * `npm run mutate`: changes one operator, constant or condition of the code at a time and runs the tests that get there, the
 * most promising first, up to the first failure. Which tests get where is counted once (see mutate/reached.ts). A mutant that no
 * test notices survives, and is printed with its place. The last line is `N passed, N failed`: mutants that were killed, or
 * that `tests/mutated/survivors.json` explains, have passed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Go, goesOf } from './mutate/goes.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import { type Reaching, reachingTests, record, testFiles } from './mutate/reached.ts';
import { type Ran, runTests } from './mutate/run.ts';
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
/** A quick test that compiles the lines. */
const COMPILES = 'tests/screens/facts.test.tsx';
/** Of a hundred mutants so many must be killed or explained. */
const WANTED = 95;
/** A go may take so many times what its tests usually do, and so many seconds for Jest itself. */
const [TIMES, START] = [3, 15];

const USAGE = `npm run mutate -- [--count 200] [--seed text] [--files src/engine,src/screens/form.tsx] [--ids a,b] [--patience 60] [--jobs 1] [--counted]
  --count     mutants to try, chosen by the seed; all when it is left out
  --seed      another seed chooses others (1)
  --files     files or folders to change, with commas between
  --ids       these mutants alone, as printed
  --patience  seconds that the tests of one mutant may usually take (120); of those that reach it the cheapest are run
  --jobs      test processes at a time (one for each processor)
  --counted   test files that were counted before alone`;

interface Options {
  readonly count: number | undefined;
  readonly seed: string;
  readonly files: readonly string[];
  readonly ids: readonly string[] | undefined;
  readonly patience: number;
  readonly jobs: number;
  readonly counted: boolean;
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
    counted: { type: 'boolean', default: false },
  },
  ({ count, seed = '1', files = '', ids, patience, jobs, counted = false }) => ({
    count: number('count', count),
    seed,
    files: files.split(',').flatMap(sourcesOf),
    ids: ids?.split(','),
    patience: number('patience', patience) ?? 120,
    jobs: number('jobs', jobs) ?? Math.max(1, availableParallelism()),
    counted,
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

const patienceFor = ({ time }: Go): number => TIMES * time + START * 1000;

/** Whether tests pass in time without a mutant, found out once. */
const known = new Map<string, Promise<boolean>>();

function isSound(go: Go): Promise<boolean> {
  const key = JSON.stringify(go.tests);
  const sound =
    known.get(key) ?? runTests(undefined, go.tests, patienceFor(go)).then(({ ended }) => ended === 'passed');
  known.set(key, sound);
  return sound;
}

type Verdict =
  | { readonly killed: true; readonly by: string }
  /** `run` of the tests that it makes a difference to. */
  | { readonly killed: false; readonly run: number };

/** Whether a failure is the mutant's: the test alone passes without it. What other tests prepare for it, it finds when all run. */
async function isFault(mutant: Mutant, file: string, name: string | undefined): Promise<boolean> {
  if (name !== undefined && (await isSound({ tests: { [file]: [name] }, time: 30_000 }))) return true;
  const whole: Go = { tests: { [file]: null }, time: 60_000 };
  return (await isSound(whole)) && (await runTests(mutant, whole.tests, patienceFor(whole))).ended !== 'passed';
}

/** Runs a go, and once more when it was late: tests that end without the mutant, and never with it, wait for what it broke. */
async function runGo(mutant: Mutant, go: Go): Promise<Ran> {
  const ran = await runTests(mutant, go.tests, patienceFor(go));
  if (ran.ended !== 'late') return ran;
  const since = Date.now();
  // A busy machine may be slow for both.
  const sound = await runTests(undefined, go.tests, 4 * patienceFor(go));
  if (sound.ended !== 'passed') return { ended: 'passed' };
  return runTests(mutant, go.tests, patienceFor({ ...go, time: Date.now() - since }));
}

async function judge(mutant: Mutant, reaching: readonly Reaching[], patience: number): Promise<Verdict> {
  let run = 0;
  for (const go of goesOf(reaching, patience)) {
    for (let left = go; Object.keys(left.tests).length > 0; ) {
      const ran = await runGo(mutant, left);
      if (ran.ended === 'late') return { killed: true, by: 'time' };
      if (ran.ended !== 'failed') break;
      const { file, name } = ran;
      if (await isFault(mutant, file, name)) return { killed: true, by: [file, name ?? ''].join(' ').trim() };
      // A test that fails without the mutant tells nothing.
      const files = Object.entries(left.tests);
      const at = files.findIndex(([each]) => each === file);
      left = { tests: Object.fromEntries(files.slice(at + 1)), time: left.time };
    }
    run += Object.values(go.tests).reduce((sum, names) => sum + (names?.length ?? 1), 0);
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
  if (!options.counted) await record(tests, ROOMS.flatMap(filesBelow), options.jobs, print);
  // The lines that tests compile and keep are those of the sources as they are, not of the first mutant.
  await runTests(undefined, { [COMPILES]: null }, 600_000);
  const reachingOf = reachingTests(tests);
  const waiting = mutants.filter(({ id }) => explained[id] === undefined);
  const survivors: Mutant[] = [];
  let killed = 0;
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const since = Date.now();
      const reaching = await reachingOf(mutant);
      const verdict = await judge(mutant, reaching, options.patience);
      const seconds = `${((Date.now() - since) / 1000).toFixed(0)} s`;
      if (verdict.killed) {
        killed += 1;
        print(`killed    ${mutant.id}  ${place(mutant)}  (${verdict.by}, ${seconds})`);
      } else {
        survivors.push(mutant);
        const what =
          reaching.length === 0
            ? 'no test would see a difference'
            : `${verdict.run} of ${reaching.length} tests that get there, ${seconds}`;
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
