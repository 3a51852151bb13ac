/**
 * Writes the reference part of docs/data-language.md from the titles and descriptions of the grammar, between its two
 * marks. `--check` writes nothing and exits 1 when it is stale.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Grammars } from './checks/grammar.ts';
import type { Schema } from './checks/schema.ts';
import { writeOrCheck } from './generated-files.ts';

const DOCUMENT = 'docs/data-language.md';
const START = '<!-- reference: generated from schemas/config by `npx tsx src/tools/reference.ts`; do not edit -->';
const END = '<!-- end of reference -->';

/** The kinds of files in the order in which one meets them. */
const ORDER = [
  'line',
  'theme',
  'field',
  'screen',
  'flow',
  'calls',
  'errors',
  'enums',
  'stored',
  'providers',
  'messages',
  'api',
  'common',
];

const anchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const nameOf = (reference: string) => reference.split('#/definitions/')[1] ?? reference;

const code = (values: readonly unknown[]) => values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');

/** What may stand there, in a few words. */
function typeText(schema: Schema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](#${anchor(nameOf(schema.$ref))})`;
  if (schema.const !== undefined) return code([schema.const]);
  if (schema.enum) return code(schema.enum);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.items) return `list of ${typeText(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `name → ${typeText(schema.additionalProperties)}`;
  const types = [schema.type ?? 'anything'].flat().join(' or ');
  const limits = [
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
  ].filter(Boolean);
  return limits.length > 0 ? `${types} ${limits.join(' ')}` : types;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function rows(schema: Schema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (name === '$schema') return [];
    const needed = schema.required?.includes(name) ? '' : ' (optional)';
    const row = `| \`${prefix}${name}\`${needed} | ${cell(typeText(property))} | ${cell(property.description ?? '')} |`;
    return property.properties ? [row, ...rows(property, `${prefix}${name}.`)] : [row];
  });
}

function section(title: string, schema: Schema, level: string): string[] {
  const table = rows(schema);
  const lines = [`${level} ${title}`, '', schema.description ?? '', ''];
  if (schema.anyOf && table.length === 0) lines.push(`One of: ${schema.anyOf.map(typeText).join(', ')}.`, '');
  else if (table.length > 0) lines.push('| property | value | meaning |', '|---|---|---|', ...table, '');
  else if (schema.pattern || schema.enum || typeof schema.additionalProperties === 'object') {
    lines.push(schema.pattern ? `Text that matches \`${schema.pattern}\`.` : `Value: ${typeText(schema)}.`, '');
  }
  return lines;
}

/** The reference as Markdown. */
function referenceText(grammars: Grammars): string {
  const names = Object.keys(grammars).map((file) => file.replace('.json', ''));
  const known = ORDER.filter((name) => names.includes(name));
  const others = names.filter((name) => !ORDER.includes(name)).sort();
  return [...known, ...others]
    .flatMap((name) => {
      const grammar = grammars[`${name}.json`] as Schema;
      const title = name === 'common' ? 'Common parts' : `${grammar.title ?? name} (\`${name}.json\`)`;
      const parts = Object.entries(grammar.definitions ?? {}).flatMap(([part, schema]) =>
        section(part, schema, '####'),
      );
      return [...section(title, grammar, '###'), ...parts];
    })
    .join('\n');
}

async function main(root: string): Promise<void> {
  const folder = path.join(root, 'schemas/config');
  const entries = (await readdir(folder)).map(
    async (file): Promise<[string, Schema]> => [file, JSON.parse(await readFile(path.join(folder, file), 'utf8'))],
  );
  const file = path.join(root, DOCUMENT);
  const present = await readFile(file, 'utf8');
  const [before = '', rest = ''] = present.split(START);
  const [, after = ''] = rest.split(END);
  const text = `${before}${START}\n\n${referenceText(Object.fromEntries(await Promise.all(entries)))}\n${END}${after}`;
  await writeOrCheck(root, { [DOCUMENT]: text }, 'npx tsx src/tools/reference.ts');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main(process.cwd());
