/** From the button to the result, over HTTP, with WeChat, QQ and DingTalk: the server's own way, the adapters, the simulators. */
import { ENTERPRISE, OTHER_ENTERPRISE } from '../../../src/sandbox/dingtalk/dingtalk.ts';
import { storeEnterprise } from '../../../src/server/third-party/enterprises.ts';
import { type WholeBrowser, withWhole } from './whole.ts';

const whole = withWhole('renderbus');
const CALLS: Readonly<Record<string, string>> = {
  wechat: '/api/sso/thirdParty/login/wxLogin',
  qq: '/api/sso/thirdParty/login/qqLogin',
  dingtalk: '/api/sso/thirdParty/login',
};
const INVALID = { code: 'ThirdParty.State.Invalid' };

beforeAll(async () => {
  const { db } = whole.database;
  const [master] = await db.query<{ id: string }>(
    `insert into account (zone, home_line, kind, username, username_key, phone, phone_verified, business_type, status, user_key, language)
     values ('domestic', 'renderbus', 1, 'studio', 'studio', '+8613800000001', true, 0, 'active', 'key', 'zh') returning id`,
  );
  for (const { alias, corpId, clientId, clientSecret } of [ENTERPRISE, OTHER_ENTERPRISE]) {
    const given = { zone: 'domestic', alias, corpId, clientId, clientSecret, masterId: master?.id ?? '' } as const;
    await db.transaction((sql) => storeEnterprise(sql, whole.keys, given));
  }
});

async function begin(browser: WholeBrowser, provider: string, way = 'redirect') {
  const query = new URLSearchParams({ provider, way, ...(provider === 'dingtalk' ? { alias: ENTERPRISE.alias } : {}) });
  const { data } = await browser.call(`/api/sso/thirdParty/getToken?${query}`, undefined);
  return data as { state: string; url: string; widget?: Readonly<Record<string, string>> };
}

/** Through the provider's page and the way back. */
async function through(provider: string, choice: Readonly<Record<string, string>> = {}) {
  const browser = whole.browser();
  const { state, url } = await begin(browser, provider);
  const { to } = await browser.choose(url, choice);
  if (to) await browser.go(to);
  return { browser, state, to };
}

async function resultOf(provider: string, choice: Readonly<Record<string, string>> = {}) {
  const { browser, state } = await through(provider, choice);
  return browser.call(CALLS[provider] ?? '', { state });
}

