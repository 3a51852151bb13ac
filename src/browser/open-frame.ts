/** Shows a frame of the server's and hears it out: only that very frame, only its own origin, only messages of the exact shape. */
import type { FrameMessage, OpenFrameOf } from './frame-contract.ts';

const PATH = '/foyer/frames/';
const TYPE = 'foyer:frame';
const VERSION = 1;
const EVENTS: readonly FrameMessage['event'][] = ['ready', 'done', 'closed', 'blocked', 'failed'];
/** A sandbox without `allow-same-origin` gives its page this origin. */
const OPAQUE = 'null';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a message of the frame of that name; undefined for anything else. */
export function readFrameMessage(data: unknown, name: string): FrameMessage | undefined {
  if (!isRecord(data) || Object.keys(data).length !== 5) return undefined;
  const { type, version, frame, event, values } = data;
  if (type !== TYPE || version !== VERSION || frame !== name) return undefined;
  const known = EVENTS.find((each) => each === event);
  if (known === undefined || !isRecord(values)) return undefined;
  if (!Object.values(values).every((value) => typeof value === 'string')) return undefined;
  return { event: known, values: values as Record<string, string> };
}

export function createOpenFrame(window: Window): OpenFrameOf {
  return (name, params, { title, host }) => {
    const { document, location } = window;
    const listeners = new Set<(message: FrameMessage) => void>();
    const element = document.createElement('iframe');
    element.title = title;
    element.hidden = host === undefined;
    element.src = `${PATH}${encodeURIComponent(name)}?${new URLSearchParams(params)}`;
    const hear = (event: MessageEvent): void => {
      if (event.source === null || event.source !== element.contentWindow) return;
      if (event.origin !== location.origin && event.origin !== OPAQUE) return;
      const message = readFrameMessage(event.data, name);
      if (message !== undefined) for (const listener of listeners) listener(message);
    };
    window.addEventListener('message', hear);
    (host ?? document.body).append(element);
    return {
      onMessage(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close() {
        window.removeEventListener('message', hear);
        listeners.clear();
        element.remove();
      },
    };
  };
}
