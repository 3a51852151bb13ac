/**
 * `npm test`: everything, in the order in which a fault is cheapest to hear about. A fault in the data stops the run,
 * since everything after it would tell the same fault again. All other steps run even when one fails; the last line is
 * `N passed, N failed`, counting each Jest test and each other step once; before it, how much was looked at. `--quick`
 * leaves out what needs a build, a database or a browser.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keepTests, skipKept } from './kept-tests.ts';
import { readOptions } from './options.ts';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Jest steps report each of their tests through a JSON file. */
  readonly report?: string;
  /** Nothing after it says anything new once it failed. */
  readonly stops?: boolean;
}

const folder = '.cache/test';
const jest = (config: string, report: string, ...more: string[]): string[] => [
  'node',
  'node_modules/jest/bin/jest.js',
  '--config',
  config,
  '--json',
  `--outputFile=${join(folder, report)}`,
  ...more,
];

const data: readonly Step[] = [
  { name: 'generated types are fresh', command: ['npx', 'tsx', 'src/tools/types.ts', '--check'] },
  { name: 'data', command: ['npx', 'tsx', 'src/tools/check.ts'], stops: true },
];
const sources: readonly Step[] = [
  { name: 'types', command: ['npx', 'tsc', '--noEmit'] },
  { name: 'lint and format', command: ['npx', 'biome', 'check', '--error-on-warnings', '.'] },
];
/** Folders of tests that need nothing but the sources. */
const UNITS = ['engine', 'actions', 'browser', 'widgets', 'theme'].map((folder) => `tests/${folder}/`);

/** Where nothing that a test file reads has changed since it passed, it is not run again. */
const KEPT = ['--filter=./tests/skip-kept.cjs', '--passWithNoTests'];

/** Steps that stand together run at the same time: journeys mostly wait, so they fill what Jest leaves of the processors. */
const { quick: isQuick = false, all: takesAll = false } = readOptions(
  'npm test -- [--all]\n  npm run test:quick',
  { quick: { type: 'boolean' }, all: { type: 'boolean' } },
  (given) => given,
);
const stages: readonly (readonly Step[])[] = isQuick
  ? [
      data,
      sources,
      [{ name: 'jest', command: jest('jest.config.js', 'jest.json', ...KEPT, ...UNITS), report: 'jest.json' }],
    ]
  : [
      data,
      [
        ...sources,
        { name: 'build', command: ['npx', 'tsx', 'src/tools/build.ts', '--quick'] },
        { name: 'lines for the tests', command: ['npx', 'tsx', 'tests/compile-lines.ts'] },
        { name: 'browser', command: ['npx', 'tsx', 'src/tools/find-browser.ts'] },
      ],
      [
        { name: 'jest', command: jest('jest.config.js', 'jest.json', ...KEPT), report: 'jest.json' },
        {
          name: 'journeys',
          command: jest('tests/journeys/jest.config.js', 'journeys.json', ...KEPT),
          report: 'journeys.json',
        },
      ],
    ];

interface Ran {
  readonly step: Step;
  readonly code: number;
  readonly seconds: number;
}

interface Running {
  /** Prints what the step printed so far, and from now on as it goes. */
  speak(): void;
  readonly ended: Promise<Ran>;
}

function begin(step: Step): Running {
  const started = Date.now();
  const [program, ...rest] = step.command as [string, ...string[]];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  let speaks = false;
  let kept = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      if (speaks) process.stdout.write(chunk);
      else kept += chunk;
    });
  return {
    speak() {
      speaks = true;
      process.stdout.write(kept);
    },
    ended: new Promise((done) => {
      const end = (code: number): void => done({ step, code, seconds: (Date.now() - started) / 1000 });
      child.on('close', (code) => end(code ?? 1));
      child.on('error', () => end(1));
    }),
  };
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

function counts(report: string): Counts | undefined {
  try {
    const json = JSON.parse(readFileSync(join(folder, report), 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numFailedTestSuites: number;
      numTotalTests: number;
    };
    // A suite that could not even load has no failed test of its own.
    const failed = Math.max(json.numFailedTests, json.numFailedTestSuites);
    return { passed: json.numPassedTests, failed, total: json.numTotalTests };
  } catch {
    return undefined;
  }
}

/** Lines of a failure that say what it is; the rest stands where it happened. */
const TOLD = 15;

/** Every failed test of a report once more, with the beginning of what it said. */
function failed(report: string): readonly string[] {
  try {
    const json = JSON.parse(readFileSync(join(folder, report), 'utf8')) as {
      testResults: readonly {
        name: string;
        message: string;
        status: string;
        assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
      }[];
    };
    return json.testResults.flatMap(({ name, message, status, assertionResults }) => {
      const tests = assertionResults.filter((each) => each.status === 'failed');
      const said = tests.map(({ fullName, failureMessages }) => [fullName, failureMessages.join('\n')] as const);
      if (said.length === 0 && status === 'failed') said.push(['could not run', message]);
      return said.map(([title, text]) =>
        [`${relative('.', name)}: ${title}`, ...text.split('\n').slice(0, TOLD)].join('\n  '),
      );
    });
  } catch {
    return [];
  }
}

/** What `tests/lines/pages.test.ts` looked at, in words; nothing where it did not run. */
function pagesLookedAt(): readonly string[] {
  try {
    const looked = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Readonly<Record<string, number>>;
    return Object.entries(looked).map(([what, count]) => `${count} ${what}`);
  } catch {
    return [];
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
/** A build server runs everything. */
const keeps = process.env.CI === undefined && !takesAll;
let kept = 0;
let passed = 0;
let failures = 0;
const steps: string[] = [];
const again: string[] = [];
const looked: string[] = [];
for (const stage of stages) {
  process.stdout.write(`\n== ${stage.map(({ name }) => name).join(', ')}\n`);
  let stops = false;
  // Once the lines are compiled, which most tests read.
  if (stage.some(({ name }) => name === 'jest'))
    kept = skipKept(keeps, (file) => !isQuick || UNITS.some((unit) => file.startsWith(unit)));
  // They print one after the other, the first as it goes.
  for (const { speak, ended } of stage.map(begin)) {
    speak();
    const { step, code, seconds } = await ended;
    const found = step.report ? counts(step.report) : undefined;
    passed += found?.passed ?? (code === 0 ? 1 : 0);
    failures += found ? Math.max(found.failed, code === 0 ? 0 : 1) : code === 0 ? 0 : 1;
    if (keeps && step.report && found) keepTests(join(folder, step.report));
    if (found) looked.push(`${found.total} tests of ${step.name}`);
    if (code !== 0) steps.push(step.name);
    if (code !== 0 && step.report) again.push(...failed(step.report));
    if (code !== 0 && step.stops) stops = true;
    process.stdout.write(`== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  }
  if (stops) break;
}
looked.push(...pagesLookedAt());
passed += kept;
if (kept > 0) looked.push(`${kept} tests that read nothing new (npm test -- --all runs them, too)`);
if (steps.length > 0) process.stdout.write(`\n${[...again, `Failed: ${steps.join(', ')}`].join('\n\n')}\n`);
if (looked.length > 0) process.stdout.write(`\nLooked at: ${looked.join(', ')}\n`);
process.stdout.write(`\n${passed} passed, ${failures} failed\n`);
process.exitCode = failures === 0 ? 0 : 1;
