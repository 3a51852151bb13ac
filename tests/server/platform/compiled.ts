/** A production install: the compiled server, the release, and the packages of `npm ci --omit=dev`, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { isReady } from '../../../src/tools/bench/server-process.ts';
import { buildServer } from '../../../src/tools/build-server.ts';
import { writeRelease } from './fixture.ts';
import { until } from './process.ts';

const ROOT = resolve(__dirname, '../../..');

/** Links where it can, for a copy of all packages would take its time. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Packages below a package are named by the lock file themselves.
    if (entry.isDirectory()) entry.name === 'node_modules' || linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
    }
  }
}

/** Makes the install and gives its folder. */
export async function installCompiled(lines: readonly ServerLine[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-compiled-'));
  // PostgreSQL's user reaches its programs and data.
  chmodSync(folder, 0o755);
  await buildServer({ root: ROOT, dist: join(folder, 'dist') });
  writeRelease(join(folder, 'dist'), 'one', lines);
  for (const file of ['package.json', '.npmrc']) cpSync(join(ROOT, file), join(folder, file));
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const left = dev || devOptional || path === '';
    if (!left && readdirSync(join(ROOT, path, '..')).includes(path.split('/').at(-1) ?? ''))
      linkTree(join(ROOT, path), join(folder, path));
  }
  return folder;
}

export interface Started {
  readonly child: ChildProcess;
  output(): string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a command in an install, with nothing of this environment but the way to the programs; waits until it is ready. */
export async function startInstalled(
  folder: string,
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<Started> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let over = false;
  const ended = new Promise<number | string | null>((done) =>
    child.once('exit', (code, signal) => {
      over = true;
      done(code ?? signal);
    }),
  );
  await until(async () => {
    if (over) throw new Error(output);
    return isReady(Number(env.PORT));
  }, 60);
  return { child, output: () => output, ended };
}
