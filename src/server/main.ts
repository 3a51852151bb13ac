/** What `npm start` and `npm run serve` share: signals, and how a start that fails speaks. */
import type { Logger } from 'pino';
import { type HostOptions, openServer, type RunningServer } from './host.ts';
import { createLogger } from './http/log.ts';
import { sayAndExit } from './plain-error.ts';
import { parseSettings, type Settings } from './settings.ts';
import type { Mode } from './settings-kinds.ts';
import { VENDORS } from './vendors/list.ts';

const STOP_MILLISECONDS = 9500;

/** Parses the settings, or says what is wrong with them and ends the process. */
export function settingsOrExit(mode: Mode): Settings {
  try {
    return parseSettings(process.env, mode, VENDORS);
  } catch (error) {
    return sayAndExit(error);
  }
}

/** Ends the process where it is given anything else: what it is to do stands in its environment. */
export function takeOnly(...options: readonly string[]): void {
  const other = process.argv.slice(2).find((each) => !options.includes(each));
  if (other === undefined) return;
  process.stderr.write(
    `Unknown option '${other}': settings are environment variables, such as PORT=4400 (docs/operators.md).\n`,
  );
  process.exit(1);
}

/** Opens the server and keeps the process: SIGTERM and SIGINT stop it, SIGHUP looks for a new release. */
export async function run(
  settings: Settings,
  options: Omit<HostOptions, 'settings' | 'logger' | 'vendors' | 'onOpening'>,
  onReady: (server: RunningServer, logger: Logger) => void,
): Promise<void> {
  const logger = createLogger(settings.logLevel);
  // A fault nobody caught is told and lived through; each request has its own handling.
  process.on('unhandledRejection', (error) =>
    logger.error({ err: error }, 'a promise was rejected and nobody listened'),
  );
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'a fault nobody caught; the process ends');
    process.exit(1);
  });
  let server: RunningServer | undefined;
  let stopping = false;
  let close = async (): Promise<void> => undefined;
  const onOpening = (given: typeof close): void => {
    close = given;
  };
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(server ? 0 : 1), STOP_MILLISECONDS).unref();
    void (server ? server.stop() : close()).then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGHUP', () => server?.releases.reload());
  try {
    server = await openServer({ ...options, vendors: VENDORS, settings, logger, onOpening });
  } catch (error) {
    // What was closed under it fails, which is no fault.
    if (stopping) return;
    sayAndExit(error);
  }
  if (!stopping) onReady(server, logger);
}
