/** Every page of the product, in every state that the data names: what tests and `npm run matrix` look at. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue, Pack, Shell } from '../engine/pack.ts';
import type { Banner, FormState, Theme } from '../generated/config.ts';
import { loadBundles, loadNotices } from '../screens/bundles.ts';
import { titleOf } from '../screens/navigate.ts';
import { pathOf } from '../screens/page.ts';
import type { PageState } from '../screens/page-model.ts';
import { accountCss, pageCss } from '../theme/css.ts';
import { DARK, LIGHT } from '../theme/picture.tsx';
import { ART_BY_NAME } from './art-by-name.ts';
import { providerDrawings } from './compile-facts.ts';
import { type CompiledLine, compileLine } from './compile-line.ts';
import { isGiven } from './examples.ts';
import { FACE_FILE, readFaces } from './face-files.ts';
import { loadData } from './load.ts';
import { renderState } from './prerender.tsx';
import { type ResolvedLine, resolveAll } from './resolve.ts';
import { inSchemes } from './schemes.ts';

export interface StatedPage {
  readonly line: string;
  readonly language: string;
  readonly direction: string;
  readonly screen: string;
  readonly state: string;
  /** First address of the screen on this line. */
  readonly path: string;
  readonly title: string;
  /** What stands in the page's root element. */
  readonly html: string;
}

export interface LinePages {
  readonly line: string;
  /** The language it is in unless a visitor says otherwise. */
  readonly language: string;
  /** Ids of the third-party providers, all of them configured. */
  readonly providers: readonly string[];
  readonly theme: Theme;
  readonly css: string;
  readonly pages: readonly StatedPage[];
  /** Address → SVG that the pages show. */
  readonly art: Readonly<Record<string, string>>;
  /** Address → WOFF2 file of one of the line's faces, base64. */
  readonly fonts: Readonly<Record<string, string>>;
}

/** What a module without imports exports as default; evaluated here, since Jest imports no modules from a text. */
function evaluateModule(code: string): unknown {
  const body = code.replace(/export default (\w+);?\s*$|export\{(\w+) as default\};?\s*$/, 'return $1$2;');
  return new Function(body)();
}

