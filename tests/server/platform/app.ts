/** The HTTP application on the fixture's release and this file's database, without a network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { createInboxCarrier } from '../../../src/sandbox/inbox.ts';
import { simulatorRoutes } from '../../../src/sandbox/routes.ts';
import { type Instance, openInstance } from '../../../src/server/db/instance.ts';
import { createApp } from '../../../src/server/http/app.ts';
import type { AppOptions } from '../../../src/server/http/dependencies.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import { openReleases, type ReleaseSource } from '../../../src/server/http/release.ts';
import { createKeyRing, localRings } from '../../../src/server/keys.ts';
import { createLimiter } from '../../../src/server/limits/limiter.ts';
import { type Limits, limitsFor } from '../../../src/server/limits/limits.ts';
import { embedsOf } from '../../../src/server/open-vendors.ts';
import { openOutbox, type RunningOutbox } from '../../../src/server/outbox/outbox.ts';
import type { VendorCaptchas } from '../../../src/server/ports/captcha.ts';
import type { ScenePlatform } from '../../../src/server/ports/scenes.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import type { ThirdPartySource } from '../../../src/server/third-party/wiring.ts';
import type { CallContext, Handler, KeyRing } from '../../../src/server/types.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import type { TestDatabase } from '../database.ts';
import { writeRelease } from './fixture.ts';
import { TEST_HANDLERS } from './handlers.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly distDir: string;
  readonly keys: KeyRing;
  readonly releases: ReleaseSource;
  readonly outbox: RunningOutbox;
  /** Everything logged so far. */
  logs(): string;
  /** A POST as a page of the line would send it. */
  post(path: string, body: unknown, options?: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Limits;
  readonly mode?: 'start' | 'serve';
  readonly captchas?: VendorCaptchas<CallContext>;
  readonly scenes?: (keys: KeyRing) => ScenePlatform;
  /** Instead of the fixture's. */
  readonly lines?: readonly ServerLine[];
  /** Besides the fixture's. */
  readonly handlers?: Readonly<Record<string, Handler<never>>>;
  /** Answers the calls of the company's own back end. */
  readonly handedOn?: AppOptions['handedOn'];
  readonly thirdParties?: ThirdPartySource;
  readonly isOverloaded?: (call: string) => boolean;
  /** Nobody is signed in when left out. */
  readonly findSession?: AppOptions['findSession'];
}

export const HOST = 'www.alpha.example';

export async function testApp(
  database: Pick<TestDatabase, 'db'>,
  {
    env = {},
    limits,
    captchas,
    scenes,
    lines,
    handlers = {},
    handedOn,
    thirdParties,
    isOverloaded,
    findSession = async () => undefined,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const distDir = mkdtempSync(join(tmpdir(), 'foyer-dist-'));
  writeRelease(distDir, 'one', lines);
  const settings = parseSettings(
    { DATA_DIR: distDir, DIST_DIR: distDir, LOG_LEVEL: 'trace', ...env },
    'start',
    VENDORS,
  );
  const keys = createKeyRing(localRings(distDir));
  const releases = openReleases({ distDir, pollMilliseconds: 0 });
  const { db } = database;
  const instance: Instance = await openInstance(db);
  const carrier = createInboxCarrier(db);
  const outbox = await openOutbox({
    db,
    keys,
    carriers: { email: carrier, sms: carrier, voice: carrier },
    line: (name) => releases.current().line(name)?.server,
    pollMilliseconds: 50,
  });
  const logged: string[] = [];
  const logger = createLogger(settings.logLevel, { write: (line: string) => void logged.push(line) });
  const app = createApp({
    settings,
    db,
    instance,
    releases,
    handlers: { ...TEST_HANDLERS, ...handlers },
    keys,
    outbox,
    limiter: createLimiter({ db, limits: limits ?? limitsFor(settings.requestsPerMinute) }),
    findSession,
    logger,
    linesDir: resolve('lines'),
    simulators: simulatorRoutes(db),
    embeds: embedsOf(VENDORS),
    vendorRoutes: VENDORS.flatMap(({ routes }) => routes ?? []),
    ...(handedOn ? { handedOn } : {}),
    ...(captchas ? { captchas } : {}),
    ...(scenes ? { scenes: scenes(keys) } : {}),
    ...(thirdParties ? { thirdParties } : {}),
    ...(isOverloaded ? { isOverloaded } : {}),
  });
  await app.ready();
  return {
    app,
    distDir,
    keys,
    releases,
    outbox,
    logs: () => logged.join(''),
    post: (path, body, options = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        ...options,
        headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json', ...options.headers },
      }),
    async close() {
      await outbox.stop();
      await app.close();
      await instance.close();
      releases.close();
      rmSync(distDir, { recursive: true, force: true });
    },
  };
}
