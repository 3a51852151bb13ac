/**
 * Resolved data and bundles → a release in `dist/`. Refuses when the data has faults, leaving the last good release.
 * `npx tsx src/tools/compile.ts` compiles over the bundles of the last build.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Banner } from '../generated/config.ts';
import { type BundleName, bundlesOf, loadBundles } from '../screens/bundles.ts';
import type { PageState } from '../screens/page-model.ts';
import { lateCss } from '../theme/css.ts';
import { type Bundle, readBundle } from './build-bundle.ts';
import { checkSources } from './check.ts';
import { type Fault, formatFault } from './checks/fault.ts';
import { providerDrawings } from './compile-facts.ts';
import { type CompiledLine, compileLine } from './compile-line.ts';
import { earlyTexts } from './early-texts.ts';
import { loadData } from './load.ts';
import { renderPage } from './prerender.tsx';
import { type Compression, type Content, type Published, publish } from './publish.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/** Bundles of the last build, relative to the root. */
export const BUNDLE_FOLDER = '.cache/bundle';

export interface CompileOptions {
  /** The repository's folder. */
  readonly root: string;
  readonly bundle: Bundle;
  /** Where releases go; `dist` under the root unless said otherwise. */
  readonly dist?: string;
  readonly apiBase?: string;
  /** ms since 1970. */
  readonly now?: number;
  readonly compression?: Compression;
}

/** The data has faults: nothing was published. */
class FaultyData extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(`The data has ${faults.length} fault${faults.length === 1 ? '' : 's'}; nothing was published.`);
  }
}

const shortHash = (content: Content): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** Reads a line's artwork; gives addresses that change with the content. */
async function readArtwork(root: string, line: ResolvedLine, assets: Record<string, Content>) {
  const addresses = new Map<string, string>();
  const add = (file: string, content: Content): void => {
    const name = `${path.basename(file, path.extname(file))}-${shortHash(content)}${path.extname(file)}`;
    assets[name] = content;
    addresses.set(file, `/assets/${name}`);
  };
  const { logo, mark, illustration, preview } = line.theme.art;
  for (const file of new Set([logo, mark, illustration, preview])) {
    const source = file === undefined ? undefined : line.assets[file];
    if (file !== undefined && source !== undefined) add(file, await readFile(path.join(root, source)));
  }
  for (const [file, drawing] of Object.entries(providerDrawings(line))) add(file, drawing);
  return (file: string): string => addresses.get(file) ?? '';
}

const modules = new Map<string, Promise<unknown>>();

/** The module's default export, evaluated in this process: the prerender judges with the very code that pages load. */
function importCode(name: string, code: string): Promise<unknown> {
  let module = modules.get(name);
  if (module === undefined) {
    const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    module = import(address).then(({ default: value }) => value as unknown);
    modules.set(name, module);
  }
  return module;
}

/** The validators of a screen's forms, by form. */
export async function importValidators(
  compiled: CompiledLine,
  language: string,
  screen: string,
): Promise<PageState['validators']> {
  const forms = compiled.languages[language]?.screens[screen]?.pack.forms ?? {};
  const entries = Object.entries(forms).map(async ([form, { validators }]) => {
    const name = path.basename(validators);
    return [form, await importCode(name, compiled.files[name] ?? '')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** File name of a part's bundle. @throws when the build made none. */
function partFile({ files }: Bundle, part: BundleName): string {
  const name = Object.keys(files).find((each) => each.startsWith(`${part}.`) && each.endsWith('.js'));
  if (name === undefined) throw new Error(`The build has no bundle named ${part}.`);
  return name;
}

/** Address of the line's preview, absolute: it is fetched from elsewhere. */
function previewOf({ line, theme }: ResolvedLine, asset: (file: string) => string): { readonly preview?: string } {
  const address = theme.art.preview === undefined ? '' : asset(theme.art.preview);
  return address === '' ? {} : { preview: `https://${line.brandHost}${address}` };
}

async function renderLine(
  line: ResolvedLine,
  compiled: CompiledLine,
  asset: (file: string) => string,
  bundle: Bundle,
  files: Record<string, Content>,
  late: string,
): Promise<void> {
  for (const [language, { shell, screens }] of Object.entries(compiled.languages)) {
    for (const [id, { pack, validators }] of Object.entries(screens)) {
      await loadBundles(pack);
      const page = renderPage({
        shell,
        pack,
        validators: await importValidators(compiled, language, id),
        theme: line.theme,
        ...previewOf(line, asset),
        late,
        early: earlyTexts(line, language, id),
        main: `/assets/${bundle.main}`,
        preload: [...validators, ...bundlesOf(pack, 'first').map((part) => partFile(bundle, part))].map(
          (name) => `/assets/${name}`,
        ),
      });
      const place = `pages/${line.name}/${language}/${id}`;
      files[`${place}.html`] = page.html;
      files[`${place}.json`] = JSON.stringify({
        styles: page.styles,
        scripts: page.scripts,
        ...(page.keeps === undefined ? {} : { keeps: page.keeps }),
        carriesToken: pack.screen.carriesToken === true,
        bridges: pack.screen.bridges === true,
        returns: pack.screen.kind === 'transit' && pack.screen.returns === true,
      });
    }
  }
}

/**
 * Checks, compiles, prerenders and publishes.
 * @throws {FaultyData} when the data has faults.
 */
async function compile(options: CompileOptions): Promise<Published> {
  const { root, bundle, apiBase = '' } = options;
  const sources = await loadData(root);
  const faults = checkSources(sources);
  if (faults.length > 0) throw new FaultyData(faults);
  const { lines } = resolveAll(sources);
  const main = `/assets/${bundle.main}`;
  const assets: Record<string, Content> = { ...bundle.files };
  const files: Record<string, Content> = {};
  const late = `late-${shortHash(lateCss)}.css`;
  assets[late] = lateCss;
  for (const line of Object.values(lines)) {
    const asset = await readArtwork(root, line, assets);
    const banners: Record<string, Banner> = {};
    for (const [file, source] of Object.entries(line.registerStatic)) {
      const text = await readFile(path.join(root, source), 'utf8');
      files[`register-static/${line.name}/${file}`] = text;
      banners[path.basename(file, '.json')] = JSON.parse(text) as Banner;
    }
    const compiled = compileLine(line, { main, apiBase, asset, banners });
    Object.assign(assets, compiled.files);
    files[`lines/${line.name}.json`] = JSON.stringify(compiled.server);
    await renderLine(line, compiled, asset, bundle, files, `/assets/${late}`);
  }
  return publish(
    { lines: Object.keys(lines), files, assets },
    {
      dist: options.dist ?? path.join(root, 'dist'),
      cache: path.join(root, '.cache/brotli'),
      now: options.now ?? Date.now(),
      ...(options.compression === undefined ? {} : { compression: options.compression }),
    },
  );
}

/** Compiles and tells how it went. Gives the exit code. */
export async function runCompile(root: string, compression: Compression = 'best'): Promise<number> {
  const started = performance.now();
  try {
    const bundle = await readBundle(path.join(root, BUNDLE_FOLDER));
    const { release, compressed } = await compile({
      root,
      bundle,
      apiBase: process.env.API_BASE ?? '',
      compression,
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`release ${release} (${compressed} files compressed, ${seconds} s)`);
    return 0;
  } catch (error) {
    if (!(error instanceof FaultyData)) throw error;
    for (const fault of error.faults) console.error(formatFault(fault));
    console.error(error.message);
    return 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await runCompile(process.cwd());
