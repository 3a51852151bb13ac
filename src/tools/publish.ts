/**
 * Compiled content → `dist/`, atomically: a release is written whole beside the others, then `current.json` is replaced
 * by a rename. The last releases and all their assets stay, so that an open tab of an old page still works.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const RELEASES_KEPT = 3;
/** Path inside a release of the module that draws its pages. */
export const RENDERER_FILE = 'renderer.mjs';
const compressAsync = promisify(brotliCompress);

export type Content = string | Buffer;

export interface ReleaseContent {
  readonly lines: readonly string[];
  /** Path inside the release → content. HTML gets a compressed twin. */
  readonly files: Readonly<Record<string, Content>>;
  /** File name among the assets → content; names are told by content and never change it. */
  readonly assets: Readonly<Record<string, Content>>;
  /** Origin of the API that its pages call; empty for their own. */
  readonly apiBase?: string;
}

/**
 * How hard text is compressed: `best` for visitors, `quick` for a server on this machine and for tests; `none` while data
 * is being edited.
 */
export type Compression = 'best' | 'quick' | 'none';

/** Brotli's own measure of effort. The best takes thirty times the time and saves a sixth of the bytes. */
const QUALITY: Readonly<Record<Compression, number>> = { best: 11, quick: 5, none: 0 };

export interface PublishOptions {
  readonly dist: string;
  /** Folder that keeps compressed content by its hash, so that what did not change is not compressed again. */
  readonly cache: string;
  /** ms since 1970. */
  readonly now: number;
  /** `best` unless it is said. */
  readonly compression?: Compression;
}

export interface Published {
  readonly release: string;
  /** How many contents were compressed anew. */
  readonly compressed: number;
}

interface ReleaseFile {
  readonly id: string;
  readonly grammar: 1;
  readonly builtAt: string;
  readonly lines: readonly string[];
  /** Names of the assets that its pages use. */
  readonly assets: readonly string[];
  /** How its files are compressed; the best where nothing is said. */
  readonly compression?: Compression;
  /** Hash of what draws its pages; absent where every page is written. */
  readonly renderer?: string;
  /** As in its content: a server with another `API_BASE` refuses it. */
  readonly apiBase?: string;
}

const hashOf = (content: Content): string => createHash('sha256').update(content).digest('hex');
const isText = (name: string): boolean => /\.(html|js|json|svg|css|txt)$/.test(name);

/** Writes a file so that no reader ever sees half of it. */
async function writeWhole(file: string, content: Content): Promise<void> {
  // Two of equal content are written to the same place at once.
  const half = `${file}.${randomUUID()}.tmp`;
  await writeFile(half, content);
  await rename(half, file);
}

class Compressor {
  count = 0;
  constructor(
    readonly cache: string,
    readonly quality: number,
  ) {}

  async compress(content: Content): Promise<Buffer> {
    const file = path.join(this.cache, `${hashOf(content)}.${this.quality}.br`);
    const known = await readFile(file).catch(() => undefined);
    if (known !== undefined) return known;
    this.count += 1;
    const made = await compressAsync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: this.quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
      },
    });
    await writeWhole(file, made);
    return made;
  }
}

