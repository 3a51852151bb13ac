/**
 * Two profiles and one sign-in: whoever finishes what somebody else began is asked to start again, by every provider and way, in both
 * directions, signed in or not; and who began can still end it.
 */
import type { Page } from 'playwright-core';
import { codeShown, decide, MASTER, SIMULATOR, signedIn, title } from './third-party.ts';
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const INVALID = 'ThirdParty.State.Invalid';
const CALLS: Readonly<Record<string, string>> = {
  wechat: '/api/sso/thirdParty/login/wxLogin',
  qq: '/api/sso/thirdParty/login/qqLogin',
  google: '/api/sso/thirdParty/google/login',
  apple: '/api/sso/thirdParty/login/appleLogin',
  dingtalk: '/api/sso/thirdParty/login',
};
/** Line, provider, way, and what a sign-in of its own brings the browser that began. */
const ROWS = [
  ['renderbus', 'wechat', 'redirect'],
  ['renderbus', 'wechat', 'popup'],
  ['renderbus', 'wechat', 'frame'],
  ['renderbus', 'qq', 'redirect'],
  ['renderbus', 'qq', 'popup'],
  ['pkdragon', 'qq', 'frame'],
  ['renderbus', 'dingtalk', 'redirect'],
  ['renderbus', 'dingtalk', 'popup'],
  ['renderbus', 'dingtalk', 'frame'],
  ['foxrenderfarm', 'google', 'redirect'],
  ['foxrenderfarm', 'google', 'popup'],
  ['dragonforeign', 'google', 'frame'],
  ['dragonforeign', 'google', 'post'],
  ['foxrenderfarm', 'apple', 'redirect'],
  ['foxrenderfarm', 'apple', 'popup'],
] satisfies Row[];
type Row = readonly [line: string, provider: string, way: string];

interface Begun {
  readonly state: string;
  readonly url: string;
  readonly widget?: Readonly<Record<string, string>>;
}

/** Asks the service as the page of a visitor would. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a call answers
async function call(visitor: Visitor, path: string, body?: object): Promise<any> {
  return visitor.page.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json' };
      const posted = sent === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(sent) };
      return (await fetch(to as string, posted)).json();
    },
    [path, body] as const,
  );
}

async function begin(visitor: Visitor, [, provider, way]: Row, purpose: string): Promise<Begun> {
  const query = new URLSearchParams({ provider, way, purpose, alias: 'foyer-studio' });
  if (provider !== 'dingtalk') query.delete('alias');
  const { code, data } = await call(visitor, `/api/sso/thirdParty/getToken?${query}`);
  if (code !== 200) throw new Error(`No state: ${code}`);
  return data;
}

const end = async (visitor: Visitor, provider: string, state: string) =>
  (await call(visitor, CALLS[provider] ?? '', { state })).code;
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await call(visitor, '/api/foyer/session')).code === 200;

/** Through the provider's page at an address that somebody was sent, as `linked`, as far as our own page again. */
async function follow(page: Page, [, provider, way]: Row, { url, widget }: Begun): Promise<void> {
  // WeChat's page never ends loading: it waits for news.
  await page.goto(way === 'frame' && widget?.src !== undefined ? widget.src : url, { waitUntil: 'commit' });
  if (way === 'post') await page.getByRole('button').click();
  if (way === 'frame' && widget?.src !== undefined) {
    await page.locator('a').first().waitFor();
    const told = provider === 'dingtalk' ? toldBy(page) : undefined;
    const phone = await page.context().newPage();
    const link = await page.locator('a').first().getAttribute('href');
    await phone.goto(new URL(link ?? '', page.url()).href);
    await decide(phone, { person: 'linked' });
    await phone.getByText('Confirmed').first().waitFor();
    await phone.close();
    // DingTalk's page goes nowhere by itself: a stranger would have to send the address on.
    if (told !== undefined) await page.goto(await told);
  } else await decide(page, { person: 'linked' });
}

/** The address that DingTalk's page tells whoever is around it, here the page itself. */
const toldBy = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('message', ({ data }) => data?.success && resolve(data.redirectUrl));
      }),
  );

async function startsAgain(visitor: Visitor): Promise<void> {
  await visitor.sees(title('oauth-callback', 'expired'));
  const { search, hash } = new URL(visitor.page.url());
  expect([search, hash]).toEqual(['', '']);
  await visitor.button('screens.oauth-callback.actions.sign-in').waitFor();
}

/** What the provider sends back to the redirect address, stopped before it arrives. */
async function caught(visitor: Visitor, row: Row, begun: Begun): Promise<{ url: string; form: string | null }> {
  const page = await visitor.context.newPage();
  let found: { url: string; form: string | null } | undefined;
  const body = 'caught';
  await page.route(/\/sso\/oauth-callback\/\w+/, (route) => {
    found ??= { url: route.request().url(), form: route.request().postData() };
    return route.fulfill({ contentType: 'text/html', body });
  });
  // Where a form of the provider's leads is fetched without asking again.
  await page.route(SIMULATOR, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answered = await route.fetch({ maxRedirects: 0 });
    const to = answered.headers().location;
    if (to === undefined) return route.fulfill({ response: answered });
    found ??= { url: to, form: null };
    return route.fulfill({ contentType: 'text/html', body });
  });
  await follow(page, row, begun);
  await page.getByText('caught').waitFor();
  await page.close();
  if (found === undefined) throw new Error('Nothing came back.');
  return found;
}

