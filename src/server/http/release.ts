/**
 * The compiled release being served. `current.json` names it; a new one is loaded whole before it takes the place of
 * the old one, so a broken build leaves the last good one serving.
 */
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerLine } from '../../engine/pack.ts';
import { type DrawnPages, openDrawnPages, PACK, packFiles } from './drawn-pages.ts';
import { changed, makePage, type Page, type PageAbout, withProviders } from './page.ts';
import { unfold } from './parts.ts';
import { NAME, namedRelease, ReleaseError, readJson, refuseMissing } from './release-files.ts';
import { type CallValidators, compileValidators } from './validate.ts';

/** The only grammar of compiled data that this server reads. */
const GRAMMAR = 1;
/** A screen, or a variant of one. */
const SCREEN = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)?$/;

export interface LoadedLine {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly server: ServerLine;
  /** `METHOD path` → call id. */
  readonly routes: ReadonlyMap<string, string>;
  validators(call: string): CallValidators;
}

export interface Release extends Pick<DrawnPages, 'page' | 'post' | 'visited'> {
  readonly id: string;
  readonly lines: readonly LoadedLine[];
  line(name: string): LoadedLine | undefined;
  /** The file among the assets that answers to a name that pages of the line ask for, where the two differ. */
  assetOf(line: string, name: string): Promise<string | undefined>;
  /** Origin of the API that its pages call, empty for their own; undefined in one of before this was written down. */
  readonly apiBase: string | undefined;
  /** Whether it draws its pages; otherwise they are files, and no form of them is run. */
  readonly draws: boolean;
  /** Ends what only this release needed. */
  close(): void;
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
  /** Whether pages will be asked for: the thread that draws them is begun before anybody waits for it. */
  readonly draws?: boolean;
  /** Whether forms that browsers post by themselves are run. */
  readonly runsForms?: boolean;
  /** Throws where a release cannot be served with the settings of this server. */
  readonly judge?: (release: Release) => void;
  readonly onEvent?: (event: 'loaded' | 'broken', release: string, error?: unknown) => void;
}

