/**
 * Stands in for WeChat's sign-in on websites: its pages (`open`) and its interface (`api`), on their paths, in their shapes.
 * Mistakes come with HTTP 200 and an `errcode`, JSON comes as text/plain.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SimulatedProvider } from '../../server/third-party/wiring.ts';
import type { Database } from '../../server/types.ts';
import { type Chooser, callbackOf, readChoice, sendChooser, sendRefusal, withForms, withQuery } from '../chooser.ts';
import { closeTicket, find, type Grant, idFor, issue, queryOf, redeem, type Step, suffer } from '../grants.ts';
import { decide, news, sendPhone, sendPicture, sendScan, TICKET_SECONDS } from '../scan.ts';

/** Both of its base addresses, below this server's own origin. */
const base = '/simulators/wechat';
const clientId = 'sim-wechat';
const clientSecret = 'sim-wechat-secret';
export const WECHAT: SimulatedProvider = {
  clientId,
  credentials: { clientSecret },
  endpoints: { open: base, api: base },
};

const PROVIDER = 'wechat';
const NAME = 'WeChat';
const CODE_SECONDS = 600;
const TOKEN_SECONDS = 7200;

const TROUBLES: Chooser['troubles'] = {
  'no-unionid': 'No unionid: the application is bound to no open platform account',
  'no-profile': 'No permission to read profiles (48001)',
  used: 'The code was used already (40163)',
  expired: 'The code expired (42003)',
  busy: 'The system is busy (-1)',
  limited: 'Too many questions (45011)',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

const NEWS: Readonly<Record<Step, number>> = { waiting: 408, scanned: 404, cancelled: 403, confirmed: 405 };
const OVER = 402;

const openidOf = (app: string, person: string): string =>
  `o${idFor(PROVIDER, app, person).toString('base64url').slice(0, 27)}`;

export function wechatRoutes(db: Database): (app: FastifyInstance) => void {
  const codeFor = (app: string, person: string, trouble: string): Promise<string> =>
    issue(db, { provider: PROVIDER, kind: 'code', app, person, trouble }, CODE_SECONDS);

  /** JSON as text/plain, HTTP 200 whatever it says. */
  const answer = (reply: FastifyReply, body: object): FastifyReply =>
    reply.header('content-type', 'text/plain').send(JSON.stringify(body));
  const fail = (reply: FastifyReply, errcode: number, errmsg: string): FastifyReply =>
    answer(reply, { errcode, errmsg: `${errmsg}, rid: ${reply.request.id}` });

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { appid, redirect_uri, scope, state = '', login_type, self_redirect } = queryOf(request);
    const back = callbackOf(PROVIDER, redirect_uri);
    if (appid !== clientId) return sendRefusal(reply, NAME, 'The AppID is wrong (10001).');
    if (scope !== 'snsapi_login') return sendRefusal(reply, NAME, 'The scope is wrong or not granted (10005).');
    if (!back) return sendRefusal(reply, NAME, 'The redirect_uri is not of the registered domain (10003).');
    const asked = { redirect_uri: back.href, state };
    if (login_type !== 'jssdk')
      return sendChooser(reply, {
        provider: NAME,
        action: `${base}/connect/qrconnect`,
        carried: asked,
        troubles: TROUBLES,
        leadsTo: back.href,
      });
    const ticket = await issue(db, { provider: PROVIDER, kind: 'ticket', app: appid, asked }, TICKET_SECONDS);
    const values = { ticket, back: back.href, state, inside: self_redirect === 'true' ? 'yes' : 'no' };
    return sendScan(reply, {
      provider: NAME,
      title: 'Sign in with WeChat',
      picture: `${base}/connect/qrcode/${ticket}`,
      phone: `${base}/connect/confirm?uuid=${ticket}`,
      script: { path: `${base}/connect/wait.js`, values },
    });
  }

  async function token(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { appid, secret, code, grant_type } = queryOf(request);
    if (!appid) return fail(reply, 41002, 'appid missing');
    if (!secret) return fail(reply, 41004, 'appsecret missing');
    if (!code) return fail(reply, 41008, 'missing code');
    if (appid !== clientId) return fail(reply, 40013, 'invalid appid');
    if (secret !== clientSecret) return fail(reply, 40125, 'invalid appsecret');
    if (grant_type !== 'authorization_code') return fail(reply, 40002, 'invalid grant_type');
    const { state, grant } = await redeem(db, PROVIDER, appid, code);
    if (state === 'unknown') return fail(reply, 40029, 'invalid code');
    if (await suffer(request, reply, grant.trouble)) return reply;
    if (state === 'used') return fail(reply, 40163, 'code been used');
    if (state === 'expired') return fail(reply, 42003, 'code expired');
    if (grant.trouble === 'busy') return fail(reply, -1, 'system error');
    if (grant.trouble === 'limited')
      return fail(reply, 45011, 'api minute-quota reach limit  must slower  retry next minute');
    const { person, trouble } = grant;
    const accessToken = await issue(
      db,
      { provider: PROVIDER, kind: 'token', app: appid, person, trouble },
      TOKEN_SECONDS,
    );
    return answer(reply, {
      access_token: accessToken,
      expires_in: TOKEN_SECONDS,
      refresh_token: `simulated-refresh-${accessToken.slice(0, 8)}`,
      openid: openidOf(appid, person),
      scope: 'snsapi_login',
      ...unionid(grant),
    });
  }

  async function profile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { access_token = '', openid = '' } = queryOf(request);
    const grant = await find(db, PROVIDER, access_token);
    if (!grant) return fail(reply, 40001, 'invalid credential, access_token is invalid or not latest');
    if (openid !== openidOf(grant.app, grant.person)) return fail(reply, 40003, 'invalid openid');
    if (grant.trouble === 'no-profile') return fail(reply, 48001, 'api unauthorized');
    return answer(reply, {
      openid,
      nickname: grant.person,
      sex: 0,
      language: '',
      city: '',
      province: '',
      country: '',
      headimgurl: '',
      privilege: [],
      ...unionid(grant),
    });
  }

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${base}/connect/qrconnect`, authorize);
    scope.post(`${base}/connect/qrconnect`, async (request, reply) => {
      const choice = readChoice(request.body, TROUBLES);
      const back = callbackOf(PROVIDER, choice?.carried.redirect_uri);
      if (!choice || !back) return reply.status(400).send();
      const { person, trouble, refused, carried } = choice;
      // Who says no comes back without a code.
      const code = refused ? {} : { code: await codeFor(clientId, person, trouble) };
      return reply.redirect(withQuery(back.href, { ...code, state: carried.state ?? '' }), 302);
    });
    scope.get(`${base}/connect/qrcode/:uuid`, async (request, reply) => {
      const { uuid } = request.params as { uuid: string };
      return sendPicture(reply, `${request.arrival.own}${base}/connect/confirm?uuid=${encodeURIComponent(uuid)}`);
    });
    const confirm = { provider: NAME, action: `${base}/connect/confirm`, troubles: TROUBLES };
    scope.get(`${base}/connect/confirm`, async (request, reply) =>
      sendPhone(reply, db, { provider: PROVIDER, ticket: queryOf(request).uuid ?? '' }, confirm),
    );
    scope.post(`${base}/connect/confirm`, async (request, reply) => {
      const choice = readChoice(request.body, TROUBLES);
      if (!choice) return reply.status(400).send();
      return decide(reply, db, { provider: PROVIDER, name: NAME }, choice);
    });
    scope.get(`${base}/connect/l/qrconnect`, async (request, reply) => {
      const { uuid: ticket = '', last } = queryOf(request);
      const step = await news(request, db, { provider: PROVIDER, ticket }, last === '404' ? 'scanned' : 'waiting');
      const closed = step === 'confirmed' ? await closeTicket(db, PROVIDER, ticket) : undefined;
      const code = closed ? await codeFor(closed.app, closed.person, closed.trouble) : '';
      // As it stands, whoever asks twice for a code hears that it is over.
      const number = step === undefined || (step === 'confirmed' && !closed) ? OVER : NEWS[step];
      return reply
        .header('content-type', 'text/javascript')
        .header('cache-control', 'no-store')
        .send(`window.wx_errcode=${number};window.wx_code='${code}';`);
    });
    scope.get(`${base}/connect/wait.js`, async (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-store').send(WAIT),
    );
    scope.get(`${base}/sns/oauth2/access_token`, token);
    scope.get(`${base}/sns/userinfo`, profile);
  };
  return (app) => withForms(app, routes);
}

function unionid({ person, trouble }: Grant): { unionid?: string } {
  return trouble === 'no-unionid' ? {} : { unionid: `${PROVIDER}-${person}` };
}

/** Runs in the page with the picture: asks by script tags, as the real one does, and goes on with the code. */
const WAIT = `(() => {
  const { ticket, back, state, inside } = document.body.dataset;
  const status = document.getElementById('status');
  const words = { 408: 'Waiting for a phone.', 404: 'Scanned. Confirm on the phone.', 403: 'Cancelled on the phone.', 402: 'This code expired.' };
  const react = (last) => {
    const number = window.wx_errcode;
    if (number === 405) {
      const address = new URL(back);
      address.searchParams.set('code', window.wx_code);
      address.searchParams.set('state', state);
      (inside === 'yes' ? window : window.top).location = address.href;
      return;
    }
    status.textContent = words[number] ?? words[408];
    if (number === 402 || number === 403) {
      const again = document.createElement('a');
      again.href = location.href;
      again.textContent = 'Get a new code';
      status.append(' ', again);
      return;
    }
    ask(number === 404 ? 404 : last);
  };
  const ask = (last) => {
    const script = document.createElement('script');
    script.src = 'l/qrconnect?uuid=' + ticket + (last ? '&last=' + last : '') + '&_=' + Date.now();
    script.onload = () => { script.remove(); react(last); };
    script.onerror = () => { script.remove(); setTimeout(() => ask(last), 2000); };
    document.head.append(script);
  };
  ask();
})();
`;
