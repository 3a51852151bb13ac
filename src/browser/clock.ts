/** Time, and whether anyone is looking. */

export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Runs `work` once after `ms`; gives the function that cancels it. */
  after(ms: number, work: () => void): () => void;
  /** Runs `work` as soon as the browser has done what it is at; in memory at once. */
  soon(work: () => void): void;
  /** Runs `work` every `ms`; gives the function that stops it. */
  every(ms: number, work: () => void): () => void;
  /** Whether the tab is hidden. */
  isHidden(): boolean;
  /** Tells when the tab is hidden or shown; gives the function that stops it. */
  onVisibility(listener: () => void): () => void;
}

export function createClock(document: Document): Clock {
  return {
    now: () => Date.now(),
    after(ms, work) {
      const id = setTimeout(work, ms);
      return () => clearTimeout(id);
    },
    soon: (work) => void setTimeout(work),
    every(ms, work) {
      const id = setInterval(work, ms);
      return () => clearInterval(id);
    },
    isHidden: () => document.visibilityState === 'hidden',
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
}

export interface MemoryClock extends Clock {
  /** Lets time pass, running what falls due, in order. */
  pass(ms: number): void;
  /** Sets the clock by `ms`, as somebody who corrects it does: nothing falls due by that. */
  set(ms: number): void;
  hide(hidden: boolean): void;
}

/** The in-memory twin: time stands still until `pass`. */
export function createMemoryClock(start = 0): MemoryClock {
  let present = start;
  let hidden = false;
  let count = 0;
  const due = new Map<number, { at: number; every?: number; work: () => void }>();
  const listeners = new Set<() => void>();
  const add = (at: number, work: () => void, every?: number): (() => void) => {
    count += 1;
    const id = count;
    due.set(id, { at, work, ...(every === undefined ? {} : { every }) });
    return () => void due.delete(id);
  };
  return {
    now: () => present,
    after: (ms, work) => add(present + ms, work),
    soon: (work) => work(),
    every: (ms, work) => add(present + ms, work, ms),
    isHidden: () => hidden,
    onVisibility(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hide(value) {
      hidden = value;
      for (const listener of listeners) listener();
    },
    set(ms) {
      present += ms;
      for (const [id, task] of due) due.set(id, { ...task, at: task.at + ms });
    },
    pass(ms) {
      const end = present + ms;
      for (;;) {
        const next = [...due].filter(([, each]) => each.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (next === undefined) break;
        const [id, task] = next;
        present = task.at;
        if (task.every === undefined) due.delete(id);
        else due.set(id, { ...task, at: task.at + task.every });
        task.work();
      }
      present = end;
    },
  };
}
