/** `npm run build`: check, bundle, compile the data and the server. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildBundle } from './build-bundle.ts';
import { buildServer } from './build-server.ts';
import { checkData } from './check.ts';
import { formatFault } from './checks/fault.ts';
import { BUNDLE_FOLDER, runCompile } from './compile.ts';

/** Gives the exit code: 1 when the data has faults, and then nothing changed in `dist/`. */
export async function build(root: string): Promise<number> {
  const faults = await checkData(root);
  for (const fault of faults) console.error(formatFault(fault));
  if (faults.length > 0) return 1;
  await buildServer({ root, dist: path.join(root, 'dist') });
  await buildBundle({ root, folder: BUNDLE_FOLDER });
  return runCompile(root);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await build(process.cwd());
