/** Runs tests against a mutant. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

const FOLDER = '.cache/mutate';

export interface Ran {
  /** `late`: they did not end in time. */
  readonly ended: 'passed' | 'failed' | 'late';
  /** Test file that failed first. */
  readonly by?: string;
}

/** What a test started ends with it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function firstFailed(report: string): Pick<Ran, 'by'> {
  try {
    return { by: readFileSync(report, 'utf8') };
  } catch {
    return {};
  }
}

/** @param milliseconds of patience; a mutant may make a test wait for ever */
export function runTests(mutant: Mutant | undefined, tests: readonly string[], milliseconds: number): Promise<Ran> {
  mkdirSync(FOLDER, { recursive: true });
  const report = join(FOLDER, `${mutant?.id ?? tests.join().replaceAll('/', '-')}.txt`);
  rmSync(report, { force: true });
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'tests/mutated/jest.config.js', '--runInBand'];
  const child = spawn(process.execPath, [...jest, '--runTestsByPath', ...tests], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      MUTANT: JSON.stringify(mutant ?? null),
      MUTANT_TESTS: tests.join(),
      MUTANT_REPORT: report,
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
      if (late) done({ ended: 'late' });
      else if (code === 0) done({ ended: 'passed' });
      else done({ ended: 'failed', ...firstFailed(report) });
    });
  });
}
