/** A server of this process: everything opened in order, and closed in the opposite one. */
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { cannotCheck } from './accounts/sign-in.ts';
import { problemsOfApiBase } from './api-base.ts';
import { handOn } from './calls/back-end.ts';
import { guardByCaptcha, guardedByCaptcha } from './captcha/policy.ts';
import { carriersOf, missingTemplates } from './carriers.ts';
import { type EmbeddedDatabase, openEmbedded } from './db/embedded.ts';
import { openInstance } from './db/instance.ts';
import { HAS_TEST_CLOCK, migrate } from './db/migrate.ts';
import { type OpenDatabase, openPool, type PoolOptions } from './db/pool.ts';
import { markProduction, refuseProduction } from './db/production.ts';
import { reachDatabase } from './db/reach.ts';
import { tellSilence } from './db/silence.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createApp } from './http/app.ts';
import { drain, listen } from './http/listen.ts';
import { createMetrics } from './http/metrics.ts';
import { openReleases, type Release, type ReleaseSource } from './http/release.ts';
import { createKeyRing } from './keys.ts';
import { refuseStrangeKeys } from './known-keys.ts';
import { createLimiter } from './limits/limiter.ts';
import { limitsFor } from './limits/limits.ts';
import { adaptersOf, embedsOf, openVendors, tellMissingCaptcha } from './open-vendors.ts';
import { measureBacklog } from './outbox/backlog.ts';
import { openOutbox } from './outbox/outbox.ts';
import type { AnyVendor } from './ports/vendor.ts';
import { keepRoom, openRoom, reserveIn } from './room.ts';
import { findSession } from './sessions/sessions.ts';
import { type Settings, SettingsError } from './settings.ts';
import type { Simulators } from './stand-ins.ts';
import { createThirdParties } from './third-party/wiring.ts';
import type { Handler, KeyRing, Sql } from './types.ts';

export interface HostOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly handlers: Readonly<Record<string, Handler<never>>>;
  readonly vendors: readonly AnyVendor[];
  readonly simulators?: Simulators;
  /** Gives, before anything is opened, what closes as much as is open by then. */
  readonly onOpening?: (close: () => Promise<void>) => void;
  /** Runs once the schema is up to date, before the first request. */
  readonly beforeListening?: (opened: { db: OpenDatabase; keys: KeyRing; release: Release }) => Promise<void>;
}

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly releases: ReleaseSource;
  /** Port listened on. */
  readonly port: number;
  /** Stops accepting, finishes what is under way, closes everything. */
  stop(): Promise<void>;
}

/**
 * How long new connections are still taken while `/readyz` says that others should be asked: the kernel resets those that
 * wait to be accepted when nobody listens any more, with what they have sent.
 */
const LINGER_MILLISECONDS = 500;

