/**
 * Resolved data and bundles → a release in `dist/`. Refuses when the data has faults, leaving the last good release.
 * `npx tsx src/tools/compile.ts` compiles over the bundles of the last build.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sayAndExit } from '../server/plain-error.ts';
import { buildSettings } from './build-settings.ts';
import { formatFault } from './checks/fault.ts';
import { type Compression, publish } from './publish.ts';
import { openWorkspace } from './workspace.ts';

/** Checks, compiles, prerenders and publishes, and tells how it went. Gives the exit code. */
export async function runCompile(root: string, compression: Compression = 'best', isStatic = false): Promise<number> {
  const started = performance.now();
  const { dist, apiBase } = buildSettings(root);
  const workspace = await openWorkspace(root, { apiBase, isStatic });
  const faults = workspace.faults();
  if (faults.length > 0) {
    for (const fault of faults) console.error(formatFault(fault));
    console.error(`The data has ${faults.length} fault${faults.length === 1 ? '' : 's'}; nothing was published.`);
    return 1;
  }
  const { release, compressed } = await publish(await workspace.release(), {
    dist,
    cache: path.join(root, '.cache/brotli'),
    now: Date.now(),
    compression,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const where = dist === path.join(root, 'dist') ? '' : ` in ${dist}`;
  console.log(`release ${release}${where} (${compressed} files compressed, ${seconds} s)`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await runCompile(process.cwd()).catch(sayAndExit);
