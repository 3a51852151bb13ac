/**
 * DingTalk's sign-in, version 2. Each enterprise brings an application of its own, so credentials come with the sign-in,
 * not from the settings. Its errors carry a string as `code`. Endpoints: `login` (pages), `api`, `oapi` (the older
 * interface).
 *
 * The visitor comes back with `authCode`, and from some of its pages with `code` beside it or instead: who reads the
 * callback takes `authCode ?? code`.
 */

import type { Enterprise, Identity, ThirdPartyAdapter, ThirdPartyFault } from '../../ports/identity.ts';
import {
  address,
  type Exchange,
  type Fields,
  openExchange,
  readId,
  readName,
  readNumber,
  readObject,
  readToken,
} from '../exchange.ts';

/** Size of the page inside the frame, CSS pixels: the least that it takes. */
const FRAME = { width: '300', height: '300' };
/** Not a member of this enterprise. */
const NO_MEMBER = 60121;

/** Of the older interface, which answers in numbers. */
const MEMBER_FAULTS: Readonly<Record<number, ThirdPartyFault>> = {
  [NO_MEMBER]: 'foreign',
  88: 'misconfigured', // no permission
  60011: 'misconfigured', // no permission for contacts
};

export const dingtalk: ThirdPartyAdapter = ({ scope, endpoints: { login = '', api = '', oapi = '' } }) => {
  async function userToken(exchange: Exchange, code: string, enterprise: Enterprise): Promise<string> {
    const { clientId, clientSecret, corpId } = enterprise;
    const given = await post(exchange, 'token', `${api}/v1.0/oauth2/userAccessToken`, {
      clientId,
      clientSecret,
      code,
      grantType: 'authorization_code',
    });
    const token = readToken(given.accessToken);
    if (token === undefined) throw exchange.fault('unavailable', 'token', 'no access token');
    // Whoever chose another of their organisations, or has none, is no member of the one asked for.
    if (given.corpId !== corpId) throw exchange.fault('foreign', 'token', 'of another organisation');
    return token;
  }

  async function profile(exchange: Exchange, token: string): Promise<Fields> {
    const url = `${api}/v1.0/contact/users/me`;
    const answered = await exchange.ask('profile', url, { headers: { 'x-acs-dingtalk-access-token': token } });
    return understand(exchange, 'profile', answered);
  }

  async function applicationToken(exchange: Exchange, { clientId, clientSecret }: Enterprise): Promise<string> {
    const asked = { appKey: clientId, appSecret: clientSecret };
    const given = await post(exchange, 'application', `${api}/v1.0/oauth2/accessToken`, asked);
    const token = readToken(given.accessToken);
    if (token === undefined) throw exchange.fault('unavailable', 'application', 'no access token');
    return token;
  }

  /** Whether the person is a member still: what the sign-in page let them choose is no proof of that. */
  async function checkMember(exchange: Exchange, token: string, unionid: string): Promise<void> {
    const url = address(oapi, '/topapi/user/getbyunionid', { access_token: token });
    const { status, body } = await exchange.ask('member', url, { method: 'POST', json: { unionid } });
    const fields = status < 300 ? readObject(body) : undefined;
    const number = readNumber(fields?.errcode);
    if (!fields || number === undefined)
      throw exchange.fault('unavailable', 'member', `HTTP ${status} without a number`);
    if (number !== 0) throw exchange.fault(MEMBER_FAULTS[number] ?? 'unavailable', 'member', `errcode ${number}`);
    const { userid } = (fields.result ?? {}) as Fields;
    if (readToken(userid) === undefined) throw exchange.fault('foreign', 'member', 'no userid');
  }

  return {
    async start({ state, redirectUri, way, enterprise }) {
      if (!enterprise) throw openExchange('dingtalk').fault('misconfigured', 'start', 'no enterprise');
      const { clientId, corpId } = enterprise;
      const asked = { client_id: clientId, scope, response_type: 'code', state, prompt: 'consent', corpId };
      const url = address(login, '/oauth2/auth', { redirect_uri: redirectUri, ...asked });
      if (way !== 'frame') return { url };
      // As DingTalk's own script builds it; with `iframe` the page tells the one around it where to go back to.
      const src = address(login, '/oauth2/auth', { iframe: 'true', redirect_uri: redirectUri, ...asked });
      return { url, widget: { src, ...FRAME } };
    },

    async identify({ code }, { enterprise }) {
      const exchange = openExchange('dingtalk');
      if (!enterprise) throw exchange.fault('misconfigured', 'token', 'no enterprise');
      const given = readToken(code);
      if (given === undefined) throw exchange.fault('rejected', 'token', 'no code came back');
      const token = await userToken(exchange, given, enterprise);
      const [person, application] = await Promise.all([
        profile(exchange, token),
        applicationToken(exchange, enterprise),
      ]);
      const unionid = readId(person.unionId);
      if (unionid === undefined) throw exchange.fault('unavailable', 'profile', 'no unionId');
      await checkMember(exchange, application, unionid);
      const openid = readId(person.openId);
      const name = readName(person.nick);
      const identity: Identity = {
        subject: unionid,
        subjectKind: 'unionid',
        ...(openid === undefined ? {} : { openid }),
        appId: enterprise.clientId,
        ...(name === undefined ? {} : { name }),
        corpId: enterprise.corpId,
      };
      return identity;
    },
  };
};

async function post(exchange: Exchange, step: string, url: string, json: object): Promise<Fields> {
  return understand(exchange, step, await exchange.ask(step, url, { method: 'POST', json }));
}

function understand(exchange: Exchange, step: string, answered: { status: number; body: string }): Fields {
  const { status, body } = answered;
  const fields = readObject(body);
  if (status < 300 && fields) return fields;
  if (!fields) throw exchange.fault('unavailable', step, `HTTP ${status} without JSON`);
  const { code } = fields;
  // Words only: anything with digits in it might be what we sent.
  const word = typeof code === 'string' && /^[a-z]{1,40}(\.[a-z]{1,40}){0,4}$/i.test(code) ? code : 'unknown';
  throw exchange.fault(faultOf(status, word), step, `HTTP ${status}, code ${word}`);
}

/** Only the code that the visitor brought is the visitor's affair; what else is refused, we asked wrongly. */
function faultOf(status: number, word: string): ThirdPartyFault {
  if (/throttl|limit|qps|busy|internal|system/i.test(word)) return 'unavailable';
  if (/auth_?code|\.code\b/i.test(word)) return 'rejected';
  return status === 400 && word === 'unknown' ? 'unavailable' : 'misconfigured';
}
