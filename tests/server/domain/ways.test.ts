/** Ways in and out, at the server: the region of an address, counting, conversions, and links that only lead home. */
import { linkOrigin, screenUrl } from '../../../src/server/codes/links.ts';
import type { OutgoingMessage } from '../../../src/server/types.ts';
import { type Browser, type Reply, withWorld } from './world.ts';

const world = withWorld();

describe('where a visitor is', () => {
  test.each<[string, string | undefined, boolean, boolean]>([
    ['renderbus', undefined, true, false],
    ['renderbus', 'CN', true, false],
    ['renderbus', 'US', false, true],
    ['renderbus', 'HK', false, true],
    ['foxrenderfarm', undefined, false, false],
    ['foxrenderfarm', 'DE', false, false],
    ['foxrenderfarm', 'CN', true, true],
  ])('%s, country %s', async (line, country, isDomestic, otherSite) => {
    const browser = world.browser(line);
    if (country !== undefined) browser.extra = { country };
    const { code, data } = await browser.call('check-is-domestic-ip');
    expect([code, data]).toEqual([200, { isDomestic, countryId: country ?? '', otherSite }]);
  });

  test('a line without a matching site proposes none', async () => {
    const browser = world.browser('renderbus', { otherZone: undefined });
    browser.extra = { country: 'US' };
    expect((await browser.call('check-is-domestic-ip')).data.otherSite).toBe(false);
  });
});

describe('what is counted', () => {
  const rows = () =>
    world.db.query('select line, screen, name, come_from, entry, seen::int from funnel_event order by come_from, name');
  beforeEach(() => world.db.query('delete from funnel_event'));

  test('one row for each step and origin, with its number', async () => {
    const browser = world.browser();
    const shown = { name: 'sign-in-shown', screen: 'sign-in' };
    for (let nth = 0; nth < 3; nth += 1) await browser.call('collect-data', shown);
    await browser.call('collect-data', {
      ...shown,
      comefrom: `partner ${'x'.repeat(200)}`,
      officialWebsiteEntry: 'top',
    });
    expect(await rows()).toEqual([
      { line: 'renderbus', screen: 'sign-in', name: 'sign-in-shown', come_from: '', entry: '', seen: 3 },
      {
        line: 'renderbus',
        screen: 'sign-in',
        name: 'sign-in-shown',
        come_from: `partner ${'x'.repeat(56)}`,
        entry: 'top',
        seen: 1,
      },
    ]);
  });

  test('made-up origins do not fill the table, nor one address', async () => {
    await world.db.query(
      `insert into funnel_event (day, zone, line, screen, name, come_from, seen)
       select foyer_now()::date, 'domestic', 'renderbus', 'sign-in', 'x', n::text, 1 from generate_series(1, 2000) n`,
    );
    await world.browser().call('collect-data', { name: 'x', screen: 'sign-in', comefrom: 'flood' });
    const [row] = await world.db.query("select screen, come_from from funnel_event where name = 'other'");
    expect(row).toEqual({ screen: 'other', come_from: 'other' });
    const browser = world.browser();
    let last: Reply | undefined;
    for (let nth = 0; nth < 121; nth += 1) last = await browser.call('collect-data', { name: 'y', screen: 'sign-in' });
    expect(last?.code).toBe('Common.RequestLimitExceeded');
  });

  test.each([
    { name: 'Sign in', screen: 'sign-in' },
    { name: 'x', screen: '../x' },
    { name: 'x' },
    { name: 'x', screen: 'y', token: 'z' },
  ])('refuses %j', async (body) => {
    expect((await world.browser().call('collect-data', body)).code).toMatch(/^(Invalid|Empty)Parameter$/);
  });
});

