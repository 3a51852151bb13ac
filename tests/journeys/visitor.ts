/** A visitor of the journeys' own server, with its inbox and its clock. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, launchStill } from '../../src/tools/browser.ts';
import { loadData } from '../../src/tools/load.ts';
import { PATIENCE, Person } from '../../src/tools/person.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { databaseIn, putSeededBack } from './seeded.ts';
import { quietly, watchPages } from './seen-pages.ts';
import { type ServerState, stateFile } from './start-server.ts';

export { PATIENCE };

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
export const lines = (): Promise<Readonly<Record<string, ResolvedLine>>> => {
  resolved ??= quietly(() => loadData('.').then((sources) => resolveAll(sources).lines));
  return resolved;
};

/** Accounts and what is linked to them are as seeded when a file begins. */
beforeAll(() => putSeededBack(server().data));

/** Asks the journeys' database; the first row. */
export async function ask<T extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<T | undefined> {
  const client = new pg.Client(databaseIn(server().data));
  await client.connect();
  try {
    const { rows } = await client.query<T>(text, [...values]);
    return rows[0];
  } finally {
    await client.end();
  }
}

/**
 * Moves the database's clock, the one clock of every rule about time, for all journeys that follow. Whoever is signed in
 * just now, in this journey or beside it, stays so as freshly as before.
 */
export async function letTimePass(seconds: number): Promise<void> {
  await ask(
    `WITH passed AS (UPDATE clock_shift SET shift = shift + $1 * interval '1 second')
     UPDATE user_session SET created_at = created_at + $1 * interval '1 second',
       confirmed_at = confirmed_at + $1 * interval '1 second'`,
    [seconds],
  );
}

/** The account's sessions were opened that much earlier. */
export async function signedInBefore(username: string, minutes: number): Promise<void> {
  await ask(
    `UPDATE user_session s SET created_at = s.created_at - make_interval(mins => $2),
       confirmed_at = s.confirmed_at - make_interval(mins => $2)
       FROM account a WHERE a.id = s.account_id AND a.username = $1`,
    [username, minutes],
  );
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
let moves = false;

/** The journeys of this file are gone with pictures that move. In all others they stand still: moving them is half of a browser's work. */
export const withMotion = (): void => {
  moves = true;
};

export const browser = (): Promise<Browser> => {
  const launched = () => (moves ? launchBrowser({}, 'shell') : launchStill('shell'));
  shared ??= launched().then((opened) => watchPages(opened, lines));
  return shared;
};
export const closeBrowser = async (): Promise<void> => {
  await (await shared)?.close();
  shared = undefined;
};

export class Visitor extends Person {
  /** Everybody comes from an address of their own, so that limits per address count this visitor only. */
  static async arrive(
    lineName: string,
    options: { language?: string; context?: BrowserContext; phone?: boolean; origin?: string } = {},
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
        extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
      }));
    const language = options.language ?? line.line.languages.default;
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    return new Visitor(line, language, context, page, options.origin ?? originOf(lineName));
  }

  /** The first step of registering by phone, up to the second. */
  async provesPhone(phone: string): Promise<void> {
    await this.fill({ phone });
    await this.press('widgets.code.send');
    const { code } = await this.newestMessage(`+86${phone}`, 'code');
    await this.fill({ code: code ?? '' });
    await this.press('screens.register.forms.phone.submit', { proof: 'absent' });
    await this.field('username').waitFor();
  }

  /** The first page of registering by e-mail, up to the second. */
  async givesEmail(email: string): Promise<void> {
    await this.open('register');
    await this.fill({ email });
    await this.press('screens.register.forms.email.submit');
    await this.at('register-account');
  }

  /** The second page, up to its button. */
  async choosesAccount(username: string, password: string): Promise<void> {
    await this.fill({ username, 'new-password': password });
    const [type = '', ...others] = this.line.line.businessTypes;
    if (others.length > 0) await this.choose('business-type', type);
    await this.fill({ agreement: true });
  }

  /** Registers by e-mail, up to the page that waits for the mail's link. */
  async registersByEmail(email: string, username: string, password: string): Promise<void> {
    await this.givesEmail(email);
    await this.choosesAccount(username, password);
    await this.press('screens.register-account.forms.account.submit');
    await this.at('activate');
  }

  /**
   * The newest message to somebody that no step has taken yet; waits for the outbox to deliver.
   * @param kind a mail's template, or `code` for a code by SMS or voice.
   */
  async newestMessage(to: string, kind: string): Promise<Message & { readonly link: string }> {
    const subject = kind === 'code' ? undefined : this.text(`mail.${kind}.subject`);
    for (let tries = 0; tries < PATIENCE / 100; tries += 1) {
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
}

let counter = 0;
/** An address nobody comes from yet, in no journey of the same server, of those kept for documents and examples. */
export const freshAddress = (): string => `2001:db8:${randomBytes(4).toString('hex').replace(/^.{4}/, '$&:')}::1`;
/** A name nobody has yet. */
export const freshName = (): string => `v${Date.now().toString(36)}${(counter++).toString(36)}`.slice(0, 20);
/** A mainland phone nobody has yet. */
export const freshPhone = (): string => `138${String(Date.now() + counter++).slice(-8)}`;
