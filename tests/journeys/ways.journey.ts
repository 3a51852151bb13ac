/** Ways in and out: the passport, the bridge, the matching site, what the address brings, and what is counted. */
import type { Page } from 'playwright-core';
import { closeBrowser, freshName, freshPhone, originOf, server, Visitor } from './visitor.ts';

afterAll(closeBrowser);
/** Accounts that every start with reference accounts has. */
const MASTER = { account: 'foyer_master', password: 'Foyer2026a' };
const FRONT = 'https://www.renderbus.example';

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.open('sign-in');
  await visitor.fill(MASTER);
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.at('console');
}

const stored = (page: Page, where: 'localStorage' | 'sessionStorage', key: string): Promise<string | null> =>
  page.evaluate(([store, name]) => window[store as 'localStorage'].getItem(name as string), [where, key] as const);

describe('the passport', () => {
  test.each(['renderbus', 'foxrenderfarm'])(
    'of %s: each value leads where it should, an unknown one to a way on',
    async (line) => {
      const visitor = await Visitor.arrive(line);
      const { providers } = visitor.line.line;
      for (const [business, provider, screen] of [
        ['wechat', 'wechat', 'wechat'],
        ['dingding', 'dingtalk', 'dingtalk'],
        ['qq', 'qq', undefined],
        ['google', 'google', undefined],
      ] as const) {
        const path = `/sso/passport?business=${business}`;
        const isOffered = providers.some((each) => each === provider);
        if (isOffered && screen === undefined) {
          // It may be at the provider's before it was live itself.
          await visitor.page.goto(`${visitor.origin}${path}`, { waitUntil: 'commit' });
          await visitor.page.waitForURL(/\/simulators\//);
          continue;
        }
        await visitor.open(path);
        if (isOffered && screen !== undefined) await visitor.at(screen);
        else await visitor.sees('screens.passport.states.not-offered.title');
      }
      await visitor.open(`/sso/passport?business=${line === 'renderbus' ? 'google' : 'qq'}`);
      await visitor.press('screens.passport.actions.sign-in');
      await visitor.at('sign-in');
      for (const query of [
        'business=toString',
        'business=',
        '',
        'business=WECHAT',
        'business=%00&token=x',
        'business=__proto__',
      ]) {
        await visitor.open(`/sso/passport?${query}`);
        await visitor.sees('screens.passport.states.unknown.title');
      }
      await visitor.open('/sso/passport?business=account-activate&token=nonsense-token&other=1');
      await visitor.at('activate');
      await visitor.sees('screens.activate.states.expired.title');
      expect(visitor.page.url()).not.toContain('nonsense-token');
      await visitor.open('/sso/passport?business=account-activate');
      await visitor.at('re-activate');
      await visitor.open('/sso/passport?business=reset-password&token=nonsense-token');
      await visitor.at('reset-done');
      await visitor.sees('screens.reset-done.states.expired.title');
      await visitor.open('/sso/passport?business=reset-password');
      await visitor.at('forgot-password');
      // The choice of software is for those who are signed in.
      await signIn(visitor);
      await visitor.open('/sso/passport?business=software-select');
      await visitor.at('software-select');
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
  );

  test('a link of an e-mail works by way of the passport', async () => {
    const visitor = await Visitor.arrive('foxrenderfarm');
    const username = freshName();
    const email = `${username}@mail.example`;
    await visitor.registersByEmail(email, username, 'Render2026x');
    const { link } = await visitor.newestMessage(email, 'activation');
    const token = new URL(link).searchParams.get('token') ?? '';
    await visitor.open(`/sso/passport?business=account-activate&token=${token}`);
    await visitor.at('activate');
    await visitor.press('screens.activate.actions.activate');
    await visitor.sees('screens.activate.states.done.title');
    expect(visitor.page.url()).not.toContain(token);
    await visitor.leave();
  });
});

describe('the bridge', () => {
  /** A page of another front end of the service, which opens the bridge and keeps what it hears. */
  async function frontEnd(visitor: Visitor, origin = FRONT): Promise<Page> {
    await visitor.context.route(`${origin}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Front</title><script>window.heard=[];addEventListener("message",(e)=>heard.push([e.origin,e.data]))</script>',
      }),
    );
    const page = await visitor.context.newPage();
    await page.goto(`${origin}/jobs`);
    return page;
  }
  const bridge = (source: string): string =>
    `${originOf('renderbus')}/entry/sso/bridge?source_url=${encodeURIComponent(source)}`;
  const heard = (page: Page): Promise<[string, Record<string, unknown>][]> =>
    page.evaluate(() => (window as unknown as { heard: [string, Record<string, unknown>][] }).heard);

  async function openFrom(page: Page, address: string): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      // Without a name: one of the last window's, which may still be closing, would be used again.
      page.evaluate((to) => void window.open(to), address),
    ]);
    await popup.waitForSelector('html[data-live]', { state: 'attached' });
    return popup;
  }

  test('tells a listed front end who is signed in, and one that is not listed nothing', async () => {
    const visitor = await Visitor.arrive('renderbus');
    const front = await frontEnd(visitor);
    const first = await openFrom(front, bridge(`${FRONT}/jobs`));
    await first.getByText(visitor.text('screens.bridge.states.signed-out.title')).waitFor();
    expect(await heard(front)).toEqual([
      [
        originOf('renderbus'),
        { type: 'foyer:session', version: 1, line: 'renderbus', state: 'signed-out', values: {} },
      ],
    ]);
    await first.close();
    await signIn(visitor);
    const second = await openFrom(front, bridge(`${FRONT}/jobs`));
    await second.getByText(visitor.text('screens.bridge.states.told.title')).waitFor();
    const [, [from, message]] = (await heard(front)) as [unknown, [string, { state: string; values: object }]];
    expect(from).toBe(originOf('renderbus'));
    expect(message).toMatchObject({ state: 'signed-in', values: { platform: '2' } });
    expect(Object.keys(message.values).sort()).toEqual(['platform', 'raySyncUserKey', 'userId']);
    await second.close();

    const evil = await frontEnd(visitor, 'https://www.renderbus.example.evil.example');
    for (const source of [
      'https://www.renderbus.example.evil.example/x',
      `${FRONT}@evil.example`,
      '*',
      '',
      '//evil.example',
    ]) {
      const refused = await openFrom(evil, bridge(source));
      await refused.getByText(visitor.text('screens.bridge.states.refused.title')).waitFor();
      await refused.close();
    }
    // Naming somebody else's origin makes the browser keep the message from the opener.
    const foreign = await openFrom(evil, bridge(`${FRONT}/jobs`));
    await foreign.getByText(visitor.text('screens.bridge.states.told.title')).waitFor();
    expect(await heard(evil)).toEqual([]);
    await visitor.leave();
  });

  test('is not framed by a page that is not listed', async () => {
    const visitor = await Visitor.arrive('renderbus');
    const frame = async (page: Page): Promise<void> => {
      await page.evaluate(
        (to) => {
          const made = document.createElement('iframe');
          made.src = to;
          document.body.append(made);
        },
        bridge(`${FRONT}/jobs`),
      );
      await page.waitForTimeout(4000);
    };
    const evil = await frontEnd(visitor, 'https://evil.example');
    await frame(evil);
    expect(await heard(evil)).toEqual([]);
    expect(evil.frames().filter((each) => each.url().includes('/entry/')).length).toBe(0);
    await visitor.leave();
  });

  test('opened as a page it goes back to the front end, by way of signing in where needed', async () => {
    const visitor = await Visitor.arrive('renderbus');
    await frontEnd(visitor);
    await visitor.page.goto(bridge(`${FRONT}/jobs?id=7`));
    await visitor.at('sign-in');
    await visitor.fill(MASTER);
    await visitor.press('screens.sign-in.forms.password.submit');
    await visitor.page.waitForURL(`${FRONT}/jobs?id=7`);
    await visitor.page.goto(
      `${originOf('renderbus')}/sso/passport?business=sso-bridge&source_url=${encodeURIComponent(`${FRONT}/again`)}`,
    );
    await visitor.page.waitForURL(`${FRONT}/again`);
    await visitor.leave();
  });
});

describe('the matching site', () => {
  test.each<[string, string]>([
    ['renderbus', 'https://www.foxrenderfarm.example/sso/signin?lang=zh_CN'],
    ['foxrenderfarm', 'https://www.renderbus.example/sso?lang=en'],
  ])('an account of the other region on %s: link, countdown, cancel', async (line, url) => {
    const visitor = await Visitor.arrive(line);
    await visitor.context.route(`${new URL(url).origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'there' }),
    );
    // The page's time stands still while a busy machine takes its own.
    const { clock } = visitor.page;
    await clock.install();
    await visitor.open('sign-in');
    await clock.pauseAt(Date.now() + 60_000);
    const wrong = line === 'renderbus' ? 'foyer_from_abroad' : 'foyer_from_home';
    const other = line === 'renderbus' ? '627' : '628';
    const submit = async (): Promise<void> => {
      await visitor.fill({ account: wrong, password: MASTER.password });
      await visitor.press('screens.sign-in.forms.password.submit');
      await visitor.page.getByRole('dialog').waitFor();
    };
    await submit();
    await visitor.sees(`errors.${other}`);
    const link = visitor.page.getByRole('dialog').getByRole('link', { name: visitor.text('errors.links.other-site') });
    expect(await link.getAttribute('href')).toBe(url);
    await clock.runFor(1000);
    await visitor.sees('frame.sends-away', { seconds: 4 });
    await visitor.press('frame.stay');
    await clock.runFor(6000);
    await visitor.at('sign-in');
    await submit();
    await clock.runFor(4000);
    await visitor.sees('frame.sends-away', { seconds: 1 });
    await clock.runFor(1000);
    await visitor.page.waitForURL(url);
    await visitor.leave();
  });

  test('is proposed where the address is, and never forced', async () => {
    const visitor = await Visitor.arrive('renderbus');
    await visitor.context.setExtraHTTPHeaders({ 'x-country': 'US' });
    await visitor.open('sign-in');
    await visitor.sees('screens.sign-in.texts.other-site');
    const link = visitor.page.getByRole('link', { name: visitor.text('screens.sign-in.links.other-site') });
    expect(await link.getAttribute('href')).toBe(`${visitor.line.line.otherZone?.url}?lang=zh_CN`);
    expect([
      await stored(visitor.page, 'sessionStorage', 'isDomestic'),
      await stored(visitor.page, 'sessionStorage', 'countryId'),
    ]).toEqual(['false', 'US']);
    await visitor.fill(MASTER);
    await visitor.press('screens.sign-in.forms.password.submit');
    await visitor.at('console');
    const home = await Visitor.arrive('renderbus');
    await home.context.setExtraHTTPHeaders({ 'x-country': 'CN' });
    await home.open('sign-in');
    await home.page.waitForFunction(() => sessionStorage.getItem('countryId') === 'CN');
    expect(await home.page.getByText(home.text('screens.sign-in.texts.other-site')).count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
    await home.leave();
  });
});

test('what the address brings: the inviter code without Chinese and punctuation, stored keys, dropped parameters', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const invite = encodeURIComponent('邀请码：STILL，2026！');
  const bodies: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.url().includes('/api/')) bodies.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await visitor.open(
    `/sso/register?inviteId=${invite}&businessType=5&key=secret-key&lang=en&comefrom=partner-1&bd_vid=visit-7&officialWebsiteEntry=top&source_url=${encodeURIComponent(`${FRONT}/x`)}`,
  );
  expect(await visitor.page.locator('html').getAttribute('lang')).toMatch(/^en/);
  const english = new Visitor(visitor.line, 'en', visitor.context, visitor.page, visitor.origin);
  await english.provesPhone(freshPhone());
  expect(await visitor.page.getByLabel(english.text('fields.inviter-code.label')).inputValue()).toBe('STILL2026');
  const local = Object.fromEntries(
    await Promise.all(
      ['comefrom', 'bd_vid', 'language', 'businessType', 'key', 'blockComefrom'].map(async (key) => [
        key,
        await stored(visitor.page, 'localStorage', key),
      ]),
    ),
  );
  expect(local).toEqual({
    comefrom: 'partner-1',
    bd_vid: 'visit-7',
    language: 'en',
    businessType: null,
    key: null,
    blockComefrom: null,
  });
  expect(await stored(visitor.page, 'sessionStorage', 'officialWebsiteEntry')).toBe('top');
  expect(await stored(visitor.page, 'sessionStorage', 'source_url')).toBe(`${FRONT}/x`);
  await visitor.page.waitForTimeout(500);
  expect(bodies.join('\n')).not.toContain('secret-key');
  const blocked = await Visitor.arrive('renderbus');
  await blocked.open('/sso?comefrom=partner-2&blockComefrom=1');
  expect(await stored(blocked.page, 'localStorage', 'comefrom')).toBeNull();
  expect(await stored(blocked.page, 'localStorage', 'blockComefrom')).toBe('1');
  await blocked.open('/sso?comefrom=partner-3');
  expect(await stored(blocked.page, 'localStorage', 'comefrom')).toBeNull();
  await visitor.leave();
  await blocked.leave();
});

