/**
 * QQ's connect script, where a line asks for it: what its frames may do, and what their relays make of the script and its cookie.
 * @jest-environment ./tests/page-environment.cjs
 * @jest-environment-options {"url": "https://www.line.example/foyer/frames/qq?language=zh"}
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { frameHeaders, frameParams } from '../../../src/server/http/frames.ts';
import type { FrameSource } from '../../../src/server/ports/embed.ts';
import { embeds } from '../../../src/server/vendors/qq/embed.ts';

const SERVER = resolve(__dirname, '../../../src/server');
/** Our script of a frame; `relay` is what all of them share. */
const textOf = (name: string): string =>
  readFileSync(join(SERVER, name === 'relay' ? 'frames' : 'vendors/qq', 'relays', `${name}.js`), 'utf8');
const OWN = 'https://line.example';
const PAGES = { connect: 'https://connect.qq.com', graph: 'https://graph.qq.com' };

function source(ways: readonly string[], pages: Readonly<Record<string, string>> = PAGES): FrameSource {
  return {
    line: {
      name: 'some-line',
      line: { redirects: { homeUrl: '/console' } },
      providers: { qq: { icon: 'M1 2z', color: { light: '#0f8fd6', dark: '#3fb1ef' } } },
      messages: { zh: { 'frame.providers.qq': 'QQ' } },
    },
    own: OWN,
    language: 'zh',
    deps: {
      thirdParties: {
        of: () => ({ get: (id: string) => (id === 'qq' ? { clientId: '101', ways, pages } : undefined) }),
      },
    },
  } as unknown as FrameSource;
}

