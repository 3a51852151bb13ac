/** Bytes of a sign-in page's first load, in what was built last: HTML, styles and scripts, brotli. */
import { firstLoad } from '../../src/tools/bench/first-load.ts';
import { currentRelease } from '../../src/tools/bench/release.ts';
import { BUDGET, pageLoad } from '../../src/tools/bench/size.ts';

const pages = currentRelease().lines.flatMap(({ name, line }) =>
  line.languages.offered.map((language) => [name, language] as const),
);

test('there are pages to weigh', () => {
  expect(pages.length).toBeGreaterThanOrEqual(14);
});

test.each(pages)(`the sign-in page of %s in %s weighs at most ${BUDGET} KB`, async (line, language) => {
  const load = await pageLoad(line, language, 'sign-in');
  const parts = [['HTML', load.html], ...load.files.map(({ name, bytes }) => [name, bytes])];
  // A failure shows where the bytes are.
  expect(
    load.bytes <= BUDGET * 1000 ? 'fits' : `${load.bytes} bytes: ${parts.map((part) => part.join(' ')).join(', ')}`,
  ).toBe('fits');
});

describe('what counts', () => {
  const assets: Record<string, string> = {
    'main.1.js': 'import"./chunk.2.js";import("./late.3.js");',
    'chunk.2.js': 'export{x}from"./deep.4.js"',
    'deep.4.js': 'export const x=1',
    'late.3.js': 'export default 2',
    'extra.5.js': '3',
    'sheet.6.css': 'a{}',
  };
  const names = (html: string): string[] =>
    firstLoad(html, (name) => assets[name])
      .files.map(({ name }) => name)
      .sort();

  test('a module, what it imports and so on; not what it may import later', () => {
    expect(names('<script type="module" src="/assets/main.1.js"></script>')).toEqual([
      'chunk.2.js',
      'deep.4.js',
      'main.1.js',
    ]);
  });
  test('what is preloaded, sheets included, once', () => {
    expect(
      names(
        '<link rel="stylesheet" href="/assets/sheet.6.css"><link rel="modulepreload" href="/assets/extra.5.js"><script src=/assets/extra.5.js></script>',
      ),
    ).toEqual(['extra.5.js', 'sheet.6.css']);
  });
  test('addresses inside data do not count, pictures neither', () => {
    expect(
      names(
        '<script type="application/json" id="x">{"href":"/assets/late.3.js"}</script><link rel="icon" href="/assets/mark.svg"><script src="/assets/extra.5.js"></script>',
      ),
    ).toEqual(['extra.5.js']);
  });
  test('a script that is missing, and a page without any, are mistakes', () => {
    expect(() => names('<script src="/assets/gone.js"></script>')).toThrow('not among the assets');
    expect(() => names('<p>nothing</p>')).toThrow('no script');
  });
});
