/**
 * What the relays of WeChat's and DingTalk's frames do with their values and with what they hear.
 * @jest-environment ./tests/page-environment.cjs
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SERVER = resolve(__dirname, '../../../src/server');
/** Our script of a frame; `relay` is what all of them share. */
const textOf = (name: string): string =>
  readFileSync(join(SERVER, name === 'relay' ? 'frames' : `vendors/${name}`, 'relays', `${name}.js`), 'utf8');
const PAGE = 'https://login.example/oauth2/auth';
const CALLBACK = `${window.location.origin}/sso/oauth-callback/dingtalk`;
const SRC = `${PAGE}?iframe=true&redirect_uri=${encodeURIComponent(CALLBACK)}`;

/** What the relay tells the page around it: a window without a parent is its own. */
let told: string[] = [];
let listeners: [string, EventListener][] = [];

beforeEach(() => {
  jest.spyOn(window.parent, 'postMessage').mockImplementation((message: { event: string; values: object }) => {
    told.push(`${message.event} ${JSON.stringify(message.values)}`);
  });
  const listen = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listeners.push([type, listener as EventListener]);
    listen(type, listener as EventListener);
  });
});
afterEach(() => {
  for (const [type, listener] of listeners) window.removeEventListener(type, listener);
  [told, listeners] = [[], []];
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

/** Runs a relay as the frame's page does, and gives the frame that it made. */
function run(name: string, values: Readonly<Record<string, string>>): HTMLIFrameElement | null {
  Object.assign(document.documentElement.dataset, { frame: name, script: '', values: JSON.stringify(values) });
  for (const each of ['relay', name]) {
    const script = document.createElement('script');
    script.textContent = textOf(each);
    document.head.append(script);
    script.remove();
  }
  return document.querySelector('iframe');
}

describe.each(['wechat', 'dingtalk'])('%s', (name) => {
  test('shows the page, of the size that it was given', () => {
    const frame = run(name, { src: SRC, page: PAGE, width: '300', height: '320' });
    expect([frame?.src, frame?.width, frame?.height]).toEqual([SRC, '300', '320']);
    expect(frame?.title).not.toBe('');
  });

  test.each([
    'https://evil.example/oauth2/auth?x',
    'https://login.example/oauth2/authentic?x',
    'https://login.example.evil.example/oauth2/auth?x',
    'https://login.example/other',
  ])('shows nothing else: %s', (src) => {
    expect(run(name, { src, page: PAGE, width: '300', height: '300' })).toBeNull();
    expect(told).toEqual(['failed {"code":"address"}']);
  });
});

describe('what DingTalk says', () => {
  function hear(data: unknown, { origin = 'https://login.example', stranger = false } = {}): HTMLIFrameElement {
    const frame = run('dingtalk', { src: SRC, page: PAGE, width: '300', height: '300' }) as HTMLIFrameElement;
    const source = stranger ? window : frame.contentWindow;
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
    return frame;
  }
  const back = { success: true, redirectUrl: `${CALLBACK}?authCode=1&state=2` };

  test('the address to go back to: the frame goes there', () => {
    expect(hear(back).src).toBe(back.redirectUrl);
    expect(told).toEqual([]);
  });

  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an origin that looks like it', { origin: 'https://login.example.evil.example' }],
    ['from another window', { stranger: true }],
  ])('%s counts for nothing', (_, from) => {
    expect(hear(back, from).src).toBe(SRC);
  });

  test.each([
    ['elsewhere', 'https://evil.example/sso/oauth-callback/dingtalk?authCode=1'],
    ['to another page of ours', `${window.location.origin}/sso/sign-out?x`],
    ['to a script', 'javascript:alert(1)'],
    ['to a longer path', `${CALLBACK}-other?authCode=1`],
  ])('an address that leads %s is not gone to', (_, redirectUrl) => {
    expect(hear({ success: true, redirectUrl }).src).toBe(SRC);
    expect(told).toEqual(['failed {"code":"address"}']);
  });

  test.each([[{ success: false, errorMsg: 'no' }], [{ errorMsg: 'no' }]])('that it failed: %j', (data) => {
    expect(hear(data).src).toBe(SRC);
    expect(told).toEqual(['failed {"code":"provider"}']);
  });

  test.each([[null], ['text'], [{}], [{ success: true }], [{ success: true, redirectUrl: 5 }]])(
    'nonsense: %j',
    (data) => {
      expect(hear(data).src).toBe(SRC);
      expect(told).toEqual([]);
    },
  );
});
