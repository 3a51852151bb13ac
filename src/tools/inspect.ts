/** Looks at rendered pages in a browser: their accessible trees, axe's verdict, and how they fit windows. */
import axeCore, { type AxeResults, type RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { measure } from './measure.ts';
import { allPages, type LinePages, type StatedPage, type Wanted } from './pages.ts';
import { showsNewColours, structure } from './rendered.ts';
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
  /** Of them, those that axe's rules but for colours were applied to; the others are equal to these, or to another line's. */
  readonly structures: number;
  /** Of them, those that axe's rules of colours were applied to; the others show no text in another way. */
  readonly colours: number;
}

export interface Depth {
  /** Has axe apply every rule to every page in every window and in both colour schemes, whatever it is equal to. */
  readonly full?: boolean;
  /** Reads the accessible trees, measures in the windows or applies axe, and does nothing else. */
  readonly only?: 'trees' | 'windows' | 'axe';
}

/** The names under which faults are kept. */
export const ASPECTS: readonly string[] = ['axe light', 'axe dark', ...Object.keys(WINDOWS).map((px) => `${px} px`)];

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  elementRef: false,
};
/** Rules whose verdict depends on colours, which are all that the dark scheme and another line change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose verdict depends on geometry, which the structure does not tell: every page is measured, and more strictly. */
const GEOMETRY_RULES = ['target-size'];
const STRUCTURE: RunOptions = {
  ...RULES,
  rules: Object.fromEntries([...COLOUR_RULES, ...GEOMETRY_RULES].map((rule) => [rule, { enabled: false }])),
};
const COLOURS: RunOptions = { ...RULES, runOnly: { type: 'rule', values: COLOUR_RULES }, preload: false };

const SCHEMES = ['light', 'dark'] as const;
/** Width of the window in which trees are read and axe looks, px. */
const USUAL = 1440;

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

type Inside = {
  show: typeof show;
  measure: typeof measure;
  audit: typeof audit;
  structure: typeof structure;
  showsNewColours: typeof showsNewColours;
};

/** Makes what runs in the browser known there. */
async function equip(tab: Page): Promise<void> {
  const tools = Object.entries({ measure, audit, structure, showsNewColours });
  await tab.evaluate(tools.map(([name, tool]) => `globalThis.${name} = ${tool};`).join(''));
}

