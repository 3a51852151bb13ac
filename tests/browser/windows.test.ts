/** @jest-environment ./tests/page-environment.cjs */
/** Third-party sign-in over several windows: who is believed, who is told, and when a wait ends. */
import { createMemoryClock, type MemoryClock } from '../../src/browser/clock.ts';
import { createLazy } from '../../src/browser/lazy.ts';
import { createWindows } from '../../src/browser/windows.ts';

const ORIGIN = window.location.origin;
const message = (over: object = {}) => ({
  type: 'foyer:third-party',
  version: 1,
  provider: 'one',
  state: 'state-1',
  ...over,
});

interface Popup {
  closed: boolean;
  close(): void;
  readonly location: { replace(url: string): void };
  readonly shown: string[];
  readonly told: unknown[];
  postMessage(data: unknown, origin: string): void;
  parent?: unknown;
}

function makePopup(): Popup {
  const popup: Popup = {
    closed: false,
    shown: [],
    told: [],
    close: () => {
      popup.closed = true;
    },
    location: { replace: (url) => void popup.shown.push(url) },
    postMessage: (data, origin) => void popup.told.push([data, origin]),
  };
  popup.parent = popup;
  return popup;
}

let clock: MemoryClock;
let popup: Popup;
beforeEach(() => {
  clock = createMemoryClock();
  popup = makePopup();
  jest.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window);
});
afterEach(() => jest.restoreAllMocks());

const arrive = (data: unknown, source: unknown, origin = ORIGIN): void => {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
};
/** What a promise came to by now. */
const now = async <T>(promise: Promise<T>): Promise<T | 'waits'> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return Promise.race([promise, Promise.resolve('waits' as const)]);
};

test('a browser that opens no window says so', () => {
  jest.spyOn(window, 'open').mockReturnValue(null);
  expect(createWindows(window, clock).open()).toEqual({ kind: 'blocked' });
});

test.each([
  [
    'in the middle of the browser, a third down',
    { screenX: 1000, screenY: 300, outerWidth: 1200, outerHeight: 960 },
    { left: 1290, top: 380 },
  ],
  [
    'beside the corner of a browser that is smaller',
    { screenX: 400, screenY: 500, outerWidth: 300, outerHeight: 300 },
    { left: 240, top: 360 },
  ],
  ['on the screen', { screenX: 0, screenY: 0, outerWidth: 300, outerHeight: 300 }, { left: 0, top: 0 }],
])('the window opens %s', (_where, browser, place) => {
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(window, name, { value, configurable: true });
  createWindows(window, clock).open();
  const [[, , features = ''] = []] = jest.mocked(window.open).mock.calls;
  const told = Object.fromEntries(features.split(',').map((each) => each.split('=')));
  expect(told).toEqual({ popup: undefined, width: '620', height: '720', left: `${place.left}`, top: `${place.top}` });
});

test('the window goes to the provider, and what came of it is taken from it, and answered', async () => {
  const windows = createWindows(window, clock);
  expect(windows.open()).toMatchObject({ kind: 'answer', code: 200 });
  const waiting = windows.popup({ url: 'https://provider.example/x', state: 'state-1' });
  expect([popup.shown, windows.waits()]).toEqual([['https://provider.example/x'], true]);
  arrive(message({ refused: true }), popup);
  expect(await now(waiting)).toMatchObject({ data: { provider: 'one', state: 'state-1', refused: true } });
  expect(popup.told).toEqual([[{ type: 'foyer:third-party', version: 1, state: 'state-1', taken: true }, ORIGIN]]);
  expect(windows.waits()).toBe(false);
});

test.each([
  ['another state', message({ state: 'state-2' }), undefined, undefined],
  ['no provider', message({ provider: 7 }), undefined, undefined],
  ['another type', message({ type: 'other' }), undefined, undefined],
  ['another version', message({ version: 2 }), undefined, undefined],
  ['nothing', null, undefined, undefined],
  ['another origin', message(), undefined, 'https://other.example'],
  ['another window', message(), makePopup(), undefined],
])('a message with %s is left', async (_what, data, source, origin) => {
  const windows = createWindows(window, clock);
  windows.open();
  const waiting = windows.popup({ url: 'https://provider.example/', state: 'state-1' });
  arrive(data, source ?? popup, origin);
  expect(await now(waiting)).toBe('waits');
  windows.close();
});

