/** What is done with pages in a tab: read as assistive technology does, measured, and given to axe. */
import axeCore, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { measure } from './measure.ts';
import type { StatedPage } from './pages.ts';
import { showsNewColours, structure } from './rendered.ts';
import { show } from './window.ts';

export const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  elementRef: false,
};
/** Rules whose verdict depends on colours, which are all that the dark scheme and another line change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose verdict depends on geometry, which the structure does not tell: every page is measured, and more strictly. */
const GEOMETRY_RULES = ['target-size'];
export const STRUCTURE: RunOptions = {
  ...RULES,
  rules: Object.fromEntries([...COLOUR_RULES, ...GEOMETRY_RULES].map((rule) => [rule, { enabled: false }])),
};
export const COLOURS: RunOptions = { ...RULES, runOnly: { type: 'rule', values: COLOUR_RULES }, preload: false };

/** What looks at pages: a change of it makes every verdict another. */
export const LOOKS = [
  axeCore.source,
  ...[show, measure, audit, structure, showsNewColours].map(String),
  JSON.stringify(RULES),
];

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
  pages?: StatedPage[];
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

/** What each window was given, by its place there. */
const given = new WeakMap<Page, Map<StatedPage, number>>();

/** Sends pages to a window, each once, and gives their places there. */
async function give(tab: Page, pages: readonly StatedPage[]): Promise<number[]> {
  const known = given.get(tab) ?? new Map<StatedPage, number>();
  given.set(tab, known);
  const fresh = pages.filter((page) => !known.has(page));
  for (const page of fresh) known.set(page, known.size);
  await tab.evaluate((text) => {
    const inside = globalThis as unknown as Inside;
    inside.pages = [...(inside.pages ?? []), ...(JSON.parse(text) as StatedPage[])];
  }, JSON.stringify(fresh));
  return pages.map((page) => known.get(page) as number);
}

export async function auditAll(tab: Page, pages: readonly StatedPage[], options: RunOptions): Promise<string[][]> {
  await equip(tab);
  await tab.evaluate(axeCore.source);
  return tab.evaluate(
    async ({ places, options: rules }) => {
      const inside = globalThis as unknown as Inside;
      const found: string[][] = [];
      for (const at of places) {
        inside.show(inside.pages?.[at] as StatedPage);
        found.push(await inside.audit(rules));
      }
      return found;
    },
    { places: await give(tab, pages), options },
  );
}

export async function measureAll(tab: Page, pages: readonly StatedPage[], target: number): Promise<string[][]> {
  await equip(tab);
  return tab.evaluate(
    ({ places, least }) => {
      const inside = globalThis as unknown as Inside;
      return places.map((at) => {
        inside.show(inside.pages?.[at] as StatedPage);
        return inside.measure(least);
      });
    },
    { places: await give(tab, pages), least: target },
  );
}

/** Whether each page shows a text in a way that none before it does, and its structure where that is wanted. */
export async function renderAll(
  tab: Page,
  pages: readonly StatedPage[],
  structured: boolean,
): Promise<{ structure: string; isNew: boolean }[]> {
  await equip(tab);
  return tab.evaluate(
    ({ places, structured: wanted }) => {
      const inside = globalThis as unknown as Inside;
      const seen = new Set<string>();
      return places.map((at) => {
        inside.show(inside.pages?.[at] as StatedPage);
        return { structure: wanted ? inside.structure() : '', isNew: inside.showsNewColours(seen) };
      });
    },
    { places: await give(tab, pages), structured },
  );
}

export async function treesOf(tab: Page, pages: readonly StatedPage[]): Promise<string[]> {
  const trees: string[] = [];
  const body = tab.locator('body');
  for (const place of await give(tab, pages)) {
    await tab.evaluate((at) => {
      const inside = globalThis as unknown as Inside;
      inside.show(inside.pages?.[at] as StatedPage);
    }, place);
    trees.push(await body.ariaSnapshot());
  }
  return trees;
}
