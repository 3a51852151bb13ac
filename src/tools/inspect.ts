/** Looks at rendered pages in a browser: their accessible trees, axe's verdict, and how they fit windows. */
import axeCore, { type AxeResults, type RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { measure } from './measure.ts';
import { allPages, type LinePages, type StatedPage, type Wanted } from './pages.ts';
import { nameOf } from './trees.ts';
import { inWindow, putPage, type show } from './window.ts';

/** Width of a window, px → least size of a target in it, px: a finger needs more than a pointer. */
export const WINDOWS: Readonly<Record<number, number>> = {
  1600: 24,
  1440: 24,
  1024: 24,
  860: 24,
  390: 44,
  320: 44,
};

export interface Found {
  readonly line: string;
  /** Page → its accessible tree, as YAML. */
  readonly trees: ReadonlyMap<StatedPage, string>;
  /** Aspect → what is wrong, a sentence each that begins with the page's name. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** Pages looked at; equal ones count once. */
  readonly distinct: number;
}

export interface Depth {
  /** Has axe apply every rule in every window and in both colour schemes, not only those the scheme can change. */
  readonly full?: boolean;
  /** Reads the accessible trees and looks at nothing else. */
  readonly only?: 'trees' | 'windows';
}

/** The names under which faults are kept. */
export const ASPECTS: readonly string[] = ['axe light', 'axe dark', ...Object.keys(WINDOWS).map((px) => `${px} px`)];

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  elementRef: false,
};
/** Colours are all that the dark scheme changes. */
const COLOURS: RunOptions = { ...RULES, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** What axe finds, a line for each rule and element. In the browser. */
async function audit(options: RunOptions): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: { run(at: Document, with_: RunOptions): Promise<AxeResults> } };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${id} at ${target.join(' ')}: ${why}`;
    }),
  );
}

type Inside = { show: typeof show; measure: typeof measure; audit: typeof audit };

/** Makes what runs in the browser known there. */
async function equip(tab: Page): Promise<void> {
  await tab.evaluate(`globalThis.measure = ${measure}; globalThis.audit = ${audit}`);
}

async function auditAll(tab: Page, pages: readonly StatedPage[], options: RunOptions): Promise<string[][]> {
  await tab.evaluate(axeCore.source);
  await equip(tab);
  return tab.evaluate(
    async ({ pages: each, options: rules }) => {
      const inside = globalThis as unknown as Inside;
      const found: string[][] = [];
      for (const page of each) {
        inside.show(page);
        found.push(await inside.audit(rules));
      }
      return found;
    },
    { pages: [...pages], options },
  );
}

async function measureAll(tab: Page, pages: readonly StatedPage[], target: number): Promise<string[][]> {
  await equip(tab);
  return tab.evaluate(
    ({ pages: each, least }) => {
      const inside = globalThis as unknown as Inside;
      return each.map((page) => {
        inside.show(page);
        return inside.measure(least);
      });
    },
    { pages: [...pages], least: target },
  );
}

async function treesOf(tab: Page, pages: readonly StatedPage[]): Promise<string[]> {
  const trees: string[] = [];
  const body = tab.locator('body');
  for (const page of pages) {
    await putPage(tab, page);
    trees.push(await body.ariaSnapshot());
  }
  return trees;
}

const keyOf = ({ language, title, html }: StatedPage): string => `${language} ${title} ${html}`;

/** Looks at a line's pages; pages that are equal are looked at once. */
export async function inspectLine(browser: Browser, line: LinePages, { full, only }: Depth = {}): Promise<Found> {
  const distinct = [...new Map(line.pages.map((page) => [keyOf(page), page])).values()];
  const faults = new Map<string, string[]>(ASPECTS.map((aspect) => [aspect, []]));
  const tell = (aspect: string, found: readonly string[][]): void => {
    for (const [at, each] of found.entries()) {
      for (const fault of each) faults.get(aspect)?.push(`${nameOf(distinct[at] as StatedPage)}: ${fault}`);
    }
  };
  let trees: readonly string[] = [];
  if (only !== 'windows')
    await inWindow(browser, line, { width: 1440 }, async (tab) => {
      trees = await treesOf(tab, distinct);
      if (only === undefined) tell('axe light', await auditAll(tab, distinct, RULES));
    });
  if (only === undefined) {
    const rules = full ? RULES : COLOURS;
    tell(
      'axe dark',
      await inWindow(browser, line, { width: 1440, colorScheme: 'dark' }, (tab) => auditAll(tab, distinct, rules)),
    );
  }
  for (const [width, target] of only === 'trees' ? [] : Object.entries(WINDOWS)) {
    const found = await inWindow(browser, line, { width: Number(width) }, (tab) => measureAll(tab, distinct, target));
    tell(`${width} px`, found);
    if (only !== undefined || !full || width === '1440') continue;
    for (const scheme of ['light', 'dark'] as const) {
      const audited = await inWindow(browser, line, { width: Number(width), colorScheme: scheme }, (tab) =>
        auditAll(tab, distinct, RULES),
      );
      tell(`axe ${scheme}`, audited);
    }
  }
  const byKey = new Map(distinct.map((page, at) => [keyOf(page), trees[at] ?? '']));
  return {
    line: line.line,
    trees: new Map(line.pages.map((page) => [page, byKey.get(keyOf(page)) ?? ''])),
    faults,
    distinct: distinct.length,
  };
}

/** Looks at every wanted page of the repository's lines, two lines at a time. Results are in the order of the lines. */
export async function inspectAll(root: string, depth: Depth = {}, wanted: Wanted = {}): Promise<readonly Found[]> {
  const lines = await allPages(root, wanted);
  const browser = await launchBrowser();
  try {
    const found: Found[] = [];
    const queue = [...lines.entries()];
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [at, line] = next;
        found[at] = await inspectLine(browser, line, depth);
      }
    };
    await Promise.all([lane(), lane()]);
    return found;
  } finally {
    await browser.close();
  }
}
