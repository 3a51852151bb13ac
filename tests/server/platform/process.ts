/** Starts `program.ts`, listens to it, and stops or kills it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
  output(): string;
  /** Resolves with the exit code, or the signal, when the process has ended. */
  readonly ended: Promise<number | string | null>;
}

const ROOT = resolve(__dirname, '../../..');

/** Resolves when the server listens; rejects with what it wrote when it ends before. */
export async function startProcess(env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/server/platform/program.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | string | null>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal)),
  );
  const port = await new Promise<number>((ready, fail) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /^ready (\d+)$/m.exec(output);
      if (found) ready(Number(found[1]));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => fail(new Error(output)));
  });
  return { child, port, url: `http://127.0.0.1:${port}`, output: () => output, ended };
}

/** Supervisors, servers and makers of a cluster that work on a directory. */
export const processesOf = (folder: string): readonly string[] =>
  execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) || line.includes(`foyer-database ${folder}`));

/** Whether a process lives. A zombie that nobody has buried yet does not. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export async function until(what: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass.');
    await new Promise((next) => setTimeout(next, 50));
  }
}
