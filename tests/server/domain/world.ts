/**
 * The domain as a caller sees it: browsers with cookies that make validated calls of real lines against the handlers,
 * on this file's own database. HTTP is left out; everything under it is real.
 */
import { randomBytes } from 'node:crypto';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { digestPassword } from '../../../src/engine/digest.ts';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { realNameSimulator } from '../../../src/sandbox/real-name/real-name.ts';
import { identifierDigest } from '../../../src/server/accounts/identifiers.ts';
import { auditor } from '../../../src/server/audit.ts';
import { HANDLERS } from '../../../src/server/calls/registry.ts';
import { WORK } from '../../../src/server/captcha/built-in.ts';
import { guardByCaptcha } from '../../../src/server/captcha/policy.ts';
import { compileValidators } from '../../../src/server/http/validate.ts';
import { createKeyRing, PURPOSES } from '../../../src/server/keys.ts';
import { hashThreads } from '../../../src/server/limits/hash-threads.ts';
import { createLimiter } from '../../../src/server/limits/limiter.ts';
import { LIMITS, type Limits } from '../../../src/server/limits/limits.ts';
import { otherAccount } from '../../../src/server/sessions/drawn-for.ts';
import { flowOf } from '../../../src/server/sessions/flow.ts';
import { findSession } from '../../../src/server/sessions/sessions.ts';
import type {
  CallContext,
  CookieName,
  Database,
  Delivery,
  Failure,
  KeyPurpose,
  KeyRing,
  OutgoingMessage,
} from '../../../src/server/types.ts';
import { serverLines } from '../../compiled-lines.ts';
import { type TestDatabase, withDatabase } from '../database.ts';
import { thirdParties, withGitlab } from './third-parties.ts';

/** The real lines, as the compiler gives them to the server. */
export async function loadLines(): Promise<Readonly<Record<string, ServerLine>>> {
  return Object.fromEntries(Object.entries(await serverLines()).map(([name, line]) => [name, withGitlab(line)]));
}

export function testKeys(): KeyRing {
  const ring = (): { id: string; secret: Buffer }[] => [{ id: 'test', secret: randomBytes(32) }];
  return createKeyRing(
    Object.fromEntries(PURPOSES.map((purpose) => [purpose, ring()])) as Record<KeyPurpose, ReturnType<typeof ring>>,
  );
}

export interface Reply {
  readonly code: string | number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a call answers
  readonly data: any;
  /** Names of the cookies set or cleared, in order. */
  readonly cookies: readonly string[];
  readonly retryAfterSeconds?: number;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Skips the request's schema, to see the handler alone refuse. */
  readonly unchecked?: boolean;
}

/** What a registration sends. */
interface Newcomer extends Readonly<Record<string, unknown>> {
  readonly username: string;
  readonly password: string;
}

const GUARDED = guardByCaptcha(HANDLERS);

let newcomers = 0;

export class Browser {
  readonly jar = new Map<CookieName, string>();
  readonly world: World;
  line: ServerLine;
  address: string;
  language = 'en';
  /** What else a handler sees, such as a country. */
  extra: Partial<CallContext> = {};

  constructor(world: World, line: ServerLine, address: string) {
    this.world = world;
    this.line = line;
    this.address = address;
  }

  /** A second tab that shares nothing but what the jar holds now. */
  copy(): Browser {
    const other = new Browser(this.world, this.line, this.address);
    for (const [name, value] of this.jar) other.jar.set(name, value);
    return other;
  }

