/** A server as a process of its own with the fixture's handlers, for tests that kill and stop it. `main.ts` is the real one. */
import { run, settingsOrExit } from '../../../src/server/main.ts';
import { createInboxCarrier } from '../../../src/server/simulators/inbox.ts';
import { inboxRoutes } from '../../../src/server/simulators/routes.ts';
import { TEST_HANDLERS } from './handlers.ts';

const settings = settingsOrExit('start');
await run(
  settings,
  { handlers: TEST_HANDLERS, simulators: { carrier: createInboxCarrier, routes: inboxRoutes } },
  (server) => process.stdout.write(`ready ${server.port}\n`),
);
