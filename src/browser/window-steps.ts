/** Steps at another window: what is asked of it, and what the visitor may do meanwhile. */
import type { Result } from '../engine/flow.ts';
import type { Windows, WindowValues } from './windows.ts';

export type WindowStep = 'open' | 'popup' | 'await' | 'hand-over';

/** What a step knows of the page that takes it. */
export interface StepPage {
  readonly name: string;
  readonly quiet: boolean;
  /** What the step takes, bound as things stand. */
  bind(): Promise<WindowValues>;
  /** Whether a window may be sent to this address. */
  isSafe(address: unknown): boolean;
  /** Resolves once nothing is under way that the visitor waits for. */
  free(): Promise<void>;
  /** `pack` is what is shown. */
  get(): { readonly pack: unknown };
  set(change: { pending?: string | undefined; pendingRow?: undefined; waiting?: string | undefined }): void;
  subscribe(listener: () => void): () => void;
}

/**
 * What the step comes to; undefined when another one took its place, or the visitor went to another screen: then nobody waits
 * here any more, and the window goes on by itself.
 */
export async function takeStep(windows: Windows, step: WindowStep, page: StepPage): Promise<Result | undefined> {
  // Nothing may come between a click and the window that it opens.
  if (step === 'open') return windows.open();
  const bound = await page.bind();
  if (bound.url !== undefined && !page.isSafe(bound.url)) return { kind: 'unreadable' };
  if (step === 'hand-over') return windows[step](bound);

  const { name, quiet } = page;
  const { pack } = page.get();
  if (!quiet) page.set({ pending: undefined, pendingRow: undefined, waiting: name });
  const stop = page.subscribe(() => {
    if (page.get().pack !== pack) windows.forget();
  });
  const result = await windows[step](bound);
  stop();
  if (!windows.waits()) page.set({ waiting: undefined });
  if (result === undefined) return undefined;
  await page.free();
  if (!quiet) page.set({ pending: name });
  return result;
}