export async function openServer(options: HostOptions): Promise<RunningServer> {
  const { settings, logger } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) {
      await Promise.resolve(closer()).catch((error: Error) => logger.error({ err: error }, 'closing failed'));
    }
  };
  options.onOpening?.(close);
  try {
    // First what costs nothing, so that a mistake is told before a database is started.
    const keys = createKeyRing(settings.rings());
    let { port } = settings;
    const thirdParties = createThirdParties({
      settings: settings.thirdParties,
      adapters: adaptersOf(options.vendors),
      ...(options.simulators?.thirdParties ? { simulated: options.simulators.thirdParties } : {}),
      port: () => port,
    });
    const releases = openReleases({
      distDir: settings.distDir,
      configuredProviders: thirdParties.configured,
      draws: true,
      // Calls of a posted form go through this very server.
      runsForms: settings.apiBase === '',
      judge: (release) => checkLines(options, release),
      onEvent: (event, release, error) =>
        event === 'loaded'
          ? logger.info({ release }, 'serving a new release')
          : logger.error({ release, err: error }, 'the new release is broken; the last good one stays'),
    });
    closers.push(() => releases.close());

    const given = new AbortController();
    const starting = settings.databaseUrl === undefined ? embeddedDatabase(settings, logger, given.signal) : undefined;
    let embedded: EmbeddedDatabase | undefined;
    closers.push(async () => {
      if (embedded === undefined) given.abort();
      await (await starting?.catch(() => undefined))?.stop();
    });
    embedded = await starting;
    const connection = settings.databaseUrl ?? embedded?.connection ?? '';
    await reachDatabase(connection);
    // Before a migration changes anything there; and after it, for one of them may have found out.
    await asked(connection, settings.production ? refuseTestClock : refuseOpenness);
    const applied = await migrate({
      connection,
      testClock: settings.testClock,
      onBlocked: (migration) =>
        logger.warn({ migration }, 'others hold a lock that a migration needs; it is tried again'),
    });
    if (applied.length > 0) logger.info({ applied }, 'migrated the database');
    const room = await openRoom(embedded && join(settings.dataDir, 'postgres'), logger);
    closers.push(() => room.stop());
    const db = openPool({
      connection,
      size: settings.databasePool,
      onDiskFull: room.full,
      onSilence: tellSilence(logger),
      onError: (error) => logger.warn({ err: error }, 'a connection to the database ended'),
    });
    closers.push(() => db.close());
    if (!settings.production) await refuseOpenness(db);
    await refuseStrangeKeys(db, keys, settings);
    if (settings.production) await markProduction(db);
    const instance = await openInstance(db);
    closers.push(() => instance.close());
    const metrics = createMetrics({ ofProcess: true });
    const { simulators } = options;
    await simulators?.prepare(db);
    const vendors = openVendors({
      vendors: options.vendors,
      settings,
      ...(simulators?.vendors ? { standIns: simulators.vendors } : {}),
      db,
      keys,
      logger,
      port: () => port,
    });
    const { captchas, scenes } = vendors;
    const carriers = carriersOf({ settings, vendors, inbox: simulators?.carrier(db) });
    tellMissingCaptcha(releases.current(), captchas, logger);
    const outbox = await openOutbox({
      db,
      keys,
      carriers,
      line: (name) => releases.current().line(name)?.server,
      onAttempt: ({ id, channel, line, template, state, code, detail, misconfigured }) => {
        metrics.count('foyer_outbox_attempts_total', { channel, state, result: code });
        logger[misconfigured ? 'error' : state === 'sent' ? 'info' : 'warn'](
          { message: id, channel, line, template, state, delivery: code, answer: detail },
          misconfigured ? 'a message waits for its carrier to be set up rightly' : 'a message was tried',
        );
      },
      onError: (error) => logger.error({ err: error }, 'the outbox could not work'),
    });
    closers.push(() => outbox.stop());
    measureBacklog(metrics, db);
    await options.beforeListening?.({ db, keys, release: releases.current() });

    let draining = false;
    let closing = false;
    const app = createApp({
      settings,
      db,
      instance,
      releases,
      handlers: keepRoom(guardByCaptcha(options.handlers), room),
      handedOn: guardedByCaptcha(
        handOn(
          settings.backEnd === undefined ? undefined : { origin: settings.backEnd, secret: settings.backEndSecret },
        ),
      ),
      isOverloaded: cannotCheck,
      keys,
      outbox,
      limiter: createLimiter({ db, limits: limitsFor(settings.requestsPerMinute), remembers: !settings.testClock }),
      findSession,
      logger,
      metrics,
      linesDir: resolve('lines'),
      isDraining: () => draining,
      isClosing: () => closing,
      thirdParties,
      reportsConversions: carriers.conversion !== undefined,
      captchas,
      embeds: embedsOf(options.vendors),
      ...(scenes ? { scenes } : {}),
      vendorRoutes: options.vendors.flatMap(({ routes }) => routes ?? []),
      ...(options.simulators
        ? {
            simulators: options.simulators.routes(db),
            ...(options.simulators.realName ? { realName: options.simulators.realName } : {}),
          }
        : {}),
    });
    const housekeeping = startHousekeeping(db, (error) => logger.warn({ err: error }, 'tidying up failed'));
    closers.push(() => housekeeping.stop());
    const { servers, port: heard } = await listen(app, settings);
    port = heard;
    outbox.start();
    const stop = async (): Promise<void> => {
      draining = true;
      await new Promise((next) => setTimeout(next, LINGER_MILLISECONDS));
      // Right behind a look for new connections; who is told to close one before comes back too early.
      await new Promise((next) => setImmediate(next));
      closing = true;
      await drain(app, servers);
      await close();
    };
    return { app, releases, port, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

function embeddedDatabase(settings: Settings, logger: Logger, signal: AbortSignal): Promise<EmbeddedDatabase> {
  // On a full disk the database needs the reserve to come up at all.
  reserveIn(join(settings.dataDir, 'postgres'), logger).look();
  return openEmbedded({
    dataDir: settings.dataDir,
    signal,
    onEvent: (event, error) => {
      if (event === 'failed')
        logger.fatal({ err: error }, 'the embedded database is gone and could not be started again');
      else logger.warn({ event }, 'the supervisor of the embedded database');
    },
  });
}

/** Asks the database something on connections of its own. */
async function asked(connection: PoolOptions['connection'], what: (sql: Sql) => Promise<void>): Promise<void> {
  const db = openPool({ connection, size: 2 });
  await what(db).finally(() => db.close());
}

async function refuseTestClock(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ shiftable: boolean }>(HAS_TEST_CLOCK);
  if (row?.shiftable)
    throw new SettingsError(['The database has a clock that tests shift (table clock_shift). Use another database.']);
}

const refuseOpenness = (sql: Sql): Promise<void> =>
  refuseProduction(sql, 'npm start opens its inbox to everybody and has simulators.');

function checkLines({ settings, handlers, vendors }: HostOptions, release: Release): void {
  const problems: string[] = [];
  const known = release.lines.map(({ name }) => name);
  for (const [setting, value] of [
    ['LINE', settings.line],
    ['FALLBACK_LINE', settings.fallbackLine],
  ] as const) {
    if (value !== undefined && !known.includes(value))
      problems.push(`${setting} is ${value}, which is no line. Set it to one of ${known.join(', ')}.`);
  }
  problems.push(...problemsOfApiBase(release, settings));
  const calls = release.lines.flatMap(({ server }) => Object.entries(server.calls));
  const namesOf = (some: typeof calls): string => [...new Set(some.map(([call]) => call))].join(', ');
  const handedOn = calls.filter(([, { answeredBy }]) => answeredBy === 'back-end');
  const missing = calls.filter((each) => !handedOn.includes(each) && !Object.hasOwn(handlers, each[0]));
  if (missing.length > 0)
    problems.push(
      `The release has calls without a handler: ${namesOf(missing)}. Add each to src/server/calls/registry.ts.`,
    );
  if (handedOn.length > 0 && settings.production && !settings.backEnd)
    problems.push(`Your back end answers calls of the release: ${namesOf(handedOn)}. Set BACK_END to its origin.`);
  const untold = missingTemplates(release, settings, vendors);
  if (untold.length > 0)
    problems.push(`Messages have no approved template: ${untold.join(', ')}. Have each approved and add it.`);
  const ofLines = release.lines.flatMap(({ server }) => Object.entries(server.providers));
  const spoken = Object.fromEntries(ofLines.map(([id, { adapter }]) => [id, adapter]));
  problems.push(...settings.thirdParties.problems(known, spoken));
  const adapters = adaptersOf(vendors);
  const unspoken = release.lines.flatMap(({ server }) =>
    Object.values(server.providers).filter(({ adapter }) => !Object.hasOwn(adapters, adapter)),
  );
  if (unspoken.length > 0)
    problems.push(
      `The release has providers without an adapter: ${[...new Set(unspoken.map(({ adapter }) => adapter))].join(', ')}. Add each to src/server/vendors/list.ts.`,
    );
  if (problems.length > 0) throw new SettingsError(problems);
}
