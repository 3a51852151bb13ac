/**
 * The compiled release being served. `current.json` names it; a new one is loaded whole before it takes the place of
 * the old one, so a broken build leaves the last good one serving.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ServerLine } from '../../engine/pack.ts';
import { type CallValidators, compileValidators } from './validate.ts';

/** The only grammar of compiled data that this server reads. */
const GRAMMAR = 1;
const NAME = /^[A-Za-z0-9_-]+$/;

export interface LoadedLine {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly server: ServerLine;
  /** `METHOD path` → call id. */
  readonly routes: ReadonlyMap<string, string>;
  validators(call: string): CallValidators;
}

export interface Page {
  readonly html: Buffer;
  /** Absent while it is being packed anew. */
  brotli: Buffer | undefined;
  readonly etag: string;
  /** `sha256-…` of inline styles. */
  readonly styles: readonly string[];
  /** `sha256-…` of inline scripts. */
  readonly scripts: readonly string[];
  /** Names of the fields whose content outlives a post by the browser itself; undefined for a page without a form. */
  readonly keeps: readonly string[] | undefined;
  readonly carriesToken: boolean;
  /** Whether other front ends of the line may open or frame it. */
  readonly bridges: boolean;
  /** Whether third-party providers send visitors back to it, into windows and frames that our own pages opened. */
  readonly returns: boolean;
}

export interface Release {
  readonly id: string;
  readonly lines: readonly LoadedLine[];
  line(name: string): LoadedLine | undefined;
  /** A prerendered page; undefined when the release has none of that name. */
  page(line: string, language: string, screen: string): Promise<Page | undefined>;
}

export interface ReleaseSource {
  current(): Release;
  /** Looks for a new release now. Gives whether one was taken; a broken one is reported and left. */
  reload(): boolean;
  close(): void;
}

export interface ReleaseOptions {
  readonly distDir: string;
  /** How often `current.json` is looked at, milliseconds; 0 for never. */
  readonly pollMilliseconds?: number;
  /** Providers of third-party sign-in that have credentials for the line; without it, all that it offers. */
  readonly configuredProviders?: (line: ServerLine) => readonly string[];
  readonly onEvent?: (event: 'loaded' | 'broken', release: string, error?: unknown) => void;
}

