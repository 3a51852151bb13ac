/** Notices that list rows have the room that lists need: every line, state and language. */
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withPages } from './sign-in-pages.ts';

/** px that a column of a form has at most; rows take more. */
const COLUMN = 500;

const seen = withPages((id) => id === 'account-saved');

test('rows of records are wider than the column of a form', async () => {
  const wrong: string[] = [];
  let lists = 0;
  for (const line of seen.lines)
    await inWindow(seen.browser, line, { width: 1440 }, async (tab) => {
      for (const page of line.pages) {
        await putPage(tab, page);
        const { width, hasRows } = await tab.evaluate(() => ({
          width: (document.querySelector('.content') as HTMLElement).getBoundingClientRect().width,
          hasRows: document.querySelector('.content table') !== null,
        }));
        if (!hasRows) continue;
        lists += 1;
        if (width <= COLUMN) wrong.push(`${line.line} ${page.language} ${page.state}: ${width} px`);
      }
    });
  expect(wrong).toEqual([]);
  expect(lists).toBeGreaterThan(60);
}, 120_000);
