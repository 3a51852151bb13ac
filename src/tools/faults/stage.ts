/** Everything that faults are made with: houses, lines, a browser; and what each fault leaves behind, cleared away. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { addressOf } from '../bench/caller.ts';
import { type Target, targetOf } from '../bench/calls.ts';
import { currentRelease, lineOf } from '../bench/release.ts';
import { startServer } from '../bench/server-process.ts';
import { launchBrowser } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { loadData } from '../load.ts';
import { Person } from '../person.ts';
import { type ResolvedLine, resolveAll } from '../resolve.ts';
import { House } from './house.ts';

/** Lines that faults happen on: one that registers by e-mail, one by phone, and one with a captcha of somebody else's. */
export const LINES = { mail: 'foxrenderfarm', phone: 'renderbus', captcha: 'avica' } as const;

/** How long the end of one thing is waited for; a server drains within ten seconds. */
const CLOSING_MILLISECONDS = 15_000;

export interface HouseOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of its data, when it must lie somewhere. */
  readonly dataDir?: string;
}

export class Stage {
  readonly folder = resolve('.cache/faults');
  readonly #lines: Promise<Readonly<Record<string, ResolvedLine>>>;
  readonly #closers: (() => Promise<void> | void)[] = [];
  #shared: Promise<House> | undefined;
  #browser: Promise<Browser> | undefined;
  #addresses = 0;
  #houses = 0;

  constructor() {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    this.#lines = loadData('.').then((sources) => resolveAll(sources).lines);
  }

  /** Runs when the fault at hand is over, whatever became of it; the last one first. */
  after(closer: () => Promise<void> | void): void {
    this.#closers.push(closer);
  }

  async clear(): Promise<void> {
    for (const closer of this.#closers.splice(0).reverse()) {
      // What cannot be ended is told, and holds nobody up.
      const patience = new Promise((next) => setTimeout(next, CLOSING_MILLISECONDS).unref());
      const closed = (async () => closer())().catch((error: Error) => process.stderr.write(`${error.message}\n`));
      await Promise.race([closed, patience]);
    }
  }

  /** Networks are limited as a whole: each newcomer has one of their own. */
  readonly freshAddress = (): string => addressOf(++this.#addresses << 8);

  target(line: string): Target {
    return targetOf(lineOf(currentRelease(), line));
  }

  async #open({ environment = {}, dataDir }: HouseOptions): Promise<House> {
    const folder = dataDir ?? join(this.folder, `house-${++this.#houses}`, 'data');
    const given = {
      FOYER_TEST_CLOCK: '1',
      FOYER_SEED: '0',
      LOG_LEVEL: 'info',
      METRICS_FROM: '127.0.0.0/8',
      ...environment,
    };
    const port = await freePort();
    const server = await startServer({ port, dataDir: folder, environment: given });
    return new House(server, port, folder, given, this.freshAddress);
  }

  /** A house of the fault's own. */
  async house(options: HouseOptions = {}): Promise<House> {
    const house = await this.#open(options);
    this.after(() => house.close());
    return house;
  }

  /** Another instance on a house's database. */
  async instance(house: House, environment: Readonly<Record<string, string>> = {}): Promise<House> {
    const given = { ...house.environment, DATABASE_URL: house.databaseUrl, ...environment };
    const port = await freePort();
    const server = await startServer({ port, dataDir: house.dataDir, environment: given });
    const instance = new House(server, port, house.dataDir, given, this.freshAddress);
    this.after(() => instance.close());
    return instance;
  }

  /** The house of faults that do it no harm, with the reference accounts. */
  shared(): Promise<House> {
    this.#shared ??= this.#open({ environment: { FOYER_SEED: '1' } });
    return this.#shared;
  }

  browser(): Promise<Browser> {
    this.#browser ??= launchBrowser();
    return this.#browser;
  }

  /** Somebody at a browser. Without a context they have one of their own. */
  async person(line: string, port: number, context?: BrowserContext): Promise<Person> {
    const resolved = (await this.#lines)[line];
    if (!resolved) throw new Error(`There is no line ${line}.`);
    const own =
      context ??
      (await (await this.browser()).newContext({ extraHTTPHeaders: { 'x-forwarded-for': this.freshAddress() } }));
    if (context === undefined) this.after(() => own.close());
    const page = await own.newPage();
    page.setDefaultTimeout(20_000);
    return new Person(resolved, resolved.line.languages.default, own, page, `http://${line}.localhost:${port}`);
  }

  async close(): Promise<void> {
    await this.clear();
    await (await this.#browser)?.close();
    await (await this.#shared)?.close();
  }
}
