/**
 * Frames for scripts of others: `/foyer/frames/<name>`, which the server gives with a policy of its own. What they say is only a
 * claim; who can prove it is the server.
 */

export interface FrameMessage {
  /**
   * `ready`: it can be used. `done`: `values` hold what came of it. `closed`: by the visitor. `blocked`: the browser opens no window
   * for it. `failed`: the script did not come or work.
   */
  readonly event: 'ready' | 'done' | 'closed' | 'blocked' | 'failed';
  readonly values: Readonly<Record<string, string>>;
}

export interface FrameLook {
  /** Accessible name of what the frame shows. */
  readonly title: string;
  /** Element that it is put into; without one it is not seen. */
  readonly host?: Element;
}

export interface OpenFrame {
  /** Gives the function that stops listening. */
  onMessage(listener: (message: FrameMessage) => void): () => void;
  /** Takes the frame away; nothing is heard of it any more. */
  close(): void;
}

/** Opens the frame of a name with its parameters. */
export type OpenFrameOf = (name: string, params: Readonly<Record<string, string>>, look: FrameLook) => OpenFrame;

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
