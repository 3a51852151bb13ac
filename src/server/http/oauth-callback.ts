/**
 * Where providers send visitors back to: one address for each, by GET or by a posted form. It keeps what came back under
 * its state when the browser that began brings it, and leads on to the page that ends the sign-in. Any other browser changes
 * nothing, and is asked to start again. Posts come from other sites, which is why it alone is exempt from the check of origins.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownProvider } from '../../engine/pack.ts';
import { cameWith, countedReason, field, isExpected, isOwn, type Landing } from '../third-party/landing.ts';
import { CSRF } from '../third-party/posts.ts';
import {
  type CallbackOf,
  findState,
  keepForReceipt,
  keepRefusal,
  keepReturned,
  STATE_SHAPE,
} from '../third-party/states.ts';
import { throttleAddress } from './address.ts';
import { CALLBACK_PATH, wireName } from './cookies.ts';
import type { AppDeps } from './dependencies.ts';
import { flowsOfRequest } from './flow-cookie.ts';
import { sendPage } from './pages.ts';
import { queryOf } from './query.ts';

/** Largest form read, bytes: a code, an identity token and a name. */
const FORM_LIMIT = 16 * 1024;

export function registerOauthCallback(app: FastifyInstance, deps: AppDeps): void {
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
      handler: (request, reply) => callBack(request, reply, deps),
    });
  });
}

/** The fields of a request: of its address, or of the form or the JSON that was posted. */
function fieldsOf(request: FastifyRequest): URLSearchParams {
  const { method, body, url } = request;
  if (method !== 'POST') return queryOf({ url });
  if (body instanceof URLSearchParams) return body;
  const texts = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(texts as [string, string][]);
}

async function callBack(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): Promise<void> {
  const { line, address } = request.arrival;
  const { provider: id } = request.params as { provider: string };
  const provider = Object.hasOwn(line.server.providers, id) ? line.server.providers[id] : undefined;
  if (!provider) return sendPage(request, reply, deps);
  const fields = fieldsOf(request);
  const state = field(fields, 'state');
  const within = await deps.limiter.take('third-callback', throttleAddress(address));
  if (state === undefined || !STATE_SHAPE.test(state) || !within.allowed) return leadOn(reply, { provider: id });
  const { zone } = line.server.line;
  const at: CallbackOf = { zone, line: line.name, provider: id, state };
  const { cookies } = request;
  const landing: Landing = {
    isPosted: request.method === 'POST',
    dest: request.headers['sec-fetch-dest']?.toString(),
    flows: flowsOfRequest(request, deps),
    post: cookies[wireName('post', zone, deps.secure)],
    csrf: { cookie: cookies[CSRF], posted: field(fields, CSRF) },
    came: cameWith(fields, provider.refusals),
  };
  const to = await keep(request, deps, { ...at, data: provider }, landing);
  return leadOn(reply, { provider: id, ...to?.query }, to?.receipt);
}

interface LeadsTo {
  readonly query: Readonly<Record<string, string>>;
  readonly receipt?: string;
}

/** Keeps what may be kept; undefined where the page is to say no more than to start again. */
async function keep(
  request: FastifyRequest,
  deps: AppDeps,
  at: CallbackOf & { readonly data: KnownProvider },
  landing: Landing,
): Promise<LeadsTo | undefined> {
  const { db, keys } = deps;
  const { provider, state, data } = at;
  const known = await findState(db, keys, at);
  const own = known && isOwn(keys, data, known, landing);
  // What the owner brings twice or late leads on, and changes nothing: the page that waits says what to do.
  if (own && !known.isOpen) return known.way === 'frame' ? undefined : { query: { state } };
  if (!own || !isExpected(data, known, landing)) {
    tell(request, deps, provider, { kind: 'foreign' });
    return undefined;
  }
  const { came } = landing;
  tell(request, deps, provider, came);
  if (came.kind === 'refused') {
    await keepRefusal(db, at);
    return { query: { state, refused: '1' } };
  }
  if (known.way === 'frame') {
    return { query: { state }, receipt: await keepForReceipt(db, keys, at, came.returned) };
  }
  await keepReturned(db, keys, at, came.returned);
  return { query: { state } };
}

/** Counts what came back; a fault of the provider is for the operators' eyes. */
function tell(
  request: FastifyRequest,
  { metrics }: AppDeps,
  provider: string,
  came: Pick<Landing['came'], 'kind'> | { readonly kind: 'foreign' },
): void {
  const reason = 'reason' in came ? String(came.reason) : undefined;
  metrics.count('foyer_third_party_returns_total', {
    provider,
    outcome: came.kind,
    reason: reason === undefined ? '' : countedReason(reason),
  });
  if (reason === undefined) return;
  const line = request.arrival.line.name;
  request.log.warn({ provider, reason, line }, 'third-party sign-in: the provider sent a visitor back with an error');
}

/**
 * To the page, without the code. The redirect itself is shown nowhere: it may stand in a frame, and must not part a popup
 * from the page that opened it.
 * @param receipt stands behind the `#`, which no server sees and no referrer names; an empty one keeps out what the provider wrote there
 */
async function leadOn(reply: FastifyReply, query: Record<string, string>, receipt = ''): Promise<void> {
  await reply
    .status(303)
    .removeHeader('x-frame-options')
    .header('content-security-policy', "default-src 'none'")
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('location', `${CALLBACK_PATH}?${new URLSearchParams(query)}#${receipt}`)
    .send();
}
