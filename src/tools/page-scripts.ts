/** Which scripts stand in the head of a page. */
import { escapeHtml } from '../engine/escape-html.ts';
import type { Pack, Shell } from '../engine/pack.ts';
import { pathOf } from '../screens/page.ts';
import { followed } from '../screens/page-model.ts';
import type { InlineScript, InlineScripts } from './early.ts';

interface PageScripts {
  readonly scripts: readonly InlineScript[];
  readonly tags: readonly string[];
}

const NONE: PageScripts = { scripts: [], tags: [] };

export function pageScripts(shell: Shell, pack: Pack, own: InlineScripts, isStill: boolean): PageScripts {
  if (isStill) return NONE;
  const scripts = [...(pack.screen.carriesToken ? [own.address] : []), own.early];
  const tags = scripts.map(({ code }) => `<script>${code}</script>`);
  const before = followed(pack);
  const path = before === undefined ? undefined : pathOf(shell, before);
  if (path === undefined) return { scripts, tags };
  const back = `<script data-before="${escapeHtml(path)}">${own.back.code}</script>`;
  return { scripts: [own.back, ...scripts], tags: [back, ...tags] };
}
