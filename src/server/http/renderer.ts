/** Draws pages in a thread of its own, so that no call waits for a page. The program is the release's. */
import { Worker } from 'node:worker_threads';
import type { PageAbout } from './page.ts';

/** What a page whose form was posted left behind, until it is drawn. Nothing of it is a secret that was typed. */
export interface Visit {
  readonly screen: string;
  /** The page's state, by the names of `PageState`. */
  readonly state: Readonly<Record<string, unknown>>;
  /** What the page would hold in the browser's storage. */
  readonly session: Readonly<Record<string, string>>;
  readonly local: Readonly<Record<string, string>>;
  /** What came in the way that only the page's script can show. */
  readonly needs?: 'captcha' | 'form';
  /** The press that asks before it does anything. */
  readonly asks?: string;
  /** The field of a code that just went out. */
  readonly coming?: string;
}

/** What a page asks the service for. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute path of the API. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of a POST, query parameters of a GET. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A form that a browser posted by itself. */
export interface PostedPage {
  /** Path and query of the page. */
  readonly address: string;
  readonly origin: string;
  /** As `application/x-www-form-urlencoded`; without one the page is only come to. */
  readonly form?: string;
  /** Cookies that pages read. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly visit?: Pick<Visit, 'session' | 'local'>;
  /** What is said where a later page of a form was posted and what it goes on from is gone. */
  readonly over?: string;
}

export interface Posted {
  /** Address that the flow leaves for, outside of the page. */
  readonly leaves?: string;
  /** Path of the screen that shows the outcome. */
  readonly path: string;
  /** The query that it was come to with (`?a=b`). */
  readonly search: string;
  /** Whether the page only passes visitors on. */
  readonly passes: boolean;
  /** Cookies that the page wrote; `days` 0 deletes. */
  readonly cookies: Readonly<Record<string, { readonly value: string; readonly days: number }>>;
  readonly visit: Visit;
}

export interface DrawRequest {
  readonly id: number;
  /** Folders of the release and of the assets, absolute. */
  readonly folder: string;
  readonly assets: string;
  readonly line: string;
  readonly language: string;
  readonly screen: string;
  /** Draws the page as a visit left it, without scripts. */
  readonly visit?: Visit;
  /** Runs the page's form in place of drawing it. */
  readonly posted?: PostedPage;
}

/** A call that a posted form makes; the answer's text goes back with the same numbers. */
export interface CallRequest {
  readonly id: number;
  readonly call: number;
  readonly request: PageRequest;
}

export interface CallAnswer {
  readonly id: number;
  readonly call: number;
  readonly text: string | undefined;
}

export interface DrawAnswer {
  readonly id: number;
  readonly posted?: Posted;
  /** Absent where there is no such page. */
  readonly page?: {
    readonly html: string;
    readonly about: PageAbout;
    /** Whether the page's form can be run without its script. */
    readonly runs: boolean;
    /** Its forms that a browser without scripts may ask for. */
    readonly plain: readonly string[];
    /** What leads such a browser to the first of them, where it cannot do all with the page itself. */
    readonly way?: string;
    /** What it says, once its scripts are lost, where its form is run; absent in older releases. */
    readonly works?: string;
    /** The parameter of links that lead to it, where all that comes of one can be done without its script. */
    readonly linked?: string;
  };
  readonly error?: string;
}

export interface Renderer {
  /** @throws what went wrong in the thread, or that it ended. */
  draw(request: Omit<DrawRequest, 'id' | 'posted'>): Promise<DrawAnswer['page']>;
  /** @param call answers the calls of the form's flow with an envelope's text; rejects where there is none. */
  post(
    request: Omit<DrawRequest, 'id'> & { readonly posted: PostedPage },
    call: (request: PageRequest) => Promise<string>,
  ): Promise<Posted | undefined>;
  close(): void;
}

interface Waiting {
  readonly call?: (request: PageRequest) => Promise<string>;
  resolve(answer: DrawAnswer): void;
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
    begun.on('message', (answer: DrawAnswer | CallRequest) => {
      const { id } = answer;
      const asked = waiting.get(id);
      if ('call' in answer) {
        const back = (text: string | undefined): void =>
          begun.postMessage({ id, call: answer.call, text } satisfies CallAnswer);
        (asked?.call?.(answer.request) ?? Promise.reject(new Error('Nobody answers.'))).then(back, () =>
          back(undefined),
        );
        return;
      }
      waiting.delete(id);
      if (waiting.size === 0) begun.unref();
      if (answer.error === undefined) asked?.resolve(answer);
      else asked?.reject(new Error(answer.error));
      endIfIdle();
    });
    begun.on('error', (error) => fail(begun, error));
    begun.on('exit', () => fail(begun, new Error('The thread that draws pages ended.')));
    begun.unref();
    worker = begun;
    return begun;
  }

  function ask(request: Omit<DrawRequest, 'id'>, call?: Waiting['call']): Promise<DrawAnswer> {
    return new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject, ...(call && { call }) });
      const of = thread();
      of.ref();
      of.postMessage({ ...request, id: count } satisfies DrawRequest);
    });
  }

  return {
    draw: async (request) => (await ask(request)).page,
    post: async (request, call) => (await ask(request, call)).posted,
    close() {
      closing = true;
      endIfIdle();
    },
  };
}
