/** The signature of Aliyun's RPC interfaces, HMAC-SHA1 1.0. Checked against Aliyun's published examples. */
import { createHmac } from 'node:crypto';

/** Percent-encoding of RFC 3986, which leaves fewer characters alone than `encodeURIComponent`. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The value of `Signature` over all other parameters. */
export function signature(method: 'GET' | 'POST', params: Readonly<Record<string, string>>, keySecret: string): string {
  const query = Object.keys(params)
    .filter((name) => name !== 'Signature')
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(params[name] ?? '')}`)
    .join('&');
  return createHmac('sha1', `${keySecret}&`)
    .update(`${method}&${percentEncode('/')}&${percentEncode(query)}`)
    .digest('base64');
}
