/** Runs a command, prints what it prints, and reads how many tests passed and failed out of it. */
import { spawn } from 'node:child_process';

/** Jest's `Tests: 1 failed, 2 passed, 3 total`, or the last line of our own commands. */
const JEST = /^Tests:\s+(?:(\d+) failed, )?(?:\d+ skipped, )?(?:(\d+) passed, )?\d+ total$/m;
const OURS = /^(\d+) passed, (\d+) failed$/gm;

export interface Counted {
  readonly passed: number;
  /** At least one where the command ended with a fault. */
  readonly failed: number;
}

export function counted(output: string, code: number): Counted {
  const last = [...output.matchAll(OURS)].at(-1);
  const [, failed, passed] = JEST.exec(output) ?? [];
  const found = last
    ? { passed: Number(last[1]), failed: Number(last[2]) }
    : { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
  return { ...found, failed: Math.max(found.failed, code === 0 ? 0 : 1) };
}

export function runCounted([program, ...rest]: readonly string[]): Promise<Counted> {
  return new Promise((done) => {
    const child = spawn(program as string, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      from.on('data', (chunk) => {
        output += chunk;
        to.write(chunk);
      });
    child.on('close', (code) => done(counted(output, code ?? 1)));
    child.on('error', () => done({ passed: 0, failed: 1 }));
  });
}
