/**
 * The frame with Google's button: what it may do, and what its relay makes of the script and tells.
 * @jest-environment ./tests/page-environment.cjs
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FrameSource } from '../../../src/server/ports/embed.ts';
import { embeds } from '../../../src/server/vendors/google/embed.ts';

const SERVER = resolve(__dirname, '../../../src/server');
/** Our script of a frame; `relay` is what all of them share. */
const textOf = (name: string): string =>
  readFileSync(join(SERVER, name === 'relay' ? 'frames' : 'vendors/google', 'relays', `${name}.js`), 'utf8');

function source(ways: readonly string[], issuer: string | undefined = 'https://accounts.google.com'): FrameSource {
  const found = issuer === undefined ? undefined : { clientId: 'our-client', ways, pages: { issuer } };
  return {
    line: {
      name: 'some-line',
      line: { home: 'sign-in', redirects: { homeUrl: '/console' }, limits: { thirdRenewSeconds: 480 } },
      paths: { '/sso': 'sign-in', '/sso/google': 'google' },
      messages: { zh: { 'line.brand': 'A line', 'errors.links.sign-in': 'Sign in' } },
    },
    own: 'https://line.example',
    language: 'zh',
    deps: { thirdParties: { of: () => ({ get: (id: string) => (id === 'google' ? found : undefined) }) } },
  } as unknown as FrameSource;
}

test("opens Google's origin and nothing else", () => {
  const content = embeds.google.content(source(['redirect', 'frame']));
  expect(content).toMatchObject({
    script: 'https://accounts.google.com/gsi/client',
    opens: { style: ['https://accounts.google.com', "'unsafe-inline'"] },
    values: {
      clientId: 'our-client',
      loginUri: 'https://line.example/sso/oauth-callback/google',
      brand: 'A line',
      back: 'Sign in',
      backTo: '/sso',
      failedTo: '/sso/google',
      seconds: '480',
    },
  });
  expect(embeds.google.content(source(['redirect', 'post']))).toBeDefined();
  expect(embeds.google.content(source(['frame'], 'http://localhost:4400/simulators/google'))?.script).toBe(
    'http://localhost:4400/simulators/google/gsi/client',
  );
});

test('is not there where nobody configured Google, or the line shows no frame of it', () => {
  expect(embeds.google.content(source(['redirect', 'popup']))).toBeUndefined();
  expect(
    embeds.google.content({
      ...source([]),
      deps: { thirdParties: { of: () => ({ get: () => undefined }) } },
    } as never),
  ).toBeUndefined();
});

describe('relay', () => {
  let told: string[] = [];
  let initialized: { callback?: (given: object) => void; [option: string]: unknown } = {};
  let rendered: [Element, object][] = [];

  beforeEach(() => {
    [told, rendered] = [[], []];
    initialized = {};
    jest.spyOn(window.parent, 'postMessage').mockImplementation((message: { event: string; values: object }) => {
      told.push(`${message.event} ${JSON.stringify(message.values)}`);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    document.head.replaceChildren();
    document.body.replaceChildren();
    Reflect.deleteProperty(globalThis, 'google');
  });

  /** Runs the relay up to where it has asked for the script of Google's. */
  function run(more: Readonly<Record<string, string>> = {}): HTMLScriptElement | null {
    const values = { clientId: 'our-client', nonce: 'N'.repeat(43), locale: 'zh_CN', ...more };
    const script = 'https://accounts.google.com/gsi/client';
    Object.assign(document.documentElement.dataset, { frame: 'google', script, values: JSON.stringify(values) });
    for (const each of ['relay', 'google']) {
      const element = document.createElement('script');
      element.textContent = textOf(each);
      document.head.append(element);
      element.remove();
    }
    return document.querySelector('script[src]');
  }

  async function arrive(id: object | undefined, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const script = run(more);
    expect(script?.src).toBe('https://accounts.google.com/gsi/client');
    if (id) Object.assign(globalThis, { google: { accounts: { id } } });
    script?.dispatchEvent(new Event('load'));
    await new Promise((done) => setTimeout(done, 0));
  }

  const id = {
    initialize: (options: typeof initialized) => {
      initialized = options;
    },
    renderButton: (host: Element, options: object) => rendered.push([host, options]),
  };

  test('has the button shown for this sign-in, and gives the credential', async () => {
    await arrive(id);
    expect(initialized).toMatchObject({ client_id: 'our-client', nonce: 'N'.repeat(43), ux_mode: 'popup' });
    expect(rendered).toEqual([[document.body.querySelector('div'), expect.objectContaining({ locale: 'zh_CN' })]]);
    initialized.callback?.({ credential: 'a.b.c', select_by: 'btn' });
    expect(told).toEqual(['ready {}', 'done {"credential":"a.b.c"}']);
  });

  test('a window that the browser does not open is told', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValueOnce(window);
    await arrive(id);
    expect(window.open('https://accounts.google.com/gsi/select')).toBeNull();
    expect(window.open('https://accounts.google.com/gsi/select')).toBe(window);
    expect(open.mock.calls).toHaveLength(2);
    expect(told).toEqual(['ready {}', 'blocked {}']);
  });

  test('on a page of its own, with a state, it leaves for Google and tells nobody', async () => {
    const state = 'S'.repeat(43);
    const loginUri = 'https://line.example/sso/oauth-callback/google';
    await arrive(id, { state, loginUri, brand: 'A line', back: 'Sign in', backTo: '/sso' });
    expect(initialized).toMatchObject({ ux_mode: 'redirect', login_uri: loginUri, nonce: 'N'.repeat(43) });
    expect(initialized.callback).toBeUndefined();
    expect(rendered).toEqual([[document.body.querySelector('div'), expect.objectContaining({ state })]]);
    expect(document.querySelector('h1')?.textContent).toBe('A line');
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/sso');
  });

  test('an answer without a credential is a failure', async () => {
    await arrive(id);
    initialized.callback?.({});
    expect(told.at(-1)).toBe('failed {"code":"provider"}');
  });

  test('a script that is blocked, or is something else, is told at once', async () => {
    run()?.dispatchEvent(new Event('error'));
    await new Promise((done) => setTimeout(done, 0));
    expect(told).toEqual(['failed {"code":"script"}']);
    document.head.replaceChildren();
    await arrive(undefined);
    expect(told.at(-1)).toBe('failed {"code":"script"}');
  });
});
