/** Calls to the service. The answer is judged by its `code` alone, whatever the HTTP status. */
import type { Result } from '../engine/flow.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute path; the origin of the API is put in front. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of a POST, query parameters of a GET. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number;
  /** The request outlives the page (reports). */
  readonly keepalive?: boolean;
}

export interface Http {
  /** Never rejects: whatever goes wrong is a kind of result. */
  send(request: HttpRequest): Promise<Result>;
  /** Tells when the connection is lost (`false`) or back (`true`); gives the function that stops it. */
  onConnection(listener: (online: boolean) => void): () => void;
}

export interface HttpOptions {
  /** Origin of the API; empty for the page's own. */
  readonly apiBase: string;
  readonly fetch: typeof fetch;
  /** Source of the `online` and `offline` events: the window. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly isOnline: () => boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An envelope, or `unreadable` for anything else. */
export function readEnvelope(text: string): Result {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    return { kind: 'unreadable' };
  }
  if (!isRecord(envelope)) return { kind: 'unreadable' };
  const { code, data, requestId } = envelope;
  if (typeof code !== 'number' && (typeof code !== 'string' || code === '')) return { kind: 'unreadable' };
  return {
    kind: 'answer',
    // 200 may come as text from older back ends; it means the same.
    code: code === '200' ? 200 : code,
    data: isRecord(data) ? data : {},
    requestId: typeof requestId === 'string' ? requestId : '',
  };
}

function addressOf(apiBase: string, { method, path, body }: HttpRequest): string {
  if (method !== 'GET') return apiBase + path;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) query.set(name, String(value));
  const text = query.toString();
  return apiBase + path + (text === '' ? '' : `?${text}`);
}

export function createHttp({ apiBase, fetch, events, isOnline }: HttpOptions): Http {
  return {
    async send(request) {
      if (!isOnline()) return { kind: 'offline' };
      const controller = new AbortController();
      let cause: 'offline' | 'timeout' = 'offline';
      const timer = setTimeout(() => {
        cause = 'timeout';
        controller.abort();
      }, request.timeoutSeconds * 1000);
      const lost = (): void => controller.abort();
      events.addEventListener('offline', lost);
      try {
        const response = await fetch(addressOf(apiBase, request), {
          method: request.method,
          headers: {
            accept: 'application/json',
            ...request.headers,
            ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(request.method === 'POST' ? { body: JSON.stringify(request.body) } : {}),
          credentials: 'include',
          cache: 'no-store',
          keepalive: request.keepalive ?? false,
          signal: controller.signal,
        });
        return readEnvelope(await response.text());
      } catch {
        return { kind: cause };
      } finally {
        clearTimeout(timer);
        events.removeEventListener('offline', lost);
      }
    },
    onConnection(listener) {
      const on = (): void => listener(true);
      const off = (): void => listener(false);
      events.addEventListener('online', on);
      events.addEventListener('offline', off);
      return () => {
        events.removeEventListener('online', on);
        events.removeEventListener('offline', off);
      };
    },
  };
}

export interface MemoryHttp extends Http {
  /** Requests received, in order. */
  readonly requests: readonly HttpRequest[];
  /** Says that the connection is lost or back. */
  connect(online: boolean): void;
}

/** The in-memory twin: answers by a function, which sees each request. */
export function createMemoryHttp(answer: (request: HttpRequest) => Result | Promise<Result>): MemoryHttp {
  const requests: HttpRequest[] = [];
  const listeners = new Set<(online: boolean) => void>();
  return {
    requests,
    async send(request) {
      requests.push(request);
      return answer(request);
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect(online) {
      for (const listener of listeners) listener(online);
    },
  };
}
