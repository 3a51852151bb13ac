/** The pages that a newcomer reads first stay readable, and what they name is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Longest line of prose. Tables, code and headings of tables cannot be wrapped. */
const WIDEST = 120;
/** First record that is held to it. */
const FIRST_RECORD = 7;

const records = readdirSync('docs/adr').map((name) => join('docs/adr', name));
const readable = [
  'docs/architecture.md',
  'docs/rules.md',
  'docs/data-language.md',
  'docs/checks.md',
  'docs/message-keys.md',
  'docs/voice.md',
  'docs/calling.md',
  ...records.filter((file) => Number(file.match(/(\d{4})-/)?.[1]) >= FIRST_RECORD),
];
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...records,
];
const textOf = (file: string): string => readFileSync(file, 'utf8');

/** Lines outside of code blocks, counted from 1. */
function prose(file: string): readonly (readonly [line: number, text: string])[] {
  let isCode = false;
  return textOf(file)
    .split('\n')
    .flatMap((text, index) => {
      if (text.startsWith('```')) isCode = !isCode;
      return isCode || text.startsWith('```') ? [] : [[index + 1, text] as const];
    });
}

test.each(readable)(`%s has at most ${WIDEST} characters a line, but for tables and code`, (file) => {
  const wide = prose(file).filter(([, text]) => !text.startsWith('|') && [...text].length > WIDEST);
  expect(wide.map(([line]) => `${file}:${line}`)).toEqual([]);
});

describe('where to change what', () => {
  const section = textOf('docs/architecture.md').split('\n## Where do I change X?\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| (?!what )/.test(line));
  const paths = [...new Set([...section.matchAll(/`((?:src|lines|schemas|tests|docs)\/[^`]+|[\w-]+\.json)`/g)])].map(
    ([, path = '']) => path,
  );

  /** Whether a path is there; `<…>` stands for any name. */
  function isThere(path: string): boolean {
    let found = ['.'];
    for (const part of path.split('/')) {
      const name = new RegExp(`^${part.replaceAll('.', '\\.').replace(/<[^>]+>/g, '[^_.][^/]*')}$`);
      found = found.flatMap((folder) =>
        part.includes('<')
          ? readdirSync(folder, { withFileTypes: true })
              .filter((each) => name.test(each.name))
              .map((each) => join(folder, each.name))
          : [join(folder, part)].filter(existsSync),
      );
    }
    return found.length > 0;
  }

  test('there are rows and paths to look at', () => {
    expect(rows.length).toBeGreaterThanOrEqual(18);
    expect(paths.length).toBeGreaterThan(50);
    expect([isThere('src/server/calls/<call>.ts'), isThere('src/gone/<call>.ts'), isThere('src/gone.ts')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('every path that the table names is there', () => {
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe('links between pages', () => {
  /** The names that a page's headings have in an address, as GitHub makes them. */
  const anchorsOf = (file: string): ReadonlySet<string> =>
    new Set(
      prose(file).flatMap(([, text]) => {
        const [, heading] = /^#{1,6} (.+)$/.exec(text) ?? [];
        return heading === undefined
          ? []
          : [
              heading
                .toLowerCase()
                .replace(/[^\p{L}\p{N}_ -]/gu, '')
                .replaceAll(' ', '-'),
            ];
      }),
    );

  test.each(pages)('%s links to what is there', (file) => {
    const gone = prose(file).flatMap(([line, text]) =>
      [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, path = '', anchor]) => {
        const target = path === '' ? file : join(dirname(file), path);
        const isGone =
          !existsSync(target) ||
          (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor.toLowerCase()));
        return isGone ? [`${file}:${line} ${path}${anchor === undefined ? '' : `#${anchor}`}`] : [];
      }),
    );
    expect(gone).toEqual([]);
  });
});
