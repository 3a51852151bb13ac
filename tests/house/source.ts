/** Reads the sources' syntax trees, so that house rules look at code and never at how it is written down. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

export { filesBelow } from '../../src/tools/source-files.ts';

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

export interface Export {
  readonly file: string;
  readonly name: string;
}

export interface Exchange {
  /** Functions, classes and constants that files give by name; types come and go with what they describe. */
  readonly given: readonly Export[];
  /** What files take of each other by name. */
  readonly taken: readonly Export[];
  /** Files that somebody takes as a whole: `import()`, `export *`, or by an address in a text. */
  readonly whole: ReadonlySet<string>;
}

type Named = Node & { readonly name: string };
const nameOf = (node: unknown): string => (node as Named | null)?.name ?? '';

/** Names that a declaration brings. */
function declares({ type, id, declarations }: Node): string[] {
  if (Array.isArray(declarations))
    return declarations.flatMap((each: Node) =>
      [...nodes({ ...(each.id as Node), typeAnnotation: undefined })]
        .filter((node) => node.type === 'Identifier')
        .map(nameOf),
    );
  return type.startsWith('TS') ? [] : [nameOf(id)];
}

/** What the files give and take by imports and exports. */
export function exchangeOf(files: readonly string[]): Exchange {
  const given: Export[] = [];
  const taken: Export[] = [];
  const whole = new Set<string>();
  for (const file of files) {
    const { program } = parse(file);
    const spaces = new Map<string, string>();
    const addresses = new Set<number>();
    for (const node of nodes(program)) {
      const address = (node.source as { value?: unknown } | null | undefined)?.value;
      if (node.source) addresses.add((node.source as Node).start);
      const from = typeof address === 'string' && address.startsWith('.') ? join(dirname(file), address) : undefined;
      const specifiers = (node.specifiers ?? []) as readonly (Node & {
        imported: Named;
        local: Named;
        exported: Named;
      })[];
      if (node.type === 'ImportDeclaration' && from !== undefined) {
        for (const { type, imported, local } of specifiers) {
          if (type === 'ImportNamespaceSpecifier') spaces.set(local.name, from);
          else taken.push({ file: from, name: type === 'ImportSpecifier' ? imported.name : 'default' });
        }
      } else if (node.type === 'ExportNamedDeclaration' && node.exportKind !== 'type') {
        if (from !== undefined) taken.push(...specifiers.map(({ local }) => ({ file: from, name: local.name })));
        const names = node.declaration ? declares(node.declaration as Node) : [];
        for (const name of [...names, ...specifiers.map(({ exported }) => exported.name)]) given.push({ file, name });
      } else if (from !== undefined && /^(ImportExpression|ExportAllDeclaration)$/.test(node.type)) whole.add(from);
      else if (node.type === 'ExportDefaultDeclaration') given.push({ file, name: 'default' });
      else if (
        node.type === 'Literal' &&
        !addresses.has(node.start) &&
        typeof node.value === 'string' &&
        /^\.{1,2}\/.*\.tsx?$/.test(node.value)
      )
        whole.add(join(dirname(file), node.value));
      const { object, property } = node as unknown as { readonly object?: Named; readonly property?: Named };
      const space = /MemberExpression$/.test(node.type) ? spaces.get(nameOf(object)) : undefined;
      if (space !== undefined) taken.push({ file: space, name: nameOf(property) });
    }
  }
  return { given, taken, whole };
}
