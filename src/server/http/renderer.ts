/** Draws pages in a thread of its own, so that no call waits for a page. The program is the release's. */
import { Worker } from 'node:worker_threads';
import type { PageAbout } from './page.ts';

export interface DrawRequest {
  readonly id: number;
  /** Folders of the release and of the assets, absolute. */
  readonly folder: string;
  readonly assets: string;
  readonly line: string;
  readonly language: string;
  readonly screen: string;
}

export interface DrawAnswer {
  readonly id: number;
  /** Absent where there is no such page. */
  readonly page?: { readonly html: string; readonly about: PageAbout };
  readonly error?: string;
}

export interface Renderer {
  /** @throws what went wrong in the thread, or that it ended. */
  draw(request: Omit<DrawRequest, 'id'>): Promise<DrawAnswer['page']>;
  close(): void;
}

interface Waiting {
  resolve(page: DrawAnswer['page']): void;
  reject(error: Error): void;
}

/** @param program path of the module; read once, so that it may go with its release. */
export function openRenderer(program: string): Renderer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;
  /** Nobody asks any more; what was asked is still answered. */
  let closing = false;

  const endIfIdle = (): void => {
    if (closing && waiting.size === 0) void worker?.terminate();
  };

  function fail(of: Worker, error: Error): void {
    if (worker === of) worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** The thread, begun anew after it ended. */
  function thread(): Worker {
    if (worker !== undefined) return worker;
    const begun = new Worker(program, { env: { NODE_ENV: 'production' }, execArgv: [] });
    begun.on('message', ({ id, page, error }: DrawAnswer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) begun.unref();
      if (error === undefined) asked?.resolve(page);
      else asked?.reject(new Error(error));
      endIfIdle();
    });
    begun.on('error', (error) => fail(begun, error));
    begun.on('exit', () => fail(begun, new Error('The thread that draws pages ended.')));
    begun.unref();
    worker = begun;
    return begun;
  }

  return {
    draw(request) {
      return new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        const of = thread();
        of.ref();
        of.postMessage({ ...request, id: count } satisfies DrawRequest);
      });
    },
    close() {
      closing = true;
      endIfIdle();
    },
  };
}
