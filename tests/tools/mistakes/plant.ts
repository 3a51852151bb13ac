/** Plants a mistake in the data, and says where it should be told. */
import { findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { Fault } from '../../../src/tools/checks/fault.ts';
import { grammarOf, schemaPath } from '../../../src/tools/checks/files.ts';
import { overlay, type Sources } from '../../../src/tools/load.ts';
import type { Mistake, Where } from './mistake.ts';

type Steps = (string | number)[];

const steps = (where: Where): Steps =>
  (typeof where === 'string' ? where.split('/').filter((step) => step !== '') : [...where]).map((step) =>
    typeof step === 'string' && /^\d{1,3}$/.test(step) && typeof where === 'string' ? Number(step) : step,
  );

function put(text: string, at: Steps, value: unknown): string {
  const edits = modify(text, at, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  return edits.reduceRight(
    (result, { offset, length, content }) => result.slice(0, offset) + content + result.slice(offset + length),
    text,
  );
}

/** What a file of the data says, JSON or a drawing. */
const textOf = ({ files, drawings }: Sources, file: string): string | undefined =>
  files.get(file)?.text ?? drawings.get(file);

function edited(mistake: Mistake, sources: Sources): string | null {
  const { name, file, find, write = '', text } = mistake;
  if (text !== undefined) return text;
  const schema = schemaPath(file, grammarOf(file) ?? '');
  const before = textOf(sources, file) ?? `{\n  "$schema": "${schema}"\n}\n`;
  let after = before;
  if (find !== undefined) after = before.replace(find, () => write);
  else if (mistake.put !== undefined) {
    const at = steps(mistake.put);
    const values =
      at.length > 0
        ? [[at, mistake.value] as const]
        : Object.entries(mistake.value as object).map(([key, value]) => [[key], value] as const);
    for (const [place, value] of values) after = put(after, [...place], value);
  }
  if (after === before) throw new Error(`"${name}" changes nothing`);
  return after;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function lineOf(mistake: Mistake, text: string, before: string): number {
  const { name, on, at } = mistake;
  // What is no path is a piece of the line.
  if (typeof on === 'string' && text.includes(on) && /["{<，：。\u4e00-\u9fff]|\/\/ /.test(on))
    return lineAt(text, text.indexOf(on));
  const where = on ?? (at === undefined ? mistake.put : undefined);
  if (where !== undefined && steps(where).length > 0) {
    const tree = parseTree(text);
    const node = tree && findNodeAtLocation(tree, steps(where));
    if (!node) throw new Error(`"${name}" has no ${steps(where).join(' > ')}`);
    return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
  }
  if (where !== undefined) return 1;
  let same = 0;
  while (same < text.length && text[same] === before[same]) same++;
  return lineAt(text, same);
}

export interface Planted {
  readonly data: Sources;
  /** Where the mistake should be told. */
  readonly file: string;
  readonly line: number;
}

export function plant(mistake: Mistake, sources: Sources): Planted {
  const data = overlay(sources, { [mistake.file]: edited(mistake, sources) });
  const file = mistake.at ?? mistake.file;
  const line = lineOf(mistake, textOf(data, file) ?? '', textOf(sources, file) ?? '');
  return { data, file, line };
}

/** What is not told as it should be; empty when all is right. */
export function wrongs({ says }: Mistake, told: readonly Fault[], { file, line }: Planted): string[] {
  const [first, ...others] = told;
  if (!first) return ['nothing is told'];
  return [
    ...others.map((fault) => `also told: ${fault.message}`),
    ...(first.file === file ? [] : [`told of ${first.file}, not of ${file}`]),
    ...(first.file !== file || first.line === line ? [] : [`told on line ${first.line}, not on ${line}`]),
    ...(`${first.message}  ${first.fix}`.includes(says)
      ? []
      : [`"${first.message}  ${first.fix}" does not say "${says}"`]),
  ];
}
