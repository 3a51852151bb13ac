/**
 * Third-party sign-in over several windows: the page opens a window (or shows a frame) for the provider, and the page of our
 * own that the provider sends the visitor back to hands over what came of it. Fetched once a screen has use for it.
 */
import type { Result } from '../engine/flow.ts';
import type { Clock } from './clock.ts';
import { takeStep, type Windows } from './window-steps.ts';

/** What every such message says of itself. */
const TYPE = 'foyer:third-party';
const VERSION = 1;
/** ms that a waiting page has to say that it took over. */
const TAKEN_WITHIN = 500;
/** ms after which a closed window counts as closed: its message may still be under way. */
const GRACE = 1000;
/** ms that the service keeps a sign-in that was begun. */
const LIFE = 600_000;
/** px of the window. */
const SIZE = { width: 620, height: 720 } as const;

interface Message {
  readonly type: typeof TYPE;
  readonly version: typeof VERSION;
  readonly provider?: string;
  readonly state: string;
  readonly refused?: boolean;
  /** What the service gave the page in a frame to hand over. */
  readonly receipt?: string;
  /** The answer of the page that waited. */
  readonly taken?: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, version, provider, state, refused, receipt, taken } = data as Record<string, unknown>;
  if (type !== TYPE || version !== VERSION || typeof state !== 'string') return undefined;
  const known = typeof provider === 'string' ? { provider } : {};
  return { type, version, state, ...known, refused: refused === true, receipt: text(receipt), taken: taken === true };
}

export function createWindows(window: Window, clock: Clock): Windows {
  const { origin } = window.location;
  // Reaches the page that waits also when the provider's own policy cut the opener off.
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(TYPE) : undefined;
  let opened: Window | null = null;
  let stop: (() => void) | undefined;

  /** Whether a message comes from the window that this page opened, or from a frame in it, however deep. */
  function isOurs(source: MessageEventSource | null): boolean {
    if (source === null) return false;
    if (source === opened) return true;
    let frame = source as Window;
    for (let depth = 0; depth < 4; depth += 1) {
      const { parent } = frame;
      if (parent === window) return true;
      if (!parent || parent === frame) return false;
      frame = parent;
    }
    return false;
  }

  function wait(state: string, watched?: Window): Promise<Result | undefined> {
    stop?.();
    return new Promise((resolve) => {
      const end = (result: Result | undefined): void => {
        for (const each of stops) each();
        stop = undefined;
        resolve(result);
      };
      const take = (data: unknown, reply: (message: Message) => void): void => {
        const message = readMessage(data);
        if (message === undefined || message.state !== state || message.taken || message.provider === undefined) return;
        reply({ type: TYPE, version: VERSION, state, taken: true });
        const { provider, refused = false, receipt } = message;
        end({ kind: 'answer', code: 200, data: { provider, state, refused, receipt }, requestId: '' });
      };
      const onMessage = (event: MessageEvent): void => {
        if (event.origin !== origin || !isOurs(event.source)) return;
        // The window that was opened has come back, and nothing of what it was opened for is known any more.
        if (event.source === opened && readMessage(event.data)?.state === '') {
          opened?.postMessage({ type: TYPE, version: VERSION, state: '', taken: true } satisfies Message, origin);
          end({ kind: 'timeout' });
        } else take(event.data, (message) => (event.source as Window).postMessage(message, origin));
      };
      const onBroadcast = (event: MessageEvent): void => take(event.data, (message) => channel?.postMessage(message));
      window.addEventListener('message', onMessage);
      channel?.addEventListener('message', onBroadcast);
      const stops = [
        () => window.removeEventListener('message', onMessage),
        () => channel?.removeEventListener('message', onBroadcast),
        clock.after(LIFE, () => end({ kind: 'timeout' })),
      ];
      if (watched !== undefined) {
        let closing = false;
        stops.push(
          clock.every(GRACE / 4, () => {
            if (closing || !watched.closed) return;
            closing = true;
            stops.push(clock.after(GRACE, () => end({ kind: 'closed' })));
          }),
        );
      }
      stop = () => end(undefined);
    });
  }

  /** What stands behind the `#`, which it leaves. */
  function takeReceipt(): string {
    const { hash, pathname, search } = window.location;
    if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
    return hash.slice(1);
  }

  function close(): void {
    stop?.();
    opened?.close();
    opened = null;
  }

  const windows: Windows = {
    take: (step, page) => takeStep(windows, step, page),
    open() {
      close();
      const { screenX, screenY, outerWidth, outerHeight } = window;
      const left = Math.max(0, Math.round(screenX + (outerWidth - SIZE.width) / 2));
      const top = Math.max(0, Math.round(screenY + (outerHeight - SIZE.height) / 3));
      opened = window.open('', '', `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`);
      return opened === null ? { kind: 'blocked' } : { kind: 'answer', code: 200, data: {}, requestId: '' };
    },
    async popup({ url, state }) {
      if (opened === null || opened.closed) return { kind: 'closed' };
      opened.location.replace(text(url));
      return wait(text(state), opened);
    },
    await: ({ state }) => wait(text(state)),
    'hand-over'({ provider, state, refused, own }) {
      // A frame shares what the tab stores with the page around it, whose own it is.
      const isOwn = state === own && window.parent === window;
      const known = text(state);
      // Without one it is said to nobody but the page that opened this window.
      if (known === '' ? !window.opener : isOwn) return Promise.resolve({ kind: 'closed' });
      const message: Message = {
        type: TYPE,
        version: VERSION,
        provider: text(provider),
        state: known,
        refused: refused !== undefined && refused !== '',
        receipt: takeReceipt(),
      };
      return new Promise((resolve) => {
        const take = ({ data, origin: from }: MessageEvent): void => {
          const answer = readMessage(data);
          if (from !== origin || answer?.taken !== true || answer.state !== known) return;
          end({ kind: 'answer', code: 200, data: {}, requestId: '' });
        };
        const end = (result: Result): void => {
          cancel();
          window.removeEventListener('message', take);
          channel?.removeEventListener('message', take);
          resolve(result);
        };
        window.addEventListener('message', take);
        channel?.addEventListener('message', take);
        const cancel = clock.after(TAKEN_WITHIN, () => end({ kind: 'closed' }));
        const around = known === '' ? [] : [window.parent, window.top as Window];
        const others = new Set<Window>([window.opener as Window, ...around]);
        for (const other of others) if (other && other !== window) other.postMessage(message, origin);
        if (known !== '') channel?.postMessage(message);
      });
    },
    waits: () => stop !== undefined,
    forget: () => stop?.(),
    close,
  };
  return windows;
}

/** The in-memory twin: a browser that opens no window, in which nobody waits. */
export const NO_WINDOWS: Windows = {
  take: (step, page) => takeStep(NO_WINDOWS, step, page),
  open: () => ({ kind: 'blocked' }),
  popup: async () => ({ kind: 'closed' }),
  await: async () => undefined,
  'hand-over': async () => ({ kind: 'closed' }),
  waits: () => false,
  forget() {},
  close() {},
};
