/** One call of an Aliyun RPC interface: a signed form. */
import { randomUUID } from 'node:crypto';
import { signature } from './sign.ts';

export interface AliyunKey {
  readonly keyId: string;
  readonly keySecret: string;
}

export interface AliyunCall {
  readonly base: string;
  readonly action: string;
  readonly version: string;
  readonly key: AliyunKey;
  readonly params: Readonly<Record<string, string>>;
  readonly milliseconds: number;
}

/**
 * @returns the answer's `Code` (`OK` when it worked) and `Message`, whatever its status.
 * @throws what `fetch` throws where nobody answered in time, and for an answer that cannot be read.
 */
export async function callAliyun(call: AliyunCall): Promise<{ readonly code: string; readonly message: string }> {
  const params = {
    ...call.params,
    Action: call.action,
    Version: call.version,
    Format: 'json',
    RegionId: 'cn-hangzhou',
    AccessKeyId: call.key.keyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    SignatureNonce: randomUUID(),
    Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  };
  const response = await fetch(call.base, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...params, Signature: signature('POST', params, call.key.keySecret) }).toString(),
    redirect: 'error',
    signal: AbortSignal.timeout(call.milliseconds),
  });
  const answer = (await response.json()) as { Code?: unknown; Message?: unknown };
  if (typeof answer?.Code !== 'string') throw new Error(`An answer with status ${response.status} that has no Code.`);
  return { code: answer.Code, message: String(answer.Message ?? '') };
}
