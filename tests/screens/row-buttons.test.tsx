/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Every button in a row of every list, on every line and in every language: what it is named in speech begins with its label
 * and tells which row it is about, no two of a page are named alike, and what it asks names the row, too.
 */
import '@testing-library/jest-dom';
import { readdirSync } from 'node:fs';
import { act, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import type { Pack } from '../../src/engine/pack.ts';
import type { RecordsBlock } from '../../src/generated/config.ts';
import { rowNames } from '../../src/screens/row-names.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';

type Row = Readonly<Record<string, unknown>>;
const FLOW = { accountType: 1, userId: '1', username: 'mei_lin' };

const blocksOf = (pack: Pack, state: string): readonly RecordsBlock[] => {
  if (pack.screen.kind !== 'notice') return [];
  const blocks = pack.screen.states[state]?.blocks ?? [];
  return blocks.flatMap((block) => (block.block === 'records' && block.rowEvents !== undefined ? [block] : []));
};

const columnsOf = ({ columns }: RecordsBlock) =>
  columns.map((each) => (typeof each === 'string' ? { name: each } : each));

/** For each event of a list, rows that offer it: two that differ late, and two that do not differ at all. */
function rowsOf(block: RecordsBlock): readonly Row[] {
  const plain = columnsOf(block).map((column, at): [string, unknown] => [
    column.name,
    'words' in column ? column.words?.[0] : `cell ${at}`,
  ]);
  const last = block.columns.length - 1;
  return (block.rowEvents ?? []).flatMap((each, at) => {
    const where = typeof each === 'string' ? {} : (each.where ?? {});
    const row = { ...Object.fromEntries(plain), ...where };
    const other = { ...row, [columnsOf(block)[last]?.name ?? '']: 'another', ...where };
    return [row, row, other].map((one, copy) => ({ ...one, id: `${at}-${copy}` }));
  });
}

const actsOf = (page: OpenPage): readonly HTMLElement[] => [
  ...page.container.querySelectorAll<HTMLElement>('.record-actions button'),
];

const cellsOf = (button: HTMLElement): readonly string[] =>
  [...(button.closest('tr')?.querySelectorAll('td:not(.record-actions)') ?? [])].map((cell) => {
    // What is said of a row beside its name is none of it.
    const parts = [...cell.childNodes].filter((part) => !(part instanceof Element && part.matches('.mark')));
    return parts
      .map((part) => part.textContent)
      .join('')
      .trim();
  });

async function walk(line: string, language: string, pack: Pack, state: string): Promise<readonly string[]> {
  const page = await openPage({ line, language, screen: pack.id, preview: true });
  const lists = Object.fromEntries(blocksOf(pack, state).map((block) => [block.from, rowsOf(block)]));
  await act(async () => page.running.model.set({ state, flow: { ...FLOW, ...lists } }));
  const names: string[] = [];
  try {
    for (const button of actsOf(page)) {
      const name = button.getAttribute('aria-label') ?? '';
      const label = button.textContent ?? '';
      names.push(name);
      expect(name.startsWith(label)).toBe(true);
      const about = name.slice(label.length).replace(/^(: |：)/, '');
      expect(about.startsWith(cellsOf(button).find(Boolean) ?? '?')).toBe(true);
      await page.user.click(button);
      const dialog = screen.queryByRole('alertdialog');
      if (dialog === null) continue;
      expect(dialog.textContent).toContain(about);
      const no = String(pack.messages['widgets.confirm.cancel']);
      await page.user.click(within(dialog).getByRole('button', { name: no }));
    }
    expect(new Set(names).size).toBe(names.length);
  } finally {
    page.unmount();
    page.container.remove();
  }
  return names;
}

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

describe.each(lines)('on %s', (line) => {
  test.each(['en', 'zh'])(
    'in %s: every button of a row tells which row it is about',
    async (language) => {
      const compiled = (await compiledLines())[line] as CompiledLine;
      const packs = Object.values(compiled.languages[language]?.screens ?? {}).map(({ pack }) => pack);
      const seen: string[] = [];
      const wrong: string[] = [];
      for (const pack of packs) {
        if (pack.screen.kind !== 'notice') continue;
        const walked = new Set<string>();
        for (const state of Object.keys(pack.screen.states)) {
          const key = JSON.stringify(blocksOf(pack, state));
          if (walked.has(key) || key === '[]') continue;
          walked.add(key);
          try {
            if ((await walk(line, language, pack, state)).length > 0) seen.push(pack.id);
          } catch (error) {
            wrong.push(`${pack.id} ${state}: ${error}`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect([...new Set(seen)].sort()).toEqual(['account-saved', 'choose-account', 'console']);
    },
    300_000,
  );
});

test('names of rows x any cells: each its own, as short as they can be', () => {
  const cell = fc.constantFrom('', 'a', 'b', 'a, b', '(1)', 'a (1)');
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }));
  fc.assert(
    fc.property(table, (rows) => {
      const names = rowNames(rows);
      expect(names).toHaveLength(rows.length);
      expect(new Set(names).size).toBe(rows.length);
      expect(names).not.toContain('');
      const first = rows.map(([cell]) => cell ?? '');
      if (new Set(first).size === rows.length && !first.includes('')) expect(names).toEqual(first);
    }),
  );
});