/** Loads the current release. Throws when there is none that can be served. */
export function openReleases(options: ReleaseOptions): ReleaseSource {
  const file = join(options.distDir, 'current.json');
  let stamp = '';
  let broken = '';
  let current = judged(options, namedRelease(options.distDir));
  stamp = stampOf(file);

  function reload(): boolean {
    let id = '?';
    try {
      stamp = stampOf(file);
      id = namedRelease(options.distDir);
      if (id === current.id) return false;
      const next = judged(options, id);
      current.close();
      current = next;
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
  return {
    current: () => current,
    reload,
    close() {
      clearInterval(timer);
      current.close();
    },
  };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.ino} ${found.size}` : '';
}

interface About {
  readonly grammar: number;
  readonly lines: readonly string[];
  readonly compression?: string;
  /** Hash of the renderer of a release whose pages are drawn when they are asked for. */
  readonly renderer?: string;
  readonly apiBase?: string;
}

function judged(options: ReleaseOptions, id: string): Release {
  const release = loadRelease(options, id);
  try {
    options.judge?.(release);
    return release;
  } catch (error) {
    release.close();
    throw error;
  }
}

function loadRelease(
  { distDir, configuredProviders, draws = false, runsForms = false }: ReleaseOptions,
  id: string,
): Release {
  refuseMissing(distDir, id);
  const directory = join(distDir, 'releases', id);
  const about = readJson(join(directory, 'release.json')) as About;
  if (about.grammar !== GRAMMAR)
    throw new ReleaseError(
      `The release ${id} has grammar ${about.grammar}; this server reads ${GRAMMAR}. Run npm run build again.`,
    );
  const read = partReader(directory);
  const lines = about.lines.map((name) => loadLine(directory, name, about.renderer === undefined ? undefined : read));
  if (lines.length === 0) throw new ReleaseError(`The release ${id} has no line. Run npm run build again.`);
  const byName = new Map(lines.map((line) => [line.name, line]));
  const providers = (name: string): readonly string[] | undefined => {
    const server = byName.get(name)?.server;
    return server === undefined ? undefined : configuredProviders?.(server);
  };
  const assets = join(distDir, 'assets');
  const { renderer, compression = 'best' } = about;
  const drawn =
    renderer === undefined
      ? undefined
      : openDrawnPages({ directory, assets, renderer, compression, runsForms, providers });
  const [first] = lines;
  if (draws && first !== undefined) {
    const { home, languages } = first.server.line;
    // What is wrong with it is told to whoever asks for the page.
    drawn?.page(first.name, languages.default, home).catch(() => undefined);
  }
  const written = new Map<string, Promise<Page | undefined>>();
  return {
    id,
    lines,
    line: (name) => byName.get(name),
    page(line, language, screen) {
      if (!byName.has(line) || !NAME.test(language) || !SCREEN.test(screen)) return Promise.resolve(undefined);
      if (drawn !== undefined) return drawn.page(line, language, screen);
      const key = [line, language, screen].join('/');
      let page = written.get(key);
      if (!page) {
        page = readPage(join(directory, 'pages', line, language, screen), providers(line));
        written.set(key, page);
        page.catch(() => written.delete(key));
      }
      return page;
    },
    async assetOf(line, name) {
      if (!PACK.test(name)) return undefined;
      const found = await drawn?.packFile(line, name);
      return found ?? olderPack(distDir, id, line, name);
    },
    apiBase: about.apiBase,
    draws: drawn !== undefined,
    post: async (line, language, screen, posted, call) => drawn?.post(line, language, screen, posted, call),
    visited: async (line, language, visit) => drawn?.visited(line, language, visit),
    close: () => drawn?.close(),
  };
}

/** A pack of an earlier release, whose pages are still open somewhere. */
async function olderPack(distDir: string, id: string, line: string, name: string): Promise<string | undefined> {
  const [, prefix = '', screen = ''] = PACK.exec(name) ?? [];
  for (const other of await readdir(join(distDir, 'releases'))) {
    if (other === id || !NAME.test(other)) continue;
    const lists = await packFiles(join(distDir, 'releases', other), line).catch(() => undefined);
    const files = lists?.get(prefix);
    if (files !== undefined && Object.hasOwn(files, screen)) return files[screen];
  }
  return undefined;
}

/** Parts that lines share are read once, and held once. */
function partReader(directory: string): (hash: string) => unknown {
  const known = new Map<string, unknown>();
  return (hash) => {
    if (!known.has(hash)) known.set(hash, readJson(join(directory, 'parts', `${hash}.json`)));
    return known.get(hash);
  };
}

/** A line whose large parts are shared with others; its texts are put together when somebody first reads them. */
function unfoldLine({ messages, ...folded }: ServerLine, read: (hash: string) => unknown): ServerLine {
  const server = unfold(folded, read) as ServerLine;
  let texts: ServerLine['messages'] | undefined;
  return Object.defineProperty(server, 'messages', {
    enumerable: true,
    get() {
      texts ??= unfold(messages, read) as ServerLine['messages'];
      return texts;
    },
  });
}

/** What calls are reached at; lines that share their calls share it. */
const routesOf = new WeakMap<ServerLine['calls'], LoadedLine['routes']>();

/** @param read reads what lines share, in a release whose pages are drawn; undefined where they are written */
function loadLine(directory: string, name: string, read: ((hash: string) => unknown) | undefined): LoadedLine {
  if (!NAME.test(name)) throw new ReleaseError(`${name} is no name of a line. Run npm run build again.`);
  const file = readJson(join(directory, 'lines', `${name}.json`)) as ServerLine;
  const server = read === undefined ? file : unfoldLine(file, read);
  if (read === undefined) findPages(directory, server);
  const routes =
    routesOf.get(server.calls) ??
    new Map(Object.entries(server.calls).map(([id, { method, path }]) => [`${method} ${path}`, id]));
  routesOf.set(server.calls, routes);
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

/** @throws when a written page is missing. */
function findPages(directory: string, server: ServerLine): void {
  for (const screen of new Set(Object.values(server.paths))) {
    for (const language of server.line.languages.offered) {
      const page = join(directory, 'pages', server.name, language, `${screen}.html`);
      if (!existsSync(page)) throw new ReleaseError(`The page ${page} is missing. Run npm run build again.`);
    }
  }
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
  const page = makePage(html, brotli, JSON.parse(meta?.toString('utf8') ?? '{}') as Partial<PageAbout>);
  const shown = withProviders(html, providers);
  return shown === html ? page : changed(page, shown);
}
