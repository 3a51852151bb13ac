/**
 * Widgets that the first form of most sign-in pages does without, in a bundle of their own. Pages whose first form needs
 * them fetch it along with everything else; otherwise it comes once the page is live, before anybody gets to another tab.
 */
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { WidgetProps } from './use-field.ts';

type Late = typeof import('./late-widgets.ts');
export type LateName = keyof Late['lateWidgets'];

let loaded: Late | undefined;
const waiting = new Set<() => void>();

/** Loads the widgets, once. Rejects when they cannot be loaded; the next call tries again. */
export async function loadLateWidgets(): Promise<void> {
  if (loaded !== undefined) return;
  loaded = await import('./late-widgets.ts');
  for (const tell of waiting) tell();
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

function LateWidget({ widget, ...props }: WidgetProps & { readonly widget: LateName }) {
  const get = (): ComponentType<WidgetProps> | undefined => loaded?.lateWidgets[widget];
  const Widget = useSyncExternalStore(subscribe, get, get);
  // Without its bundle (the connection is gone) the field is missing until another try succeeds.
  useEffect(() => void loadLateWidgets().catch(() => {}), []);
  return Widget === undefined ? null : <Widget {...(props as WidgetProps)} />;
}

/** A widget that draws nothing until its bundle is there, and asks for it. */
export function late(name: LateName): ComponentType<WidgetProps> {
  return (props) => <LateWidget {...props} widget={name} />;
}
