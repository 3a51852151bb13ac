/**
 * A line's part of a release whose pages the server draws: what the server reads of the line, what its renderer draws the
 * pages from, and what both share with other lines (`parts.ts`).
 */
import { createHash } from 'node:crypto';
import type { Pack, Shell } from '../engine/pack.ts';
import type { Theme } from '../generated/config.ts';
import type { BundleName } from '../screens/bundles.ts';
import { browserPack } from './browser-pack.ts';
import type { CompiledLanguage, CompiledLine } from './compile-line.ts';
import type { InlineScripts } from './early.ts';
import { type EarlyTexts, earlyTexts } from './early-texts.ts';
import { once } from './memory.ts';
import { openParts, type Parts } from './parts.ts';
import type { ResolvedLine } from './resolve.ts';

/** `renderer.json`: what all pages of a release share. */
export interface RenderedRelease {
  /** Address of the main bundle. */
  readonly main: string;
  readonly inline: InlineScripts;
  /** File names of the bundles. */
  readonly bundles: Readonly<Record<BundleName, string>>;
}

/** What of a line's looks no first paint waits for. */
export interface LateLooks {
  /** Address of the styles that a form's page needs only once it is live. */
  readonly late: string;
  /** The rules of the faces among them, for pages that bring all styles along; empty without faces. */
  readonly faces: string;
}

/** `pages/<line>.json`. What stands in `parts/` is put back by `unfold`. */
export interface RenderedLine extends LateLooks {
  readonly theme: Theme;
  readonly preview?: string;
  readonly languages: Readonly<
    Record<
      string,
      {
        readonly shell: unknown;
        /** Screen → file of its pack among the assets. */
        readonly screens: unknown;
        readonly early: Omit<EarlyTexts, 'own'>;
        /** Screen → its own sentence for browsers without scripts. */
        readonly off: unknown;
        /** What addresses of its packs begin with; the file is that of `screens`. */
        readonly packs: string;
      }
    >
  >;
}

/** Names of a line's own properties of the server's half; the rest is folded. */
const OWN_OF_SERVER = ['line', 'color', 'dark'];
const OWN_OF_SHELL = ['line', 'art'];

export interface RenderedFiles {
  /** Path inside the release → content. */
  readonly files: Readonly<Record<string, string>>;
  /** File name among the assets → content. */
  readonly assets: Readonly<Record<string, string>>;
}

function shellOf(shell: Shell, parts: Parts): unknown {
  const { messages, ...others } = shell;
  const folded = parts.fold(others, OWN_OF_SHELL);
  // Each name keeps its place: pages carry all of it in this order.
  const entries = Object.keys(shell).map((name) => [name, name === 'messages' ? parts.texts(messages) : folded[name]]);
  return Object.fromEntries(entries);
}

/** Packs by content, so that lines share those that are equal. */
const packFile = once((pack: Pack) => {
  const text = JSON.stringify(browserPack(pack));
  return { file: `screen-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`, text };
});

function packsOf({ screens }: CompiledLanguage, assets: Record<string, string>): Record<string, string> {
  const files = Object.entries(screens).map(([screen, { pack }]) => {
    const { file, text } = packFile(pack);
    assets[file] = text;
    return [screen, file];
  });
  return Object.fromEntries(files);
}

/** @param preview address of the picture shown where the line's pages are shared */
export function renderedLine(
  line: ResolvedLine,
  compiled: CompiledLine,
  looks: LateLooks,
  preview: string | undefined,
): RenderedFiles {
  const parts = openParts();
  const assets: Record<string, string> = {};
  const { messages, ...server } = compiled.server;
  const ofServer = {
    ...parts.fold(server, OWN_OF_SERVER),
    messages: Object.fromEntries(Object.entries(messages).map(([language, texts]) => [language, parts.texts(texts)])),
  };
  const languages = Object.entries(compiled.languages).map(([language, of]) => {
    const { own: _, ...early } = earlyTexts(line, language, '');
    const screens = packsOf(of, assets);
    const off = Object.keys(screens).flatMap((screen) => {
      const { own } = earlyTexts(line, language, screen);
      return own === undefined ? [] : [[screen, own]];
    });
    const folded = parts.fold({ screens, early, off: Object.fromEntries(off) });
    return [language, { shell: shellOf(of.shell, parts), packs: of.shell.packs, ...folded }];
  });
  const ofPages = {
    theme: line.theme,
    ...looks,
    ...(preview && { preview }),
    languages: Object.fromEntries(languages),
  };
  const files = {
    ...parts.files,
    [`lines/${line.name}.json`]: JSON.stringify(ofServer),
    [`pages/${line.name}.json`]: JSON.stringify(ofPages),
  };
  return { files, assets };
}
