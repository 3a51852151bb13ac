/**
 * Stands in for the interface of WeChat's mini programs and public accounts, on its paths and in its shapes: mistakes come
 * with HTTP 200 and an `errcode`, an image that could not be made as JSON. Only `npm start` loads this folder.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../server/types.ts';
import type { WechatSettings } from '../../server/vendors/wechat/settings.ts';
import { queryOf } from '../grants.ts';
import { qrPng } from '../png.ts';
import { ACCOUNT, MINI, WECHAT_PLATFORM } from './applications.ts';
import { wechatPhoneRoutes } from './phone.ts';

const SECRETS: Readonly<Record<string, string>> = { [MINI.appId]: MINI.secret, [ACCOUNT.appId]: ACCOUNT.secret };
const TOKEN_SECONDS = 7200;
/** How long the token before the newest one stays good, seconds. */
const OVERLAP = 300;

/** Settings that lead here. */
export const simulatedWechatPlatform = (origin: string): WechatSettings => ({
  mp: `${origin}${WECHAT_PLATFORM}`,
  miniAppId: MINI.appId,
  miniAppSecret: MINI.secret,
  miniPage: MINI.page,
  oaAppId: ACCOUNT.appId,
  oaAppSecret: ACCOUNT.secret,
  oaToken: ACCOUNT.token,
});

/** Path of the phone that scans a code of ours. */
export const simulatedWechatPhone = (code: { readonly scene: string } | { readonly qr: string }): string =>
  'scene' in code
    ? `${WECHAT_PLATFORM}/phone?${new URLSearchParams({ scene: code.scene })}`
    : new URL(code.qr).pathname;

const WORDS: Readonly<Record<number, string>> = {
  [-1]: 'system error',
  40001: 'invalid credential, access_token is invalid or not latest',
  40003: 'invalid openid',
  40013: 'invalid appid',
  40029: 'invalid code',
  40125: 'invalid appsecret',
  40163: 'code been used',
  40169: 'invalid length for scene, or the data is not json string',
  41030: 'invalid page',
  45009: 'reach max api daily quota limit',
};

