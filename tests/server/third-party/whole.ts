/** A server with a real line and the calls, all five providers and two that are data alone, and the simulators; and a browser for it. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { standInOf } from '../../../src/sandbox/list.ts';
import { simulatorRoutes } from '../../../src/sandbox/routes.ts';
import { HANDLERS } from '../../../src/server/calls/registry.ts';
import { type Instance, openInstance } from '../../../src/server/db/instance.ts';
import { createApp } from '../../../src/server/http/app.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import type { LoadedLine, ReleaseSource } from '../../../src/server/http/release.ts';
import { type CallValidators, compileValidators } from '../../../src/server/http/validate.ts';
import { createLimiter } from '../../../src/server/limits/limiter.ts';
import { type Limits, limitsFor } from '../../../src/server/limits/limits.ts';
import { adaptersOf, embedsOf } from '../../../src/server/open-vendors.ts';
import type { Way } from '../../../src/server/ports/identity.ts';
import { findSession } from '../../../src/server/sessions/sessions.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import { createThirdParties } from '../../../src/server/third-party/wiring.ts';
import type { KeyRing } from '../../../src/server/types.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { compileLine } from '../../../src/tools/compile-line.ts';
import type { KnownProviders } from '../../../src/tools/implied-providers.ts';
import { loadData, overlay } from '../../../src/tools/load.ts';
import { resolveAll } from '../../../src/tools/resolve.ts';
import { type TestDatabase, withDatabase } from '../database.ts';
import { testKeys } from '../domain/world.ts';

const FILE = resolve(__dirname, '../../../lines/_base/providers.json');

/** Providers that are nothing but an entry in the data. */
const OPENID_PROVIDERS = {
  gitlab: openIdEntry('GitLab', 20),
  keycloak: openIdEntry({ en: 'Our staff', zh: '本公司员工' }, 21),
};

function openIdEntry(name: string | Readonly<Record<string, string>>, number: number) {
  return {
    adapter: 'openid-connect',
    name,
    type: number,
    loginType: number,
    icon: 'M3 3l9 18 9-18z',
    color: { light: '#b33a12', dark: '#fc8a5a' },
    ways: ['redirect', 'popup'],
    scope: 'openid profile email',
    endpoints: { issuer: 'https://openid.example' },
  };
}

function loaded(line: ServerLine, providers: KnownProviders): LoadedLine {
  const server: ServerLine = {
    ...line,
    providers,
    line: { ...line.line, providers: Object.keys(providers), offers: { ...line.line.offers, thirdPartySignIn: true } },
  };
  const compiled = new Map<string, CallValidators>();
  return {
    name: line.name,
    hosts: line.line.hosts,
    server,
    routes: new Map(Object.entries(server.calls).map(([id, { method, path }]) => [`${method} ${path}`, id])),
    validators(call) {
      const known = compiled.get(call) ?? compileValidators(server, call);
      compiled.set(call, known);
      return known;
    },
  };
}

export interface Whole {
  readonly database: TestDatabase;
  readonly keys: KeyRing;
  /** Origin at which one line answers. */
  readonly own: string;
  /** Everything logged so far. */
  logs(): string;
  browser(): WholeBrowser;
}

/**
 * Registers the hooks that run it for this test file.
 * @param ways of providers that have others here than in the data of all lines
 */
