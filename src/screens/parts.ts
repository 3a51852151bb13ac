/** Parts of screens that most visits never see: fetched with the screen that needs them. */
import type { ComponentType } from 'react';
import type { Pack } from '../engine/pack.ts';
import type { Block, ChoiceScreen, FactsBlock, QrScreen, RecordsBlock } from '../generated/config.ts';
import type { HeadingRef } from './heading-ref.ts';

export interface Parts {
  readonly choice: ComponentType<{ readonly screen: ChoiceScreen; readonly headingRef: HeadingRef }>;
  readonly qr: ComponentType<{ readonly screen: QrScreen; readonly headingRef: HeadingRef }>;
  readonly records: ComponentType<{ readonly block: RecordsBlock }>;
  readonly facts: ComponentType<{ readonly block: FactsBlock }>;
  readonly downloads: ComponentType;
}

const loaders: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  choice: async () => (await import('./choice.tsx')).ChoiceView,
  qr: async () => (await import('./qr.tsx')).QrView,
  records: async () => (await import('./records.tsx')).RecordsView,
  facts: async () => (await import('./records.tsx')).FactsView,
  downloads: async () => (await import('./records.tsx')).DownloadsView,
};

const loaded: Partial<Record<keyof Parts, unknown>> = {};

/** Blocks of a screen, wherever they stand. */
function blocksOf({ screen }: Pack): readonly Block[] {
  if (screen.kind === 'choice') return [];
  if (screen.kind !== 'form') return Object.values(screen.states).flatMap(({ blocks = [] }) => blocks);
  const ofForms = Object.values(screen.forms).flatMap(({ blocks = [], after = [] }) => [...blocks, ...after]);
  return [...(screen.before ?? []), ...ofForms, ...(screen.after ?? [])];
}

/** Loads the parts that a screen needs, before it is shown. Rejects when one cannot be loaded. */
export async function loadParts(pack: Pack): Promise<void> {
  const names = [pack.screen.kind, ...blocksOf(pack).map(({ block }) => block)];
  const wanted = (Object.keys(loaders) as (keyof Parts)[]).filter((name) => names.includes(name));
  await Promise.all(
    wanted.map(async (name) => {
      loaded[name] ??= await loaders[name]();
    }),
  );
}

/** A part loaded before. @throws when it was not. */
export function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const found = loaded[name] as Parts[Name] | undefined;
  if (found === undefined) throw new Error(`Part ${name} is not loaded.`);
  return found;
}
