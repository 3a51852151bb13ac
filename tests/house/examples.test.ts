/** The examples of docs/data-language.md stand as they would in the files that they name, and obey these files' grammars. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { grammarOf, schemaPath } from '../../src/tools/checks/files.ts';
import { checkGrammar } from '../../src/tools/checks/grammar.ts';
import type { Grammars } from '../../src/tools/checks/schema.ts';
import { hasListWords, isDictionary } from '../../src/tools/list-patch.ts';

const FOLDER = 'schemas/config';
const grammars: Grammars = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'))]),
);

interface Example {
  /** The file that it stands in. */
  readonly file: string | undefined;
  readonly text: string;
  /** Whether it is the file, and not properties of it. */
  readonly isWhole: boolean;
}

/** Each block is one example or several, each below the name of its file. */
const examples = [...readFileSync('docs/data-language.md', 'utf8').matchAll(/^```jsonc?\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split(/^(?=\/\/ )/m))
  .map((piece): Example => {
    const text = piece.replace(/^\/\/.*\n/gm, '').trim();
    return { file: /^\/\/ (\S+\.json)\b/.exec(piece)?.[1], text, isWhole: text.startsWith('{') };
  });

/** What an example says, without what it leaves out by an ellipsis. */
function valueOfExample({ text, isWhole }: Example): unknown {
  const written = text.replace(/,\s*…/g, '').replace(/\{ … \}/g, '{}');
  const errors: unknown[] = [];
  const value: unknown = parse(isWhole ? written : `{${written}}`, errors as never[]);
  expect(errors).toEqual([]);
  return value;
}

/** The same with a list wherever it patches one: a layer below has it. */
const below = (value: unknown): unknown =>
  hasListWords(value)
    ? []
    : isDictionary(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, below(inner)]))
      : value;

/** The kind of a screen, where an example leaves it to the layer below. */
function kindBelow(file: string): object {
  const [, id] = /^lines\/[^/]+\/screens\/([^./]+)[^/]*$/.exec(file) ?? [];
  const base = `lines/_base/screens/${id}.json`;
  return id !== undefined && existsSync(base) ? { kind: JSON.parse(readFileSync(base, 'utf8')).kind } : {};
}

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(10);
});

test.each(examples.map((example) => [`${example.file}: ${example.text.slice(0, 60)}`, example] as const))(
  '%s',
  (_, example) => {
    const { file = '', isWhole } = example;
    const grammar = grammarOf(file) ?? 'none';
    expect(Object.keys(grammars)).toContain(grammar);
    const value = valueOfExample(example);
    if (isWhole) expect(value).toHaveProperty('$schema', schemaPath(file, grammar));
    const merged = isDictionary(value) ? { ...kindBelow(file), ...value } : value;
    const faults = checkGrammar(grammars, grammar, merged, { patch: true, merged: below(merged) });
    // What an ellipsis leaves out is in the file.
    const told = faults.filter(({ message }) => !(example.text.includes('…') && message.endsWith(' is missing')));
    expect(told.map(({ at, message }) => `${at.join('.')}: ${message}`)).toEqual([]);
  },
);