/** Carries out work on each item, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const run = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, run));
}

/** The release's name: the hash of all it holds, so that the same data gives the same release. */
function releaseId({ files, assets }: ReleaseContent): string {
  const hash = createHash('sha256');
  for (const [name, content] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${hashOf(content)}\0`);
  }
  for (const name of Object.keys(assets).sort()) hash.update(`${name}\0`);
  return hash.digest('hex').slice(0, 16);
}

async function readReleases(dist: string): Promise<readonly ReleaseFile[]> {
  const names = await readdir(path.join(dist, 'releases')).catch(() => []);
  const read = names.map(async (name): Promise<ReleaseFile | undefined> => {
    const text = await readFile(path.join(dist, 'releases', name, 'release.json'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as ReleaseFile);
  });
  return (await Promise.all(read))
    .filter((release) => release !== undefined)
    .sort((a, b) => (a.builtAt < b.builtAt ? 1 : -1));
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const AGAIN_MILLISECONDS = 100;
/** After which somebody who looks on is told. */
const TELL_MILLISECONDS = 3000;

const waitsFor = (lock: string, holder: number): string =>
  holder > 0
    ? `Process ${holder} publishes there (${lock}); this waits for it.`
    : `Somebody publishes there, and ${lock} does not say who. Delete that file if nobody does.`;

/** Carries out work while no other process publishes into the same folder; one that died holds nothing. */
async function alone<T>(dist: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(dist, 'publishing.lock');
  await mkdir(dist, { recursive: true });
  for (let waited = 0; ; waited += AGAIN_MILLISECONDS) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      else await setTimeout(AGAIN_MILLISECONDS);
      if (waited === TELL_MILLISECONDS) console.error(waitsFor(lock, holder));
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Deletes old releases, and assets that no kept release uses. */
async function tidy(dist: string, current: string): Promise<void> {
  const releases = await readReleases(dist);
  const kept = [...releases.filter(({ id }) => id === current), ...releases.filter(({ id }) => id !== current)].slice(
    0,
    RELEASES_KEPT,
  );
  const ids = new Set(kept.map(({ id }) => id));
  for (const name of await readdir(path.join(dist, 'releases'))) {
    if (!ids.has(name)) await rm(path.join(dist, 'releases', name), { recursive: true, force: true });
  }
  const used = new Set(kept.flatMap(({ assets }) => assets));
  for (const name of await readdir(path.join(dist, 'assets'))) {
    if (!used.has(name.replace(/\.br$/, ''))) await rm(path.join(dist, 'assets', name), { force: true });
  }
}

/** By folder, the release that this process published last. */
const written = new Map<string, { readonly id: string; readonly files: ReleaseContent['files'] }>();

/** Gives a file a second name; false where that cannot be done. */
async function isLinked(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch {
    // The file was tidied away, or the disk has no such names.
    return false;
  }
}

/** Writes the release unless it is there already, and makes it the current one. One process at a time. */
export function publish(content: ReleaseContent, options: PublishOptions): Promise<Published> {
  return alone(options.dist, () => write(content, options));
}

async function write(content: ReleaseContent, options: PublishOptions): Promise<Published> {
  const { dist, cache, now, compression = 'best' } = options;
  const id = releaseId(content);
  const assetsDir = path.join(dist, 'assets');
  const home = path.join(dist, 'releases', id);
  const half = path.join(dist, 'releases', `${id}.${process.pid}.tmp`);
  await mkdir(assetsDir, { recursive: true });
  await mkdir(cache, { recursive: true });
  const compressor = new Compressor(cache, QUALITY[compression]);
  const releases = await readReleases(dist);
  const effortOf = (release: ReleaseFile): number => QUALITY[release.compression ?? 'best'];
  // What was compressed quickly is compressed again for visitors; what is best stays.
  const improves = compression === 'best' && releases.some((release) => effortOf(release) < QUALITY.best);
  const compresses = compression !== 'none';

  const present = new Set(await readdir(assetsDir));
  await each(Object.entries(content.assets), async ([name, data]) => {
    if (compresses && isText(name) && (improves || !present.has(`${name}.br`))) {
      await writeWhole(path.join(assetsDir, `${name}.br`), await compressor.compress(data));
    }
    if (!present.has(name)) await writeWhole(path.join(assetsDir, name), data);
  });

  const before = releases.find((release) => release.id === id);
  const renderer = content.files[RENDERER_FILE];
  const isKept = before !== undefined && effortOf(before) >= QUALITY[compression];
  const about: ReleaseFile = {
    id,
    grammar: 1,
    builtAt: new Date(now).toISOString(),
    lines: content.lines,
    assets: Object.keys(content.assets).sort(),
    compression: isKept ? (before.compression ?? 'best') : compression,
    ...(renderer === undefined ? {} : { renderer: hashOf(renderer).slice(0, 16) }),
    ...(content.apiBase === undefined ? {} : { apiBase: content.apiBase }),
  };
  if (isKept) await writeWhole(path.join(home, 'release.json'), JSON.stringify(about));
  else {
    await rm(half, { recursive: true, force: true });
    const folders = new Set(Object.keys(content.files).map((name) => path.dirname(name)));
    for (const folder of folders) await mkdir(path.join(half, folder), { recursive: true });
    const last = written.get(path.resolve(dist));
    await each(Object.entries(content.files), async ([name, data]) => {
      // No file of a release ever changes, so two releases can share it.
      const shared = last?.files[name] === data ? path.join(dist, 'releases', last.id, name) : undefined;
      if (shared === undefined || !(await isLinked(shared, path.join(half, name))))
        await writeFile(path.join(half, name), data);
      if (compresses && name.endsWith('.html'))
        await writeFile(path.join(half, `${name}.br`), await compressor.compress(data));
    });
    await writeFile(path.join(half, 'release.json'), JSON.stringify(about));
    await rm(home, { recursive: true, force: true });
    await rename(half, home);
  }
  await writeWhole(path.join(dist, 'current.json'), `${JSON.stringify({ release: id })}\n`);
  written.set(path.resolve(dist), { id, files: content.files });
  await tidy(dist, id);
  return { release: id, compressed: compressor.count };
}
