/**
 * A visitor at a real browser. What they look for is named by message key, so a step finds `fields.username.label`
 * by the accessible name that the line shows in its language: a renamed label needs no new test, a lost one fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import IntlMessageFormatModule from 'intl-messageformat';
import pg from 'pg';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { siteName } from '../../src/engine/redirect.ts';
import { launchBrowser } from '../../src/tools/browser.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { type ServerState, stateFile } from './start-server.ts';

const IntlMessageFormat = ((IntlMessageFormatModule as unknown as { default?: typeof IntlMessageFormatModule })
  .default ?? IntlMessageFormatModule) as typeof IntlMessageFormatModule;

export interface Message {
  readonly id: string;
  readonly subject: string | null;
  readonly text: string;
  readonly code: string | null;
  readonly links: readonly string[];
}

/** Messages already handed out: a later step wants a later message. */
const seen = new Set<string>();

/** The server of this worker. */
export function server(): ServerState {
  const servers = JSON.parse(readFileSync(stateFile, 'utf8')) as readonly ServerState[];
  const own = servers[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
  if (!own) throw new Error(`There is no server for worker ${process.env.JEST_WORKER_ID}.`);
  return own;
}
export const originOf = (line: string): string => `http://${line}.localhost:${server().port}`;

let resolved: Promise<Readonly<Record<string, ResolvedLine>>> | undefined;
const lines = (): Promise<Readonly<Record<string, ResolvedLine>>> => {
  resolved ??= loadData('.').then((sources) => resolveAll(sources).lines);
  return resolved;
};

/** How the journeys' server reaches its database. */
export function databaseOf(): { host: string; port: number; user: string; password: string; database: string } {
  const folder = join(server().data, 'data');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  return {
    host: '127.0.0.1',
    port: Number(read('database-port')),
    user: 'foyer',
    password: read('database-password'),
    database: 'foyer',
  };
}

/** Asks the journeys' database; the first row. */
export async function ask<T extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<T | undefined> {
  const client = new pg.Client(databaseOf());
  await client.connect();
  try {
    const { rows } = await client.query<T>(text, [...values]);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Moves the database's clock, the one clock of every rule about time, for all journeys that follow. */
export async function letTimePass(seconds: number): Promise<void> {
  await ask(`UPDATE clock_shift SET shift = shift + $1 * interval '1 second'`, [seconds]);
}

/** Where a code for an account goes: its proven phone, else its mailbox. Journeys of other files may have bound a phone. */
export async function contactOf(username: string, zone: 'domestic' | 'overseas'): Promise<string> {
  const found = await ask<{ contact: string }>(
    'SELECT CASE WHEN phone_verified THEN phone ELSE email END AS contact FROM account WHERE zone = $1 AND username_key = $2',
    [zone, username],
  );
  if (!found?.contact) throw new Error(`${username} has no contact.`);
  return found.contact;
}

let shared: Promise<Browser> | undefined;
export const browser = (): Promise<Browser> => {
  shared ??= launchBrowser();
  return shared;
};
export const closeBrowser = async (): Promise<void> => {
  await (await shared)?.close();
  shared = undefined;
};

/** Rich tags fall away, as they do for someone who listens. */
const plain = (chunks: unknown): string => (Array.isArray(chunks) ? chunks.join('') : String(chunks));

export class Visitor {
  /** Requests to the API, in order: `POST /api/...`. */
  readonly requests: string[] = [];
  /** Violations of the policy and uncaught errors; a journey ends with none. */
  readonly complaints: string[] = [];

  private constructor(
    readonly line: ResolvedLine,
    readonly language: string,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly origin: string,
  ) {
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/')) this.requests.push(`${request.method()} ${url.pathname}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript|hydrat/i.test(message.text()))
        this.complaints.push(`console: ${message.text()}`);
    });
  }

  /** @param options.alone comes from an address of its own, so that limits per address count this visitor only. */
  static async arrive(
    lineName: string,
    options: { language?: string; context?: BrowserContext; phone?: boolean; origin?: string; alone?: boolean } = {},
  ): Promise<Visitor> {
    const line = (await lines())[lineName];
    if (!line) throw new Error(`There is no line ${lineName}.`);
    const context =
      options.context ??
      (await (
        await browser()
      ).newContext({
        ...(options.phone
          ? { viewport: { width: 390, height: 844 }, hasTouch: true }
          : { viewport: { width: 1440, height: 900 } }),
        ...(options.alone ? { extraHTTPHeaders: { 'x-forwarded-for': freshAddress() } } : {}),
      }));
    const language = options.language ?? line.line.languages.default;
    return new Visitor(line, language, context, await context.newPage(), options.origin ?? originOf(lineName));
  }

  /** The line's text of a message key, in the visitor's language. */
  text(key: string, params: Record<string, string | number> = {}): string {
    const found = this.line.messages[this.language]?.[key];
    if (found === undefined) throw new Error(`No message ${key} (${this.language}).`);
    const known = {
      ...this.line.line.limits,
      ...this.line.line.coupons,
      ...this.line.line.contacts,
      currency: this.line.line.currency,
      brand: this.line.messages[this.language]?.['line.brand'] ?? '',
      otherSite: siteName(this.line.line.otherZone?.url),
      ...params,
    };
    return String(
      new IntlMessageFormat(found, this.language).format({
        ...known,
        b: plain,
        link: plain,
        terms: plain,
        privacy: plain,
      }),
    );
  }

  async open(pathOrScreen: string): Promise<void> {
    const path = pathOrScreen.startsWith('/') ? pathOrScreen : this.line.line.routes[pathOrScreen]?.[0];
    if (!path) throw new Error(`Screen ${pathOrScreen} has no route.`);
    await this.page.goto(`${this.origin}${path}`);
    await this.live();
  }

  /** Waits until the page is hydrated. */
  async live(): Promise<void> {
    await this.page.waitForSelector('html[data-live]', { state: 'attached', timeout: 15000 });
  }

  field(id: string): Locator {
    // A form may give it another label: whichever is there.
    const labels = Object.keys(this.line.messages[this.language] ?? {}).filter(
      (key) => key === `fields.${id}.label` || key.startsWith(`fields.${id}.labels.`),
    );
    const [own, ...others] = labels.map((key) => this.page.getByLabel(this.text(key), { exact: true }));
    return others.reduce((either, other) => either.or(other), own as Locator);
  }

  async fill(values: Record<string, string | boolean>): Promise<void> {
    for (const [id, value] of Object.entries(values)) {
      if (typeof value === 'boolean') await this.checkbox(id).setChecked(value);
      else await this.field(id).fill(value);
    }
  }

  checkbox(id: string): Locator {
    return this.page.getByRole('checkbox', { name: this.text(`fields.${id}.label`) });
  }

  async choose(field: string, option: string): Promise<void> {
    await this.page.getByRole('radio', { name: this.text(`fields.${field}.options.${option}`) }).check();
  }

  async tab(screen: string, form: string): Promise<void> {
    await this.page.getByRole('tab', { name: this.text(`screens.${screen}.forms.${form}.tab`) }).click();
  }

  button(key: string, params: Record<string, string | number> = {}): Locator {
    return this.page.getByRole('button', { name: this.text(key, params), exact: true });
  }

  async press(key: string): Promise<void> {
    await this.expecting(`the button ${key}`, this.button(key).click({ timeout: 15000 }));
  }

  async follow(key: string): Promise<void> {
    await this.page
      .getByRole('link', { name: this.text(key) })
      .first()
      .click();
  }

  /** Waits until a sentence is on the page. */
  async sees(key: string, params: Record<string, string | number> = {}): Promise<void> {
    await this.expecting(
      `the sentence ${key}`,
      this.page.getByText(this.text(key, params)).first().waitFor({ timeout: 15000 }),
    );
  }

  /** Waits for something and, when it does not come, says what is on the page instead. */
  private async expecting(what: string, wait: Promise<unknown>): Promise<void> {
    try {
      await wait;
    } catch (error) {
      await this.page.screenshot({ path: '.cache/test/journey-failure.png' }).catch(() => undefined);
      const shown = await this.page
        .locator('body')
        .ariaSnapshot()
        .catch(() => '');
      throw new Error(
        `Waited for ${what} at ${this.page.url()}, saw:\n${shown}\nLast requests: ${this.requests.slice(-5).join(', ')}`,
        { cause: error },
      );
    }
  }

  async at(screen: string): Promise<void> {
    const paths = this.line.line.routes[screen] ?? [];
    await this.expecting(
      `the screen ${screen}`,
      this.page.waitForURL((url) => paths.includes(url.pathname), { timeout: 15000 }),
    );
    await this.live();
  }

  /**
   * The newest message to somebody that no step has taken yet; waits for the outbox to deliver.
   * @param kind a mail's template, or `code` for a code by SMS or voice.
   */
  async newestMessage(to: string, kind: string): Promise<Message & { readonly link: string }> {
    const subject = kind === 'code' ? undefined : this.text(`mail.${kind}.subject`);
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`http://127.0.0.1:${server().port}/api/foyer/inbox?to=${encodeURIComponent(to)}`);
      const { messages } = (await answer.json()) as { messages: readonly Message[] };
      const found = messages.find(
        (message) =>
          !seen.has(message.id) && (subject === undefined ? message.code !== null : message.subject === subject),
      );
      if (found) {
        seen.add(found.id);
        return { ...found, link: found.links[0] ?? '' };
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`No ${kind} message to ${to} arrived.`);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

let counter = 0;
/** An address nobody comes from yet, of those kept for documents and examples. */
const freshAddress = (): string => `2001:db8:${(counter++).toString(16)}::1`;
/** A name nobody has yet. */
export const freshName = (): string => `v${Date.now().toString(36)}${(counter++).toString(36)}`.slice(0, 20);
/** A mainland phone nobody has yet. */
export const freshPhone = (): string => `138${String(Date.now() + counter++).slice(-8)}`;
