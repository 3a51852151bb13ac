/**
 * WeChat for websites (`qrconnect`). It answers mistakes with HTTP 200 and an `errcode`, and JSON as text/plain. Endpoints:
 * `open` (pages), `api` (server to server).
 */

import type { Identity, Start, ThirdPartyAdapter, ThirdPartyFault } from '../../ports/identity.ts';
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

/** Size of the page inside the frame, CSS pixels. */
const FRAME = { width: '300', height: '400' };
/** How long the profile is waited for when the person is known without it, milliseconds. */
const NAME_MILLISECONDS = 2000;
/** The application may not read profiles: then there is no unionid to learn either. */
const NO_PROFILE = 48001;

const TOKEN_FAULTS: Readonly<Record<number, ThirdPartyFault>> = {
  40029: 'rejected', // no such code
  40163: 'rejected', // code used
  41008: 'rejected', // no code
  42003: 'rejected', // code expired
  40001: 'misconfigured', // wrong secret
  40013: 'misconfigured', // no such application
  40125: 'misconfigured', // wrong secret
  40164: 'misconfigured', // our address is not on its list
  40243: 'misconfigured', // secret frozen
  41002: 'misconfigured', // no application
  41004: 'misconfigured', // no secret
};

/** With the token just given, these say that it is not good any more, not that our credentials are wrong. */
const PROFILE_FAULTS: Readonly<Record<number, ThirdPartyFault>> = {
  40001: 'rejected',
  40003: 'rejected',
  40014: 'rejected',
  42001: 'rejected',
};

export const wechat: ThirdPartyAdapter = ({
  clientId,
  clientSecret = '',
  scope,
  endpoints: { open = '', api = '' },
}) => ({
  async start({ state, redirectUri, way, language }) {
    const asked = { appid: clientId, redirect_uri: redirectUri, response_type: 'code', scope, state };
    const url = `${address(open, '/connect/qrconnect', { ...asked, ...languageOf(language) })}#wechat_redirect`;
    if (way !== 'frame') return { url };
    // As WeChat's own script builds it; `self_redirect` keeps the way back inside the frame.
    const framed = { ...asked, login_type: 'jssdk', self_redirect: 'true', style: 'black', stylelite: '1' };
    const src = address(open, '/connect/qrconnect', { ...framed, ...languageOf(language) });
    // Newer Chromium lets a frame ask the WeChat running on this computer only with this permission.
    return { url, widget: { src, ...FRAME, allow: 'local-network-access' } };
  },

  async identify({ code }) {
    const exchange = openExchange('wechat');
    if (readToken(code) === undefined) throw exchange.fault('rejected', 'token', 'no code came back');
    const token = await answer(
      exchange,
      'token',
      address(api, '/sns/oauth2/access_token', {
        appid: clientId,
        secret: clientSecret,
        code: code as string,
        grant_type: 'authorization_code',
      }),
      { faults: TOKEN_FAULTS },
    );
    const accessToken = readToken(token.access_token);
    const openid = readId(token.openid);
    if (accessToken === undefined || openid === undefined)
      throw exchange.fault('unavailable', 'token', 'no access token or openid');
    const known = readId(token.unionid);
    const profile = await askProfile(exchange, { api, accessToken, openid, needed: known === undefined });
    const unionid = known ?? readId(profile.unionid);
    const name = readName(profile.nickname);
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
});

/** The page speaks Chinese unless it is told otherwise. */
function languageOf(language: Start['language']): Record<string, string> {
  return language.startsWith('zh') ? {} : { lang: 'en' };
}

interface Reading {
  readonly faults: Readonly<Record<number, ThirdPartyFault>>;
  /** Numbers that say no and are no fault here. */
  readonly accepts?: readonly number[];
  readonly within?: number;
}

async function answer(exchange: Exchange, step: string, url: string, reading: Reading): Promise<Fields> {
  const { faults, accepts = [], within } = reading;
  const { status, body } = await exchange.ask(step, url, within === undefined ? {} : { within });
  const fields = status < 300 ? readObject(body) : undefined;
  if (!fields) throw exchange.fault('unavailable', step, `HTTP ${status} without JSON`);
  const number = readNumber(fields.errcode) ?? 0;
  // -1 is busy, 45009 and 45011 are limits; a number nobody knows counts as theirs as well.
  if (number !== 0 && !accepts.includes(number))
    throw exchange.fault(faults[number] ?? 'unavailable', step, `errcode ${number}`);
  return fields;
}

interface ProfileOf {
  readonly api: string;
  readonly accessToken: string;
  readonly openid: string;
  /** Whether the unionid is still to be learnt. */
  readonly needed: boolean;
}

/** The profile. Where the unionid is known already, it is only about a name, and a failure costs just that. */
async function askProfile(exchange: Exchange, { api, accessToken, openid, needed }: ProfileOf): Promise<Fields> {
  const url = address(api, '/sns/userinfo', { access_token: accessToken, openid, lang: 'zh_CN' });
  const reading: Reading = { faults: PROFILE_FAULTS, accepts: [NO_PROFILE] };
  try {
    const profile = await answer(
      exchange,
      'profile',
      url,
      needed ? reading : { ...reading, within: NAME_MILLISECONDS },
    );
    if (profile.openid !== undefined && profile.openid !== openid)
      throw exchange.fault('unavailable', 'profile', 'of another openid');
    return profile;
  } catch (error) {
    if (needed) throw error;
    return {};
  }
}
