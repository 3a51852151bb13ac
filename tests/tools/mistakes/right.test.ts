/** What is no mistake is told of nobody: edits that a check once took for one, or could. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSources } from '../../../src/tools/check.ts';
import { loadData, overlay, type Sources } from '../../../src/tools/load.ts';

/** What a row writes: by file, a piece of its text and what stands there instead. */
interface Right {
  readonly name: string;
  readonly edits: Readonly<Record<string, readonly [find: string, write: string]>>;
}

const rows = JSON.parse(readFileSync(path.join(__dirname, 'right.json'), 'utf8')) as readonly Right[];
let data: Sources;

beforeAll(async () => {
  data = await loadData('.');
});

test.each(rows.map((row) => [row.name, row] as const))('%s', (_, { edits }) => {
  const texts = Object.entries(edits).map(([file, [find, write]]) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(find);
    return [file, text.replace(find, () => write)] as const;
  });
  expect(checkSources(overlay(data, Object.fromEntries(texts)))).toEqual([]);
});
