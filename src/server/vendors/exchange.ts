/**
 * What one sign-in asks of a provider over HTTP: bounded in time and size, following no redirects. What goes wrong names
 * the step and the provider's number, never an address, a body or a cause, since those hold codes, tokens and secrets.
 */
import { EXCHANGE_MILLISECONDS, ThirdPartyError, type ThirdPartyFault } from '../ports/identity.ts';

/** Largest answer read, bytes; the longest real one has a few thousand. */
const BODY_LIMIT = 64 * 1024;

export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** Sent as it is; its type stands in `headers`. */
  readonly body?: string;
  /** Longest time for this question alone, where its answer can be done without. */
  readonly within?: number;
}

export interface Answered {
  /** 200 to 299, or 400 to 499 except 408 and 429: everything else is told as a fault. */
  readonly status: number;
  readonly body: string;
}

/** An answer whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Exchange {
  /**
   * @param step what is asked for, in the log's words
   * @throws ThirdPartyError `timeout` or `unavailable`
   */
  ask(step: string, url: string, question?: Question): Promise<Answered>;
  fault(fault: ThirdPartyFault, step: string, what: string): ThirdPartyError;
}

/** Starts the clock: everything asked through it ends within `milliseconds` of now. */
export function openExchange(provider: string, milliseconds = EXCHANGE_MILLISECONDS): Exchange {
  const end = performance.now() + milliseconds;
  const fault = (kind: ThirdPartyFault, step: string, what: string): ThirdPartyError =>
    new ThirdPartyError(kind, `${provider}, ${step}: ${what}`);
  return {
    fault,
    async ask(step, url, { method = 'GET', headers = {}, json, body, within = milliseconds } = {}) {
      const left = Math.min(end - performance.now(), within);
      const init: RequestInit = {
        method,
        headers: { accept: 'application/json', ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(json ? { body: JSON.stringify(json) } : body === undefined ? {} : { body }),
        redirect: 'manual',
      };
      let answered: Answered | undefined;
      try {
        answered = await before(left, async (signal) => read(await fetch(url, { ...init, signal })));
      } catch (error) {
        throw fault('unavailable', step, connectionFault(error));
      }
      if (!answered) throw fault('timeout', step, 'no answer in time');
      const { status } = answered;
      const understood = (status >= 200 && status < 300) || (status >= 400 && status < 500);
      if (!understood || status === 408 || status === 429) throw fault('unavailable', step, `HTTP ${status}`);
      return answered;
    },
  };
}

class TooLargeError extends Error {}

/** Undefined when the time is over. The clock is our own, since an aborted signal alone does not always end a body. */
async function before<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  // A timer may be early by less than that, and nothing is answered within it.
  if (milliseconds < 1) return undefined;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((done) => {
    timer = setTimeout(() => {
      done(undefined);
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
  }
}

async function read(response: Response): Promise<Answered> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > BODY_LIMIT) throw new TooLargeError();
    chunks.push(chunk);
  }
  return { status: response.status, body: new TextDecoder().decode(Buffer.concat(chunks)) };
}

function connectionFault(error: unknown): string {
  if (error instanceof TooLargeError) return `more than ${BODY_LIMIT} bytes`;
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return `no connection (${typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'unknown'})`;
}

/** An address with its parameters percent-encoded, spaces too: not every provider reads `+` as one. */
export function address(base: string, path: string, parameters: Readonly<Record<string, string>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}${path}?${query.join('&')}`;
}

/** The object that a text holds as JSON; undefined when it holds anything else. Types of the answer do not matter. */
export function readObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** A number, also where it is written as a string; undefined otherwise. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** An id, code or token: 1 to 2048 visible ASCII characters. */
export function readToken(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,2048}$/.test(value) ? value : undefined;
}

/** An id that is kept: as a token, at most 128 characters. */
export function readId(value: unknown): string | undefined {
  const id = readToken(value);
  return id !== undefined && id.length <= 128 ? id : undefined;
}

/** A person's name to be shown: no control characters, at most 64 characters; undefined when nothing is left. */
export function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return clean === '' ? undefined : [...clean].slice(0, 64).join('');
}
