/**
 * A server as a process of its own with the fixture's handlers (with `FOYER_TEST_HANDLERS=real` the product's), for tests
 * that kill and stop it or race two of them. `main.ts` is the real one.
 */

import { createInboxCarrier } from '../../../src/sandbox/inbox.ts';
import { inboxRoutes } from '../../../src/sandbox/routes.ts';
import { makeTables } from '../../../src/sandbox/tables.ts';
import { HANDLERS } from '../../../src/server/calls/registry.ts';
import { run, settingsOrExit } from '../../../src/server/main.ts';
import { TEST_HANDLERS } from './handlers.ts';

const settings = settingsOrExit('start');
await run(
  settings,
  {
    handlers: process.env.FOYER_TEST_HANDLERS === 'real' ? HANDLERS : TEST_HANDLERS,
    simulators: { prepare: makeTables, carrier: createInboxCarrier, routes: inboxRoutes },
  },
  (server) => process.stdout.write(`ready ${server.port}\n`),
);
