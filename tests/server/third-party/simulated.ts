/** The simulated providers over real HTTP, and a visitor who fills in their pages. */
import type { AddressInfo } from 'node:net';
import type { SimulatedProvider } from '../../../src/server/third-party/wiring.ts';
import { type TestDatabase, withDatabase } from '../database.ts';
import { type TestApp, testApp } from '../platform/app.ts';

export interface Choice {
  readonly id?: string;
  readonly trouble?: string;
  readonly refuse?: boolean;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export interface Simulated {
  /** Origin of the server with the simulators. */
  readonly own: string;
  readonly database: TestDatabase;
  /** Its base addresses, as this server reaches them. */
  endpoints(provider: SimulatedProvider): Readonly<Record<string, string>>;
  open(path: string): Promise<Page>;
  /** Opens a page with a choice, makes it, and tells what came of it: the address to go on to, or the page that is shown. */
  choose(address: string, choice?: Choice): Promise<{ readonly to: URL | undefined; readonly page: Page }>;
}

/** Registers the hooks that run them for this test file. */
export function withSimulated(): Simulated {
  const database = withDatabase();
  let running: TestApp | undefined;
  let own = '';

  beforeAll(async () => {
    running = await testApp(database);
    await running.app.listen({ port: 0, host: '127.0.0.1' });
    own = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`;
  }, 120000);
  afterAll(() => running?.close());

  const open = async (path: string): Promise<Page> => {
    const response = await fetch(new URL(path, own), { redirect: 'manual' });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  return {
    get own() {
      return own;
    },
    database,
    endpoints: ({ endpoints }) =>
      Object.fromEntries(Object.entries(endpoints).map(([name, path]) => [name, own + path])),
    open,
    async choose(address, { id = 'somebody', trouble = '', refuse = false } = {}) {
      const { html } = await open(address);
      const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
      if (action === undefined) throw new Error(`No choice is offered: ${html.replace(/<style>.*<\/style>/s, '')}`);
      const body = new URLSearchParams({ id, trouble });
      for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
        body.set(name, value.replaceAll('&amp;', '&'));
      if (refuse) body.set('refuse', '1');
      const response = await fetch(new URL(action, own), { method: 'POST', body, redirect: 'manual' });
      const to = response.headers.get('location');
      return {
        to: to === null ? undefined : new URL(to),
        page: { status: response.status, headers: response.headers, html: await response.text() },
      };
    },
  };
}

/** The callback of a provider on some line. */
export const callback = (provider: string): string => `https://line.example/sso/oauth-callback/${provider}`;
