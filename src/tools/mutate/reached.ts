/** Which tests reach a place of the sources: counted once of each test file, and kept until it or what it takes of the tests changes. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesBelow } from '../source-files.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Counted, changedIn, changesAround, OUTCOMES, type Outcome, promises, sharedBy } from './outcomes.ts';
import { placesOf } from './places.ts';
import { FOLDER, runJest } from './run.ts';

const KEPT = join(FOLDER, 'reached');
const PLACES = join(FOLDER, 'places.json');
/** Test files that are counted in one go. */
const BATCH = 8;
/** A file that takes no longer is run as a whole; milliseconds. */
const SHORT = 3000;
/** A test that takes no longer does nothing by itself; milliseconds. */
const IDLE = 20;

/** What one test file reached. */
interface Reached {
  /** Of the file and of what it takes of the tests. */
  readonly content: string;
  /** Source files as they were counted, by the content's hash. */
  readonly sources: Readonly<Record<string, string>>;
  /** Milliseconds of the whole file. */
  readonly time: number;
  readonly tests: readonly { readonly name: string; readonly time: number }[];
  /** By source file and place. */
  readonly places: Readonly<Record<string, Readonly<Record<string, Counted>>>>;
}

interface Place {
  readonly file: string;
  readonly place: string;
  readonly isCondition: boolean;
}

