/**
 * Watches `schemas/` and `lines/` beside the server of `npm start`, in a process of its own, so that no visitor waits
 * for the compiler: a saved file is judged, compiled and published; of a broken one its faults are told, and the last
 * good release stays. Speaks with its parent as `src/server/development/watching.ts` says.
 */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FromWatcher, ToWatcher } from '../server/development/watching.ts';
import { buildSettings } from './build-settings.ts';
import { formatFault } from './checks/fault.ts';
import { publish } from './publish.ts';
import { publishedText } from './published.ts';
import { watchFolders } from './watch-folders.ts';
import { type Edited, openWorkspace } from './workspace.ts';

/** ms: editors write a file in several steps. */
const SETTLE = 20;
/** ms that open pages are left the processor to load, before lines that nobody looks at are made. */
const COURTESY = 700;
const NONE: ReadonlySet<string> = new Set();

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
/** When something was last saved. */
let saved = 0;
let onEdit = (): void => undefined;
/** At first the data is read. */
let isWorking = true;

// First of all, so that nothing is missed that is saved while the data is read.
watchFolders(root, ['schemas', 'lines'], (place) => {
  changed.add(place);
  saved = performance.now();
  onEdit();
  void setTimeout(SETTLE).then(work);
});
const workspace = await openWorkspace(root, { apiBase: buildSettings(root).apiBase });

/** Lines that are made of something else than what is published, the files that made them so, and when these were last saved. */
const pending = { lines: new Set<string>(), files: new Set<string>(), since: 0 };
/** The files of the data when it was last published. */
let before = workspace.sources().paths;

async function publishLines(first?: ReadonlySet<string>): Promise<void> {
  const content = await workspace.release(first);
  const options = { dist, cache: path.join(root, '.cache/brotli'), now: Date.now(), compression: 'none' } as const;
  tell({ release: (await publish(content, options)).release });
}

/** Waits, but not when another edit comes. */
async function pause(milliseconds: number): Promise<void> {
  if (changed.size > 0) return;
  const edited = new AbortController();
  onEdit = () => edited.abort();
  await setTimeout(milliseconds, undefined, { signal: edited.signal }).catch(() => undefined);
  onEdit = () => undefined;
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

/** Publishes what is pending, the lines that are seen first. Leaves the others pending when another edit comes. */
async function publishPending(): Promise<void> {
  const { lines, files } = pending;
  const seen = new Set([...lines].filter((name) => open.has(name)));
  if (seen.size > 0) {
    await publishLines(seen);
    for (const name of seen) lines.delete(name);
    if (lines.size > 0) await pause(COURTESY);
  }
  for (const name of lines) {
    if (changed.size > 0) return;
    await workspace.release(new Set([name]));
  }
  if (changed.size > 0) return;
  if (lines.size > 0) await publishLines(NONE);
  const after = workspace.sources().paths;
  const took = performance.now() - pending.since;
  process.stdout.write(`${publishedText({ places: files, before, after, took })}\n`);
  before = after;
  lines.clear();
  files.clear();
}

async function take(): Promise<void> {
  const files = [...changed];
  changed.clear();
  const since = saved;
  const edited = await workspace.reread(files);
  tellFaults(edited);
  for (const name of edited.lines) pending.lines.add(name);
  if (edited.lines.length > 0) {
    pending.since = since;
    for (const file of files) pending.files.add(file);
  }
  if (edited.faults.length === 0 && pending.lines.size > 0) await publishPending();
}

/** Takes what was changed, one time after the other. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  while (changed.size > 0)
    await take().catch((error: unknown) => {
      // What checked data makes the compiler do wrong is a mistake of ours: told, and the next edit is taken all the same.
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    });
  isWorking = false;
}

tellFaults({ faults: workspace.faults() });
if (workspace.faults().length === 0) await publishLines();
tell({ ready: true });
isWorking = false;
await work();
