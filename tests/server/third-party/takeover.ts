/** Two browsers and one sign-in: what each provider sends back, every way, for whoever stands before its page. */
import { ENTERPRISE } from '../../../src/sandbox/dingtalk/dingtalk.ts';
import type { Identity, Way } from '../../../src/server/ports/identity.ts';
import { storeEnterprise } from '../../../src/server/third-party/enterprises.ts';
import { link } from '../../../src/server/third-party/identities.ts';
import { hiddenIn, type Went, type Whole, type WholeBrowser } from './whole.ts';

export const INVALID = 'ThirdParty.State.Invalid';
export const CALLS: Readonly<Record<string, string>> = {
  wechat: '/api/sso/thirdParty/login/wxLogin',
  qq: '/api/sso/thirdParty/login/qqLogin',
  google: '/api/sso/thirdParty/google/login',
  apple: '/api/sso/thirdParty/login/appleLogin',
  dingtalk: '/api/sso/thirdParty/login',
  gitlab: '/api/foyer/third-party/login',
};
/** What ends a provider's sign-in: a call that several share is told whose it is. */
export const bodyOf = (provider: string, body: object): object =>
  provider === 'gitlab' ? { provider, ...body } : body;
/** Ways by which something comes back to the redirect address. */
export const LANDING: Readonly<Record<string, readonly Way[]>> = {
  wechat: ['redirect', 'popup', 'frame'],
  qq: ['redirect', 'popup'],
  google: ['redirect', 'popup', 'post'],
  apple: ['redirect', 'popup'],
  dingtalk: ['redirect', 'popup', 'frame'],
  gitlab: ['redirect', 'popup'],
};
/** Ways whose widget gives what came of it to the page itself. */
export const WIDGETS: Readonly<Record<string, readonly Way[]>> = { qq: ['frame'], google: ['frame'] };
const PURPOSES = ['sign-in', 'bind'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Provider, way and purpose of each sign-in there is; a member of an enterprise is not linked. */
export function rowsOf(ways: Readonly<Record<string, readonly Way[]>>): [string, Way, Purpose][] {
  return Object.entries(ways).flatMap(([provider, each]) =>
    each.flatMap((way) =>
      PURPOSES.filter((purpose) => provider !== 'dingtalk' || purpose === 'sign-in').map(
        (purpose): [string, Way, Purpose] => [provider, way, purpose],
      ),
    ),
  );
}

export interface Begun {
  readonly state: string;
  readonly url: string;
  readonly widget?: Readonly<Record<string, string>>;
}

/** What a provider sends a visitor back with. */
export interface Back {
  readonly to: string | URL;
  readonly how: 'same-site' | 'foreign-post' | 'framed';
  readonly form?: Readonly<Record<string, string>>;
}

/** A person as a simulator vouches for them. */
const identityOf = (provider: string, person: string): Identity => ({
  subject: subjectOf(provider, person),
  subjectKind: ['google', 'apple', 'gitlab'].includes(provider) ? 'sub' : 'unionid',
  appId: 'none',
});
const subjectOf = (provider: string, person: string): string => `${provider}-${person}`;

let counter = 0;
const someone = (who: string): string => `${who}-${counter++}`;

export interface Party {
  readonly browser: WholeBrowser;
  /** Who they are to the provider. */
  readonly person: string;
  readonly account: string;
}

export function parties(whole: Whole) {
  /** Somebody with an account, in a browser of their own: linked to the provider, or signed in and about to link it. */
  async function party(who: string, provider: string, purpose: Purpose): Promise<Party> {
    const person = someone(who);
    const { db } = whole.database;
    const [row] = await db.query<{ id: string }>(
      `insert into account (zone, home_line, kind, username, username_key, phone, phone_verified, business_type, status, user_key, language)
       values ('domestic', 'renderbus', 1, $1, $1, $2, true, 0, 'active', $1, 'zh') returning id`,
      [person.replaceAll('-', '_'), `+86139${String(10_000_000 + counter)}`],
    );
    const account = row?.id ?? '';
    const browser = whole.browser();
    const by = purpose === 'sign-in' ? provider : provider === 'qq' ? 'wechat' : 'qq';
    if (by !== 'dingtalk') await db.transaction((sql) => link(sql, 'domestic', by, identityOf(by, person), account));
    if (purpose === 'bind') {
      const begun = await browser.begin(by);
      await land(browser, await proceed(browser, by, 'redirect', begun, person));
      const { data } = await browser.call(CALLS[by] ?? '', { state: begun.state });
      const opened = await redeem(browser, data);
      if (opened.code !== 200) throw new Error(`${person} is not signed in: ${opened.code}`);
    }
    return { browser, person, account };
  }

  /** Takes what the end of a sign-in gave for a session. */
  function redeem(browser: WholeBrowser, { rsAuthToken, loginName, loginType }: Readonly<Record<string, unknown>>) {
    const token = { userName: loginName, version: '1.0.0', rsAuthToken, loginType };
    return browser.call('/api/rendering/user/third/login', token);
  }

  /** Stores the enterprise whose members come with DingTalk. */
  async function foundStudio(): Promise<void> {
    const { db } = whole.database;
    const [master] = await db.query<{ id: string }>(
      `insert into account (zone, home_line, kind, username, username_key, phone, phone_verified, business_type, status, user_key, language)
       values ('domestic', 'renderbus', 1, 'studio', 'studio', '+8613800000001', true, 0, 'active', 'key', 'zh') returning id`,
    );
    const { alias, corpId, clientId, clientSecret } = ENTERPRISE;
    const made = { zone: 'domestic', alias, corpId, clientId, clientSecret, masterId: master?.id ?? '' } as const;
    await db.transaction((sql) => storeEnterprise(sql, whole.keys, made));
  }

  const begin = (browser: WholeBrowser, provider: string, way: Way, purpose: Purpose): Promise<Begun> =>
    browser.begin(provider, way, { purpose, ...(provider === 'dingtalk' ? { alias: ENTERPRISE.alias } : {}) });

  /** Through the provider's page, as a person, as far as what it sends back. */
  async function proceed(
    browser: WholeBrowser,
    provider: string,
    way: Way,
    { state, url, widget = {} }: Begun,
    person: string,
  ): Promise<Back> {
    const choice = { id: person };
    if (way === 'frame')
      return { to: await scanned(browser, provider, state, widget.src ?? '', person), how: 'framed' };
    if (way === 'post') {
      const { nonce = '' } = Object.fromEntries(new URL(url).searchParams);
      const { clientId, script } = await frameOf(browser, url);
      browser.jar.set('g_csrf_token', { value: 'the-word', path: '/', crosses: true });
      const asked = {
        client_id: clientId,
        origin: whole.own,
        nonce,
        ux_mode: 'redirect',
        g_csrf_token: 'the-word',
        state,
      };
      const query = new URLSearchParams({ ...asked, login_uri: `${whole.own}/sso/oauth-callback/google` });
      return posted(await browser.choose(`${script.replace(/client$/, 'select')}?${query}`, choice));
    }
    const went = await browser.choose(url, choice);
    return provider === 'apple' ? posted(went) : { to: went.to ?? '', how: 'same-site' };
  }

  function posted({ html }: Went): Back {
    const [, to = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
    return { to, how: 'foreign-post', form: hiddenIn(html) };
  }

  async function frameOf(browser: WholeBrowser, url: string) {
    const { html } = await browser.go(url);
    const [, script = ''] = /data-script="([^"]+)"/.exec(html) ?? [];
    const [, values = ''] = /data-values="([^"]+)"/.exec(html) ?? [];
    return { script, clientId: String(JSON.parse(values.replaceAll('&quot;', '"')).clientId) };
  }

  /** Where the page with the code goes once a phone said yes. */
  async function scanned(browser: WholeBrowser, provider: string, state: string, src: string, person: string) {
    const { html } = await browser.go(src);
    const phone = /<a href="([^"]+)" target="_blank"/.exec(html)?.[1] ?? '';
    const ticket = /data-ticket="([^"]+)"/.exec(html)?.[1] ?? '';
    await browser.choose(new URL(phone, whole.own).href, { id: person });
    if (provider === 'dingtalk')
      return JSON.parse((await browser.go(`/simulators/dingtalk/login/news?ticket=${ticket}`)).html).redirectUrl;
    const news = await browser.go(`/simulators/wechat/connect/l/qrconnect?uuid=${ticket}`);
    const code = /wx_errcode=405;window\.wx_code='([\w-]+)'/.exec(news.html)?.[1] ?? '';
    return `${/data-back="([^"]+)"/.exec(html)?.[1]}?${new URLSearchParams({ code, state })}`;
  }

  /** What the provider's widget gives to a page with this frame. */
  async function given(
    browser: WholeBrowser,
    provider: string,
    { url, widget = {} }: Begun,
    person: string,
  ): Promise<Record<string, string>> {
    if (provider === 'qq') {
      const address = new URL(url);
      address.searchParams.set('response_type', 'token');
      const { to } = await browser.choose(address.href, { id: person });
      return { accessToken: new URLSearchParams(to?.hash.slice(1)).get('access_token') ?? '' };
    }
    const { script, clientId } = await frameOf(browser, `/foyer/frames/google?${new URLSearchParams(widget)}`);
    const asked = { client_id: clientId, origin: whole.own, nonce: widget.nonce ?? '' };
    const { html } = await browser.choose(`${script.replace(/client$/, 'select')}?${new URLSearchParams(asked)}`, {
      id: person,
    });
    return { credential: /data-credential="([^"]*)"/.exec(html)?.[1] ?? '' };
  }

  const land = (
    browser: WholeBrowser,
    { to, how, form }: Back,
    dest?: string | null,
  ): Promise<{ state: string | null; receipt: string | undefined; refused: boolean }> =>
    browser.go(to, { how, ...(form ? { form } : {}), ...(dest === undefined ? {} : { dest }) }).then((went) => {
      if (went.status !== 303 || went.to === undefined) throw new Error(`No page: ${went.status}`);
      const { searchParams, hash } = went.to;
      return {
        state: searchParams.get('state'),
        receipt: hash.slice(1) || undefined,
        refused: searchParams.has('refused'),
      };
    });

  /** The call that ends a sign-in. */
  const end = (
    { browser }: Pick<Party, 'browser'>,
    provider: string,
    { state }: Pick<Begun, 'state'>,
    brings: Readonly<Record<string, string | undefined>> = {},
  ) => browser.call(CALLS[provider] ?? '', bodyOf(provider, { state, ...brings }));

  /** Accounts that an identity is linked to now. */
  async function linkedTo(provider: string, person: string): Promise<string[]> {
    const rows = await whole.database.db.query<{ account_id: string }>(
      'select account_id from third_identity where provider = $1 and subject = $2',
      [provider, subjectOf(provider, person)],
    );
    return rows.map(({ account_id: id }) => id);
  }

  return { foundStudio, redeem, party, begin, proceed, given, land, end, linkedTo };
}
