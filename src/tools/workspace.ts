/**
 * The data of a repository, held open: a file is edited, and only what that changes is judged, compiled and drawn again.
 * Everything is kept by what it was made from: parsed files and merged layers (`documents.ts`, `resolve.ts`), verdicts
 * (`checks/judge.ts`, `checks/layers.ts`), compiled lines and drawn pages (`line-release.ts`).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBundle } from './build-bundle.ts';
import { readRenderer } from './build-renderer.ts';
import { checkSources } from './check.ts';
import type { Fault } from './checks/fault.ts';
import { importValidators, type LineRelease, lineRelease, type ReadContent, renderedRelease } from './line-release.ts';
import { isAt, loadData, overlay, reread, type Sources } from './load.ts';
import { renderState } from './prerender.tsx';
import { type Content, RENDERER_FILE, type ReleaseContent } from './publish.ts';
import { type Resolution, type ResolvedLine, resolveAll } from './resolve.ts';

/** Bundles of the last build, relative to the root. */
export const BUNDLE_FOLDER = '.cache/bundle';

/** File, relative to the root → its text; undefined where it is gone. */
export type Edits = Readonly<Record<string, string | undefined>>;

export interface Edited {
  /** As `npm run check` tells them. */
  readonly faults: readonly Fault[];
  /** Lines that are made of something else than before the edit: data, a banner, artwork. */
  readonly lines: readonly string[];
}

export interface Workspace {
  /** The data as edited, sound or not. */
  readonly sources: () => Sources;
  readonly faults: () => readonly Fault[];
  /** Takes files as they read now, all of them at once, and judges the data. Nothing on disk changes. */
  edit(edits: Edits): Edited;
  /** Takes files, and all in folders, as they stand on disk now. One call waits for the one before. */
  reread(files: Iterable<string>): Promise<Edited>;
  /**
   * The last sound data as a release.
   * @param first lines to make now; of the others what was made before. All of them where it is left out.
   * @throws when the data was never sound.
   */
  release(first?: ReadonlySet<string>): Promise<ReleaseContent>;
  /**
   * HTML of a screen of the last sound data.
   * @param state one that the screen names; its first one where it is left out.
   * @throws when there is none of that name.
   */
  render(line: string, screen: string, state: string | undefined, language: string): Promise<string>;
}

export interface WorkspaceOptions {
  /** Origin of the API; empty for the same. */
  readonly apiBase?: string;
  /** Whether every page is written, for hosts of files alone. */
  readonly isStatic?: boolean;
}

/** Data without a fault, and how to read what of it is no JSON. */
interface Sound {
  readonly lines: Resolution['lines'];
  readonly read: ReadContent;
}

/** Whether a line is made of a file that its documents do not tell of: artwork, a banner. */
const holds = ({ assets, registerStatic }: ResolvedLine, place: string): boolean =>
  [...Object.values(assets), ...Object.values(registerStatic)].some((file) => isAt(file, place));

/** @param root the repository's folder. */
export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  let sources = await loadData(root);
  let faults = checkSources(sources);
  let resolved = resolveAll(sources).lines;
  /** Texts of edited files that are no JSON; what is not among them stands on disk. */
  let written: ReadonlyMap<string, string> = new Map();
  let sound: Sound | undefined;
  const bundle = await readBundle(`${root}/${BUNDLE_FOLDER}`);
  const { apiBase = '', isStatic = false } = options;
  const made = new Map<string, { readonly line: ResolvedLine; readonly release: LineRelease }>();
  /** Lines whose artwork or banners may have changed since they were made. */
  const stale = new Set<string>();
  // Without pages in it, a release holds what draws them.
  const drawing: Record<string, Content> = isStatic
    ? {}
    : { 'renderer.json': JSON.stringify(renderedRelease(bundle)), [RENDERER_FILE]: await readRenderer(root) };
  let reading: Promise<unknown> = Promise.resolve();

  function settle(): void {
    if (faults.length > 0) return;
    const [{ files }, texts] = [sources, written];
    const read: ReadContent = async (file) =>
      files.get(file)?.text ?? texts.get(file) ?? (await readFile(path.join(root, file)));
    sound = { lines: resolved, read };
  }

  async function make(name: string, of: Sound): Promise<LineRelease> {
    const line = of.lines[name];
    if (line === undefined) throw new Error(`There is no sound line ${name}.`);
    const before = made.get(name);
    if (before?.line === line && !stale.has(name)) return before.release;
    const release = await lineRelease(line, { read: of.read, bundle, apiBase, isStatic });
    // What was sound when this began may be so no longer.
    if (of !== sound) return release;
    made.set(name, { line, release });
    stale.delete(name);
    return release;
  }

  function take(next: Sources, places: readonly string[]): Edited {
    const before = resolved;
    sources = next;
    faults = checkSources(sources);
    resolved = resolveAll(sources).lines;
    settle();
    const names = [...new Set([...Object.keys(before), ...Object.keys(resolved)])];
    const isOther = (name: string): boolean =>
      before[name] !== resolved[name] ||
      places.some((place) => resolved[name] !== undefined && holds(resolved[name], place));
    const lines = names.filter(isOther);
    for (const name of lines) stale.add(name);
    return { faults, lines };
  }

  async function readAgain(places: readonly string[]): Promise<Edited> {
    let [before, next] = [sources, await reread(sources, places)];
    // A file was edited while these were read.
    while (before !== sources) [before, next] = [sources, await reread(sources, places)];
    written = new Map([...written].filter(([file]) => !places.some((place) => isAt(file, place))));
    return take(next, places);
  }

  settle();
  return {
    sources: () => sources,
    faults: () => faults,
    edit(edits) {
      const texts = new Map(written);
      for (const [file, text] of Object.entries(edits)) {
        texts.delete(file);
        if (text !== undefined && !file.endsWith('.json')) texts.set(file, text);
      }
      written = texts;
      const changes = Object.entries(edits).map(([file, text]) => [file, text ?? null] as const);
      return take(overlay(sources, Object.fromEntries(changes)), Object.keys(edits));
    },
    reread(files) {
      const edited = reading.then(() => readAgain([...files]));
      reading = edited.catch(() => undefined);
      return edited;
    },
    async release(first) {
      const now = sound;
      const names = Object.keys(now?.lines ?? {});
      if (now === undefined || names.length === 0) throw new Error('The data has faults.');
      const files: ReleaseContent['files'][] = [drawing];
      const assets: ReleaseContent['assets'][] = [bundle.files];
      for (const name of names) {
        const before = first === undefined || first.has(name) ? undefined : made.get(name)?.release;
        const of = before ?? (await make(name, now));
        files.push(of.files);
        assets.push(of.assets);
      }
      return { lines: names, files: Object.assign({}, ...files), assets: Object.assign({}, ...assets), apiBase };
    },
    async render(name, screen, state, language) {
      if (sound === undefined) throw new Error('The data has faults.');
      const { compiled } = await make(name, sound);
      const { shell, screens } = compiled.languages[language] ?? {};
      const pack = screens?.[screen]?.pack;
      if (shell === undefined || pack === undefined) throw new Error(`${name} has no ${screen} in ${language}.`);
      const validators = await importValidators(compiled, language, screen);
      return renderState({ shell, pack, validators, ...(state === undefined ? {} : { state }) });
    },
  };
}