/** Has a browser bring it: by its address, or by a form that a page of another site posts. */
async function bring(visitor: Visitor, { url, form }: { url: string; form: string | null }): Promise<void> {
  if (form === null) return void (await visitor.page.goto(url));
  const fields = [...new URLSearchParams(form)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value='${value}'>`)
    .join('');
  await visitor.context.route('https://elsewhere.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${url}">${fields}</form><script>document.forms[0].submit()</script>`,
    }),
  );
  await visitor.page.goto('https://elsewhere.example/');
}

/** Somebody in a profile of their own, signed in where an account is named. */
async function arrive(line: string, account?: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(line);
  await visitor.open('sign-in');
  if (account !== undefined) {
    await visitor.fill({ account, password: MASTER.password });
    await visitor.press('screens.sign-in.forms.password.submit');
    await signedIn(visitor);
  }
  return visitor;
}

const hasLanding = ([, provider, way]: Row): boolean =>
  way !== 'frame' || provider === 'wechat' || provider === 'dingtalk';

describe.each(ROWS)('%s, %s, %s', (...row) => {
  const [line, provider, way] = row;
  const purposes = provider === 'dingtalk' ? (['sign-in'] as const) : (['sign-in', 'bind'] as const);

  test.each(purposes)('the victim finishes what a stranger began, to %s', async (purpose) => {
    const stranger = await arrive(line, purpose === 'bind' ? 'foyer_phoneless' : undefined);
    const victim = await arrive(line);
    const begun = await begin(stranger, row, purpose);
    await follow(victim.page, row, begun);
    await startsAgain(victim);
    expect(await isSignedIn(victim)).toBe(false);
    expect(await end(victim, provider, begun.state)).toBe(INVALID);
    expect(await end(stranger, provider, begun.state)).toBe(INVALID);

    if (hasLanding(row) && way !== 'frame') {
      // Who began is not kept from ending it.
      const page = await stranger.context.newPage();
      await follow(page, row, begun);
      await page.waitForURL((url) => !SIMULATOR.test(url.pathname) && !url.pathname.startsWith('/foyer/'));
      await page.close();
    }
    await victim.leave();
    await stranger.leave();
  });

  if (way === 'frame')
    test("our own frame, opened by a link with a stranger's sign-in in it, hands nothing to anybody", async () => {
      const stranger = await arrive(line);
      const victim = await arrive(line);
      const begun = await begin(stranger, row, 'sign-in');
      const params = provider === 'qq' ? { language: 'zh-CN' } : begun.widget;
      const address = `${victim.origin}/foyer/frames/${provider}?${new URLSearchParams(params)}`;
      await victim.page.goto(address, { waitUntil: 'commit' });
      if (hasLanding(row)) {
        const shown = await codeShown(victim);
        const phone = await victim.context.newPage();
        await phone.goto(new URL((await shown.locator('a').first().getAttribute('href')) ?? '', shown.url()).href);
        await decide(phone, { person: 'linked' });
        await phone.getByText('Confirmed').first().waitFor();
        await phone.close();
        await victim.page
          .frameLocator('iframe')
          .getByText(victim.text(title('oauth-callback', 'expired')))
          .waitFor();
      } else {
        const button = victim.page.getByRole('button').first();
        const [opened] = await Promise.all([victim.page.waitForEvent('popup'), button.click()]);
        const ended = Promise.race([
          opened.waitForEvent('close'),
          opened.waitForURL((url) => !SIMULATOR.test(url.pathname)),
        ]);
        await decide(opened, { person: 'linked' });
        await ended;
      }
      expect(await end(stranger, provider, begun.state)).toBe(INVALID);
      await victim.open('sign-in');
      expect(await isSignedIn(victim)).toBe(false);
      await victim.leave();
      await stranger.leave();
    });

  if (hasLanding(row))
    test.each(purposes)("what came back for a stranger is brought to the victim's browser, to %s", async (purpose) => {
      const account = purpose === 'bind' ? 'foyer_phoneless' : undefined;
      const stranger = await arrive(line, purpose === 'bind' ? MASTER.account : undefined);
      const victim = await arrive(line, account);
      const theirs = await begin(stranger, row, purpose);
      await begin(victim, row, purpose);
      await bring(victim, await caught(stranger, row, theirs));
      await startsAgain(victim);
      expect(await isSignedIn(victim)).toBe(account !== undefined);
      expect(await end(victim, provider, theirs.state)).toBe(INVALID);
      await victim.leave();
      await stranger.leave();
    });
});
