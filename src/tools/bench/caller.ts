/** A plain HTTP caller that looks to the server like a browser of its own: host, origin, cookies and address. */
import { randomUUID } from 'node:crypto';
import { exchange } from './wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope's code; undefined when the body is no envelope. */
  readonly code: string | number | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly milliseconds: number;
}

export interface CallerOptions {
  readonly port: number;
  /** Line whose host is called: `<line>.localhost`. */
  readonly line: string;
  /** Address the caller is said to come from, for a server that trusts this machine as its proxy. */
  readonly address?: string;
  /** Scheme that browsers use; `https` behind a proxy that ends TLS. */
  readonly scheme?: 'http' | 'https';
}

/** An address of the range for benchmarks and private networks, one for each number below 2^24. */
export const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** An address in a network (/24) of its own: what is counted per network counts apart. There are 65,536 of them. */
export const networkAddressOf = (index: number): string => addressOf((index << 8) | 1);

export class Caller {
  readonly #cookies: Map<string, string>;

  constructor(
    readonly options: CallerOptions,
    cookies = new Map<string, string>(),
  ) {
    this.#cookies = cookies;
  }

  /** The same browser, calling another instance. Cookies do not know ports. */
  at(port: number): Caller {
    return new Caller({ ...this.options, port }, this.#cookies);
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  /** Posts a mutation with an idempotency key of its own, or with the one given. */
  post(path: string, body: object, key: string = randomUUID()): Promise<Answer> {
    return this.#send('POST', path, JSON.stringify(body), key);
  }

  /** Rejects when the connection fails or no answer comes within 90 s. */
  async #send(method: string, path: string, body?: string, key?: string): Promise<Answer> {
    const { port, line, address, scheme = 'http' } = this.options;
    const host = `${line}.localhost:${port}`;
    const since = performance.now();
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      'sec-fetch-site: same-origin',
      'sec-fetch-mode: cors',
      'sec-fetch-dest: empty',
      ...(body === undefined
        ? []
        : [
            `origin: ${scheme}://${host}`,
            'content-type: application/json',
            `content-length: ${Buffer.byteLength(body)}`,
          ]),
      ...(key ? [`idempotency-key: ${key}`] : []),
      ...(address ? [`x-forwarded-for: ${address}`] : []),
      ...(this.#cookies.size > 0
        ? [`cookie: ${[...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`]
        : []),
    ];
    const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
    for (const cookie of answer.cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    const envelope = parse(answer.body);
    return {
      status: answer.status,
      headers: answer.headers,
      code: envelope?.code,
      data: envelope?.data ?? {},
      milliseconds: performance.now() - since,
    };
  }
}

function parse(text: string): { code?: string | number; data?: Record<string, unknown> | null } | undefined {
  try {
    return JSON.parse(text) as { code?: string | number; data?: Record<string, unknown> | null };
  } catch {
    return undefined;
  }
}