test('where a visit goes back to is its own: reloads, links, Back, languages and a provider keep it, a page opened from elsewhere does not', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const { page } = visitor;
  const source = `${FRONT}/jobs`;
  const held = async (expected: string | null): Promise<void> => {
    await visitor.live();
    // What a page takes over comes one task after it is live.
    await page.waitForTimeout(100);
    expect([page.url(), await stored(page, 'sessionStorage', 'source_url')]).toEqual([page.url(), expected]);
  };
  await visitor.open(`/sso?source_url=${encodeURIComponent(source)}`);
  await held(source);
  await page.locator('a[href^="/sso/register"], a[href^="/sso/forgot"]').first().click();
  await page.waitForURL((url) => url.pathname !== '/sso');
  await held(source);
  await page.reload();
  await held(source);
  await page.locator('a[hreflang]:not([aria-current])').click();
  await page.waitForURL(/lang=/);
  await held(source);
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('a'), { href: '/sso', id: 'own' })),
  );
  await page.locator('#own').evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL((url) => url.pathname === '/sso');
  await held(source);
  await page.goBack();
  await held(source);
  // As a provider's answer comes: from its own pages, to the address that the server leads on.
  await page.goto(`${visitor.origin}/sso/oauth-callback`, { referer: 'https://accounts.example/' });
  await held(source);
  await page.goto(`${visitor.origin}/sso`, { referer: 'https://www.renderbus.example/' });
  await held(null);
  await page.reload();
  await held(null);
  await visitor.leave();
});

