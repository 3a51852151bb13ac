import { readFileSync } from 'node:fs';
import {
  createCookieJar,
  createMemoryCookieJar,
  createMemoryTextStore,
  createStore,
  keepsCookies,
  openStorage,
  type TextStore,
} from '../../src/browser/storage.ts';

const keys = {
  language: { where: ['local', 'cookie'] },
  biz: { where: ['session'] },
  both: { where: ['local', 'session'] },
  comefrom: { where: ['local'], days: 30 },
} as const;

const refuse = (): never => {
  throw new DOMException('blocked', 'SecurityError');
};
const blocked: TextStore = { getItem: refuse, setItem: refuse, removeItem: refuse };

function setUp(stores: { local?: TextStore; session?: TextStore; events?: EventTarget } = {}) {
  let now = 1_000;
  const local = stores.local ?? createMemoryTextStore();
  const session = stores.session ?? createMemoryTextStore();
  const cookies = createMemoryCookieJar();
  const { events } = stores;
  const store = createStore({ keys, local, session, cookies, now: () => now, ...(events ? { events } : {}) });
  return { store, local, session, cookies, pass: (ms: number) => (now += ms) };
}

test('a key is written to each of its stores, as bare text', () => {
  const { store, local, cookies } = setUp();
  store.write('language', 'zh');
  expect([local.getItem('language'), cookies.get('language'), store.read('language')]).toEqual(['zh', 'zh', 'zh']);
  store.remove('language');
  expect([local.getItem('language'), cookies.get('language'), store.read('language')]).toEqual([
    null,
    undefined,
    undefined,
  ]);
});

test("the tab's own value comes before the browser's", () => {
  const { store, local } = setUp();
  store.write('both', 'mine');
  local.setItem('both', 'of another tab');
  expect(store.read('both')).toBe('mine');
});

const { keys: real } = JSON.parse(readFileSync('lines/_base/stored.json', 'utf8')) as {
  keys: Record<string, { where: ('local' | 'session' | 'cookie')[]; days?: number; query?: string; unless?: string }>;
};

test.each([
  ['language', 'local cookie'],
  ['languageFlag', 'local cookie'],
  ['loginType', 'local'],
  ['userKey', 'local'],
  ['userId', 'local'],
  ['platform', 'local'],
  ['raySyncUserKey', 'local session'],
  ['biz', 'session'],
  ['accessId', 'session'],
  ['isCounting', 'session'],
  ['clientRSThirdToken', 'session'],
  ['thirdPartyBusiness', 'session'],
  ['dingdingAlias', 'local'],
  ['source_url', 'session'],
  ['officialWebsiteEntry', 'session'],
  ['comefrom', 'local', 30],
  ['blockComefrom', 'local', 30],
  ['bd_vid', 'local', 30],
  ['isDomestic', 'session'],
  ['countryId', 'session'],
  ['mini-bound-coupon', 'local'],
] as const)('the contract: %s is written to %s, for days: %s', (key, where, days = undefined) => {
  let now = 1_000;
  const places = { local: createMemoryTextStore(), session: createMemoryTextStore() };
  const cookies = createMemoryCookieJar();
  const store = createStore({ keys: real, ...places, cookies, now: () => now });
  store.write(key, 'v');
  const found = [
    ...(['local', 'session'] as const).filter((place) => places[place].getItem(key) !== null),
    ...(cookies.get(key) === undefined ? [] : ['cookie']),
  ];
  expect(found.join(' ')).toBe(where);
  now += 30 * 86_400_000 + 1;
  expect(store.read(key)).toBe(days === undefined ? 'v' : undefined);
});

test('a key with a life span ends', () => {
  const { store, local, pass } = setUp();
  store.write('comefrom', 'ad');
  pass(30 * 86_400_000 - 1);
  expect(store.read('comefrom')).toBe('ad');
  pass(2);
  expect(store.read('comefrom')).toBeUndefined();
  expect(local.getItem('comefrom')).toBeNull();
});

test('another tab that changes or removes a key is heard, until one stops listening', () => {
  const events = new EventTarget();
  const { store } = setUp({ events });
  const heard = jest.fn();
  const stop = store.watch('biz', heard);
  const change = (key: string | null, oldValue: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue }));
  change('comefrom', 'ad');
  change('biz', null);
  expect(heard).not.toHaveBeenCalled();
  change('biz', 'one');
  change(null, null);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  change('biz', 'one');
  expect(heard).toHaveBeenCalledTimes(2);
});

test('an undeclared key is refused loudly', () => {
  const { store } = setUp();
  expect(() => store.write('unknown', 'x')).toThrow('unknown');
  expect(() => store.read('toString')).toThrow('toString');
});

test('blocked storage falls back to memory for the visit, and says so', () => {
  const { store } = setUp({ local: blocked, session: openStorage(refuse) });
  store.write('language', 'zh');
  store.write('biz', 'b');
  store.keep('flow', { a: 1 });
  expect([store.read('language'), store.read('biz'), store.kept('flow')]).toEqual(['zh', 'b', { a: 1 }]);
  expect(store.durable).toBe(false);
  expect(setUp().store.durable).toBe(true);
});

test('storage that is full in the middle keeps what came before and what comes after', () => {
  const real = createMemoryTextStore();
  let full = false;
  const { store } = setUp({
    local: { ...real, setItem: (key, value) => (full ? refuse() : real.setItem(key, value)) },
  });
  store.write('comefrom', 'first');
  full = true;
  store.write('language', 'zh');
  expect(store.read('language')).toBe('zh');
  expect(store.durable).toBe(false);
});

test('kept values that are no JSON count as absent', () => {
  const { store, session } = setUp();
  session.setItem('foyer:kept:flow', '{broken');
  expect(store.kept('flow')).toBeUndefined();
  store.keep('flow', undefined);
  expect(session.getItem('foyer:kept:flow')).toBeNull();
});

test('cookies are written for the whole site, and only over TLS where there is TLS', () => {
  const written: string[] = [];
  const document = {
    get cookie() {
      return 'a=1; language=zh%20x';
    },
    set cookie(text: string) {
      written.push(text);
    },
  };
  const jar = createCookieJar(document, true);
  jar.set('language', 'z h', 1);
  jar.set('language', '', 0);
  expect(written).toEqual([
    'language=z%20h; Max-Age=86400; Path=/; SameSite=Lax; Secure',
    'language=; Max-Age=0; Path=/; SameSite=Lax; Secure',
  ]);
  expect([jar.get('language'), jar.get('lang')]).toEqual(['zh x', undefined]);
});

test('a browser that drops every cookie is told from one that keeps them', () => {
  expect(keepsCookies(createMemoryCookieJar())).toBe(true);
  // What Chromium does on a site whose cookies are blocked, while `navigator.cookieEnabled` stays true.
  expect(
    keepsCookies(
      createCookieJar(
        {
          get cookie() {
            return '';
          },
          set cookie(_text: string) {},
        },
        false,
      ),
    ),
  ).toBe(false);
});

test('refused cookies read as absent', () => {
  const document = {
    get cookie(): string {
      return refuse();
    },
    set cookie(_text: string) {
      refuse();
    },
  };
  const jar = createCookieJar(document, false);
  jar.set('language', 'zh', 1);
  expect(jar.get('language')).toBeUndefined();
});
