/**
 * What was found of a page, kept by all that it depends on: the page, its style and art, what looks at it and the browser. A
 * page that did not change is not looked at again. A build server keeps nothing and looks at everything.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatedPage } from './pages.ts';

const FOLDER = '.cache/verdicts';
const DAY = 86_400_000;
/** Days after which a verdict that nobody asked for is forgotten. */
const DAYS = 14;

/** Key → what was found, and the day it was asked for last. */
type Stored = Record<string, readonly [found: unknown, day: number]>;

const digest = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex');

export interface Verdicts {
  /**
   * What is found of each page.
   * @param what says all that it depends on besides the page
   * @param find looks at pages that nothing is known of
   */
  of<T>(
    what: string,
    pages: readonly StatedPage[],
    find: (fresh: readonly StatedPage[]) => Promise<readonly T[]>,
  ): Promise<T[]>;
  /** The same for what is found of pages together. */
  together<T>(what: string, pages: readonly StatedPage[], find: () => Promise<T>): Promise<T>;
  /** Keeps what was found for the next time. */
  keep(): void;
}

/** @param on what all verdicts depend on: styles, art, the looking code, the browser */
export function openVerdicts(name: string, on: readonly string[], keeps = !process.env.CI): Verdicts {
  const file = join(FOLDER, `${name}.json`);
  const base = digest(...on);
  const today = Math.floor(Date.now() / DAY);
  const stored = keeps ? read(file) : {};
  const keyOf = (what: string, { language, direction, title, html }: StatedPage): string =>
    digest(base, what, language, direction, title, html);
  const note = (key: string, found: unknown): void => {
    stored[key] = [found, today];
  };
  return {
    async of(what, pages, find) {
      const keyed = pages.map((page) => ({ page, key: keyOf(what, page) }));
      const fresh = keyed.filter(({ key }) => stored[key] === undefined);
      const found = fresh.length === 0 ? [] : await find(fresh.map(({ page }) => page));
      for (const [at, { key }] of fresh.entries()) note(key, found[at]);
      return keyed.map(({ key }) => {
        const [known] = stored[key] as Stored[string];
        note(key, known);
        return known as never;
      });
    },
    async together(what, pages, find) {
      const key = digest(what, ...pages.map((page) => keyOf(what, page)));
      const found = stored[key]?.[0] ?? (await find());
      note(key, found);
      return found as never;
    },
    keep() {
      if (!keeps) return;
      // What another run found meanwhile stays.
      const all = { ...read(file), ...stored };
      const young = Object.entries(all).filter(([, [, day]]) => day > today - DAYS);
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(Object.fromEntries(young)));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

function read(file: string): Stored {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    // None yet, or one that was written halfway: everything is looked at.
    return {};
  }
}