/** As tests/mutated/chosen-tests.cjs writes it. */
interface Raw {
  readonly time: number;
  readonly around: readonly number[];
  readonly tests: readonly {
    readonly name: string;
    readonly time: number;
    readonly passed: boolean;
    readonly reached: readonly number[];
  }[];
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const hashes = new Map<string, string>();
function hashOf(file: string): string {
  const hash = hashes.get(file) ?? digest(readFileSync(file, 'utf8'));
  hashes.set(file, hash);
  return hash;
}

export const testFiles = (): string[] => filesBelow('tests').filter((name) => /\.test\.tsx?$/.test(name));

/** Data below a test's folder; each file may be a test of its own. */
const dataBeside = (test: string): string[] =>
  readdirSync(dirname(test), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(dirname(test), name))
    .sort();

/** A test file's content, with that of all it takes from tests/ and of the data beside it. */
function contentOf(test: string): string {
  const files = new Set([test]);
  // A set's members go on while new ones come.
  for (const file of files)
    for (const { moduleRequest } of parseSync(file, readFileSync(file, 'utf8')).module.staticImports) {
      const taken = join(dirname(file), moduleRequest.value);
      if (moduleRequest.value.startsWith('.') && /^tests\/.*\.tsx?$/.test(taken) && existsSync(taken)) files.add(taken);
    }
  return digest([...files, ...dataBeside(test)].map((file) => `${file} ${hashOf(file)}`).join('\n'));
}

const keptAs = (test: string): string => join(KEPT, `${test}.json`);

function read(test: string): Reached | undefined {
  try {
    const reached = JSON.parse(readFileSync(keptAs(test), 'utf8')) as Reached;
    return reached.content === contentOf(test) ? reached : undefined;
  } catch {
    return undefined;
  }
}

/** Places by their number, as they are counted. */
async function writePlaces(files: readonly string[]): Promise<readonly Place[]> {
  const places: Place[] = [];
  const spans: Record<string, (readonly [start: number, end: number, place: number])[]> = {};
  for (const file of files)
    for (const [place, span] of placesOf(file, await mutantsOf(file))) {
      spans[file] ??= [];
      if (span !== undefined) spans[file].push([span.start, span.end, places.length]);
      places.push({ file, place, isCondition: span?.isCondition === true });
    }
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(PLACES, JSON.stringify({ files: spans }));
  return places;
}

function keep(
  test: string,
  { time, around, tests }: Raw,
  places: readonly Place[],
  sources: Readonly<Record<string, string>>,
): void {
  const found: Record<string, Record<string, Counted>> = {};
  const note = (number: number): [Counted, Outcome] => {
    const { file, place, isCondition } = places[Math.floor(number / OUTCOMES.length)] as Place;
    found[file] ??= {};
    found[file][place] ??= { isCondition, around: [], tests: {} };
    return [found[file][place], (number % OUTCOMES.length) as Outcome];
  };
  for (const number of around) {
    const [counted, outcome] = note(number);
    counted.around.push(outcome);
  }
  const passed = tests.filter((each) => each.passed);
  for (const [at, { reached }] of passed.entries())
    for (const number of reached) {
      const [counted, outcome] = note(number);
      counted.tests[outcome] ??= [];
      counted.tests[outcome].push(at);
    }
  const reached: Reached = {
    content: contentOf(test),
    sources,
    time,
    tests: passed.map((each) => ({ name: each.name, time: each.time })),
    places: found,
  };
  mkdirSync(dirname(keptAs(test)), { recursive: true });
  writeFileSync(keptAs(test), JSON.stringify(reached));
}

/**
 * Counts what the test files reach that nothing is kept of.
 * @param files source files with mutants
 * @param say is told of each file
 */
export async function record(
  tests: readonly string[],
  files: readonly string[],
  jobs: number,
  say: (text: string) => void,
): Promise<void> {
  const waiting = tests.filter((test) => read(test) === undefined);
  if (waiting.length === 0) return;
  const places = await writePlaces(files);
  const sources = Object.fromEntries(files.map((file) => [file, hashOf(file)]));
  say(`Counting what ${waiting.length} test files reach`);
  const work = async (_: unknown, job: number): Promise<void> => {
    const programs = join(process.cwd(), FOLDER, `programs-${job}`);
    const recorded = join(process.cwd(), FOLDER, `counted-${job}`);
    for (const folder of [programs, recorded]) mkdirSync(folder, { recursive: true });
    for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH)) {
      const chosen = Object.fromEntries(batch.map((test) => [test, null]));
      for (const test of batch) rmSync(join(recorded, `${test}.json`), { force: true });
      await runJest({ tests: chosen, places: join(process.cwd(), PLACES), recorded, programs }, 3_600_000);
      for (const test of batch) {
        try {
          const raw = JSON.parse(readFileSync(join(recorded, `${test}.json`), 'utf8')) as Raw;
          keep(test, raw, places, sources);
          const failed = raw.tests.filter(({ passed }) => !passed).length;
          say(`${test}  ${(raw.time / 1000).toFixed(1)} s${failed === 0 ? '' : `, ${failed} do not pass here`}`);
        } catch {
          say(`${test}  cannot be counted`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** A test that a mutant makes a difference to. */
export interface Reaching {
  readonly file: string;
  /** `null` stands for all tests of the file. */
  readonly name: string | null;
  /** Milliseconds. */
  readonly time: number;
  /** Milliseconds before and after the tests of the file. */
  readonly around: number;
  readonly promise: number;
}

/** Tells which tests reach a mutant, the most promising first. */
export function reachingTests(tests: readonly string[]): (mutant: Mutant) => Promise<readonly Reaching[]> {
  const all = tests.flatMap((test) => {
    const reached = read(test);
    return reached === undefined ? [] : [[test, reached] as const];
  });
  return async (mutant) => {
    const lines = new Map((await mutantsOf(mutant.file)).map(({ place, line }) => [place, line]));
    const shared = sharedBy(all.map(([, { places }]) => places[mutant.file] ?? {}));
    const cost = ({ around, time }: Reaching): number => around + time;
    return all
      .flatMap(([test, reached]) =>
        reachOf(test, reached, mutant, (here) => promises(here, shared, lines, mutant.line)),
      )
      .sort((one, other) => other.promise - one.promise || cost(one) - cost(other) || (one.file < other.file ? -1 : 1));
  };
}

function reachOf(
  file: string,
  reached: Reached,
  mutant: Mutant,
  promisesOf: (places: Reached['places'][string]) => ReadonlyMap<number, number>,
): Reaching[] {
  const { sources, time, tests, places } = reached;
  const here = places[mutant.file];
  if (here === undefined || tests.length === 0) return [];
  const counted = here[mutant.place];
  // A place that was not there when they were counted may be reached by whatever reaches another one of its file.
  const isNew = counted === undefined && sources[mutant.file] !== hashOf(mutant.file);
  if (counted === undefined && !isNew) return [];
  const numbers = counted === undefined ? [...tests.keys()] : changedIn(counted, mutant.replacement, tests.length);
  if (numbers.length === 0) return [];
  const of = promisesOf(here);
  const promise = (at: number): number => of.get(at) ?? 0;
  const best = Math.max(...numbers.map(promise));
  if (time <= SHORT) return [{ file, name: null, time, around: 0, promise: best }];
  const around = time - tests.reduce((sum, each) => sum + each.time, 0);
  const reach = (at: number, promised: number): Reaching[] => {
    const test = tests[at];
    return test === undefined ? [] : [{ file, name: test.name, time: test.time, around, promise: promised }];
  };
  // They may look at what was made before all of them.
  const idle = [...tests.keys()].filter((at) => (tests[at]?.time ?? 0) <= IDLE && !numbers.includes(at));
  return [
    ...(counted !== undefined && changesAround(counted, mutant.replacement)
      ? idle.flatMap((at) => reach(at, best))
      : []),
    ...numbers.flatMap((at) => reach(at, promise(at))),
  ];
}
