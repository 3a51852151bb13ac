/** A part of the outside world that is fetched when it is needed. */
export interface Lazy<T> {
  /** The part, once it is here: for what must happen within a click. */
  now(): T | undefined;
  /** Fetches it, once; a failed load is tried again. */
  get(): Promise<T>;
}

export function createLazy<T>(load: () => Promise<T>): Lazy<T> {
  let here: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    now: () => here,
    async get() {
      loading ??= load();
      try {
        here = await loading;
      } catch (error) {
        loading = undefined;
        throw error;
      }
      return here;
    },
  };
}
