/** `npm run build`: check, bundle, compile the data and the server. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sayAndExit } from '../server/plain-error.ts';
import { buildBundle } from './build-bundle.ts';
import { buildRenderer } from './build-renderer.ts';
import { buildServer } from './build-server.ts';
import { buildSettings } from './build-settings.ts';
import { checkData } from './check.ts';
import { formatFault } from './checks/fault.ts';
import { runCompile } from './compile.ts';
import { readOptions } from './options.ts';
import type { Compression } from './publish.ts';
import { BUNDLE_FOLDER } from './workspace.ts';

/** Gives the exit code: 1 when the data has faults, and then nothing changed in `dist/`. */
export async function build(root: string, compression: Compression = 'best', isStatic = false): Promise<number> {
  // What is wrong with it is told before anything is made.
  buildSettings(root);
  const faults = await checkData(root);
  for (const fault of faults) console.error(formatFault(fault));
  if (faults.length > 0) return 1;
  await buildServer({ root, dist: path.join(root, 'dist') });
  await buildBundle({ root, folder: BUNDLE_FOLDER });
  await buildRenderer(root);
  return runCompile(root, compression, isStatic);
}

const USAGE = `npm run build -- [--quick] [--static]
  --quick   compresses less, in a thirtieth of the time: for a server on this machine and for tests
  --static  writes every page, for hosts that serve files alone; otherwise the server draws a page when it is asked for`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { compression, isStatic } = readOptions(
    USAGE,
    { quick: { type: 'boolean', default: false }, static: { type: 'boolean', default: false } },
    ({ quick, static: isStatic }) => ({ compression: quick ? ('quick' as const) : ('best' as const), isStatic }),
  );
  process.exitCode = await build(process.cwd(), compression, isStatic).catch(sayAndExit);
}
