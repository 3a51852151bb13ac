/** The page's code → bundles, by Parcel (targets, aliases and resolver settings stand in package.json). */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Bundle {
  /** File name of the module that pages load. */
  readonly main: string;
  /** File name → content, that of the main module included. */
  readonly files: Readonly<Record<string, Buffer>>;
}

const ENTRY = 'page.html';
const run = promisify(execFile);

/** Reads a bundle made before. @throws when there is none. */
export async function readBundle(folder: string): Promise<Bundle> {
  const html = await readFile(path.join(folder, ENTRY), 'utf8');
  const main = /<script[^>]+src="?\/assets\/([^"\s>]+)/.exec(html)?.[1];
  if (main === undefined) throw new Error(`${folder}/${ENTRY} loads no module.`);
  const names = (await readdir(folder)).filter((name) => name !== ENTRY && !name.endsWith('.map'));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const));
  return { main, files: Object.fromEntries(files) };
}

export interface BundleOptions {
  readonly root: string;
  /** Where the bundles go, relative to the root. */
  readonly folder: string;
  /** HTML file whose module is bundled, relative to the root. */
  readonly entry?: string;
}

/** Runs Parcel's production build. @throws with Parcel's own words when it fails. */
export async function buildBundle({ root, folder, entry = `src/${ENTRY}` }: BundleOptions): Promise<void> {
  await rm(path.join(root, folder), { recursive: true, force: true });
  const parcel = path.join(root, 'node_modules/parcel/lib/bin.js');
  const args = ['build', entry, '--target', 'page', '--dist-dir', folder, '--no-source-maps'];
  try {
    await run(process.execPath, [parcel, ...args, '--cache-dir', '.cache/parcel', '--log-level', 'error'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`Parcel failed:\n${stdout}${stderr}`);
  }
}
