/** A plain HTTP caller that looks to the server like a browser of its own: host, origin, cookies and address. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** An address of the range for benchmarks and private networks, one for each number below 2^24. */
export const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

export class Caller {
  readonly #cookies = new Map<string, string>();

  constructor(readonly options: CallerOptions) {}

  get(path: string): Promise<Answer> {
    return this.#send('GET', path);
  }

  /** Posts a mutation with an idempotency key of its own, or with the one given. */
  post(path: string, body: object, key: string = randomUUID()): Promise<Answer> {
    return this.#send('POST', path, JSON.stringify(body), key);
  }

  /** Rejects when the connection fails or no answer comes within 90 s. */
  #send(method: string, path: string, body?: string, key?: string): Promise<Answer> {
    const { port, line, address } = this.options;
    const host = `${line}.localhost:${port}`;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          method,
          path,
          port,
          host: '127.0.0.1',
          timeout: 90000,
          headers: {
            host,
            'sec-fetch-site': 'same-origin',
            'sec-fetch-mode': 'cors',
            'sec-fetch-dest': 'empty',
            ...(body === undefined
              ? {}
              : {
                  origin: `http://${host}`,
                  'content-type': 'application/json',
                  'content-length': Buffer.byteLength(body),
                }),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(address ? { 'x-forwarded-for': address } : {}),
            ...(this.#cookies.size > 0
              ? { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
              : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            for (const cookie of response.headers['set-cookie'] ?? []) {
              const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
              this.#cookies.set(name, value);
            }
            const envelope = parse(Buffer.concat(chunks).toString('utf8'));
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              code: envelope?.code,
              data: envelope?.data ?? {},
              milliseconds: performance.now() - since,
            });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('No answer within 90 s.')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function parse(text: string): { code?: string | number; data?: Record<string, unknown> | null } | undefined {
  try {
    return JSON.parse(text) as { code?: string | number; data?: Record<string, unknown> | null };
  } catch {
    return undefined;
  }
}
