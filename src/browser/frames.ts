/**
 * Frames for scripts of others: `/foyer/frames/<name>`, which the server gives with a policy of its own. What they say is only a
 * claim; who can prove it is the server.
 */
import type { FrameLook, FrameMessage, OpenFrame, OpenFrameOf } from './frame-contract.ts';

export interface Frames {
  /** Rejects when this part of the page cannot be loaded. */
  open(...of: Parameters<OpenFrameOf>): Promise<OpenFrame>;
}

/** Most visits never open a frame, so the work itself is fetched with the first. */
export function createFrames(window: Window): Frames {
  return { open: async (...of) => (await import('./open-frame.ts')).createOpenFrame(window)(...of) };
}

export interface MemoryFrame {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly look: FrameLook;
  readonly closed: boolean;
  /** Plays a message of the frame. */
  send(event: FrameMessage['event'], values?: FrameMessage['values']): void;
}

export interface MemoryFrames extends Frames {
  /** Frames opened so far, in order. */
  readonly opened: readonly MemoryFrame[];
}

/** The in-memory twin: what was opened, and what a test lets it say. */
export function createMemoryFrames(): MemoryFrames {
  const opened: MemoryFrame[] = [];
  return {
    opened,
    async open(name, params, look) {
      const listeners = new Set<(message: FrameMessage) => void>();
      let closed = false;
      opened.push({
        name,
        params,
        look,
        get closed() {
          return closed;
        },
        send(event, values = {}) {
          for (const listener of listeners) listener({ event, values });
        },
      });
      return {
        onMessage(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        close() {
          closed = true;
          listeners.clear();
        },
      };
    },
  };
}