/** Loads the current release. Throws when there is none that can be served. */
export function openReleases(options: ReleaseOptions): ReleaseSource {
  const file = join(options.distDir, 'current.json');
  let stamp = '';
  let broken = '';
  let current = loadRelease(options, named(file));
  stamp = stampOf(file);

  function reload(): boolean {
    let id = '?';
    try {
      stamp = stampOf(file);
      id = named(file);
      if (id === current.id) return false;
      current = loadRelease(options, id);
      broken = '';
      options.onEvent?.('loaded', id);
      return true;
    } catch (error) {
      if (broken !== `${id} ${stamp}`) options.onEvent?.('broken', id, error);
      broken = `${id} ${stamp}`;
      return false;
    }
  }

  const interval = options.pollMilliseconds ?? 1000;
  const timer = interval > 0 ? setInterval(() => stampOf(file) !== stamp && reload(), interval) : undefined;
  timer?.unref();
  return { current: () => current, reload, close: () => clearInterval(timer) };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.ino} ${found.size}` : '';
}

function named(file: string): string {
  const { release } = JSON.parse(readFileSync(file, 'utf8')) as { release?: unknown };
  if (typeof release !== 'string' || !NAME.test(release)) throw new Error(`${file} names no release.`);
  return release;
}

function loadRelease({ distDir, configuredProviders }: ReleaseOptions, id: string): Release {
  const directory = join(distDir, 'releases', id);
  const about = JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')) as {
    grammar: number;
    lines: string[];
  };
  if (about.grammar !== GRAMMAR)
    throw new Error(`Release ${id} has grammar ${about.grammar}; this server reads ${GRAMMAR}. Build again.`);
  const lines = about.lines.map((name) => loadLine(directory, name));
  if (lines.length === 0) throw new Error(`Release ${id} has no line.`);
  const byName = new Map(lines.map((line) => [line.name, line]));
  const pages = new Map<string, Promise<Page | undefined>>();
  return {
    id,
    lines,
    line: (name) => byName.get(name),
    page(line, language, screen) {
      const key = [line, language, screen].join('/');
      const server = byName.get(line)?.server;
      if (!server || !NAME.test(language) || !NAME.test(screen)) return Promise.resolve(undefined);
      let page = pages.get(key);
      if (!page) {
        page = readPage(join(directory, 'pages', line, language, screen), configuredProviders?.(server));
        pages.set(key, page);
        page.catch(() => pages.delete(key));
      }
      return page;
    },
  };
}

function loadLine(directory: string, name: string): LoadedLine {
  if (!NAME.test(name)) throw new Error(`${name} is no name of a line.`);
  const server = JSON.parse(readFileSync(join(directory, 'lines', `${name}.json`), 'utf8')) as ServerLine;
  for (const screen of new Set(Object.values(server.paths))) {
    for (const language of server.line.languages.offered) {
      const page = join(directory, 'pages', name, language, `${screen}.html`);
      if (!existsSync(page)) throw new Error(`The page ${page} is missing.`);
    }
  }
  const routes = new Map(Object.entries(server.calls).map(([id, { method, path }]) => [`${method} ${path}`, id]));
  const compiled = new Map<string, CallValidators>();
  return {
    name,
    hosts: server.line.hosts,
    server,
    routes,
    validators(call) {
      let validators = compiled.get(call);
      if (!validators) {
        validators = compileValidators(server, call);
        compiled.set(call, validators);
      }
      return validators;
    },
  };
}

/** The root's list of the line's providers, written by the prerender. */
const PROVIDERS = /^(<!doctype html><html [^>]*data-providers=")([^"]*)"/;
const pack = promisify(brotliCompress);

/** The page with only those providers that are configured in its root's list, in the line's order. */
function withProviders(html: Buffer, configured: readonly string[]): Buffer {
  const text = html.toString('utf8');
  const [, start, offered] = PROVIDERS.exec(text) ?? [];
  if (start === undefined || offered === undefined) return html;
  const shown = offered.split(' ').filter((id) => configured.includes(id));
  if (shown.join(' ') === offered) return html;
  return Buffer.from(`${start}${shown.join(' ')}${text.slice(start.length + offered.length)}`);
}

async function readPage(path: string, providers: readonly string[] | undefined): Promise<Page | undefined> {
  const optional = (file: string): Promise<Buffer | undefined> =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  const [html, brotli, meta] = await Promise.all([
    optional(`${path}.html`),
    optional(`${path}.html.br`),
    optional(`${path}.json`),
  ]);
  if (!html) return undefined;
  const about = JSON.parse(meta?.toString('utf8') ?? '{}') as {
    styles?: string[];
    scripts?: string[];
    keeps?: string[];
    carriesToken?: boolean;
    bridges?: boolean;
    returns?: boolean;
  };
  const page: Page = {
    html,
    brotli,
    etag: etagOf(html),
    styles: about.styles ?? [],
    scripts: about.scripts ?? [],
    keeps: about.keeps,
    carriesToken: about.carriesToken ?? false,
    bridges: about.bridges ?? false,
    returns: about.returns ?? false,
  };
  const shown = providers === undefined ? html : withProviders(html, providers);
  return shown === html ? page : changed(page, shown);
}

/** The page with another content. It is packed beside the requests, which get it plain until then. */
export function changed(page: Page, html: Buffer): Page {
  const other: Page = { ...page, html, brotli: undefined, etag: etagOf(html) };
  if (page.brotli !== undefined)
    void pack(html).then(
      (packed) => {
        other.brotli = packed;
      },
      () => undefined,
    );
  return other;
}

function etagOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