  context(headers: Readonly<Record<string, string>> = {}, cookies: string[] = [], call = ''): CallContext {
    const { world, line, jar } = this;
    const { zone } = line.line;
    return {
      db: world.db,
      call,
      line,
      zone,
      language: this.language,
      requestId: randomBytes(8).toString('hex'),
      address: this.address,
      origin: `https://${line.line.brandHost}`,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0', ...headers },
      cookies: {
        get: (name) => jar.get(name),
        set: (name, value) => {
          jar.set(name, value);
          cookies.push(name);
        },
        clear: (name) => {
          jar.delete(name);
          cookies.push(`-${name}`);
        },
      },
      outbox: world.outbox,
      keys: world.keys,
      limiter: world.limiter,
      realName: realNameSimulator,
      thirdParties,
      session: () => findSession(world.db, jar.get('session'), zone),
      settle: (work) => world.db.transaction(work),
      known: (_answer, setCookies) => {
        const before = { jar: [...jar], count: cookies.length };
        setCookies?.();
        return {
          keep: async () => undefined,
          withdraw() {
            cookies.length = before.count;
            jar.clear();
            for (const [name, value] of before.jar) jar.set(name, value);
          },
        };
      },
      brandOf: (name) => world.lines[name]?.messages[this.language]?.['line.brand'] ?? name,
      warn: (what, facts) => void world.warnings.push({ what, facts }),
      count: (metric, labels) => void world.counted.push([metric, ...Object.values(labels)].join(' ')),
      lineOf: (name) => world.lines[name],
      audit: auditor({ keys: world.keys, zone, line: line.name, address: this.address, requestId: 'test' }),
      ...this.extra,
    };
  }

