/** What a frame for a script of others is asked for, and what it may say: see `frames.ts`. */

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
