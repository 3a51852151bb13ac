/** @jest-environment ./tests/page-environment.cjs */
import { readFileSync } from 'node:fs';
import type { Theme } from '../../src/generated/config.ts';
import { pageCss } from '../../src/theme/css.ts';

const theme = JSON.parse(readFileSync('lines/renderbus/theme.json', 'utf8')) as Theme;

test('hides the providers of the line that the root does not list, and the section without any', () => {
  const style = document.createElement('style');
  style.textContent = pageCss(theme, ['one', 'two']);
  document.head.append(style);
  document.body.innerHTML =
    '<section class="providers"><p data-provider="one"></p><p data-provider="two"></p></section>';
  const shown = (configured: string): boolean[] => {
    document.documentElement.dataset.providers = configured;
    return ['[data-provider=one]', '[data-provider=two]', '.providers'].map(
      (each) => getComputedStyle(document.querySelector(each) as Element).display !== 'none',
    );
  };
  expect([shown('one two'), shown('two'), shown('')]).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, false],
  ]);
  style.remove();
});