  async call(call: string, body: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Reply> {
    const validators = this.world.validators(this.line, call);
    const fault = options.unchecked ? undefined : validators.request(structuredClone(body));
    if (fault) return { code: fault.code, data: fault.data, cookies: [] };
    const cookies: string[] = [];
    const handler = GUARDED[call];
    if (!handler) throw new Error(`No handler ${call}.`);
    const context = this.context(options.headers, cookies, call);
    const other = await otherAccount(context);
    if (other) return { code: other.code, data: null, cookies };
    const answer = await handler(body as never, context);
    if (answer.code === 200) {
      const wrong = validators.response((answer as { data: unknown }).data);
      if (wrong) throw new Error(`The response of ${call} does not fit its schema: ${wrong}`);
    } else {
      const allowed = this.line.calls[call]?.fails ?? [];
      if (!allowed.includes(String(answer.code))) throw new Error(`${call} may not answer ${answer.code}.`);
    }
    const { retryAfterSeconds } = answer as Failure;
    return {
      code: answer.code,
      data: answer.data ?? null,
      cookies,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }

  digest(password: string): Promise<string> {
    return digestPassword(this.line.line.passwordDigest, this.line.line.passwordSalt, password);
  }

  /** What every registration sends, under a username that nobody has. */
  async newcomer(more: object = {}): Promise<Newcomer> {
    newcomers += 1;
    const username = `newcomer_${newcomers}`;
    const password = await this.digest('Foyer2026a');
    return { username, password, businessType: 0, agreement: true, ...more };
  }

  /** The same by e-mail, under an address that nobody has. */
  async newcomerByEmail(more: object = {}): Promise<Newcomer & { readonly email: string }> {
    const body = await this.newcomer();
    return { email: `${body.username}@foxrenderfarm.example`, ...body, ...more };
  }

  async signIn(loginName: string, password: string, extra: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    const digest = await this.digest(password);
    return this.call('sign-in', { loginName, password: digest, accountType: 1, ...extra });
  }

  /** Signs in with a captcha at hand, whether or not it is asked for. */
  async signInPast(loginName: string, password: string): Promise<Reply> {
    return this.signIn(loginName, password, await this.captcha());
  }

  redeem(reply: Reply): Promise<Reply> {
    const { rsAuthToken, loginName, loginType } = reply.data;
    return this.call('user-login', { userName: loginName, version: '1.0.0', rsAuthToken, loginType });
  }

  /** A solved captcha. */
  async captcha(): Promise<{ ticket: string; randstr: string; captchaAppId: string }> {
    const { data } = await this.call('captcha-challenge');
    const challenge = data.challenge as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const ticket = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    return { ticket, randstr: challenge.parameters.nonce, captchaAppId: data.captchaAppId };
  }

  /** Sends a code (past the captcha when it is asked for) and reads it from the message. */
  async code(phone: string, purpose: string): Promise<string> {
    const body = { phone, purpose, channel: 1 };
    let reply = await this.call('send-verify-code', body);
    if (reply.code === 'Account.Sign.GraphicVerificationRequired') {
      reply = await this.call('send-verify-code', { ...body, ...(await this.captcha()) });
    }
    if (reply.code !== 200) throw new Error(`No code was sent: ${reply.code}`);
    return this.world.lastCode(phone);
  }
}

/** Repeats a call that a busy machine put off, as its browser would: what a test counts must not depend on the load. */
export async function patient(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call();
    if (reply.code !== 'Common.RequestLimitExceeded' || reply.retryAfterSeconds !== 1) return reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface AccountOptions {
  readonly line?: string;
  readonly username?: string;
  readonly email?: string;
  readonly phone?: string;
  /** False: the phone was written down, and nothing more. */
  readonly phoneProven?: boolean;
  readonly password?: string;
  readonly status?: 'unactivated' | 'active' | 'disabled' | 'cancelled';
  /** Who registered it; nobody knows otherwise. */
  readonly registeredBy?: Browser;
  /** Username of the master, for a sub account. */
  readonly master?: TestAccount;
}

export interface TestAccount {
  readonly id: string;
  readonly uuid: string;
  readonly username: string;
  readonly password: string;
  readonly line: string;
}

let serial = 0;

export class World {
  readonly #database: TestDatabase;
  lines: Readonly<Record<string, ServerLine>> = {};
  keys: KeyRing = testKeys();
  /** What the operators were told. */
  readonly warnings: { readonly what: string; readonly facts: Readonly<Record<string, unknown>> }[] = [];
  /** What was counted in the metrics: a line for each. */
  readonly counted: string[] = [];
  /** Figures of the limits. */
  limits: Limits = LIMITS;
  /** How every message fares. */
  delivered: Delivery = { state: 'sent', code: 200 };
  readonly #validators = new Map<string, ReturnType<typeof compileValidators>>();

  constructor(database: TestDatabase) {
    this.#database = database;
  }

  get db(): Database {
    return this.#database.db;
  }

  get limiter(): CallContext['limiter'] {
    return createLimiter({ db: this.#database.db, limits: this.limits });
  }

  shiftClock(seconds: number): Promise<void> {
    return this.#database.shiftClock(seconds);
  }

  validators(line: ServerLine, call: string): ReturnType<typeof compileValidators> {
    const key = `${line.name}/${call}`;
    let made = this.#validators.get(key);
    if (!made) {
      made = compileValidators(line, call);
      this.#validators.set(key, made);
    }
    return made;
  }

  /** Writes messages in the caller's transaction, so that they are owed exactly when it commits. */
  readonly outbox: CallContext['outbox'] = {
    async send(sql, message) {
      const [row] = await sql.query<{ id: string }>(
        'insert into test_message (recipient, message) values ($1, $2) returning id::text',
        [message.to, JSON.stringify(message)],
      );
      return { id: row?.id ?? '' };
    },
    delivery: async () => this.delivered,
  };

  async messages(to: string): Promise<OutgoingMessage[]> {
    const rows = await this.db.query<{ message: OutgoingMessage }>(
      'select message from test_message where recipient = $1 order by id',
      [to],
    );
    return rows.map(({ message }) => message);
  }

  async lastMessage(to: string): Promise<OutgoingMessage> {
    const last = (await this.messages(to)).at(-1);
    if (!last) throw new Error(`No message to ${to}.`);
    return last;
  }

  /** The last code sent to a phone or mailbox: a notice may have come after it. */
  async lastCode(to: string): Promise<string> {
    const last = (await this.messages(to)).findLast(({ params }) => params.code !== undefined);
    if (!last) throw new Error(`No code to ${to}.`);
    return String(last.params.code);
  }

  /** A browser of a line, from an address and a network of its own. */
  browser(line = 'renderbus', changes: Readonly<Record<string, unknown>> = {}): Browser {
    const found = this.lines[line];
    if (!found) throw new Error(`No line ${line}.`);
    serial += 1;
    const patched = { ...found, line: { ...found.line, ...changes } } as ServerLine;
    return new Browser(this, patched, `10.${(serial >> 8) & 255}.${serial & 255}.7`);
  }

  /** Stores an account directly. */
  async account(options: AccountOptions = {}): Promise<TestAccount> {
    serial += 1;
    const lineName = options.line ?? options.master?.line ?? 'renderbus';
    const line = this.lines[lineName];
    if (!line) throw new Error(`No line ${lineName}.`);
    const { makeCredential } = await import('../../../src/server/accounts/credentials.ts');
    const { storeCredential } = await import('../../../src/server/accounts/store/credential.ts');
    const { digestPassword: digest } = await import('../../../src/engine/digest.ts');
    const username = options.username ?? `person_${serial}`;
    const password = options.password ?? 'Foyer2026a';
    const [row] = await this.db.query<{ id: string; uuid: string }>(
      `insert into account (zone, home_line, kind, master_id, username, username_key, email, email_key, phone, phone_verified,
          business_type, status, user_key, language, registered_flow)
       values ($1, $2, $3, $4, $5, lower($5), $6::text, lower($6), $7::text, $7 is not null and $10, 0, $8, gen_random_uuid()::text, 'en', $9)
       returning id, uuid`,
      [
        line.line.zone,
        lineName,
        options.master ? 2 : 1,
        options.master?.id ?? null,
        username,
        options.email ?? null,
        options.phone ?? null,
        options.status ?? 'active',
        options.registeredBy ? flowOf(options.registeredBy.context()) : null,
        options.phoneProven ?? true,
      ],
    );
    if (!row) throw new Error('No account was stored.');
    const wire = await digest(line.line.passwordDigest, line.line.passwordSalt, password);
    const credential = await makeCredential(this.keys, line.line, wire);
    await storeCredential(this.db, { accountId: row.id, zone: line.line.zone, credential });
    return { ...row, username, password, line: lineName };
  }

  /** A phone number nobody has had yet. */
  phone(): string {
    serial += 1;
    return `+86138${String(10000000 + serial)}`;
  }

  /** How many passwords were really checked for a typed name, right ones included. */
  async checked(name: string): Promise<number> {
    const [row] = await this.db.query<{ checked: number }>(
      `select count(*)::integer as checked from audit where event = 'sign-in' and identifier like $1 and outcome in
         ('ok', 'locked', 'Account.SignIn.Failed', '818', '820', '821')`,
      [`%.${identifierDigest(this.keys, 'domestic', name)}`],
    );
    return row?.checked ?? 0;
  }

  async failures(account: TestAccount): Promise<number> {
    const [row] = await this.db.query<{ failures: number }>(
      `select failures from sign_in_counter where key = 'account:' || $1::text`,
      [account.id],
    );
    return row?.failures ?? 0;
  }
}

/** Passwords and captchas cost little in this test file: fewer rounds, which every hash and every challenge names itself. */
export function workLittle(): void {
  Object.assign(WORK, { rounds: 1, standInRounds: 1, from: 1, to: 9 });
  const { hash } = hashThreads;
  hashThreads.hash = (value, options) => hash(value, { ...options, memoryCost: 64, timeCost: 1 });
}

/**
 * Registers the hooks that give this test file a database and the lines.
 * @param work `whole` as in production, where it matters how long a password is checked or a captcha solved; `little`
 * otherwise
 */
export function withWorld({ work = 'little' }: { readonly work?: 'little' | 'whole' } = {}): World {
  const world = new World(withDatabase());
  if (work === 'little') workLittle();
  beforeAll(async () => {
    world.lines = await loadLines();
    await world.db.query(
      'create table test_message (id bigint generated always as identity primary key, recipient text not null, message jsonb not null)',
    );
  }, 120000);
  return world;
}
