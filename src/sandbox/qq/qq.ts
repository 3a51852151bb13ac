/**
 * Stands in for QQ's sign-in (`graph`), on its paths, in its shapes: the token as a query string unless JSON is asked for,
 * numbers as strings, mistakes as `callback( {...} );` with HTTP 200. Its connect script is in `qq-connect.ts`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FRAMES_PATH } from '../../server/frames/address.ts';
import type { SimulatedProvider } from '../../server/third-party/wiring.ts';
import type { Database } from '../../server/types.ts';
import {
  type Chooser,
  callbackOf,
  readChoice,
  sendChooser,
  sendPage,
  sendRefusal,
  withForms,
  withQuery,
} from '../chooser.ts';
import { find, idFor, issue, queryOf, redeem, suffer } from '../grants.ts';
import { CONNECT_SCRIPT } from './connect.ts';

/** Its base address, below this server's own origin. */
const base = '/simulators/qq';
const clientId = 'sim-qq';
const clientSecret = 'sim-qq-secret';
export const QQ: SimulatedProvider = {
  clientId,
  credentials: { clientSecret },
  endpoints: { graph: base, connect: base },
};
/** Another application of somebody else's, whose tokens are good for nothing here. */
export const OTHER_QQ_APP = 'sim-qq-other';

const PROVIDER = 'qq';
const NAME = 'QQ';
const CODE_SECONDS = 600;
const TOKEN_SECONDS = 5_184_000;

const TROUBLES: Chooser['troubles'] = {
  'no-unionid': 'No unionid: the application was not granted it (100048)',
  'no-name': 'No permission to read the profile',
  'as-query': 'The token comes as a query string although JSON is asked for',
  'as-callback': 'The token comes as a callback',
  'other-app': 'The token is one of another application',
  'error-pair': 'It comes back with an error instead of a code',
  cancelled: 'On a phone: it comes back saying that the visitor cancelled (usercancel)',
  used: 'The code was used already (100020)',
  expired: 'The code expired (100019)',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

const openidOf = (app: string, person: string): string =>
  idFor(PROVIDER, app, person).toString('hex').slice(0, 32).toUpperCase();

/** Both registered addresses: our own way back, and that of the connect script. */
function backOf(address: string | undefined): URL | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const isScripts =
    url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === `${FRAMES_PATH}/qq-callback`;
  return isScripts ? url : callbackOf(PROVIDER, address);
}

/** As it comes: spaces inside, a line break at the end. */
const callback = (body: object): string => `callback( ${JSON.stringify(body)} );\n`;

/** Its server knows nothing of our opener policy, and a window stays with the page that opened it. */
const goBack = (reply: FastifyReply, to: string): FastifyReply =>
  reply.removeHeader('cross-origin-opener-policy').redirect(to, 302);

