/** `npm run build`: check, bundle, compile the data and the server. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildBundle } from './build-bundle.ts';
import { buildServer } from './build-server.ts';
import { checkData } from './check.ts';
import { formatFault } from './checks/fault.ts';
import { runCompile } from './compile.ts';
import { readOptions } from './options.ts';
import type { Compression } from './publish.ts';
import { BUNDLE_FOLDER } from './workspace.ts';

/** Gives the exit code: 1 when the data has faults, and then nothing changed in `dist/`. */
export async function build(root: string, compression: Compression = 'best'): Promise<number> {
  const faults = await checkData(root);
  for (const fault of faults) console.error(formatFault(fault));
  if (faults.length > 0) return 1;
  await buildServer({ root, dist: path.join(root, 'dist') });
  await buildBundle({ root, folder: BUNDLE_FOLDER });
  return runCompile(root, compression);
}

const USAGE = `npm run build -- [--quick]
  --quick  compresses less, in a thirtieth of the time: for a server on this machine and for tests`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const compression = readOptions(USAGE, { quick: { type: 'boolean', default: false } }, ({ quick }) =>
    quick ? 'quick' : 'best',
  );
  process.exitCode = await build(process.cwd(), compression);
}
