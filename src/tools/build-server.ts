/**
 * The server's code → plain JavaScript that Node runs by itself: `dist/server.js`, a program for each of the operators'
 * commands, and `dist/node/`, where each module stands as it does below `src/`. Which files are compiled stands in src/server/tsconfig.json.
 * `npx tsx src/tools/build-server.ts` does this part of a build alone.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Program below `dist/` → the module it runs. */
const PROGRAMS = {
  'server.js': 'server/serve.js',
  'migrate.js': 'server/db/migrate-command.js',
  'seed.js': 'server/seed-command.js',
  'erase.js': 'server/erase-command.js',
  'enterprise.js': 'server/enterprise-command.js',
  'platform.js': 'server/platform-command.js',
} as const;

/** As process 1 a signal without a listener is lost, and loading takes a moment: nothing is under way yet, so it just ends. */
const EARLY = `const leave = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave);`;
const LATER = `for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, leave);`;

/** Source maps first, so that every stack names lines of `src/`. */
const program = (module: string, serves: boolean): string =>
  [
    'process.setSourceMapsEnabled(true);',
    ...(serves ? [EARLY] : []),
    `await import('./node/${module}');`,
    ...(serves ? [LATER] : []),
    '',
  ].join('\n');

export interface BuildServerOptions {
  readonly root: string;
  /** Absolute; where the programs go. It must lie below the folder whose `node_modules` they use. */
  readonly dist: string;
}

/** Replaces what was compiled before, as a whole. @throws with the compiler's own words when it fails. */
export async function buildServer({ root, dist }: BuildServerOptions): Promise<void> {
  const folder = path.join(dist, 'node');
  const half = `${folder}.${process.pid}.tmp`;
  await mkdir(dist, { recursive: true });
  try {
    await compile(root, half);
    // What modules read beside themselves: migrations, scripts of frames, the program of a thread.
    await cp(path.join(root, 'src/server'), path.join(half, 'server'), {
      recursive: true,
      filter: (name) => !name.endsWith('.ts'),
    });
    await rm(`${half}.old`, { recursive: true, force: true });
    await rename(folder, `${half}.old`).catch(() => undefined);
    await rename(half, folder);
  } finally {
    for (const left of [half, `${half}.old`]) await rm(left, { recursive: true, force: true });
  }
  for (const [name, module] of Object.entries(PROGRAMS)) {
    const file = path.join(dist, name);
    await writeFile(`${file}.${process.pid}.tmp`, program(module, name === 'server.js'));
    await rename(`${file}.${process.pid}.tmp`, file);
  }
}

async function compile(root: string, folder: string): Promise<void> {
  const home = path.join(root, 'node_modules/typescript');
  const { bin } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as { bin: { tsc: string } };
  const args = ['--project', path.join(root, 'src/server/tsconfig.json'), '--outDir', folder];
  try {
    await run(process.execPath, [path.join(home, bin.tsc), ...args], { cwd: root });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The server could not be compiled:\n${stdout}${stderr}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  void buildServer({ root: '.', dist: path.resolve('dist') });