async function auditAll(tab: Page, pages: readonly StatedPage[], options: RunOptions): Promise<string[][]> {
  await equip(tab);
  await tab.evaluate(axeCore.source);
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

/** Whether each page shows a text in a way that none before it does, and its structure where that is wanted. */
async function renderAll(
  tab: Page,
  pages: readonly StatedPage[],
  structured: boolean,
): Promise<{ structure: string; isNew: boolean }[]> {
  await equip(tab);
  return tab.evaluate(
    ({ pages: each, structured: wanted }) => {
      const inside = globalThis as unknown as Inside;
      const seen = new Set<string>();
      return each.map((page) => {
        inside.show(page);
        return { structure: wanted ? inside.structure() : '', isNew: inside.showsNewColours(seen) };
      });
    },
    { pages: [...pages], structured },
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

/** A line on the way through: what was found so far. */
interface Progress {
  readonly line: LinePages;
  readonly distinct: readonly StatedPage[];
  readonly faults: Map<string, string[]>;
  trees: readonly string[];
  /** The structure of each of the distinct pages. */
  structures: readonly string[];
  /** Pages that show, between them, every way in which the line shows a text, in each scheme. */
  coloured: Readonly<Record<(typeof SCHEMES)[number], readonly StatedPage[]>>;
  audited: number;
}

const begin = (line: LinePages): Progress => ({
  line,
  distinct: [...new Map(line.pages.map((page) => [keyOf(page), page])).values()],
  faults: new Map(ASPECTS.map((aspect) => [aspect, []])),
  trees: [],
  structures: [],
  coloured: { light: [], dark: [] },
  audited: 0,
});

function tell({ faults }: Progress, aspect: string, pages: readonly StatedPage[], found: readonly string[][]): void {
  for (const [at, each] of found.entries()) {
    for (const fault of each) faults.get(aspect)?.push(`${nameOf(pages[at] as StatedPage)}: ${fault}`);
  }
}

async function readTrees(browser: Browser, progress: Progress): Promise<void> {
  progress.trees = await inWindow(browser, progress.line, { width: USUAL }, (tab) => treesOf(tab, progress.distinct));
}

async function measureWindows(browser: Browser, progress: Progress): Promise<void> {
  const { line, distinct } = progress;
  for (const [width, target] of Object.entries(WINDOWS)) {
    const found = await inWindow(browser, line, { width: Number(width) }, (tab) => measureAll(tab, distinct, target));
    tell(progress, `${width} px`, distinct, found);
  }
}

/** Axe as often as it can be applied. */
async function auditFully(browser: Browser, progress: Progress): Promise<void> {
  const { line, distinct } = progress;
  for (const width of Object.keys(WINDOWS).map(Number)) {
    for (const colorScheme of SCHEMES) {
      const found = await inWindow(browser, line, { width, colorScheme }, (tab) => auditAll(tab, distinct, RULES));
      tell(progress, `axe ${colorScheme}`, distinct, found);
    }
  }
  progress.audited = distinct.length;
  progress.coloured = { light: distinct, dark: distinct };
}

/** Learns what the pages render, and has axe look at the colours of those that show new ones. */
async function auditColours(browser: Browser, progress: Progress): Promise<void> {
  const { line, distinct } = progress;
  for (const colorScheme of SCHEMES) {
    await inWindow(browser, line, { width: USUAL, colorScheme }, async (tab) => {
      // A colour scheme changes no structure.
      const structured = colorScheme === 'light';
      const rendered = await renderAll(tab, distinct, structured);
      if (structured) progress.structures = rendered.map(({ structure: each }) => each);
      const pages = distinct.filter((_, at) => rendered[at]?.isNew);
      progress.coloured = { ...progress.coloured, [colorScheme]: pages };
      tell(progress, `axe ${colorScheme}`, pages, await auditAll(tab, pages, COLOURS));
    });
  }
}

/**
 * Has axe look at one page of each structure, and gives its verdict to all that are equal.
 * @param verdicts structure → what axe found. Those of this line are added at once, so that no other line asks again.
 */
async function auditStructures(
  browser: Browser,
  progress: Progress,
  verdicts: Map<string, Promise<string[]>>,
): Promise<void> {
  const { line, distinct, structures } = progress;
  const settle: ((found: string[]) => void)[] = [];
  const pages = distinct.filter((_, at) => {
    const each = structures[at] as string;
    if (verdicts.has(each)) return false;
    verdicts.set(each, new Promise((done) => settle.push(done)));
    return true;
  });
  progress.audited = pages.length;
  const found = await inWindow(browser, line, { width: USUAL }, (tab) => auditAll(tab, pages, STRUCTURE));
  for (const [at, each] of found.entries()) settle[at]?.(each);
}

async function finish(progress: Progress, verdicts: ReadonlyMap<string, Promise<string[]>>): Promise<Found> {
  const { line, distinct, faults, trees, structures, coloured, audited } = progress;
  const found = await Promise.all(structures.map((each) => verdicts.get(each) as Promise<string[]>));
  tell(progress, 'axe light', distinct, found);
  const byKey = new Map(distinct.map((page, at) => [keyOf(page), trees[at] ?? '']));
  return {
    line: line.line,
    trees: new Map(line.pages.map((page) => [page, byKey.get(keyOf(page)) ?? ''])),
    faults,
    distinct: distinct.length,
    structures: audited,
    colours: new Set([...coloured.light, ...coloured.dark]).size,
  };
}

/** Does the work for each, two at a time. */
export async function inLanes<T>(every: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const queue = [...every];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all([lane(), lane()]);
}

/** Looks at the lines' pages, two lines at a time; pages that are equal are looked at once. Results are in their order. */
export async function inspectLines(
  browser: Browser,
  lines: readonly LinePages[],
  { full, only }: Depth = {},
): Promise<readonly Found[]> {
  const all = lines.map(begin);
  const does = (part: Depth['only']): boolean => only === undefined || only === part;
  const verdicts = new Map<string, Promise<string[]>>();
  await inLanes(all, async (progress) => {
    if (does('trees')) await readTrees(browser, progress);
    if (does('windows')) await measureWindows(browser, progress);
    if (does('axe')) await (full ? auditFully : auditColours)(browser, progress);
  });
  if (does('axe') && !full) await inLanes(all, (progress) => auditStructures(browser, progress, verdicts));
  return Promise.all(all.map((progress) => finish(progress, verdicts)));
}

/** Looks at every wanted page of the repository's lines. */
export async function inspectAll(root: string, depth: Depth = {}, wanted: Wanted = {}): Promise<readonly Found[]> {
  const lines = await allPages(root, wanted);
  const browser = await launchBrowser({}, 'shell');
  try {
    return await inspectLines(browser, lines, depth);
  } finally {
    await browser.close();
  }
}
