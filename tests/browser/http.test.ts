import { createHttp, type HttpRequest, readEnvelope } from '../../src/browser/http.ts';

const envelope = (code: unknown, data: unknown = null) =>
  JSON.stringify({ version: '1.0.0', code, data, requestId: 'r1' });

test.each([
  [envelope(200, { a: 1 }), { kind: 'answer', code: 200, data: { a: 1 }, requestId: 'r1' }],
  [envelope('200', {}), { kind: 'answer', code: 200, data: {}, requestId: 'r1' }],
  [envelope('Account.Locked'), { kind: 'answer', code: 'Account.Locked', data: {}, requestId: 'r1' }],
  [envelope(5001, [1]), { kind: 'answer', code: 5001, data: {}, requestId: 'r1' }],
  ['{"code":200}', { kind: 'answer', code: 200, data: {}, requestId: '' }],
  ['', { kind: 'unreadable' }],
  ['<html>', { kind: 'unreadable' }],
  ['null', { kind: 'unreadable' }],
  ['[200]', { kind: 'unreadable' }],
  ['{"code":null}', { kind: 'unreadable' }],
  ['{"code":""}', { kind: 'unreadable' }],
  ['{"status":"ok"}', { kind: 'unreadable' }],
])('%j reads as %j', (text, expected) => {
  expect(readEnvelope(text)).toEqual(expected);
});

const request: HttpRequest = {
  method: 'POST',
  path: '/api/x',
  headers: { biz: 'b' },
  body: { a: 1 },
  timeoutSeconds: 90,
};

/** A fetch that never answers, but heeds its signal. */
const silent: typeof fetch = (_address, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

function setUp(fetchLike: typeof fetch, online = true) {
  const events = new EventTarget();
  const http = createHttp({ apiBase: 'https://api.example', fetch: fetchLike, events, isOnline: () => online });
  return { events, http };
}

test('a POST sends JSON with credentials to the API; the status is not looked at', async () => {
  const seen: [unknown, RequestInit | undefined][] = [];
  const { http } = setUp(async (address, init) => {
    seen.push([address, init]);
    return new Response(envelope('Account.Locked'), { status: 423 });
  });
  expect(await http.send(request)).toMatchObject({ kind: 'answer', code: 'Account.Locked' });
  const [[address, init] = []] = seen;
  expect(address).toBe('https://api.example/api/x');
  expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', credentials: 'include' });
  expect(init?.headers).toMatchObject({ biz: 'b', 'content-type': 'application/json' });
});

test('a GET puts its body into the query', async () => {
  const seen: unknown[] = [];
  const { http } = setUp(async (address) => {
    seen.push(address);
    return new Response(envelope(200));
  });
  await http.send({ ...request, method: 'GET', body: { proof: 'a b&c' } });
  expect(seen).toEqual(['https://api.example/api/x?proof=a+b%26c']);
});

test('without a connection nothing is sent', async () => {
  const spy = jest.fn(silent);
  expect(await setUp(spy, false).http.send(request)).toEqual({ kind: 'offline' });
  expect(spy).not.toHaveBeenCalled();
});

test('a connection lost in the middle is told at once', async () => {
  const { http, events } = setUp(silent);
  const sent = http.send(request);
  events.dispatchEvent(new Event('offline'));
  expect(await sent).toEqual({ kind: 'offline' });
});

test('a network that fails is offline; an answer that never comes is a time-out', async () => {
  const { http } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await http.send(request)).toEqual({ kind: 'offline' });
  expect(await setUp(silent).http.send({ ...request, timeoutSeconds: 0.01 })).toEqual({ kind: 'timeout' });
});

test('the loss and return of the connection are told, until one stops listening', () => {
  const { http, events } = setUp(silent);
  const told: boolean[] = [];
  const stop = http.onConnection((online) => told.push(online));
  events.dispatchEvent(new Event('offline'));
  events.dispatchEvent(new Event('online'));
  stop();
  events.dispatchEvent(new Event('offline'));
  expect(told).toEqual([false, true]);
});
