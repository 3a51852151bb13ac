/**
 * `npm run mutate`: changes one operator, constant or condition of the code at a time and runs the tests that the change
 * concerns, nearest first. A mutant that no test notices survives, and is printed with its place; one whose tests do not end
 * in time is undecided. The last line is `N passed, N failed`: mutants that were killed, or that
 * `tests/mutated/survivors.json` explains, have passed, and undecided ones count as neither.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { type Concerns, readConcerns } from './mutate/concerns.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import { runTests } from './mutate/run.ts';
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
/** Files that take a minute: they come last. */
const SLOWEST = 'tests/slowest.json';
const KILLERS = 'tests/mutated/killers.json';
/** Of a hundred mutants so many must be killed or explained. */
const WANTED = 95;
/** Test files that run in one go; each go costs a second before the first test. */
const BATCH = 3;
/** Killers kept of a source file. */
const KEPT = 4;

const USAGE = `npm run mutate -- [--count 200] [--seed text] [--files src/engine,src/screens/form.tsx] [--ids a,b] [--patience 60] [--learn]
  --count     mutants to try, chosen by the seed; all when it is left out
  --seed      another seed chooses others (1)
  --files     files or folders to change, with commas between
  --ids       these mutants alone, as printed
  --patience  seconds of tests for each mutant (60)
  --learn     writes down which tests killed, so that they come first the next time (${KILLERS})`;

interface Options {
  readonly count: number | undefined;
  readonly seed: string;
  readonly files: readonly string[];
  readonly ids: readonly string[] | undefined;
  readonly patience: number;
  readonly learn: boolean;
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
    learn: { type: 'boolean', default: false },
  },
  ({ count, seed = '1', files = '', ids, patience, learn = false }) => ({
    count: number('count', count),
    seed,
    files: files.split(',').flatMap(sourcesOf),
    ids: ids?.split(','),
    patience: (number('patience', patience) ?? 60) * 1000,
    learn,
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

const read = <T>(file: string): Record<string, T> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, T>;

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

const slowest = JSON.parse(readFileSync(SLOWEST, 'utf8')) as string[];
/** Words of a file's name: `third-register` of `third-register.ts`. */
const wordsOf = (file: string): string[] =>
  basename(file)
    .replace(/\.(test\.)?tsx?$/, '')
    .split('-');

/** How much of both names is the same. */
function likeness(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = words.filter((word) =>
    others.some((each) => each === word || each === `${word}s` || word === `${each}s`),
  );
  return (2 * shared.length) / (words.length + others.length);
}

/** Tests that a mutant concerns: those that killed one of its file before, then those named alike, then the nearest. */
function testsOf({ file }: Mutant, concerns: Concerns, killers: Readonly<Record<string, readonly string[]>>): string[] {
  const all = concerns(file);
  const before = (killers[file] ?? []).filter((test) => all.includes(test));
  const alike = all
    .filter((test) => likeness(test, file) > 0)
    .sort((one, other) => likeness(other, file) - likeness(one, file));
  const quick = all.filter((test) => !slowest.includes(test));
  return [...new Set([...before, ...alike, ...quick, ...all])];
}

/** Whether tests pass in time without a mutant, found out once for each batch. */
const known = new Map<string, Promise<boolean>>();

function isSound(tests: readonly string[], patience: number): Promise<boolean> {
  const key = tests.join();
  const sound = known.get(key) ?? runTests(undefined, tests, patience).then(({ ended }) => ended === 'passed');
  known.set(key, sound);
  return sound;
}

type Verdict =
  | { readonly killed: true; readonly by: string }
  /** `whole`: every test that it concerns has passed; else time was over before. */
  | { readonly killed: false; readonly tests: number; readonly whole: boolean };

async function judge(mutant: Mutant, tests: readonly string[], patience: number): Promise<Verdict> {
  const deadline = Date.now() + patience;
  let passed = 0;
  for (let at = 0; at < tests.length && Date.now() < deadline; at += BATCH) {
    const batch = tests.slice(at, at + BATCH);
    const time = deadline - Date.now();
    const { ended, by = batch[0] as string } = await runTests(mutant, batch, time);
    if (ended === 'failed' && (await isSound([by], patience * 2))) return { killed: true, by };
    // Tests that end without the mutant, and not with it, wait for what it broke.
    if (ended === 'late')
      return (await isSound(batch, time))
        ? { killed: true, by: 'time' }
        : { killed: false, tests: passed, whole: false };
    passed += batch.length;
  }
  return { killed: false, tests: passed, whole: passed === tests.length };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const place = ({ file, line, original, replacement }: Mutant): string =>
  `${file}:${line}  ${original.replace(/\s+/g, ' ')}  ->  ${replacement.replace(/\s+/g, ' ')}`;

async function main(): Promise<void> {
  const explained = read<string>(SURVIVORS);
  const killers = read<string[]>(KILLERS);
  const concerns = readConcerns();
  const mutants = await chosen(options);
  const waiting = [...mutants];
  const survivors: Mutant[] = [];
  const undecided: Mutant[] = [];
  let killed = 0;
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { id, file } = mutant;
      if (explained[id] !== undefined) continue;
      const since = Date.now();
      const verdict = await judge(mutant, testsOf(mutant, concerns, killers), options.patience);
      const seconds = `${((Date.now() - since) / 1000).toFixed(0)} s`;
      if (verdict.killed) {
        killed += 1;
        if (verdict.by !== 'time') killers[file] = [...new Set([verdict.by, ...(killers[file] ?? [])])].slice(0, KEPT);
        print(`killed    ${id}  ${place(mutant)}  (${verdict.by}, ${seconds})`);
      } else {
        (verdict.whole ? survivors : undecided).push(mutant);
        const word = verdict.whole ? 'SURVIVED ' : 'undecided';
        print(`${word} ${id}  ${place(mutant)}  (${verdict.tests} test files, ${seconds})`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  if (options.learn) {
    const sorted = Object.entries(killers).sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(KILLERS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  const decided = mutants.length - undecided.length;
  const good = decided - survivors.length;
  const share = decided === 0 ? 100 : (100 * good) / decided;
  print(
    `\n${killed} killed, ${good - killed} explained, ${survivors.length} survived, ${undecided.length} undecided of ${mutants.length}: ${share.toFixed(1)} % of the decided`,
  );
  const isEnough = share >= WANTED;
  print(`\n${good} passed, ${isEnough ? 0 : survivors.length} failed`);
  process.exitCode = isEnough ? 0 : 1;
}

void main();
