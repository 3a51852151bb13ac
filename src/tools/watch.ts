/**
 * Watches `schemas/` and `lines/` beside the server of `npm start`, in a process of its own, so that no visitor waits
 * for the compiler: a saved file is judged, compiled and published; of a broken one its faults are told, and the last
 * good release stays. Speaks with its parent as `src/server/development/watching.ts` says.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FromWatcher, ToWatcher } from '../server/development/watching.ts';
import { formatFault } from './checks/fault.ts';
import { publish } from './publish.ts';
import { type Edited, openWorkspace } from './workspace.ts';

/** ms: editors write a file in several steps. */
const SETTLE = 20;
/** ms that open pages are left the processor to load, before lines that nobody looks at are made. */
const COURTESY = 700;

const root = process.cwd();
const dist = path.resolve(process.argv[2] ?? 'dist');
const tell = (message: FromWatcher): void => void process.send?.(message);

/** Lines whose pages are open: these are made first. */
let open: ReadonlySet<string> = new Set();
process.on('message', (message: ToWatcher) => {
  open = new Set(message.open);
});
// The server is gone, however it ended; an interrupt of the terminal reaches both, and the server ends this.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);

const changed = new Set<string>();
const watchers = new Map<string, FSWatcher>();

/** Watches a folder and those in it: a file that is replaced by another is still the folder's. */
function watchFolder(folder: string): void {
  if (watchers.has(folder)) return;
  const watcher = watch(path.join(root, folder), (_, name) => {
    if (name === null || name.startsWith('.') || name.endsWith('~')) return;
    const file = `${folder}/${name}`;
    changed.add(file);
    if (isFolder(file)) watchFolder(file);
    void setTimeout(SETTLE).then(work);
  });
  watcher.on('error', () => {
    watcher.close();
    watchers.delete(folder);
  });
  watchers.set(folder, watcher);
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true }))
    if (entry.isDirectory() && !entry.name.startsWith('.')) watchFolder(`${folder}/${entry.name}`);
}

function isFolder(file: string): boolean {
  try {
    readdirSync(path.join(root, file));
    return true;
  } catch {
    return false;
  }
}

// First of all, so that nothing is missed that is saved while the data is read.
for (const folder of ['schemas', 'lines']) watchFolder(folder);
const workspace = await openWorkspace(root, { apiBase: process.env.API_BASE ?? '' });
let isWorking = true;

async function publishLines(first?: ReadonlySet<string>): Promise<void> {
  const content = await workspace.release(first);
  const options = { dist, cache: path.join(root, '.cache/brotli'), now: Date.now(), compression: 'none' } as const;
  tell({ release: (await publish(content, options)).release });
}

let told = '';

function tellFaults({ faults }: Pick<Edited, 'faults'>): void {
  const texts = faults.map(formatFault);
  if (texts.join('\n') === told) return;
  told = texts.join('\n');
  tell({ faults: texts });
  const count = texts.length === 1 ? '1 fault' : `${texts.length} faults`;
  process.stderr.write(texts.length > 0 ? `${told}\n${count}; the last good release stays\n` : 'mended\n');
}

async function take(): Promise<void> {
  const files = [...changed];
  changed.clear();
  const began = performance.now();
  const edited = await workspace.reread(files);
  tellFaults(edited);
  if (edited.faults.length > 0) return;
  const isData = files.every((file) => file.endsWith('.json'));
  const first = new Set(edited.lines.filter((name) => open.has(name)));
  if (isData && edited.lines.length === 0 && !files.some((file) => file.includes('register-static'))) return;
  if (isData && first.size > 0) {
    await publishLines(first);
    await setTimeout(COURTESY);
  }
  // Another edit may have come meanwhile: it takes the other lines along.
  if (changed.size > 0) return;
  await publishLines();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${files.join(', ')}: published in ${seconds} s\n`);
}

/** Takes what was changed, one time after the other. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  try {
    while (changed.size > 0) await take();
  } catch (error) {
    // What checked data makes the compiler do wrong is a mistake of ours: told, and the next edit is taken all the same.
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  } finally {
    isWorking = false;
  }
}

tellFaults({ faults: workspace.faults() });
if (workspace.faults().length === 0) await publishLines();
tell({ ready: true });
isWorking = false;
await work();
