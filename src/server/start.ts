/**
 * `npm start`: builds what is missing, then runs all lines with the embedded database, the simulators and reference
 * accounts. With `--watch`, which `npm start` says, edits of the data reach open pages at once.
 */
import { spawnSync } from 'node:child_process';
import { createInboxCarrier } from '../sandbox/inbox.ts';
import { standInOf, VENDOR_STAND_INS } from '../sandbox/list.ts';
import { realNameSimulator } from '../sandbox/real-name/real-name.ts';
import { simulatorRoutes } from '../sandbox/routes.ts';
import { makeTables } from '../sandbox/tables.ts';
import { HANDLERS } from './calls/registry.ts';
import { development } from './development/routes.ts';
import { startWatching, type Watching } from './development/watching.ts';
import { hasRelease, isStale } from './freshness.ts';
import type { RunningServer } from './host.ts';
import { run, settingsOrExit, takeOnly } from './main.ts';
import { sayAndExit } from './plain-error.ts';
import { type SeedReport, seed } from './seed.ts';
import type { Settings } from './settings.ts';
import { welcome } from './welcome.ts';

function buildIfNeeded({ distDir, apiBase }: Settings): void {
  if (process.env.DIST_DIR === undefined && isStale(distDir, apiBase)) {
    process.stdout.write('Building (the data, the code or API_BASE is newer than dist/) ...\n');
    const built = spawnSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts', '--quick'], {
      stdio: 'inherit',
    });
    if (built.status !== 0 && hasRelease(distDir)) {
      process.stderr.write('The build failed, as told above. Serving the last good build.\n');
    }
  }
  if (!hasRelease(distDir)) sayAndExit('There is no build to serve. Correct what is told above, or run npm run build.');
}

takeOnly('--watch');
const settings = settingsOrExit('start');
buildIfNeeded(settings);
let seeded: SeedReport | undefined;
let running: RunningServer | undefined;
let watching: Watching | undefined;
// Who serves a release from elsewhere edits none.
const watches = process.argv.includes('--watch') && process.env.DIST_DIR === undefined;
const { routes, hear, close } = development(
  () => running?.releases.current().id ?? '',
  () => watching,
);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    watching?.stop();
    close();
  });
}
await run(
  settings,
  {
    handlers: HANDLERS,
    simulators: {
      prepare: makeTables,
      carrier: createInboxCarrier,
      routes: (db) => (app) => {
        simulatorRoutes(db)(app);
        if (watches) routes(app);
      },
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
  (server) => {
    running = server;
    process.stdout.write(welcome({ settings, port: server.port, release: server.releases.current(), seeded }));
    if (!watches) return;
    watching = startWatching(settings.distDir, (message) => {
      if ('release' in message) server.releases.reload();
      hear(message);
      if ('ready' in message) process.stdout.write('Watching schemas/ and lines/: a saved edit shows in open pages.\n');
    });
  },
);
