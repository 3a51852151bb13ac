/**
 * The data of a repository, held open: a file is edited, and only what that changes is judged, compiled and drawn again.
 * Everything is kept by what it was made from: parsed files and merged layers (`documents.ts`, `resolve.ts`), verdicts
 * (`checks/judge.ts`, `checks/layers.ts`), compiled lines and drawn pages (`line-release.ts`).
 */
import { readBundle } from './build-bundle.ts';
import { checkSources } from './check.ts';
import type { Fault } from './checks/fault.ts';
import { importValidators, type LineRelease, lineRelease } from './line-release.ts';
import { loadData, overlay, reread, type Sources } from './load.ts';
import { renderState } from './prerender.tsx';
import type { ReleaseContent } from './publish.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/** Bundles of the last build, relative to the root. */
export const BUNDLE_FOLDER = '.cache/bundle';

/** File, relative to the root → its text; undefined where it is gone. */
export type Edits = Readonly<Record<string, string | undefined>>;

export interface Edited {
  /** As `npm run check` tells them. */
  readonly faults: readonly Fault[];
  /** Lines that are made of something else than before the edit. */
  readonly lines: readonly string[];
}

export interface Workspace {
  /** The data as edited, sound or not. */
  readonly sources: () => Sources;
  readonly faults: () => readonly Fault[];
  /** Takes files as they read now, all of them at once, and judges the data. Nothing on disk changes. */
  edit(edits: Edits): Edited;
  /** Takes files as they stand on disk now. */
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
}

/** @param root the repository's folder. */
export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  let sources = await loadData(root);
  let faults = checkSources(sources);
  let resolved = resolveAll(sources).lines;
  let sound: typeof resolved | undefined = faults.length === 0 ? resolved : undefined;
  const bundle = await readBundle(`${root}/${BUNDLE_FOLDER}`);
  const made = new Map<string, LineRelease>();

  const lineOf = (name: string): ResolvedLine => {
    const line = sound?.[name];
    if (line === undefined) throw new Error(`There is no sound line ${name}.`);
    return line;
  };

  async function make(name: string): Promise<LineRelease> {
    const of = await lineRelease(lineOf(name), { root, bundle, apiBase: options.apiBase ?? '' });
    made.set(name, of);
    return of;
  }

  function take(next: Sources): Edited {
    const before = resolved;
    sources = next;
    faults = checkSources(sources);
    resolved = resolveAll(sources).lines;
    if (faults.length === 0) sound = resolved;
    const names = new Set([...Object.keys(before), ...Object.keys(resolved)]);
    return { faults, lines: [...names].filter((name) => before[name] !== resolved[name]) };
  }

  return {
    sources: () => sources,
    faults: () => faults,
    edit(edits) {
      const changes = Object.entries(edits).map(([file, text]) => [file, text ?? null] as const);
      return take(overlay(sources, Object.fromEntries(changes)));
    },
    reread: async (files) => take(await reread(sources, files)),
    async release(first) {
      const names = Object.keys(sound ?? {});
      if (names.length === 0) throw new Error('The data has faults.');
      const files: ReleaseContent['files'][] = [];
      const assets: ReleaseContent['assets'][] = [bundle.files];
      for (const name of names) {
        const before = first === undefined || first.has(name) ? undefined : made.get(name);
        const of = before ?? (await make(name));
        files.push(of.files);
        assets.push(of.assets);
      }
      return { lines: names, files: Object.assign({}, ...files), assets: Object.assign({}, ...assets) };
    },
    async render(name, screen, state, language) {
      const { compiled } = await make(name);
      const { shell, screens } = compiled.languages[language] ?? {};
      const pack = screens?.[screen]?.pack;
      if (shell === undefined || pack === undefined) throw new Error(`${name} has no ${screen} in ${language}.`);
      const validators = await importValidators(compiled, language, screen);
      return renderState({ shell, pack, validators, ...(state === undefined ? {} : { state }) });
    },
  };
}