export function qqRoutes(db: Database): (app: FastifyInstance) => void {
  // Scripts ask here by script tags, which take such an answer for what it is.
  const html = (reply: FastifyReply, body: string): FastifyReply =>
    reply
      .removeHeader('x-content-type-options')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-type', 'text/html')
      .send(body);
  const fail = (reply: FastifyReply, error: number, description: string): FastifyReply =>
    html(reply, callback({ error, error_description: description }));
  const tokenFor = (app: string, person: string, trouble: string): Promise<string> =>
    issue(
      db,
      { provider: PROVIDER, kind: 'token', app: trouble === 'other-app' ? OTHER_QQ_APP : app, person, trouble },
      TOKEN_SECONDS,
    );

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { response_type = '', client_id: app, redirect_uri, state } = queryOf(request);
    const back = backOf(redirect_uri);
    if (!['code', 'token'].includes(response_type))
      return sendRefusal(reply, NAME, 'The response_type is wrong (100000).');
    if (app !== clientId && app !== OTHER_QQ_APP) return sendRefusal(reply, NAME, 'The client_id is wrong (100008).');
    if (!back) return sendRefusal(reply, NAME, 'The redirect uri is illegal (100010).');
    if (!state) return sendRefusal(reply, NAME, 'The state is missing (100006).');
    return sendChooser(reply, {
      provider: NAME,
      action: `${base}/oauth2.0/authorize`,
      carried: { response_type, client_id: app, redirect_uri: back.href, state },
      troubles: TROUBLES,
      leadsTo: back.href,
    });
  }

  async function chosen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const choice = readChoice(request.body, TROUBLES);
    const { response_type, client_id: app = '', redirect_uri, state = '' } = choice?.carried ?? {};
    const back = backOf(redirect_uri);
    if (!choice || !back) return reply.status(400).send();
    const { person, trouble, refused } = choice;
    // Who says no on a computer comes back nowhere: the window closes, if a script opened it.
    if (refused)
      return sendPage(reply, {
        provider: NAME,
        title: 'Closed',
        body: '<p>QQ closes its window now and tells nobody. Close this one if it stays.</p>',
        script: { path: `${base}/close.js`, values: {} },
      });
    if (trouble === 'error-pair') {
      const pair = { error: '100030', error_description: 'user did not authorise this api', state };
      return goBack(reply, withQuery(back.href, pair));
    }
    if (trouble === 'cancelled') return goBack(reply, withQuery(back.href, { usercancel: '1', state }));
    if (response_type !== 'token') {
      const grant = {
        provider: PROVIDER,
        kind: 'code',
        app,
        person,
        trouble,
        asked: { redirect_uri: back.href },
      } as const;
      return goBack(reply, withQuery(back.href, { code: await issue(db, grant, CODE_SECONDS), state }));
    }
    const given = { access_token: await tokenFor(app, person, trouble), expires_in: String(TOKEN_SECONDS), state };
    return goBack(reply, `${back.href}#${new URLSearchParams(given)}`);
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { grant_type, client_id: app, client_secret, code, redirect_uri, fmt } = queryOf(request);
    if (!app) return fail(reply, 100001, 'param client_id is wrong or lost');
    if (!client_secret) return fail(reply, 100002, 'param client_secret is wrong or lost');
    if (grant_type !== 'authorization_code') return fail(reply, 100004, 'param grant_type is wrong or lost');
    if (!code) return fail(reply, 100005, 'param code is wrong or lost');
    if (app !== clientId) return fail(reply, 100008, 'client_id is not existed');
    if (client_secret !== clientSecret) return fail(reply, 100009, 'client_secret is wrong');
    const { state, grant } = await redeem(db, PROVIDER, app, code);
    if (state === 'unknown') return fail(reply, 100019, 'code to access token error');
    const { person, trouble, asked } = grant;
    if (await suffer(request, reply, trouble)) return reply;
    if (state === 'used') return fail(reply, 100020, 'code is reused error');
    if (state === 'expired') return fail(reply, 100019, 'code to access token error');
    if (asked.redirect_uri !== redirect_uri) return fail(reply, 100010, 'redirect uri is illegal');
    const access_token = await tokenFor(app, person, trouble);
    const refresh_token = `simulated-refresh-${access_token.slice(0, 8)}`;
    // A number as a string, as it is.
    const body = { access_token, expires_in: String(TOKEN_SECONDS), refresh_token };
    if (trouble === 'as-callback') return html(reply, callback(body));
    if (fmt !== 'json' || trouble === 'as-query') return html(reply, new URLSearchParams(body).toString());
    return reply.header('content-type', 'application/json').send(JSON.stringify(body));
  }

  async function me(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { access_token = '', unionid, fmt } = queryOf(request);
    if (access_token === '') return fail(reply, 100007, 'param access token is wrong or lost');
    const grant = await find(db, PROVIDER, access_token);
    if (!grant) return fail(reply, 100016, 'access token check failed');
    const { app, person, trouble } = grant;
    if (unionid === '1' && trouble === 'no-unionid') return fail(reply, 100048, 'companyid not set');
    const body = {
      client_id: app,
      openid: openidOf(app, person),
      ...(unionid === '1' ? { unionid: `${PROVIDER}-${person}` } : {}),
    };
    if (fmt !== 'json') return html(reply, callback(body));
    return reply.header('content-type', 'application/json').send(JSON.stringify(body));
  }

  async function profile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { access_token = '', oauth_consumer_key: app = '', openid } = queryOf(request);
    const grant = await find(db, PROVIDER, access_token);
    const say = (body: object): FastifyReply => html(reply, JSON.stringify(body));
    if (!grant) return say({ ret: 100013, msg: 'access token is illegal' });
    if (grant.app !== app || openid !== openidOf(app, grant.person)) return say({ ret: -22, msg: 'openid is invalid' });
    if (grant.trouble === 'no-name') return say({ ret: 100030, msg: 'user did not authorise this api' });
    return say({
      ret: 0,
      msg: '',
      is_lost: 0,
      nickname: grant.person,
      province: '',
      city: '',
      year: '2000',
    });
  }

  return (app) =>
    withForms(app, (scope) => {
      scope.get(`${base}/oauth2.0/authorize`, authorize);
      scope.post(`${base}/oauth2.0/authorize`, chosen);
      scope.get(`${base}/oauth2.0/token`, token);
      scope.get(`${base}/oauth2.0/me`, me);
      scope.get(`${base}/user/get_user_info`, profile);
      scope.get(`${base}/qc_jssdk.js`, async (_request, reply) =>
        reply
          .header('content-type', 'application/javascript')
          .header('cache-control', 'no-store')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(CONNECT_SCRIPT),
      );
      scope.get(`${base}/close.js`, async (_request, reply) =>
        reply.header('content-type', 'text/javascript').header('cache-control', 'no-store').send('window.close();\n'),
      );
    });
}
