/** What an instance of the server is made of, and what its routes share. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Instance } from '../db/instance.ts';
import type { OpenDatabase } from '../db/pool.ts';
import type { VendorCaptchas } from '../ports/captcha.ts';
import type { FrameKind } from '../ports/embed.ts';
import type { ScenePlatform } from '../ports/scenes.ts';
import type { Settings } from '../settings.ts';
import type { ThirdPartySource } from '../third-party/wiring.ts';
import type { CallContext, Handler, KeyRing, Limiter, Outbox, RealNameProvider, Session, Sql, Zone } from '../types.ts';
import type { Among } from './address.ts';
import type { CountryOf } from './country.ts';
import type { Idempotency } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import type { TellOutage } from './outages.ts';
import type { ReleaseSource } from './release.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly db: OpenDatabase;
  readonly instance: Instance;
  readonly releases: ReleaseSource;
  /** One per call id of the lines. */
  readonly handlers: Readonly<Record<string, Handler<never>>>;
  /** Answers the calls of the company's own back end; nobody does when left out. */
  readonly handedOn?: Handler<never>;
  readonly keys: KeyRing;
  readonly outbox: Outbox;
  readonly limiter: Limiter;
  /** The live session of a cookie's value. */
  readonly findSession: (sql: Sql, token: string | undefined, zone: Zone) => Promise<Session | undefined>;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Who verifies real names; absent where nobody is configured. */
  readonly realName?: RealNameProvider;
  /** Who proves who a visitor is; nobody when left out. */
  readonly thirdParties?: ThirdPartySource;
  /** Whether registrations are reported to an advertisement network. */
  readonly reportsConversions?: boolean;
  /** Captchas of somebody else's that this server has an account with; none when left out. */
  readonly captchas?: VendorCaptchas<CallContext>;
  /** Frames for scripts of others, by name; none when left out. */
  readonly embeds?: Readonly<Record<string, FrameKind>>;
  /** Who makes codes that bind whoever scans them; absent where nobody does. */
  readonly scenes?: ScenePlatform;
  /** Adds what vendors ask of this server. */
  readonly vendorRoutes?: readonly ((app: FastifyInstance, deps: AppDeps) => void)[];
  /** Directory that holds the lines' static JSON. */
  readonly linesDir: string;
  /** Adds the simulators' routes; absent in production. */
  readonly simulators?: (app: FastifyInstance) => void;
  /** Whether a call would be refused now for want of processor, so that not even its body is read; never when left out. */
  readonly isOverloaded?: (call: string) => boolean;
  /** Told to stop: not ready for more. */
  readonly isDraining?: () => boolean;
  /** Takes no new connection any more, so that those open are to be closed. */
  readonly isClosing?: () => boolean;
}

/** What the routes share. */
export interface AppDeps
  extends Omit<AppOptions, 'metrics' | 'isDraining' | 'isClosing' | 'thirdParties' | 'captchas' | 'embeds'> {
  readonly thirdParties: ThirdPartySource;
  readonly captchas: VendorCaptchas<CallContext>;
  readonly embeds: Readonly<Record<string, FrameKind>>;
  readonly metrics: Metrics;
  readonly idempotency: Idempotency;
  readonly tellOutage: TellOutage;
  readonly trusted: Among;
  readonly countryOf: CountryOf;
  /** Whether visitors come over TLS. */
  readonly secure: boolean;
  readonly isDraining: () => boolean;
}
