/**
 * A call that the company's own back end answers (`answeredBy` in calls.json). This server has checked the request against its
 * shape, where it comes from and how often, and hands it on; what comes back is checked like an answer of its own.
 */
import type { Answer, CallContext, Handler } from '../types.ts';

export interface BackEnd {
  /** `https://accounts.internal.example` */
  readonly origin: string;
  /** Tells the back end that it is this server who asks; sent as a bearer token. */
  readonly secret?: string | undefined;
}

/** ms that it may take; pages wait for 90 s. */
const PATIENCE = 20_000;
/** Longest answer, bytes. */
const LONGEST = 1_000_000;

function headersOf(context: CallContext, secret: string | undefined, account: string | undefined): Headers {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': context.language,
    'foyer-line': context.line.name,
    'foyer-zone': context.zone,
    'x-forwarded-for': context.address,
    'x-request-id': context.requestId,
  });
  const key = context.headers['idempotency-key'];
  if (key !== undefined) headers.set('idempotency-key', key);
  if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
  if (account !== undefined) headers.set('foyer-account', account);
  return headers;
}

/** The text of an answer. @throws when it is longer than any that a page could want. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LONGEST) throw new Error(`The back end's answer is longer than ${LONGEST} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Its envelope as an answer. @throws when it is none, which is told as `InternalError` and logged. */
function answerOf(text: string, status: number): Answer {
  let envelope: { code?: unknown; data?: unknown } | null = null;
  try {
    envelope = JSON.parse(text);
  } catch {
    // Told below.
  }
  const code = envelope?.code;
  if (code === 200) return { code: 200, data: (envelope?.data ?? {}) as object } as Answer;
  if (typeof code === 'string' || typeof code === 'number')
    return { code: String(code), data: (envelope?.data ?? null) as object | null } as Answer;
  throw new Error(`The back end answered ${status} and no envelope { code, data }.`);
}

/** Hands calls on. Where there is no back end, or it does not answer, nobody is at fault: the visitor can try again. */
export const handOn =
  (backEnd: BackEnd | undefined): Handler<never> =>
  async (request: object, context): Promise<Answer> => {
    const away = { code: 'ServiceUnavailable', data: null, retryAfterSeconds: 5 } as Answer;
    if (!backEnd) {
      context.warn('a call of the back end came, and BACK_END names none', { call: context.call });
      return away;
    }
    const { method, path } = context.line.calls[context.call] as { method: string; path: string };
    const url = new URL(path, backEnd.origin);
    const headers = headersOf(context, backEnd.secret, (await context.session())?.accountId);
    if (method === 'GET')
      for (const [name, value] of Object.entries(request)) url.searchParams.set(name, String(value));
    else headers.set('content-type', 'application/json');
    let text: string;
    let status: number;
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
        ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
      });
      status = response.status;
      text = await textOf(response);
    } catch (error) {
      context.warn('the back end did not answer', { call: context.call, error: (error as Error).message });
      return away;
    }
    return answerOf(text, status);
  };
