/** One line → its part of a release: what the server reads of it, its pages, and the assets that these load. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Banner } from '../generated/config.ts';
import { type BundleName, bundlesOf, loadBundles } from '../screens/bundles.ts';
import type { PageState } from '../screens/page-model.ts';
import { lateCss } from '../theme/css.ts';
import { DARK, LIGHT } from '../theme/picture.tsx';
import { ART_BY_NAME } from './art-by-name.ts';
import type { Bundle } from './build-bundle.ts';
import { providerDrawings } from './compile-facts.ts';
import { type CompiledLine, compileLine, PACK } from './compile-line.ts';
import { inlineScripts } from './early.ts';
import { earlyTexts } from './early-texts.ts';
import { FACE_FILE, readFaces } from './face-files.ts';
import { type RenderOptions, renderPage, renderState } from './prerender.tsx';
import type { Content } from './publish.ts';
import { type LateLooks, type RenderedRelease, renderedLine } from './rendered-line.ts';
import type { ResolvedLine } from './resolve.ts';
import { inSchemes } from './schemes.ts';
import { sharedWork } from './shared-work.ts';
import { variantOf } from './variant-id.ts';

const shortHash = (content: Content): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** Content of a file that is no JSON, or the text of one that is, by its path relative to the root. */
export type ReadContent = (file: string) => Promise<Content>;

