/**
 * Stands in for DingTalk's sign-in, version 2: its pages (`login`), its interfaces (`api`, `oapi`), on their paths, in their
 * shapes. Its code in a frame is in `dingtalk-frame.ts`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SimulatedProvider } from '../../server/third-party/wiring.ts';
import type { Database } from '../../server/types.ts';
import { type Chooser, callbackOf, readChoice, sendChooser, sendRefusal, withForms, withQuery } from '../chooser.ts';
import { find, type Grant, idFor, issue, queryOf, redeem, suffer } from '../grants.ts';
import { sendScan, TICKET_SECONDS } from '../scan.ts';

/** Its base addresses, below this server's own origin. */
export const DINGTALK_BASE = '/simulators/dingtalk';
export const DINGTALK: SimulatedProvider = {
  clientId: '',
  credentials: {},
  endpoints: {
    login: DINGTALK_BASE,
    api: DINGTALK_BASE,
    oapi: DINGTALK_BASE,
  },
};

/** An organisation that it knows, and the application that this one made. */
export interface SimulatedEnterprise {
  /** By which visitors name it here. */
  readonly alias: string;
  readonly corpId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const ENTERPRISE: SimulatedEnterprise = {
  alias: 'foyer-studio',
  corpId: 'sim-corp',
  clientId: 'sim-dingtalk',
  clientSecret: 'sim-dingtalk-secret',
};
export const OTHER_ENTERPRISE: SimulatedEnterprise = {
  alias: 'foyer-elsewhere',
  corpId: 'sim-corp-other',
  clientId: 'sim-dingtalk-other',
  clientSecret: 'sim-dingtalk-other-secret',
};
const ENTERPRISES = [ENTERPRISE, OTHER_ENTERPRISE];

export const PROVIDER = 'dingtalk';
export const NAME = 'DingTalk';
const CODE_SECONDS = 300;
const TOKEN_SECONDS = 7200;
/** Person of a token that an application got for itself. */
const NOBODY = '';

/** Whom its pages offer by name. */
export const PEOPLE: Readonly<Record<string, string>> = {
  linked: 'A member whose master said yes',
  fresh: 'A member whom nobody knows yet',
};
export const TROUBLES: Chooser['troubles'] = {
  'other-corp': 'They choose another of their organisations',
  'no-corp': 'They belong to no organisation',
  'not-member': 'The organisation does not know them any more (60121)',
  'no-scope': 'No permission to read contacts (403)',
  'code-only': 'It comes back with code instead of authCode',
  'authcode-only': 'It comes back with authCode alone',
  used: 'The code was used already',
  expired: 'The code expired',
  slow: 'It takes 20 seconds to answer',
  down: 'It is down (502)',
};

/** The application that a page is asked for; or what is wrong with what it is asked. */
function askedFor(query: Readonly<Record<string, string>>): { enterprise: SimulatedEnterprise; back: URL } | string {
  const { client_id, redirect_uri, response_type, scope = '', prompt } = query;
  const enterprise = ENTERPRISES.find(({ clientId }) => clientId === client_id);
  const back = callbackOf(PROVIDER, redirect_uri);
  if (!enterprise) return 'The client_id is not known.';
  if (!back) return 'The redirect_uri is none of the registered ones.';
  if (response_type !== 'code' || prompt !== 'consent') return 'The response_type or the prompt is wrong.';
  return /^openid( corpid)?$/.test(scope) ? { enterprise, back } : 'The scope is wrong.';
}

/** Where somebody goes who said yes: most of its pages add the code under both names. */
export async function backWithCode(db: Database, grant: Omit<Grant, 'provider' | 'kind'>): Promise<string> {
  const code = await issue(db, { ...grant, provider: PROVIDER, kind: 'code' }, CODE_SECONDS);
  const { redirect_uri = '', state } = grant.asked;
  return withQuery(redirect_uri, {
    ...(grant.trouble === 'code-only' ? {} : { authCode: code }),
    ...(grant.trouble === 'authcode-only' ? {} : { code }),
    ...(state === undefined ? {} : { state }),
  });
}

export function dingtalkRoutes(db: Database): (app: FastifyInstance) => void {
  const base = DINGTALK_BASE;
  const fail = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
    reply.status(status).send({ code, requestid: reply.request.id.toUpperCase(), message });

  async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = queryOf(request);
    const asked = askedFor(query);
    if (typeof asked === 'string') return sendRefusal(reply, NAME, asked);
    const { client_id = '', scope = '', state } = query;
    const back = { scope, redirect_uri: asked.back.href, ...(state === undefined ? {} : { state }) };
    if (query.iframe === 'true') {
      const grant = { provider: PROVIDER, kind: 'ticket', app: client_id, asked: back } as const;
      const ticket = await issue(db, grant, TICKET_SECONDS);
      return sendScan(reply, {
        provider: NAME,
        title: 'Scan with DingTalk',
        picture: `${base}/login/picture?ticket=${ticket}`,
        phone: `${base}/login/phone?ticket=${ticket}`,
        script: { path: `${base}/login/wait.js`, values: { ticket } },
      });
    }
    return sendChooser(reply, {
      provider: NAME,
      action: `${base}/oauth2/auth`,
      carried: { client_id, ...back },
      troubles: TROUBLES,
      people: PEOPLE,
      leadsTo: asked.back.href,
      about: `For the organisation ${asked.enterprise.corpId}.`,
    });
  }

