/**
 * The program that a server draws pages with, in a thread of its own (`server/http/renderer.ts`): one module for Node,
 * made by `build-renderer.ts`, part of a release. It reads what `rendered-line.ts` wrote, so a release that is rolled
 * back to is drawn by the code that it was made with.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Pack, Shell } from '../engine/pack.ts';
import { bundlesOf, loadBundles } from '../screens/bundles.ts';
import type { PageState } from '../screens/page-model.ts';
import { unfold } from '../server/http/parts.ts';
import type { DrawAnswer, DrawRequest } from '../server/http/renderer.ts';
import { type PrerenderedPage, renderPage } from './prerender.tsx';
import type { RenderedLine, RenderedRelease } from './rendered-line.ts';

/** How many lines' files are held, and how many parts that lines share. */
const MOST_LINES = 50;
const MOST_PARTS = 1000;

/** Keeps what was read last. */
function remembering<T>(most: number, read: (file: string) => Promise<T>): (file: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (file) => {
    const found = known.get(file) ?? read(file);
    known.delete(file);
    known.set(file, found);
    found.catch(() => known.delete(file));
    if (known.size > most) known.delete(known.keys().next().value as string);
    return found;
  };
}

const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const ofRelease = remembering(3, json);
const ofLine = remembering(MOST_LINES, json);
const part = remembering(MOST_PARTS, json);
const pack = remembering(MOST_PARTS, json);
/** The very code that pages load, by its content's name. */
const validators = remembering(MOST_PARTS, async (file) => {
  const code = await readFile(file);
  return (await import(`data:text/javascript;base64,${code.toString('base64')}`)).default as unknown;
});

/** All parts that a value names, read. */
async function partsOf(folder: string, value: unknown): Promise<(hash: string) => unknown> {
  const hashes = [...JSON.stringify(value).matchAll(/"\$part":"([0-9a-f]+)"/g)].map(([, hash]) => hash ?? '');
  const read = hashes.map(async (hash) => [hash, await part(path.join(folder, 'parts', `${hash}.json`))] as const);
  const found = new Map(await Promise.all(read));
  return (hash) => found.get(hash);
}

async function draw({ folder, assets, line, language, screen }: DrawRequest): Promise<PrerenderedPage | undefined> {
  const release = (await ofRelease(path.join(folder, 'renderer.json'))) as RenderedRelease;
  const { theme, preview, languages } = (await ofLine(path.join(folder, 'pages', `${line}.json`))) as RenderedLine;
  const own = Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (own === undefined) return undefined;
  const read = await partsOf(folder, own);
  const screens = unfold(own.screens, read) as Readonly<Record<string, string>>;
  const file = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  if (file === undefined) return undefined;
  const ofScreen = (await pack(path.join(assets, file))) as Pack;
  await loadBundles(ofScreen);
  const forms = Object.entries(ofScreen.forms);
  const judged = forms.map(async ([form, { validators: address }]) => {
    return [form, await validators(path.join(assets, path.basename(address)))] as const;
  });
  const names = new Set(forms.map(([, { validators: address }]) => address));
  const bundles = bundlesOf(ofScreen, 'first').map((name) => `/assets/${release.bundles[name]}`);
  const off = (unfold(own.off, read) as Readonly<Record<string, string>>)[screen];
  return renderPage({
    shell: unfold(own.shell, read) as Shell,
    pack: ofScreen,
    validators: Object.fromEntries(await Promise.all(judged)) as PageState['validators'],
    theme,
    ...(preview === undefined ? {} : { preview }),
    main: release.main,
    late: release.late,
    early: { ...(unfold(own.early, read) as RenderedLine['languages'][string]['early']), ...(off && { own: off }) },
    inline: release.inline,
    preload: [...[...names].filter((name) => name !== ''), ...bundles],
  });
}

// One after the other: none waits for a disk that another's page keeps busy.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (request: DrawRequest) => {
  last = last.then(async () => {
    const answer: DrawAnswer = await draw(request).then(
      (page) => ({ id: request.id, ...(page === undefined ? {} : { page }) }),
      (error: unknown) => ({
        id: request.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    parentPort?.postMessage(answer);
  });
});
