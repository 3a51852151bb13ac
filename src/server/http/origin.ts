/** Whether a page of ours sent a request: Origin and Fetch-Metadata, both judged. */

export interface OriginRequest {
  readonly method: string;
  /** Origin the request came in on. */
  readonly own: string;
  /** Origins of other front ends that may call with credentials. */
  readonly allowed: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a browser fetches something that nobody may ever see. */
const isAhead = (headers: OriginRequest['headers']): boolean =>
  /\bprefetch\b|\bprerender\b/.test(`${one(headers['sec-purpose'])} ${one(headers.purpose)} ${one(headers['x-moz'])}`);

/** Whether what a request is answered with is shown to nobody yet: what is told once is not told by it. */
export const isGlance = ({ method, headers }: Pick<OriginRequest, 'method' | 'headers'>): boolean =>
  method === 'HEAD' || isAhead(headers);

/**
 * A mutation needs proof that it comes from our own pages: an `Origin` that is ours or allowed, or Fetch-Metadata that
 * says same-origin. A browser that sends neither gets no effect; neither does a form or an address bar (a navigation).
 * A GET is refused only where one of the two says that another site sent it, or that somebody navigated to it.
 */
export function isOurs({ method, own, allowed, headers }: OriginRequest): boolean {
  const origin = one(headers.origin);
  const site = one(headers['sec-fetch-site']);
  const mode = one(headers['sec-fetch-mode']);
  const known = origin !== undefined && (origin === own || allowed.includes(origin));
  if (mode === 'navigate' || mode === 'nested-navigate' || mode === 'websocket') return false;
  if (isAhead(headers)) return false;
  if (origin !== undefined && !known) return false;
  if (site !== undefined && site !== 'same-origin' && !(known && origin !== own)) return false;
  return method === 'GET' || known || site === 'same-origin';
}
