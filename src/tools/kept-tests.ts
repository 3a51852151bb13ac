/**
 * What test files came to, kept by what they read (`tests/inputs.cjs`): a file none of whose inputs changed is not run
 * again. A build server keeps nothing and runs everything.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const FILE = '.cache/kept-tests.json';
/** Where each test file of a run wrote what it read. */
export const INPUTS = '.cache/test/inputs';
/** Names of the test files that are not run again, for `tests/skip-kept.cjs`. */
export const SKIPPED = '.cache/test/skipped.json';
const SOURCES = ['src', 'package.json'];
const EVERYTHING = [
  ...SOURCES,
  'schemas',
  'lines',
  'tests',
  'docs',
  'dist/current.json',
  'README.md',
  'CHANGELOG.md',
  'tsconfig.json',
  'biome.json',
  '.parcelrc',
  'deploy',
  '.ci',
];
/** What every test file depends on, and nobody reads in a test. */
const ALWAYS = ['package-lock.json', 'jest.config.js', 'tests/inputs.cjs', 'tests/setup.cjs', 'tests/style-stub.cjs'];
const ENVIRONMENTS = ['tests/node-environment.cjs', 'tests/page-environment.cjs'];

interface Kept {
  /** Tests that it has, all of which passed. */
  readonly tests: number;
  /** Input, as `kind:path` → digest of what was there. */
  readonly inputs: Readonly<Record<string, string>>;
}

type Store = Readonly<Record<string, Kept>>;

const digest = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** What is there now, of each input once. */
function reader(): (input: string) => string {
  const known = new Map<string, string>();
  const tree = (path: string): string => {
    if (!existsSync(path)) return '';
    if (!statSync(path).isDirectory()) return digest(readFileSync(path));
    return digest(
      readdirSync(path)
        .sort()
        .map((name) => `${name} ${tree(join(path, name))}`)
        .join('\n'),
    );
  };
  const look = (input: string): string => {
    const at = input.indexOf(':');
    const [kind, path] = [input.slice(0, at), input.slice(at + 1)];
    try {
      if (kind === 'sources') return digest(SOURCES.map(tree).join());
      if (kind === 'everything') return digest(EVERYTHING.map(tree).join());
      if (kind === 'always') return digest([...ALWAYS, ...ENVIRONMENTS].map(tree).join() + process.version);
      if (kind === 'tree') return tree(path);
      if (kind === 'program') return `${statSync(path).size} ${statSync(path).mtimeMs}`;
      if (kind === 'exists') return existsSync(path) ? 'there' : '';
      if (kind === 'folder') return digest(readdirSync(path).sort().join('\n'));
      return digest(readFileSync(path));
    } catch {
      return '';
    }
  };
  return (input) => {
    const found = known.get(input) ?? look(input);
    known.set(input, found);
    return found;
  };
}

function read(): Store {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Store;
  } catch {
    // None yet, or one that was written halfway: everything runs.
    return {};
  }
}

/**
 * Names the test files that need not run, for Jest's filter.
 * @param runs whether a test file would run otherwise
 * @returns how many tests they have
 */
export function skipKept(keeps: boolean, runs: (file: string) => boolean): number {
  const now = reader();
  const same = ({ inputs }: Kept): boolean => Object.entries(inputs).every(([input, was]) => now(input) === was);
  const skipped = Object.entries(keeps ? read() : {}).filter(
    ([file, kept]) => runs(file) && existsSync(file) && same(kept),
  );
  mkdirSync(dirname(SKIPPED), { recursive: true });
  writeFileSync(SKIPPED, JSON.stringify(skipped.map(([file]) => resolve(file))));
  return skipped.reduce((sum, [, { tests }]) => sum + tests, 0);
}

interface Report {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

/** Keeps what the files of a run came to. What changed while they ran is not known to be what they read. */
export function keepTests(report: string): void {
  const { startTime, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const now = reader();
  const changedSince = (input: string): boolean => {
    const path = input.slice(input.indexOf(':') + 1);
    if (!input.startsWith('file:') && !input.startsWith('folder:')) return false;
    return path !== '' && existsSync(path) && statSync(path).mtimeMs > startTime;
  };
  const store: Record<string, Kept> = { ...read() };
  for (const { name, status, assertionResults } of testResults) {
    const file = relative('.', name);
    delete store[file];
    const inputs = readInputs(file);
    if (status !== 'passed' || inputs === undefined || inputs.some(changedSince)) continue;
    const digests = Object.fromEntries(['always:', ...inputs].map((input) => [input, now(input)]));
    store[file] = { tests: assertionResults.length, inputs: digests };
  }
  writeFileSync(`${FILE}.${process.pid}`, JSON.stringify(store));
  renameSync(`${FILE}.${process.pid}`, FILE);
}

function readInputs(file: string): readonly string[] | undefined {
  try {
    return JSON.parse(readFileSync(join(INPUTS, `${file.replaceAll('/', '+')}.json`), 'utf8')) as string[];
  } catch {
    return undefined;
  }
}
