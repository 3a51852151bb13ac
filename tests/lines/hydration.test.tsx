/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every page of every line, as the compiler wrote it: the browser's components take it over without a difference. React
 * tells one only in development, and leaves attributes as they are: a dialog that is named by an id which nothing has.
 */
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { createMemoryWorld } from '../../src/browser/world.ts';
import { readFailure } from '../../src/engine/failures.ts';
import type { Pack, Shell } from '../../src/engine/pack.ts';
import { loadBundles } from '../../src/screens/bundles.ts';
import { Live } from '../../src/screens/live.tsx';
import { type Page, pathOf } from '../../src/screens/page.ts';
import { arrive, createPageModel } from '../../src/screens/page-model.ts';
import { type WholePage, wholePages } from './whole-pages.ts';

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
globalThis.MessageChannel ??= jest.requireActual('node:worker_threads').MessageChannel;

let pages: readonly WholePage[];
beforeAll(async () => {
  pages = await wholePages({ language: 'own' });
}, 300_000);

function read<T>(within: Document, id: string): T {
  return JSON.parse(within.getElementById(id)?.textContent ?? '') as T;
}

/** The ids that an element names and nothing has. */
const lost = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls], [for]')].flatMap((each) =>
    ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for'].flatMap((name) =>
      (each.getAttribute(name)?.split(' ') ?? []).filter((id) => id && document.getElementById(id) === null),
    ),
  );

async function takeOver({ html }: WholePage): Promise<{ said: string[]; unnamed: string[] }> {
  const whole = new DOMParser().parseFromString(html, 'text/html');
  const [shell, pack] = [read<Shell>(whole, 'foyer-shell'), read<Pack>(whole, 'foyer-pack')];
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = whole.getElementById('root')?.innerHTML ?? '';
  await loadBundles(pack);
  const page: Page = {
    shell,
    world: createMemoryWorld({ keys: shell.stored.keys, address: pathOf(shell, pack.id) ?? '/' }),
    model: createPageModel(arrive(pack, {})),
    production: false,
    preview: true,
  };
  const said: string[] = [];
  const errors = jest.spyOn(console, 'error').mockImplementation((...words) => void said.push(words.join(' ')));
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(container, <Live page={page} />, {
      onRecoverableError: (error) => said.push(String(error)),
    });
  });
  errors.mockRestore();
  // What comes later is named, too: a failure's dialog.
  const failure = readFailure(
    { kind: 'offline' },
    { errors: () => ({ shows: 'dialog' }) as never, has: () => false, fields: [], language: shell.language },
  );
  await act(async () => page.model.set({ failure: { ...failure, shows: 'dialog' } }));
  const open = container.querySelector('dialog[open]');
  const unnamed = [...(open === null ? ['no dialog'] : []), ...lost(container)];
  act(() => root?.unmount());
  container.remove();
  return { said, unnamed };
}

test('is taken over as it was written, and what comes later is named', async () => {
  expect(pages.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  for (const page of pages) {
    const { said, unnamed } = await takeOver(page);
    if (said.length > 0 || unnamed.length > 0)
      wrong.push(`${page.at}: ${[...said, ...unnamed].join('; ').slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
}, 300_000);