describe('a registration that an advertisement brought', () => {
  const queued = async (): Promise<OutgoingMessage[]> =>
    (await world.messages('conversion')).filter(({ channel }) => channel === 'conversion');

  async function registered(): Promise<{ browser: Browser; rsAuthToken: string }> {
    const browser = world.browser();
    browser.extra = { reportsConversions: true };
    const phone = world.phone();
    const { data } = await browser.call('register-phone', {
      phone,
      code: await browser.code(phone, 'register'),
      username: `ad_${phone.slice(-8)}`,
      password: await browser.digest('Render2026x'),
      businessType: 0,
      agreement: true,
    });
    return { browser, rsAuthToken: data.rsAuthToken };
  }

  test('is queued once, with the landing address and the time, whatever is repeated at once', async () => {
    const { browser, rsAuthToken } = await registered();
    const before = (await queued()).length;
    const bdVid = 'visit&x=1#top';
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => browser.call('baidu-clue', { bdVid, rsAuthToken })),
    );
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]));
    const messages = (await queued()).slice(before);
    expect(messages).toHaveLength(1);
    const url = new URL(String(messages[0]?.params.url));
    expect([url.origin, url.pathname, url.searchParams.get('bd_vid'), url.hash]).toEqual([
      'https://www.renderbus.example',
      '/sso/register',
      bdVid,
      '',
    ]);
    expect(Math.abs(Number(messages[0]?.params.at) - Date.now() / 1000)).toBeLessThan(86400 * 30);
  });

  test('still counts after the rendering user was registered with the same token', async () => {
    const { browser, rsAuthToken } = await registered();
    const [account] = await world.db.query<{ username: string }>(
      'select username from account order by created_at desc limit 1',
    );
    await browser.call('rendering-register', { userName: account?.username, version: '1.0.0', rsAuthToken });
    const before = (await queued()).length;
    expect((await browser.call('baidu-clue', { bdVid: 'later', rsAuthToken })).code).toBe(200);
    expect((await queued()).length).toBe(before + 1);
  });

  test('is not queued for another browser, a made-up token, an old one, or where nobody listens; the answer is the same', async () => {
    const { browser, rsAuthToken } = await registered();
    const before = (await queued()).length;
    const stranger = world.browser();
    stranger.extra = { reportsConversions: true };
    const silent = browser.copy();
    const replies = [
      await stranger.call('baidu-clue', { bdVid: 'x', rsAuthToken }),
      await browser.call('baidu-clue', { bdVid: 'x', rsAuthToken: 'made-up' }),
      await silent.call('baidu-clue', { bdVid: 'x', rsAuthToken }),
    ];
    await world.shiftClock(601);
    replies.push(await browser.call('baidu-clue', { bdVid: 'x', rsAuthToken }));
    for (const { code, data } of replies) expect([code, data]).toEqual([200, {}]);
    expect((await queued()).length).toBe(before);
  });
});

/** Hosts that a request may claim; a link never leads to one that is not the line's. */
const HOSTILE = [
  'https://evil.example',
  'https://www.renderbus.example.evil.example',
  'https://evil-renderbus.example',
  'https://renderbus.example.evil.example:8443',
  'https://www.dragonforeign.example.evil.example',
  'https://evildragonforeign.example',
  'https://xn--renderbus-1g.example',
  'http://evil.localhost:4400',
];

test.each(['renderbus', 'dragonforeign'])('links of %s are built on hosts of its own only', (line) => {
  const context = world.browser(line).context();
  const own = (host: string): boolean =>
    context.line.line.hosts.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : each === host));
  for (const origin of HOSTILE) {
    const link = new URL(screenUrl({ ...context, origin }, 'register', { next: '//evil.example' }));
    expect([origin, own(link.hostname), link.protocol]).toEqual([origin, true, 'https:']);
    expect(new URL(linkOrigin({ ...context, origin })).hostname).toBe(link.hostname);
  }
});

test('a line that links to the present host does so for its own hosts only', () => {
  const context = world.browser('dragonforeign').context();
  const on = (origin: string): string => linkOrigin({ ...context, origin });
  expect(on('https://www.dragonforeign.example')).toBe('https://www.dragonforeign.example');
  // Below a wildcard, or on another port, somebody else may listen: a stranger who asks for the link would choose who.
  expect(on('https://login.dragonforeign.example')).toBe('https://www.dragonforeign.example');
  expect(on('https://a.b.dragonforeign.example:31337')).toBe('https://www.dragonforeign.example');
  expect(on('https://www.dragonforeign.example:8443')).toBe('https://www.dragonforeign.example');
  expect(on('https://evil.example')).toBe('https://www.dragonforeign.example');
  expect(on('https://dragonforeign.example.evil.example')).toBe('https://www.dragonforeign.example');
});
