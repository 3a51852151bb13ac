/** One call of Tencent Cloud's API 3.0. */
import { authorization, CONTENT_TYPE, type TencentKey } from './sign.ts';

export interface TencentCall {
  /** Base address; its host is the one that is signed. */
  readonly base: string;
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly region?: string;
  readonly key: TencentKey;
  readonly body: Readonly<Record<string, unknown>>;
  /** Longest time for all of it. */
  readonly milliseconds: number;
}

/** An answer that is a failure of the whole call: `AuthFailure.SignatureFailure`, `InternalError.Timeout` and so on. */
export class TencentCloudError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'TencentCloudError';
    this.code = code;
  }
}

/**
 * @returns the `Response` of a call that worked as such; what became of its parts stands in there.
 * @throws TencentCloudError, or what `fetch` throws where nobody answered in time.
 */
export async function callTencent(call: TencentCall): Promise<Readonly<Record<string, unknown>>> {
  const { base, service, action, version, region, key } = call;
  const url = new URL(base);
  const body = JSON.stringify(call.body);
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: authorization({ service, host: url.host, body, timestamp }, key),
      'content-type': CONTENT_TYPE,
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-timestamp': String(timestamp),
      ...(region === undefined ? {} : { 'x-tc-region': region }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(call.milliseconds),
  });
  const answer = (await response.json().catch(() => undefined)) as
    | { Response?: Record<string, unknown> & { Error?: { Code?: unknown; Message?: unknown } } }
    | undefined;
  const inner = answer?.Response;
  if (typeof inner !== 'object' || inner === null)
    throw new TencentCloudError('InternalError', `an answer with status ${response.status} that cannot be read`);
  // Failures come with status 200.
  if (inner.Error) throw new TencentCloudError(String(inner.Error.Code), String(inner.Error.Message));
  return inner;
}
