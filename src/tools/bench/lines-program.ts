/**
 * What checking and building many lines costs, in a process of its own: `lines-program.ts <root>`. Prints one line of JSON.
 * The data of the folder is built as `npm run build` does, then a line is edited and built as `npm start` does.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkSources } from '../check.ts';
import { formatFault } from '../checks/fault.ts';
import { loadData } from '../load.ts';
import { publish } from '../publish.ts';
import { openWorkspace } from '../workspace.ts';

export interface LinesCost {
  /** ms of processor time. */
  readonly checkMs: number;
  readonly buildMs: number;
  /** ms on the clock. */
  readonly buildWallMs: number;
  readonly editWallMs: number;
  readonly editMs: number;
  /** Bytes below `dist/`, packed twins included. */
  readonly bytes: number;
}

const root = process.argv[2] ?? '.';
process.chdir(root);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

const options = { dist: 'dist', cache: '.cache/brotli', now: Date.now() } as const;

const began = cpuMs();
const faults = checkSources(await loadData('.'));
if (faults.length > 0) throw new Error(`The data has faults:\n${faults.slice(0, 5).map(formatFault).join('\n')}`);
const checked = cpuMs();
const clock = performance.now();
const workspace = await openWorkspace('.');
await publish(await workspace.release(), { ...options, compression: 'best' });
const built = cpuMs();
const buildWallMs = performance.now() - clock;
const bytes = sizeOf('dist');

// As `npm start` publishes: nothing is packed while data is edited.
await publish(await workspace.release(), { ...options, compression: 'none' });
const file =
  [...workspace.sources().paths].findLast((each) => /^lines\/[^_][^/]*\/messages\/en\.json$/.test(each)) ?? '';
const text = workspace.sources().files.get(file)?.text ?? '';
const [before, edit] = [cpuMs(), performance.now()];
workspace.edit({ [file]: text.replace(/(?<="line\.promise": ")/, 'Edited: ') });
await publish(await workspace.release(), { ...options, compression: 'none' });
const cost: LinesCost = {
  checkMs: checked - began,
  buildMs: built - checked,
  buildWallMs,
  editWallMs: performance.now() - edit,
  editMs: cpuMs() - before,
  bytes,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