export function withWhole(
  name: string,
  ways: Readonly<Record<string, readonly Way[]>> = {},
  limits: Limits = limitsFor(1000),
): Whole {
  const database = withDatabase();
  const keys = testKeys();
  const logged: string[] = [];
  let app: FastifyInstance | undefined;
  let instance: Instance | undefined;
  let own = '';

  beforeAll(async () => {
    const written = JSON.parse(readFileSync(FILE, 'utf8'));
    for (const [id, own] of Object.entries(ways)) written[id] = { ...written[id], ways: own };
    const text = JSON.stringify({ ...written, ...OPENID_PROVIDERS });
    const resolved = resolveAll(overlay(await loadData('.'), { 'lines/_base/providers.json': text })).lines[name];
    if (resolved === undefined) throw new Error(`No line ${name}.`);
    const options = { main: '/assets/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
    const lines = [loaded(compileLine(resolved, options).server, resolved.providers)];
    const releases: ReleaseSource = {
      current: () => ({
        id: 'whole',
        lines,
        line: (wanted) => lines.find((line) => line.name === wanted),
        page: async () => undefined,
        assetOf: async () => undefined,
        apiBase: '',
        draws: false,
        post: async () => undefined,
        visited: async () => undefined,
        close: () => undefined,
      }),
      reload: () => false,
      close: () => undefined,
    };
    const directory = join(tmpdir(), 'foyer-whole');
    const settings = parseSettings(
      { DATA_DIR: directory, DIST_DIR: directory, LINE: name, LOG_LEVEL: 'trace' },
      'start',
      VENDORS,
    );
    instance = await openInstance(database.db);
    let port = 0;
    app = createApp({
      settings,
      db: database.db,
      instance,
      releases,
      handlers: HANDLERS,
      keys,
      outbox: { send: async () => ({ id: '' }), delivery: async () => undefined },
      limiter: createLimiter({ db: database.db, limits }),
      findSession,
      logger: createLogger('trace', { write: (line: string) => void logged.push(line) }),
      linesDir: resolve('lines'),
      simulators: simulatorRoutes(database.db),
      embeds: embedsOf(VENDORS),
      thirdParties: createThirdParties({
        settings: settings.thirdParties,
        adapters: adaptersOf(VENDORS),
        simulated: standInOf,
        port: () => port,
      }),
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
    own = `http://127.0.0.1:${port}`;
  }, 120000);
  afterAll(async () => {
    app?.server.closeAllConnections();
    await app?.close();
    await instance?.close();
  });
  return {
    database,
    keys,
    get own() {
      return own;
    },
    logs: () => logged.join(''),
    browser: () => new WholeBrowser(own),
  };
}

interface Cookie {
  readonly value: string;
  readonly path: string;
  /** Whether a form posted by another site brings it. */
  readonly crosses: boolean;
}

export interface Went {
  readonly to: URL | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** Keeps cookies as a browser does, as far as paths and `SameSite` go. */
export class WholeBrowser {
  readonly jar = new Map<string, Cookie>();
  constructor(readonly own: string) {}

  /**
   * @param how `foreign-post`: a form that another site's page posts; `framed`: another site's page in a frame leads there; else a page
   *   leads there, of whatever site
   * @param dest what the browser says that it fetches it for, where not as `how` has it; an older one says nothing (`null`)
   */
  async go(
    address: string | URL,
    {
      form,
      json,
      how = 'same-site',
      dest = how === 'framed' ? 'iframe' : 'document',
    }: {
      form?: Readonly<Record<string, string>>;
      json?: object;
      how?: 'same-site' | 'foreign-post' | 'framed';
      dest?: string | null;
    } = {},
  ): Promise<Went> {
    const url = new URL(address, this.own);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: this.#cookies(url, how !== 'same-site'),
        ...(dest === null ? {} : { 'sec-fetch-dest': dest }),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      ...(json ? { method: 'POST', body: JSON.stringify(json) } : {}),
    });
    this.#keep(response.headers);
    const to = response.headers.get('location');
    return {
      to: to === null ? undefined : new URL(to, url),
      status: response.status,
      headers: response.headers,
      html: await response.text(),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a call answers
  async call(path: string, body: object | undefined): Promise<{ status: number; code: string | number; data: any }> {
    const url = new URL(path, this.own);
    const response = await fetch(url, {
      headers: {
        origin: this.own,
        'sec-fetch-site': 'same-origin',
        cookie: this.#cookies(url, false),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    this.#keep(response.headers);
    const answer = (await response.json()) as { code: string | number; data: unknown };
    return { ...answer, status: response.status };
  }

  /** Begins a sign-in. */
  async begin(
    provider: string,
    way = 'redirect',
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ state: string; url: string; widget?: Readonly<Record<string, string>> }> {
    const query = new URLSearchParams({ provider, way, ...more });
    const { data } = await this.call(`/api/sso/thirdParty/getToken?${query}`, undefined);
    return data;
  }

  /** Makes a choice on a simulator's page. */
  async choose(address: string, choice: Readonly<Record<string, string>>): Promise<Went> {
    const { html } = await this.go(address);
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
    return this.go(new URL(action, address), { form: { ...hiddenIn(html), id: 'somebody', ...choice } });
  }

  #cookies(url: URL, crossing: boolean): string {
    return [...this.jar]
      .filter(([, { path, crosses }]) => url.pathname.startsWith(path) && (!crossing || crosses))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const path = /; Path=([^;]+)/i.exec(cookie)?.[1] ?? '/';
      this.jar.set(name, { value, path, crosses: /SameSite=None/i.test(cookie) && /Secure/i.test(cookie) });
    }
  }
}

/** The hidden fields of a page's form. */
export const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