describe('what the frames may do', () => {
  test.each([
    ['the button', embeds.qq],
    ['the way back', embeds['qq-callback']],
  ])('%s is there only where the line asks for the script', (_, kind) => {
    expect(kind.content(source(['popup', 'redirect']))).toBeUndefined();
    expect(kind.content(source(['frame'], { graph: 'https://graph.qq.com' }))).toBeUndefined();
    expect(kind.content(source(['frame']))?.script).toBe('https://connect.qq.com/qc_jssdk.js');
  });

  test('the one script, the question whose the token is, and nothing in line', () => {
    const content = embeds.qq.content(source(['frame']));
    const policy = content && frameHeaders(content, OWN)['content-security-policy'];
    expect(policy).toContain(
      `script-src ${OWN}/foyer/frames/ https://connect.qq.com https://graph.qq.com https://qzonestyle.gtimg.cn;`,
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(content?.values).toEqual({
      clientId: '101',
      callback: `${OWN}/foyer/frames/qq-callback`,
      label: 'QQ',
      icon: 'M1 2z',
      color: '#0f8fd6',
    });
  });

  test('the way back stands in a window of its own, and knows who may have opened it', () => {
    const content = embeds['qq-callback'].content(source(['frame']));
    expect(content && frameHeaders(content, OWN)['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(content?.values).toEqual({ opener: `${OWN}/foyer/frames/qq`, home: '/console' });
    expect(frameParams(embeds['qq-callback'], new URLSearchParams('usercancel=1&state=abc'))).toBeDefined();
    expect(frameParams(embeds['qq-callback'], new URLSearchParams('access_token=abc'))).toBeUndefined();
  });
});

describe('relays', () => {
  /** Every one that a cookie of this page may have. */
  const PATHS = ['/', '/foyer', '/foyer/', '/foyer/frames', '/foyer/frames/', '/foyer/frames/qq'];
  let told: string[] = [];
  let popups: object[] = [];
  /** What QQ's script would make known. */
  const Login = {
    showPopup: (options: object) => popups.push(options),
    check: () => /__qc__k=TC_MK=\w/.test(document.cookie),
    getMe: (done: (openId: string, token: string) => void) =>
      done('O-1', /__qc__k=TC_MK=(\w+)/.exec(document.cookie)?.[1] ?? ''),
  };
  const keep = (token: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: what QQ's script does
    document.cookie = `__qc__k=TC_MK=${token}; path=/`;
  };

  /** What a page of a host beside ours, or above it, can leave here. */
  const plant = (token: string, path: string): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `__qc__k=TC_MK=${token}; domain=line.example; path=${path}`;
  };

  beforeEach(() => {
    [told, popups] = [[], []];
    jest.useFakeTimers();
    jest.spyOn(window.parent, 'postMessage').mockImplementation((message: { event: string; values: object }) => {
      told.push(`${message.event} ${JSON.stringify(message.values)}`);
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    document.head.replaceChildren();
    document.body.replaceChildren();
    Reflect.deleteProperty(globalThis, 'QC');
    for (const path of PATHS) {
      // biome-ignore lint/suspicious/noDocumentCookie: as above
      document.cookie = `__qc__k=; path=${path}; max-age=0`;
      // biome-ignore lint/suspicious/noDocumentCookie: as above
      document.cookie = `__qc__k=; domain=line.example; path=${path}; max-age=0`;
    }
  });

  function run(name: string, values: Readonly<Record<string, string>>): HTMLScriptElement | null {
    const script = 'https://connect.qq.com/qc_jssdk.js';
    Object.assign(document.documentElement.dataset, { frame: name, script, values: JSON.stringify(values) });
    for (const each of ['relay', name]) {
      const element = document.createElement('script');
      element.textContent = textOf(each);
      document.head.append(element);
      element.remove();
    }
    return document.querySelector('script[src]');
  }

  const VALUES = {
    clientId: '101',
    callback: `${OWN}/foyer/frames/qq-callback`,
    label: 'QQ',
    icon: 'M1 2z',
    color: '#0f8fd6',
  };

  async function arrive(): Promise<HTMLButtonElement> {
    const script = run('qq', VALUES);
    expect(script?.dataset).toMatchObject({ appid: '101', redirecturi: VALUES.callback });
    Object.assign(globalThis, { QC: { Login } });
    script?.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(0);
    return document.querySelector('button') as HTMLButtonElement;
  }

  test('the button opens QQ in a window; the token is told once, and its cookie is gone', async () => {
    const button = await arrive();
    expect(button.textContent).toBe('QQ');
    button.click();
    expect(popups).toEqual([{ appId: '101', redirectURI: VALUES.callback }]);
    await jest.advanceTimersByTimeAsync(5000);
    expect(told).toEqual(['ready {}']);
    keep('ours');
    await jest.advanceTimersByTimeAsync(5000);
    expect(told).toEqual(['ready {}', 'done {"accessToken":"ours"}']);
    expect(document.cookie).not.toContain('__qc__k');
  });

  test('a token that was there before is nobody’s, before the button is pressed and after', async () => {
    keep('before');
    const button = await arrive();
    expect(document.cookie).not.toContain('before');
    keep('meanwhile');
    await jest.advanceTimersByTimeAsync(5000);
    button.click();
    await jest.advanceTimersByTimeAsync(5000);
    expect(told).toEqual(['ready {}']);
  });

  test.each(PATHS)('a token that a page of a host beside ours left below %s is nobody’s', async (path) => {
    const button = await arrive();
    plant('theirs', path);
    expect(document.cookie).toContain('theirs');
    button.click();
    expect(document.cookie).not.toContain('theirs');
    await jest.advanceTimersByTimeAsync(5000);
    expect(told).toEqual(['ready {}']);
    expect(popups).toHaveLength(1);
  });

  test('a token that cannot be taken away is told, and no window opens', async () => {
    const button = await arrive();
    const check = jest.spyOn(Login, 'check').mockReturnValue(true);
    button.click();
    expect([told, popups]).toEqual([['ready {}', 'failed {"code":"cookie"}'], []]);
    await jest.advanceTimersByTimeAsync(5000);
    expect(told).toHaveLength(2);
    check.mockRestore();
    button.click();
    keep('ours');
    await jest.advanceTimersByTimeAsync(5000);
    expect(told.at(-1)).toBe('done {"accessToken":"ours"}');
  });

  test('a question whose the token is that goes unanswered is told, its cookie is gone, and one may try again', async () => {
    const button = await arrive();
    let answer: ((openId: string, token: string) => void) | undefined;
    const asking = jest.spyOn(Login, 'getMe').mockImplementation((done) => {
      answer = done;
    });
    button.click();
    keep('unheard');
    await jest.advanceTimersByTimeAsync(20000);
    expect(told).toEqual(['ready {}', 'failed {"code":"provider"}']);
    expect(document.cookie).not.toContain('__qc__k');
    asking.mockRestore();
    button.click();
    // The first answer after all, which nobody waits for any more.
    answer?.('O-1', 'unheard');
    expect(told).toHaveLength(2);
    keep('ours');
    await jest.advanceTimersByTimeAsync(20000);
    expect(told.slice(2)).toEqual(['done {"accessToken":"ours"}']);
  });

  test('a script that is blocked, or is something else, is told at once', async () => {
    run('qq', VALUES)?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['failed {"code":"script"}']);
    document.head.replaceChildren();
    run('qq', VALUES)?.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toBe('failed {"code":"script"}');
  });

  test('a window that the browser does not open is told', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null);
    await arrive();
    window.open('https://graph.qq.com/oauth2.0/authorize');
    expect(told).toEqual(['ready {}', 'blocked {}']);
  });

  describe('the way back', () => {
    const openedBy = (href: string | undefined): void => {
      const opener = href === undefined ? null : { location: new URL(href) };
      Object.defineProperty(window, 'opener', { configurable: true, value: opener });
    };
    afterEach(() => openedBy(undefined));

    test('loads the script, to keep the token, in a window that our own frame opened, and closes', async () => {
      openedBy(`${OWN}/foyer/frames/qq?language=zh`);
      const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
      const script = run('qq-callback', { opener: `${OWN}/foyer/frames/qq`, home: '#home' });
      expect(script?.dataset.callback).toBe('true');
      script?.dispatchEvent(new Event('load'));
      await jest.advanceTimersByTimeAsync(1000);
      expect(close).toHaveBeenCalled();
    });

    test.each([
      ['nobody', undefined],
      ['another site', 'https://evil.example/foyer/frames/qq'],
      ['another page of ours', `${OWN}/sso`],
    ])('loads nothing in a window that %s opened', (_, href) => {
      openedBy(href);
      expect(run('qq-callback', { opener: `${OWN}/foyer/frames/qq`, home: '#home' })).toBeNull();
      expect(window.location.hash).toBe('#home');
      window.location.hash = '';
    });
  });
});
