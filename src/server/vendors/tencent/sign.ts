/** TC3-HMAC-SHA256, the signature of Tencent Cloud's API 3.0. Checked against Tencent's published example. */
import { createHash, createHmac } from 'node:crypto';

export const CONTENT_TYPE = 'application/json; charset=utf-8';
const ALGORITHM = 'TC3-HMAC-SHA256';
const SIGNED_HEADERS = 'content-type;host';

export interface Signed {
  readonly service: string;
  /** Host that the request is sent to, with its port unless that is the scheme's own. */
  readonly host: string;
  readonly body: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export interface TencentKey {
  readonly secretId: string;
  readonly secretKey: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The header `Authorization` of a POST to `/`. */
export function authorization({ service, host, body, timestamp }: Signed, { secretId, secretKey }: TencentKey): string {
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\n`;
  const canonical = ['POST', '/', '', headers, SIGNED_HEADERS, sha256(body)].join('\n');
  const text = [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`;
}
