/** Links without scripts: whose a visit is and until when, and that looking ahead spends nothing of it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../src/server/http/dependencies.ts';
import { makePage } from '../../../src/server/http/page.ts';
import { keepOutcome } from '../../../src/server/http/posted-visit.ts';
import type { Posted } from '../../../src/server/http/renderer.ts';
import { stillPage } from '../../../src/server/http/still-page.ts';
import { addressOf, openVisit, sealVisit, withVisit } from '../../../src/server/http/visit.ts';
import { newFlow, readFlows, renewFlow } from '../../../src/server/sessions/flow.ts';
import type { CookieName } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { testKeys } from '../domain/world.ts';

const database = withDatabase();
const keys = testKeys();
const deps = (): AppDeps => ({ db: database.db, keys, secure: false }) as unknown as AppDeps;
const PATH = '/sso/resetpassword';
const SCREEN = 'reset-password';

interface Asked {
  readonly url?: string;
  readonly line?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly release?: object;
}

const own = { 'foyer-domestic-flow': newFlow(keys, 'domestic') };

function ask({ url = PATH, line = 'renderbus', method = 'GET', headers = {}, cookies = own, release = {} }: Asked) {
  const languages = { default: 'zh', others: ['en'] };
  const server = { name: line, line: { zone: 'domestic', languages, name: line }, messages: { zh: {} } };
  return {
    url,
    method,
    headers,
    cookies: { ...cookies },
    arrival: { line: { name: line, server }, release, own: 'https://www.example', origin: 'https://www.example' },
  } as unknown as FastifyRequest;
}

/** The same browser, that signed in since. */
function signedInSince(): Record<string, string> {
  const jar = new Map<CookieName, string>([['flow', own['foyer-domestic-flow']]]);
  renewFlow({
    keys,
    zone: 'domestic',
    cookies: {
      get: (name) => jar.get(name),
      set: (name, value) => void jar.set(name, value),
      clear: (name) => void jar.delete(name),
    },
  });
  return Object.fromEntries([...jar].map(([name, value]) => [`foyer-domestic-${name}`, value]));
}

const BROUGHT = { search: '?token=To-ken_1' };
const MINUTE = 60_000;
afterEach(() => jest.restoreAllMocks());

describe('a visit', () => {
  const rows: readonly [what: string, asked: Asked, after: number, screen: string, opens: boolean][] = [
    ['in its browser', {}, 0, SCREEN, true],
    ['in its browser, that signed in since', { cookies: signedInSince() }, 0, SCREEN, true],
    ['a moment before its end', {}, 30 * MINUTE - 1, SCREEN, true],
    ['at its end', {}, 30 * MINUTE, SCREEN, false],
    ['a day later', {}, 24 * 60 * MINUTE, SCREEN, false],
    ['in another browser', { cookies: { 'foyer-domestic-flow': newFlow(keys, 'domestic') } }, 0, SCREEN, false],
    ['in a browser without cookies, as a scanner of mails is', { cookies: {} }, 0, SCREEN, false],
    ['on another screen', {}, 0, 'activate', false],
    ['on another line', { line: 'pkdragon' }, 0, SCREEN, false],
  ];
  test.each(rows)('%s', (_what, asked, after, screen, opens) => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const id = sealVisit(ask({}), deps(), SCREEN, BROUGHT);
    clock.mockReturnValue(now + after);
    // Found again as often as it is asked for: nothing is spent.
    for (let nth = 0; nth < 2; nth += 1) {
      const request = ask({ ...asked, url: withVisit(PATH, id) });
      const found = openVisit(request, deps(), screen);
      expect(found?.search).toBe(opens ? BROUGHT.search : undefined);
      // What is none counts as a damaged link: its page says so, and offers another.
      expect(addressOf(request, 'token', found)).toBe(`${PATH}${opens ? BROUGHT.search : '?token=visit'}`);
    }
  });

  test.each([
    ['cut short', (id: string) => id.slice(0, -2)],
    ['of other letters', (id: string) => id.replace(/..$/, 'AA')],
    ['longer than any', (id: string) => id.padEnd(7000, 'a')],
    ['a word', () => 'none'],
    ['what we sealed for something else', () => keys.seal('cookie', JSON.stringify({ of: 'sent' }))],
  ])('%s is none', (_what, change) => {
    const id = change(sealVisit(ask({}), deps(), SCREEN, BROUGHT));
    expect(openVisit(ask({ url: withVisit(PATH, id) }), deps(), SCREEN)).toBeUndefined();
  });

  test('is not made for a browser without cookies, nor of more than an address holds', () => {
    expect(sealVisit(ask({ cookies: {} }), deps(), SCREEN, BROUGHT)).toBe('');
    expect(sealVisit(ask({}), deps(), SCREEN, { search: `?token=${'a'.repeat(6000)}` })).toBe('');
  });
});