async function readBanners(root: string, line: ResolvedLine): Promise<Record<string, Banner>> {
  const entries = Object.entries(line.registerStatic).map(async ([file, source]) => {
    const text = await readFile(path.join(root, source), 'utf8');
    return [path.basename(file, '.json'), JSON.parse(text) as Banner] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Where a file of the line's assets is; of a drawing, the one for light pages. */
const addressOf =
  ({ name }: ResolvedLine) =>
  (file: string): string =>
    `/assets/${name}/${file.replace(/\.svg$/, `${LIGHT}svg`)}`;

async function readFonts(root: string, line: ResolvedLine): Promise<Record<string, string>> {
  const files = Object.entries(line.assets).filter(([file]) => FACE_FILE.test(file));
  const fonts = files.map(async ([file, source]) => {
    return [addressOf(line)(file), await readFile(path.join(root, source), 'base64')] as const;
  });
  return Object.fromEntries(await Promise.all(fonts));
}

async function readArt(root: string, line: ResolvedLine): Promise<Record<string, string>> {
  const { preview: _, ...drawn } = line.theme.art;
  const at = addressOf(line);
  // The mark stands for pictures from elsewhere, too: example parameters name them so.
  const wanted = [
    ...[...Object.values(drawn), ...ART_BY_NAME].map((file) => [at(file), file] as const),
    ['/sample.svg', drawn.mark] as const,
  ];
  const found = wanted.flatMap(([address, file]) => {
    const source = line.assets[file];
    return source === undefined
      ? []
      : [readFile(path.join(root, source), 'utf8').then((svg) => [address, svg] as const)];
  });
  const drawings = Object.entries(providerDrawings(line)).map(([file, svg]) => [at(file), svg]);
  const all = [...(await Promise.all(found)), ...drawings] as readonly (readonly [string, string])[];
  return Object.fromEntries(
    all.flatMap(([address, svg]) => {
      const { light, dark } = inSchemes(svg) ?? { light: svg, dark: svg };
      return [
        [address, light],
        [address.replace(LIGHT, DARK), dark],
      ];
    }),
  );
}

/** A screen of a line in one of its languages, with all that drawing it takes. */
export interface Drawable {
  readonly language: string;
  readonly screen: string;
  /** With what a page fetches only when it is needed. */
  readonly shell: Shell;
  readonly pack: Pack;
  readonly validators: PageState['validators'];
  /** States that the data names, without those of forms that the line does not offer. */
  readonly states: readonly string[];
}

export interface Drawables {
  readonly compiled: CompiledLine;
  readonly screens: readonly Drawable[];
}

/** The texts and errors that a page of this shell fetches when it first needs them. */
export const catalogueOf = ({ files }: CompiledLine, shell: Shell): Catalogue =>
  JSON.parse(files[path.basename(shell.catalogue)] ?? '{}') as Catalogue;

/** Every screen of a line in every language that it is offered in. */
export async function drawablesOf(root: string, line: ResolvedLine): Promise<Drawables> {
  const compiled = compileLine(line, {
    main: '/assets/main.js',
    apiBase: '',
    asset: addressOf(line),
    banners: await readBanners(root, line),
  });
  const evaluated = new Map<string, unknown>();
  const validatorsOf = (address: string): unknown => {
    const name = path.basename(address);
    if (!evaluated.has(name)) evaluated.set(name, evaluateModule(compiled.files[name] ?? ''));
    return evaluated.get(name);
  };
  const drawables = Object.entries(compiled.languages).flatMap(([language, { shell: opened, screens }]) => {
    // A state may show a failure whose words a page learns later.
    const { errors, messages } = catalogueOf(compiled, opened);
    const shell = { ...opened, errors: { ...errors, ...opened.errors }, messages: { ...messages, ...opened.messages } };
    return Object.entries(screens).map(([screen, { pack }]): Drawable => {
      const states: Readonly<Record<string, FormState | object>> = pack.screen.states;
      return {
        language,
        screen,
        shell,
        pack,
        get validators() {
          const ofForms = Object.entries(pack.forms).map(([form, each]) => [form, validatorsOf(each.validators)]);
          return Object.fromEntries(ofForms) as PageState['validators'];
        },
        // A form that the line does not offer, or an amount that it does not give, has no state to show.
        states: Object.entries(states).flatMap(([state, stated]) =>
          ('form' in stated && stated.form !== undefined && pack.forms[stated.form] === undefined) ||
          !isGiven(line, screen, state)
            ? []
            : state,
        ),
      };
    });
  });
  return { compiled, screens: drawables };
}

/** Every page of a line in every named state. */
export async function pagesOfLine(
  root: string,
  line: ResolvedLine,
  isWanted: (screen: string) => boolean,
): Promise<LinePages> {
  const pages: StatedPage[] = [];
  const { screens } = await drawablesOf(root, line);
  // Some states show a failure as a dialog or a page of its own.
  await loadNotices();
  for (const { language, screen, shell, pack, validators, states } of screens.filter((each) => isWanted(each.screen))) {
    await loadBundles(pack);
    for (const state of states) {
      const html = renderState({ shell, pack, validators, state });
      const title = titleOf({ shell, production: false }, pack);
      const place = { line: line.name, language, direction: shell.direction, screen, state };
      pages.push({ ...place, path: pathOf(shell, screen) ?? '', title, html });
    }
  }
  const read = (file: string): Promise<Buffer> => readFile(path.join(root, line.assets[file] ?? ''));
  const faces = await readFaces(line, read, addressOf(line));
  return {
    line: line.name,
    language: line.line.languages.default,
    providers: line.line.providers,
    theme: line.theme,
    css: pageCss(line.theme, line.line.providers) + accountCss(line.theme) + faces,
    pages,
    art: await readArt(root, line),
    fonts: await readFonts(root, line),
  };
}

/** Which pages to render; all of them without it. */
export interface Wanted {
  /** The lines as they are looked at, such as in pseudo-languages; in their own without it. */
  readonly as?: (line: ResolvedLine) => ResolvedLine;
  readonly line?: (line: ResolvedLine) => boolean;
  /** By the screen's id. */
  readonly screen?: (id: string) => boolean;
}

/** The lines of a repository in the order of their ids. */
export async function linesInOrder(root: string): Promise<readonly ResolvedLine[]> {
  return Object.values(resolveAll(await loadData(root)).lines).sort((a, b) => a.line.id - b.line.id);
}

/** Every page in every named state, lines in the order of their ids. @param root the repository's folder. */
export async function allPages(root: string, wanted: Wanted = {}): Promise<readonly LinePages[]> {
  const { as = (line) => line, line: isWanted = () => true, screen = () => true } = wanted;
  const pages: LinePages[] = [];
  for (const line of (await linesInOrder(root)).filter(isWanted)) pages.push(await pagesOfLine(root, as(line), screen));
  return pages;
}
