/**
 * The seams of the server: what a call's handler receives, and what it may answer.
 *
 * Handlers are pure of HTTP: they see a validated request body and a context, and give an answer.
 * Everything that speaks HTTP (envelope, cookies, origin checks, pages) lives under `http/`.
 */
import type { ServerLine } from '../engine/pack.ts';
import type { CallId, Calls, ErrorCode } from '../generated/calls.ts';
import type { VendorCaptchas } from './ports/captcha.ts';
import type { ScenePlatform } from './ports/scenes.ts';
import type { ThirdParties } from './third-party/wiring.ts';

/** Anything SQL can run on: the pool, or one transaction's connection. */
export interface Sql {
  /** Runs one parametrised statement and gives its rows. Rejects with PostgreSQL's error. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The database: `Sql`, and transactions that commit when `work` resolves and roll back when it rejects. */
export interface Database extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface TransactionOptions {
  /** Longest time for one statement, milliseconds, where nobody waits for the answer; for visitors it is five seconds. */
  readonly patience?: number;
}

export type Zone = 'domestic' | 'overseas';

/** A message owed to a person. Its texts come from the line's message catalogs (`mail.<template>.*`, `sms.<template>`). */
export interface OutgoingMessage {
  /** `conversion`: a report to an advertisement network, which has no texts. */
  readonly channel: 'email' | 'sms' | 'voice' | 'conversion';
  /** Mailbox or E.164 phone number; the network's name. */
  readonly to: string;
  readonly template: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly line: string;
  readonly language: string;
}

export interface Outbox {
  /** Queues a message inside the caller's transaction, so that it is owed exactly when the transaction commits. */
  send(sql: Sql, message: OutgoingMessage): Promise<{ id: string }>;
  /** How a message fares: `code` is the delivery code of the specification (200, 559, 554, 550, 451, 552, 521, 500), null before the first try. */
  delivery(sql: Sql, id: string): Promise<Delivery | undefined>;
}

/** Why a number did not get its message, as far as its visitor may know: asked for too often, too often today, a number of ill repute. */
export type RefusalReason = 'frequently' | 'limit' | 'low-safe';

export interface Delivery {
  readonly state: 'owed' | 'sent' | 'refused' | 'expired';
  readonly code: number | null;
  /** Why a carrier refused it, where its visitor may know. */
  readonly reason?: RefusalReason;
}

/** Named keys with ids (settings `KEYS_PEPPER`, `KEYS_COOKIE`, `KEYS_OUTBOX`): the first is used for new values, all are accepted for old ones. */
export interface KeyRing {
  /** HMAC-SHA256 of `text` with the current key of that purpose: `{ keyId, value }`, value base64url. */
  sign(purpose: KeyPurpose, text: string): { keyId: string; value: string };
  /** The same with the key of a given id; undefined when that key is gone. */
  signWith(purpose: KeyPurpose, keyId: string, text: string): string | undefined;
  /** Ids of a purpose's keys, the newest first. */
  ids(purpose: KeyPurpose): readonly string[];
  /** By the id of each key a digest that tells it from others and nothing of it. */
  digests(purpose: KeyPurpose): ReadonlyMap<string, string>;
  /** AES-256-GCM; gives `keyId.iv.tag.ciphertext`, base64url. */
  seal(purpose: KeyPurpose, plain: string): string;
  open(purpose: KeyPurpose, sealed: string): string | undefined;
}
export type KeyPurpose = 'pepper' | 'cookie' | 'outbox' | 'identifier';

/**
 * Who proves a person's name: the browser goes to an address of theirs and comes back; what came of it they tell when
 * asked. Tickets are ours, one per verification.
 */
export interface RealNameProvider {
  /** Where the browser goes; rejects when the provider cannot be reached. */
  start(sql: Sql, check: { readonly ticket: string; readonly returnTo: string }): Promise<string>;
  /** What came of a verification so far. */
  verdict(sql: Sql, ticket: string): Promise<RealNameVerdict>;
}

export type RealNameVerdict = 'pending' | 'passed' | 'failed';

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly userKey: string;
  readonly line: string;
  readonly zone: Zone;
}

/** Sets and clears cookies with the deployment's own name prefix and attributes (`__Host-` over TLS; HttpOnly, SameSite=Lax, Path=/). */
export interface Cookies {
  get(name: CookieName): string | undefined;
  set(name: CookieName, value: string, options?: { maxAgeSeconds?: number }): void;
  clear(name: CookieName): void;
}
/** `post`: comes along where a provider's page posts to a callback; see `cookies.ts`. */
export type CookieName = 'session' | 'device' | 'flow' | 'former' | 'post' | 'variants';

