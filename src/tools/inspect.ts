/** Looks at rendered pages in a browser: their accessible trees, axe's verdict, and how they fit windows. */
import type { Browser } from 'playwright-core';
import { launchStill } from './browser.ts';
import { auditAll, COLOURS, LOOKS, measureAll, RULES, renderAll, STRUCTURE, treesOf } from './looks.ts';
import { allPages, type LinePages, type StatedPage, type Wanted } from './pages.ts';
import { nameOf } from './trees.ts';
import { openVerdicts, type Verdicts } from './verdicts.ts';
import { openWindows, type Windows } from './window.ts';

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

const SCHEMES = ['light', 'dark'] as const;
/** Width of the window in which trees are read and axe looks, px. */
const USUAL = 1440;

const keyOf = ({ language, title, html }: StatedPage): string => `${language} ${title} ${html}`;

/** A line on the way through: what was found so far. */
interface Progress {
  readonly line: LinePages;
  readonly distinct: readonly StatedPage[];
  readonly verdicts: Verdicts;
  readonly windows: Windows;
  readonly faults: Map<string, string[]>;
  trees: readonly string[];
  /** The structure of each of the distinct pages. */
  structures: readonly string[];
  /** Pages that show, between them, every way in which the line shows a text, in each scheme. */
  coloured: Readonly<Record<(typeof SCHEMES)[number], readonly StatedPage[]>>;
  audited: number;
}

const begin = (browser: Browser, line: LinePages): Progress => ({
  line,
  windows: openWindows(browser, line),
  verdicts: openVerdicts(line.line, [
    browser.version(),
    line.css,
    JSON.stringify([line.art, line.fonts]),
    line.providers.join(),
    ...LOOKS,
  ]),
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

async function readTrees(progress: Progress): Promise<void> {
  const { windows, distinct, verdicts } = progress;
  progress.trees = await verdicts.of('tree', distinct, async (pages) =>
    treesOf(await windows.at({ width: USUAL }), pages),
  );
}

async function measureWindows(progress: Progress): Promise<void> {
  const { windows, distinct, verdicts } = progress;
  for (const [width, target] of Object.entries(WINDOWS)) {
    const found = await verdicts.of(`${width} ${target}`, distinct, async (pages) =>
      measureAll(await windows.at({ width: Number(width) }), pages, target),
    );
    tell(progress, `${width} px`, distinct, found);
  }
}

/** Axe as often as it can be applied. */
async function auditFully(progress: Progress): Promise<void> {
  const { windows, distinct, verdicts } = progress;
  for (const width of Object.keys(WINDOWS).map(Number)) {
    for (const colorScheme of SCHEMES) {
      const found = await verdicts.of(`axe ${width} ${colorScheme}`, distinct, async (pages) =>
        auditAll(await windows.at({ width, colorScheme }), pages, RULES),
      );
      tell(progress, `axe ${colorScheme}`, distinct, found);
    }
  }
  progress.audited = distinct.length;
  progress.coloured = { light: distinct, dark: distinct };
}

/** Learns what the pages render, and has axe look at the colours of those that show new ones. */
async function auditColours(progress: Progress): Promise<void> {
  const { windows, distinct, verdicts } = progress;
  for (const colorScheme of SCHEMES) {
    const look = { width: USUAL, colorScheme };
    // A colour scheme changes no structure.
    const structured = colorScheme === 'light';
    const rendered = await verdicts.together(`rendered ${colorScheme}`, distinct, async () =>
      renderAll(await windows.at(look), distinct, structured),
    );
    if (structured) progress.structures = rendered.map(({ structure: each }) => each);
    const pages = distinct.filter((_, at) => rendered[at]?.isNew);
    progress.coloured = { ...progress.coloured, [colorScheme]: pages };
    const found = await verdicts.of(`colours ${colorScheme}`, pages, async (fresh) =>
      auditAll(await windows.at(look), fresh, COLOURS),
    );
    tell(progress, `axe ${colorScheme}`, pages, found);
  }
}

/**
 * Has axe look at one page of each structure, and gives its verdict to all that are equal.
 * @param verdicts structure → what axe found. Those of this line are added at once, so that no other line asks again.
 */
async function auditStructures(progress: Progress, verdicts: Map<string, Promise<string[]>>): Promise<void> {
  const { windows, distinct, structures } = progress;
  const settle: ((found: string[]) => void)[] = [];
  const pages = distinct.filter((_, at) => {
    const each = structures[at] as string;
    if (verdicts.has(each)) return false;
    verdicts.set(each, new Promise((done) => settle.push(done)));
    return true;
  });
  progress.audited = pages.length;
  const found = await progress.verdicts.of('structure', pages, async (fresh) =>
    auditAll(await windows.at({ width: USUAL }), fresh, STRUCTURE),
  );
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
  const all = lines.map((line) => begin(browser, line));
  const does = (part: Depth['only']): boolean => only === undefined || only === part;
  const verdicts = new Map<string, Promise<string[]>>();
  await inLanes(all, async (progress) => {
    if (does('trees')) await readTrees(progress);
    if (does('windows')) await measureWindows(progress);
    if (does('axe')) await (full ? auditFully : auditColours)(progress);
    if (does('axe') && !full) await auditStructures(progress, verdicts);
    await progress.windows.close();
  });
  for (const { verdicts: kept } of all) kept.keep();
  return Promise.all(all.map((progress) => finish(progress, verdicts)));
}

/** Looks at every wanted page of the repository's lines. */
export async function inspectAll(root: string, depth: Depth = {}, wanted: Wanted = {}): Promise<readonly Found[]> {
  const lines = await allPages(root, wanted);
  const browser = await launchStill('shell');
  try {
    return await inspectLines(browser, lines, depth);
  } finally {
    await browser.close();
  }
}