test.each(['wechat', 'qq', 'google', 'apple', 'dingtalk'])(
  'without settings %s is a simulator, whose page says so',
  async (provider) => {
    const browser = whole.browser();
    const { url } = await begin(browser, provider);
    expect(new URL(url).pathname).toMatch(/^\/simulators\//);
    const { status, html } = await browser.go(url);
    expect([status, />Simulator of |>Simulator, not /.test(html)]).toEqual([200, true]);
  },
);

test.each(['wechat', 'qq'])('%s: somebody new is asked for an account', async (provider) => {
  expect(await resultOf(provider, { id: 'newcomer' })).toMatchObject({
    code: 200,
    data: { provider, result: 3, name: 'newcomer' },
  });
});

test('DingTalk: somebody new waits for the master of the enterprise', async () => {
  expect(await resultOf('dingtalk', { id: 'newcomer' })).toMatchObject({ code: 'DingTalk.Account.Waiting' });
});

test.each([
  ['wechat', 'no-unionid', 200],
  ['wechat', 'no-profile', 200],
  ['wechat', 'used', 'WeChat.Login.Failed'],
  ['wechat', 'expired', 'WeChat.Login.Failed'],
  ['wechat', 'busy', 'WeChat.Login.Failed'],
  ['wechat', 'down', 'WeChat.Login.Failed'],
  ['wechat', 'slow', 'WeChat.Login.Timeout'],
  ['qq', 'no-unionid', 200],
  ['qq', 'as-query', 200],
  ['qq', 'as-callback', 200],
  ['qq', 'other-app', 'QQ.Login.Failed'],
  ['qq', 'used', 'QQ.Login.Failed'],
  ['qq', 'down', 'QQ.Login.Failed'],
  ['qq', 'error-pair', 'QQ.Login.Failed'],
  ['dingtalk', 'code-only', 'DingTalk.Account.Waiting'],
  ['dingtalk', 'authcode-only', 'DingTalk.Account.Waiting'],
  ['dingtalk', 'other-corp', 'DingTalk.Member.Foreign'],
  ['dingtalk', 'no-corp', 'DingTalk.Member.Foreign'],
  ['dingtalk', 'not-member', 'DingTalk.Member.Foreign'],
  ['dingtalk', 'no-scope', 'DingTalk.Login.Failed'],
  ['dingtalk', 'used', 'DingTalk.Login.Failed'],
  ['dingtalk', 'down', 'DingTalk.Login.Failed'],
])('%s, %s: %s', async (provider, trouble, code) => {
  const answer = await resultOf(provider, { id: `${trouble}-${provider}`, trouble });
  expect(answer).toMatchObject({ code });
  // Only a provider that does not answer in time is an outage; what a visitor brings never is.
  expect(answer.status >= 500).toBe(String(code).endsWith('.Timeout'));
});

test.each(['wechat', 'dingtalk'])('%s: a refusal is told to the page, and ends the sign-in', async (provider) => {
  const browser = whole.browser();
  const { state, url } = await begin(browser, provider);
  const { to } = await browser.choose(url, { refuse: '1' });
  expect((await browser.go(to ?? '')).to?.search).toBe(`?provider=${provider}&state=${state}&refused=1`);
  expect(await browser.call(CALLS[provider] ?? '', { state })).toMatchObject(INVALID);
});

test('QQ: a refusal comes back nowhere, and the sign-in stays open until it is late', async () => {
  const { browser, state, to } = await through('qq', { refuse: '1' });
  expect(to).toBeUndefined();
  expect(await browser.call(CALLS.qq ?? '', { state })).toMatchObject(INVALID);
});

test.each(Object.keys(CALLS))('%s: another browser ends nothing', async (id) => {
  const theirs = await through(id, { id: 'attacker' });
  expect(await whole.browser().call(CALLS[id] ?? '', { state: theirs.state })).toMatchObject(INVALID);
});

test("QQ: the connect script's token is for sign-ins of its own way, which no line lists", async () => {
  const browser = whole.browser();
  const query = 'provider=qq&way=frame';
  expect(await browser.call(`/api/sso/thirdParty/getToken?${query}`, undefined)).toMatchObject({
    code: 'Forbidden',
  });
  const { state } = await begin(browser, 'qq', 'popup');
  expect(await browser.call(CALLS.qq ?? '', { state, accessToken: 'made-up' })).toMatchObject(INVALID);
});

describe('a code in a frame', () => {
  test.each(['wechat', 'dingtalk'])('%s: its frame is there, and the phone decides', async (provider) => {
    const browser = whole.browser();
    const { state, widget = {} } = await begin(browser, provider, 'frame');
    const frame = await browser.go(`/foyer/frames/${provider}?${new URLSearchParams(widget)}`);
    expect(frame.status).toBe(200);
    const { html } = await browser.go(widget.src ?? '');
    const phone = /<a href="([^"]+)" target="_blank"/.exec(html)?.[1] ?? '';
    const ticket = /data-ticket="([^"]+)"/.exec(html)?.[1] ?? '';
    await browser.choose(new URL(phone, whole.own).href, { id: `scanner-${provider}` });
    const to =
      provider === 'wechat'
        ? await wechatBack(browser, ticket, /data-back="([^"]+)"/.exec(html)?.[1] ?? '', state)
        : JSON.parse((await browser.go(`/simulators/dingtalk/login/news?ticket=${ticket}`)).html).redirectUrl;
    const back = await browser.go(to, { how: 'framed' });
    expect(back.to?.search).toBe(`?provider=${provider}&state=${state}`);
    const ended = await browser.call(CALLS[provider] ?? '', { state, receipt: back.to?.hash.slice(1) });
    expect(ended.code).toBe(provider === 'wechat' ? 200 : 'DingTalk.Account.Waiting');
  });

  async function wechatBack(browser: WholeBrowser, ticket: string, back: string, state: string): Promise<string> {
    const { html } = await browser.go(`/simulators/wechat/connect/l/qrconnect?uuid=${ticket}`);
    const code = /wx_errcode=405;window\.wx_code='([\w-]+)'/.exec(html)?.[1] ?? '';
    return `${back}?${new URLSearchParams({ code, state })}`;
  }
});

test('no code, state, token or secret is logged', async () => {
  for (const provider of Object.keys(CALLS)) {
    const { state, to, browser } = await through(provider, { id: 'quiet', trouble: 'down' });
    await browser.call(CALLS[provider] ?? '', { state });
    const code = to?.searchParams.get('code') ?? 'no code';
    for (const secret of [code, state, ENTERPRISE.clientSecret, 'sim-wechat-secret', 'sim-qq-secret'])
      expect(whole.logs()).not.toContain(secret);
  }
  expect(whole.logs()).toContain('HTTP 502');
});
