/**
 * The program that a server draws pages with, in a thread of its own (`server/http/renderer.ts`): one module for Node,
 * made by `build-renderer.ts`, part of a release. It reads what `rendered-line.ts` wrote, so a release that is rolled
 * back to is drawn by the code that it was made with.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { HttpRequest } from '../browser/http.ts';
import { validatorsOf } from '../engine/form-schema.ts';
import { ownProperty } from '../engine/own-property.ts';
import type { Catalogue, Pack, Shell } from '../engine/pack.ts';
import { bundlesOf, loadBundles } from '../screens/bundles.ts';
import type { LoadedScreen } from '../screens/navigate.ts';
import { unfold } from '../server/http/parts.ts';
import type { CallAnswer, CallRequest, DrawAnswer, DrawRequest } from '../server/http/renderer.ts';
import { runForm, visitedPage } from './headless.ts';
import { stillOf } from './plain-page.ts';
import { followedLink, isPlainNotice } from './posts.ts';
import { renderPage, renderPageOf } from './prerender.tsx';
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

type Made = Pick<DrawAnswer, 'page' | 'posted'>;

async function make({ id, folder, assets, line, language, screen, visit, posted }: DrawRequest): Promise<Made> {
  const release = (await ofRelease(path.join(folder, 'renderer.json'))) as RenderedRelease;
  const ofFile = (await ofLine(path.join(folder, 'pages', `${line}.json`))) as RenderedLine;
  const { theme, late, faces, preview, languages } = ofFile;
  const own = Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (own === undefined) return {};
  const read = await partsOf(folder, own);
  const screens = unfold(own.screens, read) as Readonly<Record<string, string>>;
  const file = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  if (file === undefined) return {};
  const shell = unfold(own.shell, read) as Shell;
  const module = (address: string): Promise<unknown> => validators(path.join(assets, path.basename(address)));
  const { pack: ofScreen, validators: judged } = await loaded((await pack(path.join(assets, file))) as Pack, module);
  if (posted !== undefined) {
    const data = (address: string): Promise<unknown> => {
      const other = address.startsWith(shell.packs) ? address.slice(shell.packs.length).replace('.json', '') : '';
      return pack(path.join(assets, ownProperty(screens, other) ?? path.basename(address)));
    };
    const call = (request: HttpRequest): Promise<string> => callOut(id, request);
    const loadedScreen = { pack: ofScreen, validators: judged };
    return { posted: await runForm({ shell, screen: loadedScreen, request: posted, data, module, call }) };
  }
  const catalogue = visit && ((await pack(path.join(assets, path.basename(shell.catalogue)))) as unknown as Catalogue);
  const seen = visit && visitedPage(shell, catalogue as Catalogue, { pack: ofScreen, validators: judged }, visit);
  const names = new Set(Object.values(ofScreen.forms).map(({ validators: address }) => address));
  const bundles = bundlesOf(ofScreen, 'first').map((name) => `/assets/${release.bundles[name]}`);
  const off = (unfold(own.off, read) as Readonly<Record<string, string>>)[screen];
  const page = renderPage({
    shell,
    pack: ofScreen,
    validators: judged,
    theme,
    ...(preview === undefined ? {} : { preview }),
    main: release.main,
    late,
    faces,
    early: { ...(unfold(own.early, read) as RenderedLine['languages'][string]['early']), ...(off && { own: off }) },
    inline: release.inline,
    preload: [...[...names].filter((name) => name !== ''), ...bundles],
    ...(seen && {
      still: stillOf(seen, isPlainNotice(ofScreen) || followedLink(ofScreen, shell.proofs, '') !== undefined, visit),
      draw: () => renderPageOf(seen),
    }),
  });
  return { page };
}

async function loaded(ofScreen: Pack, module: (address: string) => Promise<unknown>): Promise<LoadedScreen> {
  await loadBundles(ofScreen);
  const forms = validatorsOf(ofScreen).map(async ([form, address]) => {
    return [form, await module(address)] as const;
  });
  return { pack: ofScreen, validators: Object.fromEntries(await Promise.all(forms)) };
}

/** Calls that wait for the server's answer. */
const calls = new Map<number, (text: string | undefined) => void>();
let called = 0;

function callOut(id: number, request: HttpRequest): Promise<string> {
  called += 1;
  const call = called;
  parentPort?.postMessage({ id, call, request } satisfies CallRequest);
  return new Promise((resolve, reject) => {
    calls.set(call, (text) => (text === undefined ? reject(new Error('The call was not answered.')) : resolve(text)));
  });
}

async function answer(request: DrawRequest): Promise<void> {
  const made = await make(request).catch((error: unknown) => ({
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  parentPort?.postMessage({ id: request.id, ...made } satisfies DrawAnswer);
}

// Pages one after the other: none waits for a disk that another's page keeps busy. Forms wait for calls, and for nobody else.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (request: DrawRequest | CallAnswer) => {
  if ('call' in request) {
    calls.get(request.call)?.(request.text);
    calls.delete(request.call);
  } else if (request.posted !== undefined) void answer(request);
  else last = last.then(() => answer(request));
});
