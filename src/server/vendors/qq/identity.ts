/**
 * QQ (`graph.qq.com`). One body may come as a query string, as JSON or as `callback({...});`, with HTTP 200 whatever
 * happened and numbers as strings. Endpoints: `graph` and `connect` (its script). Its pages lose the sign-in inside frames, so the
 * way `frame` shows a button of ours, by which that script opens a window and gives an access token.
 */

import type { Identity, ThirdPartyAdapter, ThirdPartyFault } from '../../ports/identity.ts';
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

/** How long the name is waited for, milliseconds: who it is is known without it. */
const NAME_MILLISECONDS = 2000;
/** The application may not ask for unionids. */
const NO_UNIONID = 100048;

const FAULTS: Readonly<Record<number, ThirdPartyFault>> = {
  100005: 'rejected', // no code
  100007: 'rejected', // no token
  100013: 'rejected', // token void
  100014: 'rejected', // token expired
  100015: 'rejected', // token withdrawn
  100016: 'rejected', // token not good
  100019: 'rejected', // code not good
  100020: 'rejected', // code used
  100000: 'misconfigured', // response_type
  100001: 'misconfigured', // client_id
  100002: 'misconfigured', // no secret
  100004: 'misconfigured', // grant_type
  100008: 'misconfigured', // no such application
  100009: 'misconfigured', // wrong secret
  100010: 'misconfigured', // redirect address
  100011: 'misconfigured', // application not online
  100012: 'misconfigured', // method
  100030: 'misconfigured', // not asked for
  100031: 'misconfigured', // not allowed
};

export const qq: ThirdPartyAdapter = ({ clientId, clientSecret = '', scope, endpoints: { graph = '' } }) => {
  /** The access token that a code is worth. */
  async function redeem(exchange: Exchange, code: string, redirectUri: string): Promise<string> {
    const given = await answer(
      exchange,
      'token',
      address(graph, '/oauth2.0/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        fmt: 'json',
      }),
    );
    const token = readToken(given.access_token);
    if (token === undefined) throw exchange.fault('unavailable', 'token', 'no access token');
    return token;
  }

  /** Whose token it is. A token made for another application proves nothing to us, however genuine it is. */
  async function owner(exchange: Exchange, token: string): Promise<{ openid: string; unionid: string | undefined }> {
    const ask = (more: Readonly<Record<string, string>>): Promise<Fields> =>
      answer(exchange, 'me', address(graph, '/oauth2.0/me', { access_token: token, ...more, fmt: 'json' }), NO_UNIONID);
    let me = await ask({ unionid: '1' });
    if (readNumber(me.error) === NO_UNIONID) me = await ask({});
    const openid = readId(me.openid);
    if (openid === undefined) throw exchange.fault('unavailable', 'me', 'no openid');
    if (String(me.client_id) !== clientId) throw exchange.fault('rejected', 'me', 'a token of another application');
    return { openid, unionid: readId(me.unionid) };
  }

  async function nameOf(exchange: Exchange, token: string, openid: string): Promise<string | undefined> {
    const url = address(graph, '/user/get_user_info', { access_token: token, oauth_consumer_key: clientId, openid });
    try {
      const { status, body } = await exchange.ask('name', url, { within: NAME_MILLISECONDS });
      const profile = status < 300 ? readObject(body) : undefined;
      return profile && readNumber(profile.ret) === 0 ? readName(profile.nickname) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async start({ state, redirectUri, way, language }) {
      const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state, scope };
      const url = address(graph, '/oauth2.0/authorize', asked);
      return way === 'frame' ? { url, widget: { language } } : { url };
    },

    async identify({ code, accessToken }, { redirectUri }) {
      const exchange = openExchange('qq');
      const [givenCode, givenToken] = [readToken(code), readToken(accessToken)];
      if (givenCode === undefined && givenToken === undefined)
        throw exchange.fault('rejected', 'token', 'neither code nor token came back');
      const token = givenToken ?? (await redeem(exchange, givenCode as string, redirectUri));
      const { openid, unionid } = await owner(exchange, token);
      const name = await nameOf(exchange, token, openid);
      const identity: Identity = {
        ...(unionid === undefined
          ? { subject: openid, subjectKind: 'openid' }
          : { subject: unionid, subjectKind: 'unionid' }),
        openid,
        appId: clientId,
        ...(name === undefined ? {} : { name }),
      };
      return identity;
    },
  };
};

/** @param accepts a number that says no and is no fault here */
async function answer(exchange: Exchange, step: string, url: string, accepts?: number): Promise<Fields> {
  const { status, body } = await exchange.ask(step, url);
  const fields = readAnswer(body);
  if (!fields) throw exchange.fault('unavailable', step, `HTTP ${status} in no known form`);
  const number = readNumber(fields.error) ?? 0;
  if (number !== 0 && number !== accepts)
    throw exchange.fault(FAULTS[number] ?? 'unavailable', step, `error ${number}`);
  if (status >= 400) throw exchange.fault('unavailable', step, `HTTP ${status}`);
  return fields;
}

/** The fields of a body in any of its three forms. */
function readAnswer(body: string): Fields | undefined {
  const text = body.trim();
  if (text.startsWith('callback(')) return readObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (text.startsWith('{')) return readObject(text);
  return /^\w+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}
