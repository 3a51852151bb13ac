/** Section `edits`: how long a saved edit of the data takes until an open page shows it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { Figure } from './figures.ts';
import { currentRelease, lineOf, routeOf } from './release.ts';
import { freshFolder, startServer } from './server-process.ts';
import { spread } from './statistics.ts';
import { workingCopy } from './working-copy.ts';

export interface EditsOptions {
  readonly port: number;
  readonly log: (text: string) => void;
}

/** Edits in all, of each kind the same number. */
const EDITS = 50;
/** ms between two edits, in turns: of somebody who saves again at once, and of somebody who looks at what the last one did. */
const PAUSES = [300, 700, 1200, 2000, 3500, 800, 2600] as const;
/** ms after which an edit counts as never shown. */
const PATIENCE = 20_000;
const LINE = 'renderbus';

interface Kind {
  readonly name: string;
  readonly file: string;
  readonly part: RegExp;
  /** What stands there after the edit of this number. */
  readonly by: (number: number) => string;
  /** What the page's document has then, of which there was nothing before. */
  readonly shows: (number: number) => string;
  /** Where: in what is to be read, in its styles, or in what its code is given. */
  readonly at: 'text' | 'styles' | 'data';
}

const colorOf = (number: number): string => `#f5f8${(0xc0 + number).toString(16)}`;

const KINDS: readonly Kind[] = [
  {
    name: 'a sentence of one line',
    file: `lines/${LINE}/messages/zh.json`,
    part: /(?<="line\.promise": ")/,
    by: (number) => `第${number}回：`,
    shows: (number) => `第${number}回：`,
    at: 'text',
  },
  {
    name: 'a sentence of all lines',
    file: 'lines/_base/messages/zh.json',
    part: /(?<="screens\.sign-in\.title": ")/,
    by: (number) => `第${number}次`,
    shows: (number) => `第${number}次`,
    at: 'text',
  },
  {
    name: 'a rule of all lines',
    file: 'schemas/fields/account.json',
    part: /"maxLength": \d+/,
    by: (number) => `"maxLength": ${100 + number}`,
    shows: (number) => `"maxLength":${100 + number}`,
    at: 'data',
  },
  {
    name: 'a colour of one line',
    file: `lines/${LINE}/theme.json`,
    part: /(?<="background": ")#f5f8../,
    by: colorOf,
    shows: colorOf,
    at: 'styles',
  },
  {
    name: 'a screen of all lines',
    file: 'lines/_base/screens/sign-in.json',
    part: /"layout": "split"/,
    by: () => '"layout": "card"',
    shows: () => '"layout":"card"',
    at: 'data',
  },
];

/** Resolves in the frame that shows it, in this document or the next one. */
async function shown(page: Page, { at }: Kind, text: string): Promise<void> {
  await page.waitForFunction(
    ([where, wanted]) => {
      if (document.documentElement.dataset.live === undefined) return false;
      const data = document.getElementById('foyer-pack')?.textContent ?? '';
      const styles = [...document.querySelectorAll('style')].map((style) => style.textContent).join('');
      return { data, styles, text: document.getElementById('root')?.textContent ?? '' }[where].includes(wanted);
    },
    [at, text] as const,
    { polling: 'raf', timeout: PATIENCE },
  );
}

export async function editsFigures({ port, log }: EditsOptions): Promise<Figure[]> {
  const folder = freshFolder('edits');
  // Not below the repository: its own tools would find everything twice.
  const home = mkdtempSync(join(tmpdir(), 'foyer-edits-'));
  const copy = workingCopy(join(home, 'copy'));
  const server = await startServer({ port, dataDir: join(folder, 'data'), root: copy.root });
  const browser = await launchBrowser({ args: ['--host-resolver-rules=MAP *.localhost 127.0.0.1'] });
  const times: { readonly kind: string; readonly milliseconds: number }[] = [];
  let kept = 0;
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://${LINE}.localhost:${port}${routeOf(lineOf(currentRelease(), LINE), 'sign-in')}`);
    const account = page.locator('input[autocomplete~="username"]').first();
    // The compiler starts beside the server; nobody edits in the first seconds.
    await page.waitForTimeout(15_000);
    for (let number = 0; number < EDITS; number += 1) {
      const kind = KINDS[number % KINDS.length] as Kind;
      const typed = `mei_lin_${number}`;
      await account.fill(typed);
      await page.waitForTimeout(PAUSES[number % PAUSES.length] ?? 0);
      const since = performance.now();
      copy.replace(kind.file, kind.part, kind.by(number));
      await shown(page, kind, kind.shows(number));
      times.push({ kind: kind.name, milliseconds: performance.now() - since });
      const isKept = await page
        .waitForFunction(
          (text) => document.querySelector<HTMLInputElement>('input[autocomplete~="username"]')?.value === text,
          typed,
          { timeout: 1000 },
        )
        .then(
          () => true,
          () => false,
        );
      if (isKept) kept += 1;
      // Without the pane beside the form the line's sentence is not seen.
      if (kind.file.includes('/screens/')) copy.restore(kind.file);
      log(`${kind.name}: ${Math.round(times.at(-1)?.milliseconds ?? 0)} ms${isKept ? '' : ', typed value lost'}`);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
  const all = spread(times.map(({ milliseconds }) => milliseconds));
  const section = 'edits';
  const target = { kind: 'at most', value: 1000, of: 'measured' } as const;
  return [
    { section, what: `saved edit to open page, p95 of ${all.count}`, unit: 'ms', measured: all.p95, target },
    { section, what: 'the same, p50', unit: 'ms', measured: all.p50 },
    ...KINDS.map(({ name }): Figure => {
      const ofKind = spread(times.filter(({ kind }) => kind === name).map(({ milliseconds }) => milliseconds));
      return { section, what: `of them ${name}, slowest of ${ofKind.count}`, unit: 'ms', measured: ofKind.max };
    }),
    {
      section,
      what: 'edits that left the typed value',
      unit: '%',
      measured: (kept / EDITS) * 100,
      target: { kind: 'exactly', value: 100, of: 'measured' },
    },
  ];
}