export function wechatPlatformRoutes(db: Database): (app: FastifyInstance) => void {
  const fail = (reply: FastifyReply, errcode: number): FastifyReply =>
    reply
      .header('content-type', 'application/json; encoding=utf-8')
      .send(JSON.stringify({ errcode, errmsg: `${WORDS[errcode] ?? 'error'} rid: ${reply.request.id}` }));

  /** What the next question at this path was told to meet. */
  async function trouble(path: string): Promise<number | undefined> {
    const [row] = await db.query<{ errcode: number }>(
      'update sandbox.wechat_trouble set times = times - 1 where path = $1 and times > 0 returning errcode',
      [path],
    );
    return row?.errcode;
  }

  /** Whether this token of the application is good: the newest one, or the one before it for a while. */
  async function isGood(appId: string, token: string): Promise<boolean> {
    const rows = await db.query<{ token: string; old: boolean }>(
      `select token, at < clock_timestamp() - make_interval(secs => $2) as old from sandbox.wechat_access
        where app_id = $1 and not spoilt order by at desc limit 2`,
      [appId, OVERLAP],
    );
    const [newest, before] = rows;
    return newest?.token === token || (before?.token === token && newest?.old === false);
  }

  /** Answers what is wrong with a question; false when it may go on. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, path: string, appId: string): Promise<boolean> {
    const errcode = await trouble(path);
    if (errcode === undefined && (await isGood(appId, queryOf(request).access_token ?? ''))) return false;
    fail(reply, errcode ?? 40001);
    return true;
  }

  return (app) => {
    app.get(`${WECHAT_PLATFORM}/cgi-bin/token`, async (request, reply) => {
      const { appid = '', secret, grant_type } = queryOf(request);
      const errcode = await trouble('/cgi-bin/token');
      if (errcode !== undefined) return fail(reply, errcode);
      if (grant_type !== 'client_credential' || SECRETS[appid] === undefined) return fail(reply, 40013);
      if (SECRETS[appid] !== secret) return fail(reply, 40125);
      const token = randomBytes(48).toString('base64url');
      await db.query('insert into sandbox.wechat_access (token, app_id) values ($1, $2)', [token, appid]);
      return reply.send({ access_token: token, expires_in: TOKEN_SECONDS });
    });

    app.post(`${WECHAT_PLATFORM}/wxa/getwxacodeunlimit`, async (request, reply) => {
      const path = '/wxa/getwxacodeunlimit';
      if (await refuse(request, reply, path, MINI.appId)) return reply;
      const { scene, page, check_path = true, width = 430 } = (request.body ?? {}) as Record<string, unknown>;
      if (typeof scene !== 'string' || !/^[0-9A-Za-z!#$&'()*+,/:;=?@\-._~]{1,32}$/.test(scene))
        return fail(reply, 40169);
      if (check_path && page !== MINI.page) return fail(reply, 41030);
      await db.query("insert into sandbox.wechat_code (kind, scene, page) values ('miniProgram', $1, $2)", [
        scene,
        page ?? null,
      ]);
      const address = `${request.arrival.own}${WECHAT_PLATFORM}/phone?scene=${encodeURIComponent(scene)}`;
      return reply.header('content-type', 'image/png').send(qrPng(address, Number(width)));
    });

    app.get(`${WECHAT_PLATFORM}/sns/jscode2session`, async (request, reply) => {
      const { appid, secret, js_code = '' } = queryOf(request);
      const errcode = await trouble('/sns/jscode2session');
      if (errcode !== undefined) return fail(reply, errcode);
      if (appid !== MINI.appId) return fail(reply, 40013);
      if (secret !== MINI.secret) return fail(reply, 40125);
      const [known] = await db.query<{ used: boolean }>('select used from sandbox.wechat_login where js_code = $1', [
        js_code,
      ]);
      if (!known) return fail(reply, 40029);
      const [person] = await db.query<{ openid: string; unionid: string | null }>(
        'update sandbox.wechat_login set used = true where js_code = $1 and not used returning openid, unionid',
        [js_code],
      );
      if (!person) return fail(reply, 40163);
      const { openid, unionid } = person;
      const found = { openid, session_key: randomBytes(16).toString('base64'), ...(unionid ? { unionid } : {}) };
      // As it stands, a success may say `errcode` 0, or nothing about it.
      return reply.send(unionid ? { ...found, errcode: 0, errmsg: 'ok' } : found);
    });

    app.post(`${WECHAT_PLATFORM}/cgi-bin/qrcode/create`, async (request, reply) => {
      if (await refuse(request, reply, '/cgi-bin/qrcode/create', ACCOUNT.appId)) return reply;
      const { expire_seconds = 60, action_info } = (request.body ?? {}) as {
        expire_seconds?: number;
        action_info?: { scene?: { scene_str?: string } };
      };
      const ticket = randomBytes(48).toString('base64url');
      // Whoever forgets the level `scene` gets a code of scene 0.
      await db.query("insert into sandbox.wechat_code (kind, scene, ticket) values ('publicAccount', $1, $2)", [
        action_info?.scene?.scene_str ?? '0',
        ticket,
      ]);
      const url = `${request.arrival.own}${WECHAT_PLATFORM}/q/${ticket}`;
      return reply.send({ ticket, expire_seconds, url });
    });

    app.get(`${WECHAT_PLATFORM}/cgi-bin/user/info`, async (request, reply) => {
      if (await refuse(request, reply, '/cgi-bin/user/info', ACCOUNT.appId)) return reply;
      const { openid = '' } = queryOf(request);
      const [fan] = await db.query<{ follows: boolean }>('select follows from sandbox.wechat_fan where openid = $1', [
        openid,
      ]);
      if (!fan) return fail(reply, 40003);
      if (!fan.follows) return reply.send({ subscribe: 0, openid });
      return reply.send({
        subscribe: 1,
        openid,
        unionid: openid.replace(/^o-account-/, 'wechat-'),
        subscribe_scene: 'ADD_SCENE_QR_CODE',
      });
    });

    // For tests and the curious: the codes made lately, and what shall go wrong next.
    app.get(WECHAT_PLATFORM, async (_request, reply) => {
      const codes = await db.query('select kind, scene, ticket, at from sandbox.wechat_code order by id desc limit 20');
      return reply.header('cache-control', 'no-store').send({ simulator: true, codes });
    });
    app.post(`${WECHAT_PLATFORM}/trouble`, async (request, reply) => {
      const { path, errcode, times = 1 } = (request.body ?? {}) as Record<string, unknown>;
      if (typeof path !== 'string' || !Number.isInteger(errcode) || !Number.isInteger(times))
        return reply.status(400).send();
      await db.query(
        `insert into sandbox.wechat_trouble (path, errcode, times) values ($1, $2, $3)
         on conflict (path) do update set errcode = excluded.errcode, times = excluded.times`,
        [path, errcode, times],
      );
      return reply.send({ simulator: true });
    });
    wechatPhoneRoutes(db)(app);
  };
}
