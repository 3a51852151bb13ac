/**
 * Bundles of what most visits never see, fetched together with the screen that needs them. They share with the page
 * only modules that import nothing of it (`use-screening.ts`, the theme), for the bundler wraps whatever two bundles share.
 */
import type { Pack } from '../engine/pack.ts';
import { blocksOfState } from '../engine/state-blocks.ts';
import type { Block } from '../generated/config.ts';
import { loadLateWidgets } from '../widgets/late.tsx';
import { isLate } from '../widgets/widgets.ts';
import { firstForm, followed } from './page-model.ts';

export type RareModule = typeof import('./rare-views.ts');
export type FrameModule = typeof import('./frame-block.tsx');

export type NoticeModule = typeof import('./notice-views.ts');

let loadedNotice: NoticeModule | undefined;
let loadedRare: RareModule | undefined;
let loadedFrame: FrameModule | undefined;

const KINDS: readonly string[] = ['choice', 'qr'];
const BLOCKS: readonly string[] = ['records', 'facts', 'downloads'];

/** Blocks of a screen, wherever they stand. */
function blocksOf({ screen }: Pack): readonly Block[] {
  if (screen.kind === 'choice') return [];
  if (screen.kind !== 'form') return Object.values(screen.states).flatMap(blocksOfState);
  const ofForms = Object.values(screen.forms).flatMap(({ blocks = [], after = [] }) => [...blocks, ...after]);
  return [...(screen.before ?? []), ...ofForms, ...(screen.after ?? [])];
}

/** Whether a button of a screen asks before it does anything; a row's does so in a list, which is among the blocks. */
const asks = ({ screen }: Pack): boolean =>
  'initial' in screen &&
  Object.values(screen.states)
    .flatMap(({ actions = [] }) => actions)
    .some(({ confirm }) => confirm !== undefined);

/** Bundles that a screen needs besides the page's own, by the names of their modules. */
export type BundleName = 'notice-views' | 'rare-views' | 'frame-block' | 'late-widgets';

/** The bundles that a screen needs: all of them, or those that its first form and what stands around it need. */
export function bundlesOf(pack: Pack, which: 'all' | 'first'): readonly BundleName[] {
  const blocks = blocksOf(pack).map(({ block }) => block);
  const first = pack.screen.kind === 'form' && which === 'first' ? [firstForm(pack)] : Object.keys(pack.forms);
  const widgets = first.flatMap((name) => pack.forms[name]?.fields.map(({ field }) => field.widget) ?? []);
  const names: BundleName[] = [];
  if (pack.screen.kind !== 'form') names.push('notice-views');
  if (
    KINDS.includes(pack.screen.kind) ||
    followed(pack) ||
    asks(pack) ||
    blocks.some((block) => BLOCKS.includes(block))
  )
    names.push('rare-views');
  if (blocks.includes('frame')) names.push('frame-block');
  if (widgets.some(isLate)) names.push('late-widgets');
  return names;
}

const LOAD: Readonly<Record<BundleName, () => Promise<void>>> = {
  'notice-views': async () => {
    loadedNotice ??= await import('./notice-views.ts');
  },
  'rare-views': async () => {
    loadedRare ??= await import('./rare-views.ts');
  },
  'frame-block': async () => {
    loadedFrame ??= await import('./frame-block.tsx');
  },
  'late-widgets': loadLateWidgets,
};

/** Loads what a screen needs, before it is shown. Rejects when it cannot be loaded. */
export async function loadBundles(pack: Pack, which: 'all' | 'first' = 'all'): Promise<void> {
  await Promise.all(bundlesOf(pack, which).map((name) => LOAD[name]()));
}

/** The frames of providers. @throws unless `loadBundles` ran for a screen that shows one. */
export function frameModule(): FrameModule {
  if (loadedFrame === undefined) throw new Error('Frames are not loaded.');
  return loadedFrame;
}

/** Notices and their buttons. @throws unless `loadBundles` ran for a screen without a form. */
export function noticeModule(): NoticeModule {
  if (loadedNotice === undefined) throw new Error('Notices are not loaded.');
  return loadedNotice;
}

/** Notices and the views of failures, once they are loaded: `showFailure` loads them for what does not stand above the form. */
export const loadNotices = LOAD['notice-views'];
export const loadedNotices = (): NoticeModule | undefined => loadedNotice;

/** Choices, codes to scan, lists, questions and further pages of forms. @throws unless `loadBundles` ran for a screen that needs them. */
export function rareModule(): RareModule {
  if (loadedRare === undefined) throw new Error('Rare views are not loaded.');
  return loadedRare;
}