/** Request limits in fixed windows, shared by all instances through PostgreSQL. Their names and figures: `limits/limits.ts`. */
export interface Limiter {
  /**
   * Counts one use of `key` under a named limit; answers whether it is still allowed and, when not, in how many seconds.
   * `along` runs in the same round trip, only when allowed; `rows` says how many rows it gave.
   */
  take(
    limit: string,
    key: string,
    along?: Along,
  ): Promise<{ allowed: true; rows: number } | { allowed: false; retryAfterSeconds: number }>;
  /** Seconds for which `key` is known to be refused, without asking the database; 0 when that is not known. */
  refusedFor(limit: string, key: string): number;
}

/** An `INSERT ... SELECT ... FROM allowed ... RETURNING`, parameters cast, that need not wait for the disk. */
export interface Along {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** An answer that is certain before the effects it tells of happen. */
export interface KnownAnswer {
  /** Stores it under the request's idempotency key: a plain statement that can be part of the one with the effects. */
  keep(sql: Sql): Promise<void>;
  /** Takes it back, its cookies too, when the effects did not happen. */
  withdraw(): void;
}

export interface CallContext {
  readonly db: Database;
  /** Id of the call that is answered. */
  readonly call: string;
  /** The line this request came in on, with its calls, errors, rules and limits. */
  readonly line: ServerLine;
  readonly zone: Zone;
  readonly language: string;
  readonly requestId: string;
  /** The client's address as the one trusted function gives it. */
  readonly address: string;
  /** Country of that address, ISO 3166; undefined where nobody knows. */
  readonly country?: string;
  /** Whether registrations are reported to an advertisement network. */
  readonly reportsConversions?: boolean;
  /** Absolute origin this request came in on, `https://host[:port]`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Cookies;
  readonly outbox: Outbox;
  readonly keys: KeyRing;
  readonly limiter: Limiter;
  /** Who verifies real names; undefined where nobody is configured. */
  readonly realName?: RealNameProvider;
  /** Who proves who a visitor of this line is. */
  readonly thirdParties: ThirdParties;
  /** Captchas of somebody else's that this server has an account with; none when left out. */
  readonly captchas?: VendorCaptchas<CallContext>;
  /** Who makes codes that bind whoever scans them; absent where nobody does. */
  readonly scenes?: ScenePlatform;
  /** Throws while there is no room for a new account; absent where nobody watches. */
  needRoom?(): void;
  /** The live session of this browser, checked against the database; undefined when there is none. */
  session(): Promise<Session | undefined>;
  /**
   * The transaction that changes what the call is for. The answer that `work` gives is stored with its effects under the
   * request's idempotency key and commits with them, so a repeat after a crash gets that answer instead of a second
   * effect. Use `db.transaction` for anything before it. Cookies set inside count as part of the answer.
   */
  settle<Given extends Answer>(work: (sql: Sql) => Promise<Given>): Promise<Given>;
  /**
   * The short way of `settle`, for an answer known beforehand: `keep` goes into the one statement that has the effects, and
   * the handler gives this very answer. `cookies` sets the cookies that belong to it.
   */
  known(answer: Answer, cookies?: () => void): KnownAnswer;
  /** The brand of a line of this deployment, by its folder name, in the language of the request; the name itself when it is not known. */
  brandOf(line: string): string;
  /** Counts in the operators' metrics; absent where nobody measures. Labels hold no identifier and no address. */
  count?(metric: string, labels: Readonly<Record<string, string>>): void;
  /** Tells the operators' log what is wrong outside of a visitor's doing; `facts` hold no secret and no identifier. */
  warn(what: string, facts: Readonly<Record<string, unknown>>): void;
  /** A line of this deployment, by its folder name. */
  lineOf(line: string): ServerLine | undefined;
  /** Appends to the audit table; identifiers are stored only as keyed digests. */
  audit(sql: Sql, event: string, detail: { accountId?: string; identifier?: string; outcome: string }): Promise<void>;
}

/** A success: `data` of the envelope. */
export interface Ok {
  readonly code: 200;
  readonly data: unknown;
}
/** A failure: a code of the catalogue (`errors.json`) and, where the sentence needs them, its parameters. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly retryAfterSeconds?: number;
}
export type Answer<Code extends ErrorCode = ErrorCode> = Ok | Failure<Code>;

/** What answers a request that was already validated against `schemas/api/<call>.json` with the line's own field rules. */
export type Handler<Request = Record<string, unknown>, Code extends ErrorCode = ErrorCode> = (
  request: Request,
  context: CallContext,
) => Promise<Answer<Code>>;

/** One call's behaviour: it takes that call's request, and answers no code that the call's `fails` does not name. */
export type HandlerOf<Id extends CallId> = Handler<Calls[Id]['request'], Calls[Id]['code']>;
