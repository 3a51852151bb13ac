/** @jest-environment ./tests/page-environment.cjs */
/** The browser's own world, as the page is given it. */
import type { HttpRequest } from '../../src/browser/http.ts';
import { createWorld, type World } from '../../src/browser/world.ts';

const request: HttpRequest = { method: 'GET', path: '/session', headers: {}, body: {}, timeoutSeconds: 1 };
const answered = { kind: 'answer', code: 200, data: { here: 'yes' } };

let fetched: string[];
function open(): World {
  fetched = [];
  const fetch = async (address: string) => {
    fetched.push(address);
    return { text: async () => JSON.stringify(answered) };
  };
  const browser = Object.assign(window, { fetch: fetch as never });
  return createWorld({ window: browser, apiBase: 'https://api.example', keys: {}, load: async () => ({}) });
}

afterEach(() => jest.restoreAllMocks());

test.each([
  [true, answered, ['https://api.example/session']],
  [undefined, answered, ['https://api.example/session']],
  [false, { kind: 'offline' }, []],
])('a browser that says of being online %j', async (online, result, sent) => {
  jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(online as boolean);
  expect(await open().http.send(request)).toMatchObject(result);
  expect(fetched).toEqual(sent);
});

test('whether the browser takes cookies is asked for once', () => {
  const set = jest.spyOn(document, 'cookie', 'set');
  const world = open();
  expect(set).not.toHaveBeenCalled();
  expect(world.cookies).toBe(true);
  const asked = set.mock.calls.length;
  expect(asked).toBeGreaterThan(0);
  expect(world.cookies).toBe(true);
  expect(set).toHaveBeenCalledTimes(asked);
});