  async function chosen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const choice = readChoice(request.body, TROUBLES);
    const { client_id: app, ...asked } = choice?.carried ?? {};
    const back = callbackOf(PROVIDER, asked.redirect_uri);
    if (!choice || !back || app === undefined) return reply.status(400).send();
    const { person, trouble, refused } = choice;
    const state = asked.state === undefined ? {} : { state: asked.state };
    const no = { error: 'access_denied', ...state };
    const to = refused ? withQuery(back.href, no) : await backWithCode(db, { app, person, trouble, asked });
    return reply.redirect(to, 302);
  }

  async function userToken(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { clientId, clientSecret, code, grantType } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const enterprise = ENTERPRISES.find((each) => each.clientId === clientId && each.clientSecret === clientSecret);
    if (!enterprise) return fail(reply, 400, 'invalidClientIdOrSecret', 'invalid clientId or clientSecret');
    if (grantType !== 'authorization_code') return fail(reply, 400, 'invalidParameter.grantType', 'invalid grantType');
    const { state, grant } = await redeem(db, PROVIDER, enterprise.clientId, typeof code === 'string' ? code : '');
    if (grant && (await suffer(request, reply, grant.trouble))) return reply;
    if (state !== 'good') return fail(reply, 400, 'invalidParameter.authCode.notFound', 'invalid authCode');
    const { app, person, trouble, asked } = grant;
    const token = await issue(db, { provider: PROVIDER, kind: 'token', app, person, trouble }, TOKEN_SECONDS);
    return reply.send({
      accessToken: token,
      refreshToken: `simulated-refresh-${token.slice(0, 8)}`,
      expireIn: TOKEN_SECONDS,
      ...(asked.scope === 'openid corpid' ? corpOf(enterprise, trouble) : {}),
    });
  }

  async function profile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const given = request.headers['x-acs-dingtalk-access-token'];
    const grant = typeof given === 'string' ? await find(db, PROVIDER, given) : undefined;
    if (!grant || grant.person === NOBODY) return fail(reply, 401, 'InvalidAuthentication', 'invalid access token');
    const { app, person, trouble } = grant;
    if (trouble === 'no-scope')
      return fail(
        reply,
        403,
        'Forbidden.AccessDenied.AccessTokenPermissionDenied',
        'permission denied: [Contact.User.Read]',
      );
    return reply.send({
      nick: person,
      avatarUrl: '',
      openId: idFor(PROVIDER, app, person).toString('base64url').slice(0, 24),
      unionId: `${PROVIDER}-${person}`,
      stateCode: '86',
    });
  }

  async function applicationToken(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { appKey, appSecret } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const enterprise = ENTERPRISES.find((each) => each.clientId === appKey && each.clientSecret === appSecret);
    if (!enterprise) return fail(reply, 400, 'invalidClientIdOrSecret', 'invalid clientId or clientSecret');
    const grant = { provider: PROVIDER, kind: 'token', app: enterprise.clientId, person: NOBODY } as const;
    return reply.send({ accessToken: await issue(db, grant, TOKEN_SECONDS), expireIn: TOKEN_SECONDS });
  }

  /** Of the older interface: numbers, and HTTP 200 whatever they say. */
  async function member(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const grant = await find(db, PROVIDER, queryOf(request).access_token ?? '');
    const { unionid } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const say = (body: object): FastifyReply => reply.send({ ...body, request_id: request.id });
    if (!grant || grant.person !== NOBODY) return say({ errcode: 40014, errmsg: 'invalid access token' });
    if (typeof unionid !== 'string' || !unionid.startsWith(`${PROVIDER}-`) || (await left(db, grant.app, unionid)))
      return say({ errcode: 60121, errmsg: 'user not found' });
    return say({ errcode: 0, errmsg: 'ok', result: { contact_type: 0, userid: `user-${unionid}` } });
  }

  return (app) =>
    withForms(app, (scope) => {
      scope.get(`${base}/oauth2/auth`, authorize);
      scope.post(`${base}/oauth2/auth`, chosen);
      scope.post(`${base}/v1.0/oauth2/userAccessToken`, userToken);
      scope.get(`${base}/v1.0/contact/users/me`, profile);
      scope.post(`${base}/v1.0/oauth2/accessToken`, applicationToken);
      scope.post(`${base}/topapi/user/getbyunionid`, member);
    });
}

function corpOf({ corpId }: SimulatedEnterprise, trouble: string): { corpId?: string } {
  if (trouble === 'no-corp') return {};
  const other = ENTERPRISES.find((each) => each.corpId !== corpId);
  return { corpId: trouble === 'other-corp' && other ? other.corpId : corpId };
}

/** Whether the person's newest sign-in was said to be that of somebody who left. */
async function left(db: Database, app: string, unionid: string): Promise<boolean> {
  const [newest] = await db.query<{ trouble: string }>(
    `select trouble from sandbox.issued where provider = $1 and kind = 'token' and app = $2 and person = $3
     order by expires_at desc limit 1`,
    [PROVIDER, app, unionid.slice(PROVIDER.length + 1)],
  );
  return newest?.trouble === 'not-member';
}
