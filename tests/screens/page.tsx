/** Opens a screen of a real line over an in-memory world, with recorded answers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { SWRConfig } from 'swr';
import type { HttpRequest } from '../../src/browser/http.ts';
import { createMemoryWorld, type MemoryWorld } from '../../src/browser/world.ts';
import type { Result } from '../../src/engine/flow.ts';
import { loadBundles } from '../../src/screens/bundles.ts';
import { type Page, pathOf } from '../../src/screens/page.ts';
import { arrive, createPageModel } from '../../src/screens/page-model.ts';
import { ScreenHost } from '../../src/screens/screen-host.tsx';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { evaluate } from '../validators.ts';
import { noteRequest } from './settle.ts';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

const root = path.resolve(__dirname, '../..');

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

function prerender(page: ReactElement): string {
  // The server's renderer asks for it at load, and jsdom's realm lacks it.
  globalThis.MessageChannel ??= jest.requireActual('node:worker_threads').MessageChannel;
  return (jest.requireActual('react-dom/server') as typeof import('react-dom/server')).renderToString(page);
}

/** A recorded answer of `tests/states/<call>/<name>.json`. */
export function recorded(call: string, name: string): Result {
  const file = path.join(root, 'tests/states', call, `${name}.json`);
  const { code, data } = JSON.parse(readFileSync(file, 'utf8')) as {
    code: string | number;
    data: Record<string, unknown>;
  };
  return { kind: 'answer', code, data: data ?? {}, requestId: 'r-1' };
}

export const ok = (data: Readonly<Record<string, unknown>> = {}): Result => ({
  kind: 'answer',
  code: 200,
  data,
  requestId: 'r-1',
});

/** Requests that no page of a test makes. */
const ENDLESS = 500;

export type Answers = Readonly<Record<string, Result | ((request: HttpRequest) => Result | Promise<Result>)>>;

export interface PageOptions {
  readonly line?: string;
  /** A line in the place of the repository's. */
  readonly compiled?: CompiledLine;
  readonly language?: string;
  readonly screen: string;
  /** Call id → answer; a call without one is not signed in, or where somebody is, does not come through. */
  readonly answers?: Answers;
  /** Query of the address. */
  readonly search?: string;
  /** Files of the site besides its assets, by address. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Stored before the page comes, by key. */
  readonly stored?: Readonly<Record<string, string>>;
  /** A world used before: the same browser, another page. */
  readonly world?: MemoryWorld;
  /** Mark of the history's entry: the page is reloaded, or come back to. */
  readonly mark?: string | undefined;
  /** The page is reloaded, or come back to, and the browser forgot the mark. */
  readonly forgotten?: boolean;
  /** The page is opened from elsewhere. */
  readonly fresh?: boolean;
  /** Whether the browser takes cookies. */
  readonly cookies?: boolean;
  /** Whether another front end shows the page in a frame. */
  readonly framed?: boolean;
  /** Nothing runs by itself. */
  readonly preview?: boolean;
  /** Carried out before the page comes alive. */
  readonly before?: (container: HTMLElement) => void;
  /** The page is prerendered; what is done to its controls before the scripts take it over. */
  readonly held?: (container: HTMLElement) => void;
}

export interface OpenPage {
  readonly world: MemoryWorld;
  readonly running: Page;
  readonly user: ReturnType<typeof userEvent.setup>;
  /** Requests of one call, by its id. */
  sent(call: string): readonly HttpRequest[];
  pass(ms: number): void;
  readonly container: HTMLElement;
  unmount(): void;
}

/** Assets of a kind by their addresses, each made of its text when a page asks for it. */
function lazily(
  files: CompiledLine['files'],
  kind: string,
  make: (text: string) => unknown,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(files).filter((name) => name.endsWith(kind));
  return Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name) => [
        `/assets/${name}`,
        { configurable: true, enumerable: true, get: () => make(files[name] as string) },
      ]),
    ),
  );
}

const offline: Result = { kind: 'offline' };
const anonymous: Result = { kind: 'answer', code: '602', data: {}, requestId: 'r-0' };

export async function openPage(options: PageOptions): Promise<OpenPage> {
  const { line = 'renderbus', language = 'en', screen, answers = {}, search = '', preview = false } = options;
  const { server, languages, files } = options.compiled ?? ((await compiledLines())[line] as CompiledLine);
  const { shell, screens } = languages[language] as CompiledLine['languages'][string];
  const { pack } = screens[screen] as (typeof screens)[string];
  await loadBundles(pack);

  // Several calls may share a path; they differ in what they send.
  const idsOf = ({ method, path: at }: HttpRequest): readonly string[] =>
    Object.entries(server.calls).flatMap(([id, call]) => (call.method === method && call.path === at ? [id] : []));
  const modules = lazily(files, '.js', evaluate);
  const data = lazily(files, '.json', JSON.parse);
  Object.defineProperties(data, Object.getOwnPropertyDescriptors(options.files ?? {}));
  const isSignedIn = ['query-user', 'session'].some((call) => {
    const answer = answers[call];
    return typeof answer === 'function' || (answer?.kind === 'answer' && answer.code === 200);
  });
  let asked = 0;
  const made = createMemoryWorld({
    keys: shell.stored.keys,
    address: `${pathOf(shell, screen)}${search}`,
    modules,
    data,
    now: 1_000_000,
    ...(options.cookies === undefined ? {} : { cookies: options.cookies }),
    ...(options.forgotten ? { forgotten: true } : {}),
    ...(options.fresh ? { fresh: true } : {}),
    ...(options.framed ? { opened: true, framed: true } : {}),
    answer: (request) => {
      noteRequest();
      asked += 1;
      // A page that goes in a circle would keep the test's file running for ever.
      if (asked > ENDLESS) throw new Error(`${request.path} is the ${asked}th request of screen ${screen}.`);
      const id = idsOf(request).find((each) => answers[each] !== undefined);
      const unknown = isSignedIn ? offline : anonymous;
      const answer = id === undefined ? unknown : (answers[id] as Answers[string]);
      return typeof answer === 'function' ? answer(request) : answer;
    },
  });
  // The same browser: what it stored and what time it is stay, and no id comes twice.
  const { store, clock, randomId } = options.world ?? made;
  const world: MemoryWorld = { ...made, store, clock, randomId };
  world.location.mark(options.mark);
  for (const [key, value] of Object.entries(options.stored ?? {})) world.store.write(key, value);
  const validators = Object.fromEntries(
    Object.entries(pack.forms).map(([name, form]) => [name, modules[form.validators]]),
  );
  const running: Page = {
    // A visit may learn further errors; the next one starts afresh.
    shell: { ...shell, errors: { ...shell.errors }, messages: { ...shell.messages } },
    world,
    model: createPageModel(arrive(pack, validators)),
    production: false,
    preview,
  };
  const container = document.body.appendChild(document.createElement('div'));
  options.before?.(container);
  const page = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ScreenHost page={running} />
    </SWRConfig>
  );
  if (options.held !== undefined) {
    container.innerHTML = prerender(page);
    options.held(container);
  }
  const { unmount } = await act(async () => render(page, { container, hydrate: options.held !== undefined }));
  return {
    world,
    running,
    container,
    unmount,
    user: userEvent.setup(),
    sent: (call) => world.http.requests.filter((request) => idsOf(request).includes(call)),
    pass: (ms) => act(() => world.clock.pass(ms)),
  };
}

/** Answers the question that a press asks by the button of this name. */
export async function goOn({ user }: Pick<OpenPage, 'user'>, name: string): Promise<void> {
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
}
