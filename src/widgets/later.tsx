/**
 * Widgets that the first form of most sign-in pages does without, in a bundle of their own. Pages whose first form needs
 * them fetch it along with everything else; otherwise it comes once the page is live, before anybody gets to another tab.
 */
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { WidgetProps } from './use-field.ts';

type Later = typeof import('./later-widgets.ts');
export type LaterName = keyof Later['laterWidgets'];

let loaded: Later | undefined;
const waiting = new Set<() => void>();

/** Loads the widgets, once. Rejects when they cannot be loaded; the next call tries again. */
export async function loadLaterWidgets(): Promise<void> {
  if (loaded !== undefined) return;
  loaded = await import('./later-widgets.ts');
  for (const tell of waiting) tell();
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

function LaterWidget({ widget, ...props }: WidgetProps & { readonly widget: LaterName }) {
  const get = (): ComponentType<WidgetProps> | undefined => loaded?.laterWidgets[widget];
  const Widget = useSyncExternalStore(subscribe, get, get);
  // Without its bundle (the connection is gone) the field is missing until another try succeeds.
  useEffect(() => void loadLaterWidgets().catch(() => {}), []);
  return Widget === undefined ? null : <Widget {...(props as WidgetProps)} />;
}

/** A widget that draws nothing until its bundle is there, and asks for it. */
export function later(name: LaterName): ComponentType<WidgetProps> {
  return (props) => <LaterWidget {...props} widget={name} />;
}