const usual = { ...makePage(Buffer.from('<p>usual</p>'), undefined, {}), linked: 'token' };
const EMPTY = { screen: SCREEN, state: {}, session: {}, local: {} } as unknown as Posted['visit'];
const shownOf = { state: { failure: 'wrong' } };

/** A release whose page comes to what the test wants. */
const releaseThat = (posted: Partial<Posted>, more: object = {}): object => ({
  post: async () => ({ visit: EMPTY, path: PATH, cookies: {}, ...posted }),
  page: async () => undefined,
  visited: async (_line: string, _language: string, visit: Posted['visit']) =>
    makePage(Buffer.from(`<a href="${PATH}?lang=en">en</a>${JSON.stringify(visit.state)}`), undefined, {}),
  ...more,
});
const reply = { header: () => reply, setCookie: () => reply } as unknown as FastifyReply;
const come = (asked: Asked) => stillPage(ask(asked), reply, deps(), { screen: SCREEN, page: usual });
const bodyOf = (came: Awaited<ReturnType<typeof come>>): string =>
  came !== undefined && 'page' in came ? came.page.html.toString('utf8') : JSON.stringify(came);

describe('its page', () => {
  test('comes to the link anew each time, and keeps its id in another language', async () => {
    const id = sealVisit(ask({}), deps(), SCREEN, BROUGHT);
    const addresses: string[] = [];
    const release = releaseThat(
      {},
      {
        post: async (_line: string, _language: string, _screen: string, { address }: { address: string }) => {
          addresses.push(address);
          return { visit: EMPTY, path: PATH, cookies: {} };
        },
      },
    );
    for (let nth = 0; nth < 2; nth += 1)
      expect(bodyOf(await come({ url: withVisit(PATH, id), release }))).toContain(
        `href="${PATH}?lang=en&amp;visit=${encodeURIComponent(id)}"`,
      );
    expect(addresses).toEqual([PATH + BROUGHT.search, PATH + BROUGHT.search]);
  });

  test.each<[string, Partial<Posted>, object, string]>([
    ['to a page of ours', { leaves: 'https://www.example/console' }, {}, '{"to":"https://www.example/console"}'],
    [
      'to another form',
      { visit: { ...EMPTY, screen: 'forgot-password' }, path: '/sso/forgotpassword' },
      { page: async () => ({ keeps: [] }) },
      '{"to":"/sso/forgotpassword"}',
    ],
  ])('leads %s', async (_what, posted, more, to) => {
    const id = sealVisit(ask({}), deps(), SCREEN, BROUGHT);
    expect(bodyOf(await come({ url: withVisit(PATH, id), release: releaseThat(posted, more) }))).toBe(to);
  });

  const GLANCES: readonly [what: string, asked: Asked][] = [
    ['a HEAD', { method: 'HEAD' }],
    ['a browser that fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a browser that draws ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older one that fetches ahead', { headers: { purpose: 'prefetch' } }],
    ['one more', { headers: { 'x-moz': 'prefetch' } }],
    ['a scanner without cookies', { cookies: {} }],
    ['another browser', { cookies: { 'foyer-domestic-flow': newFlow(keys, 'domestic') } }],
  ];
  test.each(GLANCES)('what came of its form is told once, and not to %s', async (_what, asked) => {
    const id = sealVisit(ask({}), deps(), SCREEN, BROUGHT);
    const visit = { ...EMPTY, ...shownOf } as unknown as Posted['visit'];
    await keepOutcome(ask({}), reply, deps(), { visit, sent: {} }, id);
    const release = releaseThat({});
    const url = withVisit(PATH, id);
    for (let nth = 0; nth < 2; nth += 1) await come({ ...asked, url, release });
    const told: boolean[] = [];
    for (let nth = 0; nth < 2; nth += 1) told.push(bodyOf(await come({ url, release })).includes('wrong'));
    expect(told).toEqual([true, false]);
  });
});

test('a browser’s former flows are read for its present one alone', () => {
  const [since, other] = [signedInSince(), newFlow(keys, 'domestic')];
  const former = since['foyer-domestic-former'];
  expect(readFlows(keys, 'domestic', { flow: since['foyer-domestic-flow'], former }).former).toHaveLength(1);
  expect(readFlows(keys, 'domestic', { flow: other, former }).former).toEqual([]);
});
