/** What the stand-ins for Tencent Cloud share: signed POSTs of JSON, answers in its envelope, always with status 200. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SIMULATED_TENCENT } from './account.ts';

/** Longest difference of clocks, seconds. */
const SKEW = 300;

export interface TencentFault {
  readonly Code: string;
  readonly Message: string;
}
export const fault = (Code: string, Message: string): { readonly Error: TencentFault } => ({
  Error: { Code, Message },
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature as the service itself works it out: from the headers that came, its own Host among them. */
export function signatureFault(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  service: string,
  now = Date.now() / 1000,
): TencentFault | undefined {
  const wrong = (code: string, message: string): TencentFault => fault(`AuthFailure.${code}`, message).Error;
  const [, id, date, named, signed = '', signature] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/([a-z]+)\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization ?? ''),
    ) ?? [];
  const timestamp = Number(headers['x-tc-timestamp']);
  if (!id || !Number.isInteger(timestamp))
    return wrong('InvalidAuthorization', 'The Authorization header is not valid.');
  if (id !== SIMULATED_TENCENT.secretId) return wrong('SecretIdNotFound', 'The SecretId is not found.');
  if (Math.abs(now - timestamp) > SKEW)
    return wrong('SignatureExpire', `Signature expired. The timestamp ${timestamp} differs by more than 5 minutes.`);
  const names = signed.split(';');
  const dateOf = new Date(timestamp * 1000).toISOString().slice(0, 10);
  if (named !== service || date !== dateOf || !names.includes('host') || !names.includes('content-type'))
    return wrong('SignatureFailure', 'The scope of the signature is not that of the request.');
  const lines = names
    .map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .toLowerCase()}\n`,
    )
    .join('');
  const canonical = `POST\n/\n\n${lines}\n${signed}\n${sha256(body)}`;
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/${service}/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${SIMULATED_TENCENT.secretKey}`, dateOf), service), 'tc3_request');
  return hmac(key, text).toString('hex') === signature
    ? undefined
    : wrong('SignatureFailure', 'The provided credentials could not be validated.');
}

export interface TencentApi {
  readonly path: string;
  readonly service: string;
  readonly version: string;
  readonly actions: Readonly<
    Record<string, (body: Readonly<Record<string, unknown>>, request: FastifyRequest) => Promise<object>>
  >;
}

export function registerTencentApi(app: FastifyInstance, { path, service, version, actions }: TencentApi): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the very bytes.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(path, async (request, reply) => {
      const RequestId = randomUUID();
      const raw = String(request.body ?? '');
      const refused = signatureFault(request.headers, raw, service);
      const action = actions[String(request.headers['x-tc-action'])];
      let inner: object;
      if (refused) inner = { Error: refused };
      else if (!action) inner = fault('InvalidAction', 'There is no such action.');
      else if (request.headers['x-tc-version'] !== version) inner = fault('NoSuchVersion', 'There is no such version.');
      else inner = await action(JSON.parse(raw), request);
      return reply.header('cache-control', 'no-store').send({ Response: { ...inner, RequestId } });
    });
  });
}