describe('what is counted', () => {
  /** Funnel events sent so far: screen, name, origin. */
  function watch(visitor: Visitor): string[] {
    const events: string[] = [];
    visitor.page.on('request', (request) => {
      if (!request.url().endsWith('/collector/data')) return;
      const { name, screen, comefrom } = JSON.parse(request.postData() ?? '{}') as Record<string, string>;
      events.push([screen, name, comefrom].filter(Boolean).join(' '));
    });
    return events;
  }
  const conversions = async (): Promise<{ url: string; status: number }[]> => {
    const answer = await fetch(`http://127.0.0.1:${server().port}/simulators/baidu`);
    return ((await answer.json()) as { conversions: { url: string; status: number }[] }).conversions;
  };

  test('a registration that an advertisement brought, step by step, once the page can be used', async () => {
    const visitor = await Visitor.arrive('renderbus');
    const events = watch(visitor);
    const visit = `busy-${freshName()}`;
    await visitor.open(`/sso/register?bd_vid=${visit}&comefrom=ad`);
    const phone = freshPhone();
    await visitor.fill({ phone });
    await visitor.press('widgets.code.send');
    const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
    await visitor.page.waitForFunction(() => Number(sessionStorage.getItem('isCounting')) > 0);
    await visitor.fill({ code: code ?? '' });
    await visitor.press('screens.register.forms.phone.submit', { proof: 'absent' });
    await visitor.fill({ username: freshName(), 'new-password': 'Render2026x' });
    await visitor.choose('business-type', 'still');
    await visitor.fill({ agreement: true });
    await visitor.press('screens.register.forms.phone.submit');
    await visitor.at('register-success');
    await visitor.page.waitForTimeout(500);
    expect(events).toEqual([
      'register register-shown ad',
      'register code-sent ad',
      'register registered ad',
      'register-success register-success-shown ad',
    ]);
    // The network is in trouble the first time, and hears of it the second.
    let statuses: number[] = [];
    for (let tries = 0; tries < 240 && statuses[0] !== 0; tries += 1) {
      statuses = (await conversions()).filter(({ url }) => url.includes(visit)).map(({ status }) => status);
      if (statuses[0] !== 0) await new Promise((done) => setTimeout(done, 250));
    }
    expect(statuses).toEqual([0, 4]);
    await visitor.leave();
  });

  test('nothing on pages that carry a token', async () => {
    const visitor = await Visitor.arrive('foxrenderfarm');
    const events = watch(visitor);
    for (const path of [
      '/sso/activate?token=x',
      '/sso/bridge/account-activate?token=x',
      '/sso/bridge/reset-password',
      '/sso/passport?business=qq',
    ]) {
      await visitor.page.goto(originOf('foxrenderfarm') + path);
      await visitor.live();
      await visitor.page.waitForTimeout(400);
    }
    expect(events.filter((each) => !each.startsWith('forgot-password '))).toEqual([]);
    await visitor.leave();
  });

  test('a blocked collector, and a network that does not answer, cost nobody anything', async () => {
    const visitor = await Visitor.arrive('renderbus');
    await visitor.context.route('**/buriedpointdata/**', (route) => route.abort());
    await visitor.context.route('**/checkIsDomesticIP', (route) => route.abort());
    await signIn(visitor);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
