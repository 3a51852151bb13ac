/**
 * Where providers send visitors back to: one address for each, by GET or by a posted form. It keeps what came back under
 * its state and leads on to the page that ends the sign-in. It decides nothing and believes no cookie but those that a
 * posted form must bring, which is why it alone is exempt from the check of origins.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { alwaysPosts, CSRF, comesByPost, isFromOwnPage, isMadeFor, isPostOf } from '../third-party/posts.ts';
import { type CallbackOf, findOpenState, keepRefusal, keepReturned, STATE_SHAPE } from '../third-party/states.ts';
import type { Returned } from '../third-party/types.ts';
import { throttleAddress } from './address.ts';
import type { AppParts } from './app.ts';
import { CALLBACK_PATH, wireName } from './cookies.ts';
import { sendPage } from './pages.ts';

/** Largest form read, bytes: a code, an identity token and a name. */
const FORM_LIMIT = 16 * 1024;
/** Longest code, credential and user kept, characters. */
const LONGEST = 4096;

export function registerOauthCallback(app: FastifyInstance, parts: AppParts): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: `${CALLBACK_PATH}/:provider`,
      bodyLimit: FORM_LIMIT,
      handler: (request, reply) => callBack(request, reply, parts),
    });
  });
}

/** A field given once and not too long; anything else says nothing. */
function field(fields: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = fields.getAll(name);
  return value === undefined || value === '' || more.length > 0 || value.length > LONGEST ? undefined : value;
}

/** What a provider sends, DingTalk's own word for a code included; undefined when the visitor said no, or nothing came. */
function returnedIn(fields: URLSearchParams): Returned | undefined {
  if (fields.has('error')) return undefined;
  const code = field(fields, 'authCode') ?? field(fields, 'code');
  const credential = field(fields, 'credential');
  if (code === undefined) return credential === undefined ? undefined : { credential };
  const user = field(fields, 'user');
  return { code, ...(user === undefined ? {} : { user }) };
}

/** The fields of a request: of its address, or of the form or the JSON that was posted. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const { method, body, url } = request;
  if (method !== 'POST') return new URLSearchParams(url.split('?')[1] ?? '');
  if (body instanceof URLSearchParams) return body;
  const texts = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(texts as [string, string][]);
}

async function callBack(request: FastifyRequest, reply: FastifyReply, parts: AppParts): Promise<void> {
  const { line, address } = request.arrival;
  const { provider } = request.params as { provider: string };
  if (!Object.hasOwn(line.server.providers, provider)) return sendPage(request, reply, parts);
  const fields = fieldsOf(request);
  const state = field(fields, 'state');
  const returned = returnedIn(fields);
  if (state !== undefined && STATE_SHAPE.test(state)) {
    const { zone } = line.server.line;
    const isPosted = request.method === 'POST';
    const at: CallbackOf = { zone, line: line.name, provider, state, isPosted };
    const within = await parts.limiter.take('third-callback', throttleAddress(address));
    // What is not kept has one consequence, and a gentle one: the page asks to start again.
    const came = { at, fields, returned };
    if (within.allowed && (isPosted ? await isPostExpected(request, parts, came) : isGetExpected(came))) {
      await (returned ? keepReturned(parts.db, parts.keys, at, returned) : keepRefusal(parts.db, at));
    }
    return leadOn(reply, { provider, state, ...(returned ? {} : { refused: '1' }) });
  }
  return leadOn(reply, { provider });
}

interface Came {
  readonly at: CallbackOf;
  readonly fields: URLSearchParams;
  readonly returned: Returned | undefined;
}

/** Whether an address may bring it; whether the state was begun for a post is asked where it is kept. */
function isGetExpected({ at, returned }: Came): boolean {
  return !alwaysPosts(at.provider) && returned?.credential === undefined;
}

/**
 * Whether it comes in the way that the state was begun with. A form posted from a provider's page brings the cookie of the browser that
 * the state belongs to; a button's credential besides the word that our page with the button knows, and our nonce.
 */
async function isPostExpected(request: FastifyRequest, parts: AppParts, came: Came): Promise<boolean> {
  const { at, fields, returned } = came;
  const open = await findOpenState(parts.db, parts.keys, at);
  if (open === undefined || !comesByPost(at.provider, open.way)) return false;
  const { cookies } = request;
  if (!isPostOf(parts.keys, cookies[wireName('post', at.zone, parts.secure)], open.flow)) return false;
  if (open.way !== 'post') return returned?.credential === undefined;
  if (!isFromOwnPage(field(fields, CSRF), cookies[CSRF])) return false;
  return returned === undefined || (returned.credential !== undefined && isMadeFor(returned.credential, open.nonce));
}

/**
 * To the page, without the code. The redirect itself is shown nowhere: it may stand in a frame, and must not part a popup
 * from the page that opened it.
 */
async function leadOn(reply: FastifyReply, query: Record<string, string>): Promise<void> {
  await reply
    .status(303)
    .removeHeader('x-frame-options')
    .header('content-security-policy', "default-src 'none'")
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('location', `${CALLBACK_PATH}?${new URLSearchParams(query)}`)
    .send();
}