test('a frame in this page is believed, however deep; a frame of another page is not', async () => {
  const windows = createWindows(window, clock);
  const waiting = windows.await({ state: 'state-1' });
  const outer = { parent: window };
  arrive(message(), { parent: makePopup(), postMessage() {} });
  expect(await now(waiting)).toBe('waits');
  arrive(message(), { parent: outer, postMessage() {} });
  expect(await now(waiting)).toMatchObject({ data: { refused: false } });
});

test('a closed window counts as closed after a moment, in which its message may still come', async () => {
  const windows = createWindows(window, clock);
  windows.open();
  const late = windows.popup({ url: 'https://provider.example/', state: 'state-1' });
  popup.close();
  clock.pass(600);
  arrive(message(), popup);
  expect(await now(late)).toMatchObject({ kind: 'answer' });

  windows.open();
  popup.closed = false;
  const gone = windows.popup({ url: 'https://provider.example/', state: 'state-1' });
  popup.close();
  clock.pass(1300);
  expect(await now(gone)).toEqual({ kind: 'closed' });
  expect(await windows.popup({ url: 'https://provider.example/', state: 'state-1' })).toEqual({ kind: 'closed' });
});

test('a wait ends with the life of what was begun, by another step, or when it is forgotten', async () => {
  const windows = createWindows(window, clock);
  const first = windows.await({ state: 'state-1' });
  const second = windows.await({ state: 'state-2' });
  expect(await now(first)).toBeUndefined();
  clock.pass(600_000);
  expect(await now(second)).toEqual({ kind: 'timeout' });
  const third = windows.await({ state: 'state-3' });
  windows.forget();
  expect(await now(third)).toBeUndefined();
  expect(windows.waits()).toBe(false);
});

describe('handing over', () => {
  const values = { provider: 'one', state: 'state-1' };
  const opened = (): Popup => {
    const opener = makePopup();
    Object.defineProperty(window, 'opener', { value: opener, configurable: true });
    return opener;
  };
  afterEach(() => Object.defineProperty(window, 'opener', { value: null, configurable: true }));

  test('the page that opened this one is told at its own origin, and takes over', async () => {
    const opener = opened();
    const done = createWindows(window, clock)['hand-over']({ ...values, refused: '1' });
    expect(opener.told).toEqual([[message({ refused: true, receipt: '' }), ORIGIN]]);
    arrive({ type: 'foyer:third-party', version: 1, state: 'state-1', taken: true }, opener);
    expect(await now(done)).toMatchObject({ kind: 'answer', code: 200 });
  });

  test('nobody takes over: not in time, not for another state, not from elsewhere', async () => {
    const opener = opened();
    const done = createWindows(window, clock)['hand-over'](values);
    arrive({ type: 'foyer:third-party', version: 1, state: 'state-2', taken: true }, opener);
    arrive({ type: 'foyer:third-party', version: 1, state: 'state-1', taken: true }, opener, 'https://other.example');
    expect(await now(done)).toBe('waits');
    clock.pass(500);
    expect(await now(done)).toEqual({ kind: 'closed' });
  });

  test('without a state the page that opened this one is told, if there is one', async () => {
    expect(await createWindows(window, clock)['hand-over']({ provider: 'one' })).toEqual({ kind: 'closed' });
    const opener = opened();
    const done = createWindows(window, clock)['hand-over']({ provider: 'one' });
    expect(opener.told).toEqual([[message({ state: '', refused: false, receipt: '' }), ORIGIN]]);
    arrive({ type: 'foyer:third-party', version: 1, state: '', taken: true }, opener);
    expect(await now(done)).toMatchObject({ kind: 'answer', code: 200 });
  });

  test('what this very page began is handed to nobody', async () => {
    const opener = opened();
    const windows = createWindows(window, clock);
    expect(await windows['hand-over']({ ...values, own: 'state-1' })).toEqual({ kind: 'closed' });
    expect(opener.told).toEqual([]);
  });
});

test('a frame hands over to the page around it although they share what the tab stores', async () => {
  const around = makePopup();
  Object.defineProperty(window, 'parent', { value: around, configurable: true });
  const done = createWindows(window, clock)['hand-over']({ provider: 'one', state: 'state-1', own: 'state-1' });
  Object.defineProperty(window, 'parent', { value: window, configurable: true });
  expect(around.told).toEqual([[message({ refused: false, receipt: '' }), ORIGIN]]);
  arrive({ type: 'foyer:third-party', version: 1, state: 'state-1', taken: true }, around);
  expect(await now(done)).toMatchObject({ kind: 'answer' });
});