/** Reads a line's artwork and faces; gives addresses that change with the content. */
async function readArtwork(read: ReadContent, line: ResolvedLine, assets: Record<string, Content>) {
  const addresses = new Map<string, string>();
  const add = (file: string, content: Content): void => {
    const type = path.extname(file);
    const name = `${path.basename(file, type)}-${shortHash(content)}`;
    const looks = type === '.svg' ? inSchemes(String(content)) : undefined;
    const shown = looks === undefined ? name + type : `${name}${LIGHT}svg`;
    assets[shown] = looks?.light ?? content;
    if (looks !== undefined) assets[shown.replace(LIGHT, DARK)] = looks.dark;
    addresses.set(file, `/assets/${shown}`);
  };
  for (const file of new Set([...Object.values(line.theme.art), ...ART_BY_NAME])) {
    const source = line.assets[file];
    if (source !== undefined) add(file, await read(source));
  }
  for (const [file, source] of Object.entries(line.assets)) if (FACE_FILE.test(file)) add(file, await read(source));
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
function previewOf({ line, theme }: ResolvedLine, asset: (file: string) => string): string | undefined {
  const address = theme.art.preview === undefined ? '' : asset(theme.art.preview);
  return address === '' ? undefined : `https://${line.brandHost}${address}`;
}

/** A line's part of a release. */
export interface LineRelease {
  readonly compiled: CompiledLine;
  /** Path inside the release → content. */
  readonly files: Readonly<Record<string, Content>>;
  /** File name among the assets → content. */
  readonly assets: Readonly<Record<string, Content>>;
}

export interface LineReleaseOptions {
  /** Gives artwork and banners. */
  readonly read: ReadContent;
  readonly bundle: Bundle;
  readonly apiBase: string;
  /** Whether every page is written, for hosts of files alone; a server draws them when somebody comes. */
  readonly isStatic: boolean;
}

/** What stands in pages, by the content of all that is drawn in it; the oldest is forgotten first. */
const drawn = new Map<string, string>();
const MOST_DRAWN = 3000;

/** The HTML of a screen, drawn once however often the names of its packs, which no visitor sees, change around it. */
function draw(options: RenderOptions): string {
  const { build: _, packs: __, catalogue: ___, ...shell } = options.shell;
  const key = shortHash(JSON.stringify([shell, options.pack, options.state]));
  const html = drawn.get(key) ?? renderState(options);
  drawn.delete(key);
  drawn.set(key, html);
  if (drawn.size > MOST_DRAWN) drawn.delete(drawn.keys().next().value as string);
  return html;
}

/** File names of the bundles that pages load besides the main one. */
const bundleFiles = (bundle: Bundle): RenderedRelease['bundles'] => ({
  'notice-views': partFile(bundle, 'notice-views'),
  'rare-views': partFile(bundle, 'rare-views'),
  'frame-block': partFile(bundle, 'frame-block'),
  'late-widgets': partFile(bundle, 'late-widgets'),
});

/** What all pages of a release share. */
export const renderedRelease = (bundle: Bundle): RenderedRelease => ({
  main: `/assets/${bundle.main}`,
  inline: inlineScripts(),
  bundles: bundleFiles(bundle),
});

async function renderLine(
  line: ResolvedLine,
  compiled: CompiledLine,
  preview: string | undefined,
  looks: LateLooks,
  bundle: Bundle,
  files: Record<string, Content>,
): Promise<void> {
  const { main, inline } = renderedRelease(bundle);
  for (const [language, { shell, screens }] of Object.entries(compiled.languages)) {
    for (const [id, { pack, validators }] of Object.entries(screens)) {
      // Nobody chooses among files.
      if (variantOf(id) !== undefined) continue;
      await loadBundles(pack);
      const page = renderPage({
        shell,
        pack,
        validators: await importValidators(compiled, language, id),
        theme: line.theme,
        ...(preview === undefined ? {} : { preview }),
        ...looks,
        early: earlyTexts(line, language, id),
        inline,
        main,
        preload: [...validators, ...bundlesOf(pack, 'first').map((part) => partFile(bundle, part))].map(
          (name) => `/assets/${name}`,
        ),
        draw,
      });
      const place = `pages/${line.name}/${language}/${id}`;
      files[`${place}.html`] = page.html;
      files[`${place}.json`] = JSON.stringify(page.about);
    }
  }
}

/** The line's faces, and the styles that a form's page needs only once it is live: these among them. */
async function lateLooks(
  read: ReadContent,
  line: ResolvedLine,
  asset: (file: string) => string,
  assets: Record<string, Content>,
): Promise<LateLooks> {
  const faces = await readFaces(line, async (file) => Buffer.from(await read(line.assets[file] ?? '')), asset);
  const sheet = lateCss + faces;
  const late = `late-${shortHash(sheet)}.css`;
  assets[late] = sheet;
  return { late: `/assets/${late}`, faces };
}

/** Of each line, as it was resolved, what was made of it lately, by all else that it was made from. */
const lately = new WeakMap<ResolvedLine, readonly { readonly key: string; readonly made: LineRelease }[]>();
const LATELY = 3;

/** Compiles a line, unless that was done lately, and draws its pages. @throws when the data is not sound. */
export async function lineRelease(line: ResolvedLine, options: LineReleaseOptions): Promise<LineRelease> {
  const { read, bundle, apiBase, isStatic } = options;
  const assets: Record<string, Content> = {};
  const files: Record<string, Content> = {};
  const asset = await readArtwork(read, line, assets);
  const looks = await lateLooks(read, line, asset, assets);
  const banners: Record<string, Banner> = {};
  for (const [file, source] of Object.entries(line.registerStatic)) {
    const text = String(await read(source));
    files[`register-static/${line.name}/${file}`] = text;
    banners[path.basename(file, '.json')] = JSON.parse(text) as Banner;
  }
  // The bundle's names are told by its content, and the artwork's are; the files are banners as yet.
  const names = [...Object.keys(bundle.files), ...Object.keys(assets)];
  const key = shortHash(JSON.stringify([files, names, bundle.main, apiBase, isStatic]));
  const before = lately.get(line) ?? [];
  const known = before.find((each) => each.key === key)?.made;
  const made = known ?? (await make());
  lately.set(line, [{ key, made }, ...before.filter((each) => each.key !== key)].slice(0, LATELY));
  return made;

  async function make(): Promise<LineRelease> {
    const compiled = compileLine(line, {
      main: `/assets/${bundle.main}`,
      apiBase,
      asset,
      banners,
      work: sharedWork(line),
    });
    const preview = previewOf(line, asset);
    if (isStatic) {
      files[`lines/${line.name}.json`] = JSON.stringify(compiled.server);
      await renderLine(line, compiled, preview, looks, bundle, files);
      return { compiled, files, assets: { ...assets, ...compiled.files } };
    }
    const rendered = renderedLine(line, compiled, looks, preview);
    const others = Object.entries(compiled.files).filter(([name]) => !name.startsWith(PACK));
    Object.assign(assets, Object.fromEntries(others), rendered.assets);
    return { compiled, files: { ...files, ...rendered.files }, assets };
  }
}
