/** `npm start`: builds what is missing, then runs all lines with the embedded database, the simulators and reference accounts. */
import { spawnSync } from 'node:child_process';
import { createInboxCarrier } from '../sandbox/inbox.ts';
import { standInOf, VENDOR_STAND_INS } from '../sandbox/list.ts';
import { realNameSimulator } from '../sandbox/real-name/real-name.ts';
import { simulatorRoutes } from '../sandbox/routes.ts';
import { makeTables } from '../sandbox/tables.ts';
import { HANDLERS } from './calls/registry.ts';
import { hasRelease, isStale } from './freshness.ts';
import { run, sayAndExit, settingsOrExit } from './main.ts';
import { type SeedReport, seed } from './seed.ts';
import type { Settings } from './settings.ts';
import { welcome } from './welcome.ts';

function buildIfNeeded({ distDir }: Settings): void {
  if (process.env.DIST_DIR === undefined && isStale(distDir)) {
    process.stdout.write('Building (the data or the code is newer than dist/) ...\n');
    const built = spawnSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts', '--quick'], {
      stdio: 'inherit',
    });
    if (built.status !== 0 && hasRelease(distDir)) {
      process.stderr.write('The build failed, as told above. Serving the last good build.\n');
    }
  }
  if (!hasRelease(distDir)) sayAndExit('There is no build to serve. Correct what is told above, or run npm run build.');
}

const settings = settingsOrExit('start');
buildIfNeeded(settings);
let seeded: SeedReport | undefined;
await run(
  settings,
  {
    handlers: HANDLERS,
    simulators: {
      prepare: makeTables,
      carrier: createInboxCarrier,
      routes: simulatorRoutes,
      realName: realNameSimulator,
      thirdParties: standInOf,
      vendors: VENDOR_STAND_INS,
    },
    beforeListening: async ({ db, keys, release }) => {
      if (settings.seed)
        seeded = await seed(
          db,
          release.lines.map(({ server }) => server),
          keys,
        );
    },
  },
  (server) =>
    process.stdout.write(welcome({ settings, port: server.port, release: server.releases.current(), seeded })),
);
