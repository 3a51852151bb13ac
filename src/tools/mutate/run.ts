/** Runs chosen tests against the sources as they are, as a mutant has them, or as they count what is reached. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutants.ts';

export const FOLDER = '.cache/mutate';

/** Names of the tests that are run of each file, in order; `null` stands for all of them. */
export type Chosen = Readonly<Record<string, readonly string[] | null>>;

/** What tests/mutated/ reads of a run. */
interface Run {
  readonly tests: Chosen;
  readonly mutant?: Mutant | undefined;
  /** File that the first failure is written to; without it all tests run. */
  readonly report?: string;
  /** File with the places that are counted. */
  readonly places?: string;
  /** Folder for what each test file reached. */
  readonly recorded?: string;
  /** Folder in which programs that tests start leave what they reached. */
  readonly programs?: string;
}

/** What a test started ends with it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

let runs = 0;

/**
 * @param milliseconds of patience; a mutant may make a test wait for ever
 * @returns the exit code, `late` when they did not end in time
 */
export function runJest(run: Run, milliseconds: number): Promise<number | null | 'late'> {
  mkdirSync(FOLDER, { recursive: true });
  runs += 1;
  const told = join(FOLDER, `run-${process.pid}-${runs}.json`);
  writeFileSync(told, JSON.stringify(run));
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'tests/mutated/jest.config.js', '--runInBand'];
  const child = spawn(process.execPath, [...jest, '--runTestsByPath', ...Object.keys(run.tests)], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      // What was found of a page before is not kept: it was found of other sources.
      CI: '1',
      MUTATED: join(process.cwd(), told),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${pathToFileURL('tests/mutated/program.mjs')}`,
    },
  });
  return new Promise((done) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child.pid);
    }, milliseconds);
    child.on('close', (code) => {
      clearTimeout(timer);
      endGroup(child.pid);
      rmSync(told, { force: true });
      done(late ? 'late' : code);
    });
  });
}

export type Ran =
  | { readonly ended: 'passed' | 'late' }
  /** `name`: of the test; without it the whole file fails. */
  | { readonly ended: 'failed'; readonly file: string; readonly name?: string };

/** Runs tests up to the first failure. */
export async function runTests(mutant: Mutant | undefined, tests: Chosen, milliseconds: number): Promise<Ran> {
  const report = join(process.cwd(), FOLDER, `failed-${process.pid}-${runs}.json`);
  rmSync(report, { force: true });
  const code = await runJest({ mutant, tests, report }, milliseconds);
  if (code === 'late') return { ended: 'late' };
  if (code === 0) return { ended: 'passed' };
  try {
    return { ended: 'failed', ...(JSON.parse(readFileSync(report, 'utf8')) as { file: string; name?: string }) };
  } catch {
    // It broke Jest's process itself.
    return { ended: 'failed', file: Object.keys(tests)[0] ?? '' };
  } finally {
    rmSync(report, { force: true });
  }
}
