/** The page that opened or framed this one. */

export interface Opener {
  /** Whether there is one. */
  readonly present: boolean;
  /** Whether that page shows this one in a frame. */
  readonly framed: boolean;
  /** Sends a message that only a page of this exact origin receives. */
  tell(message: Readonly<Record<string, unknown>>, origin: string): void;
}

export function createOpener(window: Window): Opener {
  const framed = window.parent !== window;
  const opened: Window | null = window.opener ?? (framed ? window.parent : null);
  return {
    present: opened !== null,
    framed,
    tell(message, origin) {
      opened?.postMessage(message, origin);
    },
  };
}

export interface MemoryOpener extends Opener {
  /** Messages sent, in order. */
  readonly told: readonly { readonly message: Readonly<Record<string, unknown>>; readonly origin: string }[];
}

/** The in-memory twin. */
export function createMemoryOpener(present = false, framed = false): MemoryOpener {
  const told: { message: Readonly<Record<string, unknown>>; origin: string }[] = [];
  return {
    present,
    framed,
    told,
    tell: (message, origin) => void (present && told.push({ message, origin })),
  };
}
