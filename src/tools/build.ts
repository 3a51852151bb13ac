/** `npm run build`: check, bundle, compile. */
import { pathToFileURL } from 'node:url';
import { buildBundle } from './build-bundle.ts';
import { checkData } from './check.ts';
import { formatFault } from './checks/fault.ts';
import { BUNDLE_FOLDER, runCompile } from './compile.ts';

/** Gives the exit code: 1 when the data has faults, and then nothing changed in `dist/`. */
export async function build(root: string): Promise<number> {
  const faults = await checkData(root);
  for (const fault of faults) console.error(formatFault(fault));
  if (faults.length > 0) return 1;
  await buildBundle({ root, folder: BUNDLE_FOLDER });
  return runCompile(root);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await build(process.cwd());