describe('a receipt', () => {
  const RECEIPT = 'receipt-of-43-characters';
  beforeEach(() => window.history.replaceState({ kept: 1 }, '', `/callback?provider=one#${RECEIPT}`));
  afterEach(() => {
    window.history.replaceState(null, '', '/');
    Object.defineProperty(window, 'parent', { value: window, configurable: true });
  });

  test('is handed to the page around the frame at its own origin, and leaves the address', async () => {
    const around = makePopup();
    Object.defineProperty(window, 'parent', { value: around, configurable: true });
    void createWindows(window, clock)['hand-over']({ provider: 'one', state: 'state-1' });
    expect(around.told).toEqual([[message({ refused: false, receipt: RECEIPT }), ORIGIN]]);
    expect(window.location.href).toBe(`${ORIGIN}/callback?provider=one`);
    expect(window.history.state).toEqual({ kept: 1 });
  });

  test('comes with what the page that waits is told, from a frame of its own alone', async () => {
    const windows = createWindows(window, clock);
    const waiting = windows.await({ state: 'state-1' });
    const told = message({ receipt: RECEIPT });
    arrive(told, { parent: makePopup(), postMessage() {} });
    arrive(told, { parent: window, postMessage() {} }, 'https://other.example');
    expect(await now(waiting)).toBe('waits');
    arrive(told, { parent: window, postMessage() {} });
    expect(await now(waiting)).toMatchObject({ data: { receipt: RECEIPT } });
  });

  test.each([[undefined], [7], [{}]])('%p is none', async (receipt) => {
    const waiting = createWindows(window, clock).await({ state: 'state-1' });
    arrive(message({ receipt }), { parent: window, postMessage() {} });
    expect(await now(waiting)).toMatchObject({ data: { receipt: '' } });
  });
});

describe('where the opener was cut off', () => {
  /** Channels of one origin, as browsers connect them. */
  class Channel extends EventTarget {
    static all = new Set<Channel>();
    constructor(readonly name: string) {
      super();
      Channel.all.add(this);
    }
    postMessage(data: unknown): void {
      for (const other of Channel.all)
        if (other !== this && other.name === this.name)
          other.dispatchEvent(new MessageEvent('message', { data, origin: ORIGIN }));
    }
  }
  beforeEach(() => {
    Object.assign(globalThis, { BroadcastChannel: Channel });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    Channel.all.clear();
  });

  test('the page that waits for the state hears of it all the same, and no other does', async () => {
    const [page, other, callback] = [1, 2, 3].map(() => createWindows(window, clock));
    const waiting = page?.await({ state: 'state-1' }) as Promise<unknown>;
    const elsewhere = other?.await({ state: 'state-2' }) as Promise<unknown>;
    const done = callback?.['hand-over']({ provider: 'one', state: 'state-1' }) as Promise<unknown>;
    expect(await now(waiting)).toMatchObject({ data: { provider: 'one', state: 'state-1', refused: false } });
    expect(await now(done)).toMatchObject({ kind: 'answer' });
    expect(await now(elsewhere)).toBe('waits');
  });
});

test('a later part is loaded once, and again after a failure', async () => {
  let loads = 0;
  const later = createLazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return loads;
  });
  await expect(later.get()).rejects.toThrow('offline');
  expect(later.now()).toBeUndefined();
  expect(await Promise.all([later.get(), later.get()])).toEqual([2, 2]);
  expect(later.now()).toBe(2);
});

test('a window that comes back and knows nothing any more ends the wait, if this page opened it', async () => {
  const windows = createWindows(window, clock);
  windows.open();
  const waiting = windows.popup({ url: 'https://one.example/', state: 'state-1' });
  const frame = { parent: window };
  for (const source of [{ parent: {} }, frame]) arrive(message({ state: '' }), source);
  arrive(message({ state: '' }), popup, 'https://evil.example');
  expect(await now(waiting)).toBe('waits');
  arrive(message({ state: '' }), popup);
  expect(await waiting).toEqual({ kind: 'timeout' });
  expect(popup.told).toEqual([[{ type: 'foyer:third-party', version: 1, state: '', taken: true }, ORIGIN]]);
});
