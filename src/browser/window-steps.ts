/** Steps at another window: what is asked of it, and what the visitor may do meanwhile. */
import type { Result } from '../engine/flow.ts';

export type WindowStep = 'open' | 'popup' | 'await' | 'hand-over';

/** What a step knows of the page that takes it. */
export interface StepPage {
  readonly name: string;
  readonly quiet: boolean | undefined;
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

export type WindowValues = Readonly<Record<string, unknown>>;

/** The steps that an event may take at a window; a property each. Undefined: another step took the place of this one. */
export interface Windows {
  /** Takes an event's step for a page. */
  take(step: WindowStep, page: StepPage): Promise<Result | undefined>;
  /** Opens an empty window, at once, as browsers ask of a click. `blocked` when the browser opens none. */
  open(): Result;
  /** Shows `url` in that window, then waits as `await` does; `closed` when the visitor closed it, or its page cut us off. */
  popup(values: WindowValues): Promise<Result | undefined>;
  /** Waits for what comes of the sign-in of this `state`: data `{ provider, state, refused, receipt }`, or `timeout`. */
  await(values: WindowValues): Promise<Result | undefined>;
  /**
   * Tells the page that waits for this `state`; without one the page that opened this window, whose step ends by `timeout`.
   * `closed` when nobody does, or it is this page's `own`.
   */
  'hand-over'(values: WindowValues): Promise<Result>;
  /** Whether a step waits. */
  waits(): boolean;
  /** Waits no more; the window stays. */
  forget(): void;
  /** Closes the window that was opened, and waits no more. */
  close(): void;
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
