/** Whole pages, as the compiler writes them: every line and screen, in its own language or in all. */

import type { Pack } from '../../src/engine/pack.ts';
import { loadBundles, loadNotices } from '../../src/screens/bundles.ts';
import { inlineScripts } from '../../src/tools/early.ts';
import { earlyTexts } from '../../src/tools/early-texts.ts';
import { loadData } from '../../src/tools/load.ts';
import { type PageOptions, type PrerenderedPage, renderPage } from '../../src/tools/prerender.tsx';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { compiledLines } from '../compiled-lines.ts';

export interface WholePage extends PrerenderedPage {
  readonly at: string;
  readonly line: string;
  readonly language: string;
  readonly screen: string;
  readonly pack: Pack;
  /** The line's text of a message key. */
  text(key: string): string | undefined;
}

const inline = inlineScripts();

/** Where the styles of a page are that come once it is live. */
export const LATE = '/assets/late.css';

/** Rules of its faces. */
export const FACES = '@font-face{font-family:display;src:url(/assets/display.woff2)}';

/** One page of a line. */
export async function wholePage(
  { theme }: Pick<ResolvedLine, 'theme'>,
  page: Pick<PageOptions, 'shell' | 'pack' | 'early' | 'preview'>,
): Promise<PrerenderedPage> {
  await Promise.all([loadBundles(page.pack), loadNotices()]);
  return renderPage({
    ...page,
    validators: {},
    theme,
    main: '/main.js',
    preload: [],
    late: LATE,
    faces: FACES,
    inline,
  });
}

/** @param language `own`: only the one that a line is in unless a visitor says otherwise. */
export async function wholePages({ language: which }: { language?: 'own' } = {}): Promise<readonly WholePage[]> {
  const found: WholePage[] = [];
  const { lines } = resolveAll(await loadData('.'));
  for (const [name, { languages }] of Object.entries(await compiledLines())) {
    const line = lines[name] as ResolvedLine;
    for (const [language, { shell, screens }] of Object.entries(languages)) {
      if (which === 'own' && language !== line.line.languages.default) continue;
      const text = (key: string): string | undefined => line.messages[language]?.[key];
      for (const [screen, { pack }] of Object.entries(screens)) {
        const page = await wholePage(line, { shell, pack, early: earlyTexts(line, language, screen) });
        found.push({ ...page, at: `${name} ${language} ${screen}`, line: name, language, screen, pack, text });
      }
    }
  }
  return found;
}
