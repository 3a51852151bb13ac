/** Structured logs without secrets and identifiers: only what is named here about a request is ever written. */
import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';

/** Names of properties whose values never belong in a log, at the top or down to two objects deep. */
const SECRET = [
  'password',
  'code',
  'token',
  'rsAuthToken',
  'ticket',
  'proof',
  'cookie',
  'authorization',
  'set-cookie',
  'email',
  'phone',
  'loginName',
  'username',
  'userName',
  'to',
  'values',
  'parameters',
  'detail',
  'where',
];

export function createLogger(level: string, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['body', 'query', 'headers', ...SECRET.flatMap((name) => paths(name))], censor: '[hidden]' },
      serializers: { err: errorFacts, error: errorFacts },
    },
    stream ?? pino.destination({ dest: 1, sync: true }),
  );
}

function paths(name: string): string[] {
  const step = `["${name}"]`;
  return [step, `*${step}`, `*.*${step}`];
}

/**
 * Of an error: its name, code, message and stack. PostgreSQL's `detail` and the parameters of a statement quote what
 * visitors typed, so nothing else is taken; quoted values inside a message go too.
 */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { code, constraint, table, cause } = error as Error & { code?: string; constraint?: string; table?: string };
  return {
    type: error.name,
    message: clean(error.message),
    ...(code === undefined ? {} : { sqlstate: code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    stack: clean(error.stack?.replace(`${error.name}: ${error.message}`, error.name) ?? ''),
    ...(cause === undefined ? {} : { cause: errorFacts(cause) }),
  };
}

/** A sentence without mail addresses, phone numbers, digests and tokens. */
export function clean(text: string): string {
  return text
    .replace(/[^\s@"'<>()[\]/]+@[^\s@"'<>()[\]]+/g, '[address]')
    .replace(/\+?\d{7,}/g, '[number]')
    .replace(/\b[A-Za-z0-9_-]{32,}\b/g, '[secret]');
}

type Method = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * A request's logger, made when the request first has something to say at the level in force: making one costs as much as
 * a small statement, and most requests say nothing.
 */
export class RequestLogger {
  readonly #parent: Logger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions;
  #made: Logger | undefined;

  constructor(parent: Logger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#parent.level;
  }

  #say(method: Method, args: unknown[]): void {
    if (!this.#parent.isLevelEnabled(method)) return;
    const logger = this.#own();
    (logger[method] as (...all: unknown[]) => void)(...args);
  }

  #own(): Logger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  child(bindings: Bindings, options: ChildLoggerOptions = {}): Logger {
    return this.#own().child(bindings, options);
  }

  fatal(...args: unknown[]): void {
    this.#say('fatal', args);
  }
  error(...args: unknown[]): void {
    this.#say('error', args);
  }
  warn(...args: unknown[]): void {
    this.#say('warn', args);
  }
  info(...args: unknown[]): void {
    this.#say('info', args);
  }
  debug(...args: unknown[]): void {
    this.#say('debug', args);
  }
  trace(...args: unknown[]): void {
    this.#say('trace', args);
  }
  silent(): void {}
}
