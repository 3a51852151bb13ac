/**
 * Pages of a release that holds none: drawn by the release's own renderer when somebody first asks, then kept. Packs are
 * found here too, since lines share those that are equal and pages ask for them by names of their own.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServerLine } from '../../engine/pack.ts';
import { makePage, type Page, packDrawn, thatWorks, withoutScripts, withProviders } from './page.ts';
import { unfold } from './parts.ts';
import { openRenderer, type PageRequest, type Posted, type PostedPage, type Renderer, type Visit } from './renderer.ts';

/** Bytes of pages that are kept; who comes back to a page that went waits for it once more. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How many lines' lists of packs are held. */
const MOST_LISTS = 100;
/** How pages name a pack. */
export const PACK = /^(pack-[0-9a-f]+-)([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?)\.json$/;

/** Threads by the hash of their program: a new release whose code is the old one's goes on with a warm thread. */
const renderers = new Map<string, { readonly renderer: Renderer; users: number }>();

function takeRenderer(hash: string, program: string): Renderer {
  const found = renderers.get(hash) ?? { renderer: openRenderer(program), users: 0 };
  found.users += 1;
  renderers.set(hash, found);
  return found.renderer;
}

function leaveRenderer(hash: string): void {
  const found = renderers.get(hash);
  if (found === undefined) return;
  found.users -= 1;
  if (found.users > 0) return;
  renderers.delete(hash);
  found.renderer.close();
}

export interface DrawnPages {
  /** A page; undefined when the release has none of that name. */
  page(line: string, language: string, screen: string): Promise<Page | undefined>;
  /** Runs the form of a page. Undefined where there is none, or nothing draws. */
  post(
    line: string,
    language: string,
    screen: string,
    posted: PostedPage,
    call: (request: PageRequest) => Promise<string>,
  ): Promise<Posted | undefined>;
  /** A page as a visit left it. */
  visited(line: string, language: string, visit: Visit): Promise<Page | undefined>;
  /** The file among the assets that holds a pack, by the name that pages of the line ask for. */
  packFile(line: string, name: string): Promise<string | undefined>;
  close(): void;
}

export interface DrawnOptions {
  /** Folder of the release. */
  readonly directory: string;
  readonly assets: string;
  /** Hash of the release's renderer. */
  readonly renderer: string;
  readonly compression: string;
  /** Whether forms that browsers post by themselves are run. */
  readonly runsForms: boolean;
  /** The providers that a line's pages show; undefined for all of its own. */
  readonly providers: (line: string) => readonly string[] | undefined;
}

interface PageFile {
  readonly languages: Readonly<Record<string, { readonly packs: string; readonly screens: unknown }>>;
}

/** Screen → file of its pack, by what its pages' addresses begin with. */
export async function packFiles(directory: string, line: string): Promise<ReadonlyMap<string, ServerLine['paths']>> {
  const { languages } = JSON.parse(await readFile(join(directory, 'pages', `${line}.json`), 'utf8')) as PageFile;
  const lists = Object.values(languages).map(async ({ packs, screens }) => {
    const place = (screens as { readonly $part?: string }).$part;
    const part = place && (JSON.parse(await readFile(join(directory, 'parts', `${place}.json`), 'utf8')) as unknown);
    return [packs.replace('/assets/', ''), unfold(screens, () => part) as Readonly<Record<string, string>>] as const;
  });
  return new Map(await Promise.all(lists));
}

export function openDrawnPages(options: DrawnOptions): DrawnPages {
  const { directory, assets, renderer: hash, compression, runsForms, providers } = options;
  const renderer = takeRenderer(hash, resolve(directory, 'renderer.mjs'));
  const folders = { folder: resolve(directory), assets: resolve(assets) };
  const pages = new Map<string, Promise<Page | undefined>>();
  const sizes = new Map<string, number>();
  const lists = new Map<string, ReturnType<typeof packFiles>>();
  let bytes = 0;

  async function make(line: string, language: string, screen: string): Promise<Page | undefined> {
    const drawn = await renderer.draw({ ...folders, line, language, screen });
    if (drawn === undefined) return undefined;
    const isRun = runsForms && drawn.runs;
    const { plain, way, works } = drawn;
    const isPlain = runsForms && plain.length > 0;
    const linked = runsForms ? drawn.linked : undefined;
    const still = isRun || isPlain || linked !== undefined ? withoutScripts(drawn.html, way) : drawn.html;
    const html = isRun || isPlain ? thatWorks(still, works) : still;
    const made = makePage(withProviders(Buffer.from(html), providers(line)), undefined, drawn.about, isRun);
    const page: Page = { ...made, ...(isPlain && { plain }), ...(linked !== undefined && { linked }) };
    if (compression !== 'none') await packDrawn(page, compression === 'quick' ? 'quick' : 'best');
    return page;
  }

  function forget(key: string): void {
    pages.delete(key);
    bytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
  }

  function note(key: string, page: Page | undefined): void {
    if (page === undefined || !pages.has(key)) return;
    sizes.set(key, page.html.length + (page.brotli?.length ?? 0));
    bytes += sizes.get(key) ?? 0;
    for (const oldest of pages.keys()) {
      if (bytes <= MOST_BYTES) break;
      if (oldest !== key) forget(oldest);
    }
  }

  return {
    page(line, language, screen) {
      const key = [line, language, screen].join('/');
      const found = pages.get(key);
      const page = found ?? make(line, language, screen);
      // Whoever is asked for again is the youngest.
      pages.delete(key);
      pages.set(key, page);
      if (found === undefined)
        page.then(
          (made) => (made === undefined ? forget(key) : note(key, made)),
          () => forget(key),
        );
      return page;
    },
    async packFile(line, name) {
      const [, prefix = '', screen = ''] = PACK.exec(name) ?? [];
      const list = lists.get(line) ?? packFiles(directory, line);
      lists.delete(line);
      lists.set(line, list);
      list.catch(() => lists.delete(line));
      if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value as string);
      const files = (await list).get(prefix);
      return files !== undefined && Object.hasOwn(files, screen) ? files[screen] : undefined;
    },
    post: (line, language, screen, posted, call) => renderer.post({ ...folders, line, language, screen, posted }, call),
    async visited(line, language, visit) {
      const drawn = await renderer.draw({ ...folders, line, language, screen: visit.screen, visit });
      return drawn && makePage(withProviders(Buffer.from(drawn.html), providers(line)), undefined, drawn.about);
    },
    close: () => leaveRenderer(hash),
  };
}
