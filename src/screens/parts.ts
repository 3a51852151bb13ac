/**
 * Parts of screens that most visits never see, fetched together with the screen that needs them. They share with the page
 * only modules that import nothing of it (`use-screening.ts`, the theme), for the bundler wraps whatever two bundles share.
 */
import type { Pack } from '../engine/pack.ts';
import type { Block } from '../generated/config.ts';

export type Parts = typeof import('./more.ts');
export type ProvidersPart = typeof import('./providers.tsx');

let loaded: Parts | undefined;
let loadedProviders: ProvidersPart | undefined;

const KINDS: readonly string[] = ['choice', 'qr'];
const BLOCKS: readonly string[] = ['records', 'facts', 'downloads'];

/** Blocks of a screen, wherever they stand. */
function blocksOf({ screen }: Pack): readonly Block[] {
  if (screen.kind === 'choice') return [];
  if (screen.kind !== 'form') return Object.values(screen.states).flatMap(({ blocks = [] }) => blocks);
  const ofForms = Object.values(screen.forms).flatMap(({ blocks = [], after = [] }) => [...blocks, ...after]);
  return [...(screen.before ?? []), ...ofForms, ...(screen.after ?? [])];
}

/** Loads what a screen needs, before it is shown. Rejects when it cannot be loaded. */
export async function loadParts(pack: Pack): Promise<void> {
  const blocks = blocksOf(pack).map(({ block }) => block);
  const needed = KINDS.includes(pack.screen.kind) || blocks.some((block) => BLOCKS.includes(block));
  const more = needed ? import('./more.ts') : undefined;
  if (blocks.includes('providers')) loadedProviders ??= await import('./providers.tsx');
  loaded ??= await more;
}

/** The providers' buttons. @throws unless `loadParts` ran for a screen that shows them. */
export function providers(): ProvidersPart {
  if (loadedProviders === undefined) throw new Error('The buttons of the providers are not loaded.');
  return loadedProviders;
}

/** The parts. @throws unless `loadParts` ran for a screen that needs them. */
export function parts(): Parts {
  if (loaded === undefined) throw new Error('The parts of this screen are not loaded.');
  return loaded;
}
