/** Reads the sources' syntax trees, so that house rules look at code and never at how it is written down. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Literal {
  readonly file: string;
  readonly line: number;
  readonly value: string;
}

export interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
}

function* nodes(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodes(item);
  } else if (value && typeof value === 'object') {
    if (typeof (value as Node).type === 'string') yield value as Node;
    for (const item of Object.values(value)) if (item && typeof item === 'object') yield* nodes(item);
  }
}

function parse(file: string): { text: string; program: unknown } {
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { text, program };
}

/** Every string literal, template part and JSX text of a file; import addresses are left out. */
export function literalsOf(file: string): Literal[] {
  const { text, program } = parse(file);
  const found: Literal[] = [];
  const imports = new Set<number>();
  for (const node of nodes(program)) {
    const source = node.source as Node | null | undefined;
    if (/^(Import|Export)/.test(node.type) && source) imports.add(source.start);
  }
  for (const node of nodes(program)) {
    let value: unknown;
    if (node.type === 'Literal' || node.type === 'JSXText') value = node.value;
    if (node.type === 'TemplateElement') value = (node.value as { cooked?: string }).cooked;
    if (typeof value === 'string' && value.trim() && !imports.has(node.start)) {
      found.push({ file, line: text.slice(0, node.start).split('\n').length, value });
    }
  }
  return found;
}

/** Every string literal and every template of a file as a whole, with what it puts in as it is written. */
export function textsOf(file: string): Literal[] {
  const { text, program } = parse(file);
  const found: Literal[] = [];
  for (const node of nodes(program)) {
    const line = text.slice(0, node.start).split('\n').length;
    if (node.type === 'Literal' && typeof node.value === 'string') found.push({ file, line, value: node.value });
    if (node.type === 'TemplateLiteral') found.push({ file, line, value: text.slice(node.start, node.end) });
  }
  return found;
}

/** Every import, re-export and `import()` of a constant address. */
export function importsOf(file: string): Import[] {
  const { program } = parse(file);
  const found: Import[] = [];
  for (const node of nodes(program)) {
    const source = node.source as (Node & { value?: unknown }) | null | undefined;
    if (source && typeof source.value === 'string' && /^(Import|Export)/.test(node.type)) {
      found.push({ file, from: source.value, typeOnly: node.importKind === 'type' || node.exportKind === 'type' });
    }
  }
  return found;
}
