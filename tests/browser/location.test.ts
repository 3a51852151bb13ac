/** @jest-environment ./tests/page-environment.cjs */
import { createClock, createMemoryClock } from '../../src/browser/clock.ts';
import { createLocation, createMemoryLocation } from '../../src/browser/location.ts';
import { randomId } from '../../src/browser/random.ts';
import { createMemoryScripts, createScripts } from '../../src/browser/scripts.ts';

beforeEach(() => window.history.replaceState(null, '', '/start?token=secret'));

const worlds = [
  ['browser', () => createLocation(window), () => window.location.pathname + window.location.search],
  ['memory', () => createMemoryLocation('/start?token=secret'), undefined],
] as const;

test.each(worlds)('%s: a token leaves the address, and is still known', (_name, create, address) => {
  const location = create();
  location.hideSearch();
  expect(location.search()).toBe('?token=secret');
  expect('address' in location ? (location as { address: string }).address : address?.()).toBe('/start');
});

test('the token survives a reload: another page over the same entry knows it', () => {
  createLocation(window).hideSearch();
  expect(createLocation(window).search()).toBe('?token=secret');
  expect(window.location.search).toBe('');
});

test.each(worlds)(
  '%s: a parameter that did its work leaves the address for good, shown or hidden',
  (_name, create, address) => {
    for (const hide of [false, true]) {
      window.history.replaceState({ mark: 'm' }, '', '/start?token=secret&verified=1');
      const location = _name === 'browser' ? create() : createMemoryLocation('/start?token=secret&verified=1');
      location.mark('m');
      if (hide) location.hideSearch();
      location.dropQuery([]);
      expect(location.search()).toBe('?token=secret&verified=1');
      location.dropQuery(['verified', 'other']);
      expect([location.search(), location.mark()]).toEqual(['?token=secret', 'm']);
      expect('address' in location ? (location as { address: string }).address : address?.()).toBe(
        hide ? '/start' : '/start?token=secret',
      );
      location.dropQuery(['token']);
      expect([location.search(), location.path()]).toEqual(['', '/start']);
    }
  },
);

test.each(worlds)('%s: going elsewhere is told, and carries no query along', (_name, create) => {
  const location = create();
  location.hideSearch();
  const paths: string[] = [];
  const stop = location.subscribe(() => paths.push(location.path()));
  location.go('/next');
  stop();
  location.go('/later', { replace: true });
  expect(paths).toEqual(['/next']);
  expect([location.path(), location.search()]).toEqual(['/later', '']);
});

test('the back button is told', async () => {
  const location = createLocation(window);
  location.go('/next');
  const told = new Promise<void>((resolve) => {
    const stop = location.subscribe(() => {
      stop();
      resolve();
    });
  });
  window.history.back();
  await told;
  expect(location.path()).toBe('/start');
});

test('leaving and coming back from the cache are told; an ordinary show is not', () => {
  const told: string[] = [];
  const stop = createLocation(window).onPage((event) => told.push(event));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  stop();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual(['hide', 'restore']);
});

test('the in-memory clock runs what falls due, in order', () => {
  const clock = createMemoryClock(100);
  const ran: string[] = [];
  clock.after(30, () => ran.push(`once at ${clock.now()}`));
  const stop = clock.every(20, () => ran.push(`tick at ${clock.now()}`));
  clock.after(10, () => ran.push('never'))();
  clock.pass(50);
  stop();
  clock.pass(100);
  expect(ran).toEqual(['tick at 120', 'once at 130', 'tick at 140']);
  expect(clock.now()).toBe(250);
});

test("the browser's clock ticks and stops", () => {
  jest.useFakeTimers();
  const clock = createClock(document);
  const ran: number[] = [];
  const stop = clock.every(1000, () => ran.push(1));
  clock.after(500, () => ran.push(0));
  jest.advanceTimersByTime(2100);
  stop();
  jest.advanceTimersByTime(5000);
  expect(ran).toEqual([0, 1, 1]);
  expect(clock.isHidden()).toBe(false);
  jest.useRealTimers();
});

test('data that answers with a failure, or is not there, is refused', async () => {
  const fetchLike = async () => ({ ok: false, status: 404 }) as Response;
  await expect(createScripts({ load: async () => ({}), fetch: fetchLike }).data('/x.json')).rejects.toThrow('404');
  await expect(createMemoryScripts({}).data('/x.json')).rejects.toThrow('/x.json');
});

test('random ids are UUIDs, also without crypto.randomUUID', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(randomId()).toMatch(uuid);
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  expect(randomId()).toMatch(uuid);
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
});

test.each([
  ['navigate', '', true],
  ['navigate', 'https://www.elsewhere.example/', true],
  ['navigate', `${window.location.origin}.elsewhere.example/`, true],
  ['navigate', `${window.location.origin}/sso/register`, false],
  ['prerender', '', true],
  ['reload', '', false],
  ['back_forward', 'https://www.elsewhere.example/', false],
])('opened by a %s from "%s": from elsewhere is %s', (type, referrer, expected) => {
  const entries = jest.fn(() => [{ type }]);
  const page = Object.create(window, {
    performance: { value: { getEntriesByType: entries } },
    document: { value: { referrer } },
    history: { value: window.history },
    location: { value: window.location },
  }) as Window;
  expect(createLocation(page).isFresh()).toBe(expected);
});

const at = (search: string): string => `${window.location.origin}/sso/bind-account${search}`;

test.each<[string, string, object | null, string, boolean]>([
  ['a reload', 'reload', null, '', true],
  ['a reload in another language', 'reload', { search: '?lang=en' }, '?lang=en', true],
  ['Back to another language', 'back_forward', { search: '?lang=en' }, '?lang=en', true],
  ['a reload that remembers', 'reload', { mark: 'a' }, '', false],
  ['a reload in another language that remembers', 'reload', { mark: 'a', search: '?lang=en' }, '?lang=en', false],
  ['a reload of a link whose query was hidden before', 'reload', { search: '?token=a' }, '', false],
  ['a link opened', 'navigate', { search: '?token=a' }, '?token=a', false],
  ['an address opened', 'navigate', null, '', false],
])('what the browser forgot of an entry: %s', (_, type, state, search, expected) => {
  const page = Object.create(window, {
    performance: { value: { getEntriesByType: () => [{ type, name: at(search) }] } },
    history: { value: { state } },
    location: { value: window.location },
    document: { value: { referrer: '' } },
  }) as Window;
  expect(createLocation(page).isForgotten()).toBe(expected);
});
