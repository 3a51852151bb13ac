/** Structured logs without secrets and identifiers: only what is named here about a request is ever written. */
import pino, { type DestinationStream, type Logger } from 'pino';

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

/** Mail addresses, phone numbers, digests and tokens inside a sentence. */
function clean(text: string): string {
  return text
    .replace(/[^\s@"'<>()]+@[^\s@"'<>()]+\.[^\s@"'<>()]+/g, '[address]')
    .replace(/\+?\d{7,}/g, '[number]')
    .replace(/\b[A-Za-z0-9_-]{32,}\b/g, '[secret]');
}
