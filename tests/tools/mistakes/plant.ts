/** Plants a mistake in the data, and says where it should be told. */
import { findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { Fault } from '../../../src/tools/checks/fault.ts';
import { grammarOf, schemaPath } from '../../../src/tools/checks/files.ts';
import { overlay, type Sources } from '../../../src/tools/load.ts';
import type { Mistake, Where } from './mistake.ts';

const steps = (where: Where): (string | number)[] =>
  (typeof where === 'string' ? where.split('/') : [...where]).map((step) =>
    typeof step === 'string' && /^\d+$/.test(step) ? Number(step) : step,
  );

function edited({ name, file, put, swap, text }: Mistake, sources: Sources): string | null {
  if (text !== undefined) return text;
  const grammar = grammarOf(file) ?? '';
  const before = sources.files.get(file)?.text ?? `{\n  "$schema": "${schemaPath(file, grammar)}"\n}\n`;
  if (put) {
    const path = steps(put.path);
    const entries = path.length > 0 ? [[path, put.value] as const] : Object.entries(put.value as object).map(([key, value]) => [[key], value] as const);
    let after = before;
    for (const [at, value] of entries) {
      const edits = modify(after, [...at], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
      for (const { offset, length, content } of edits.reverse()) after = after.slice(0, offset) + content + after.slice(offset + length);
    }
    if (after === before) throw new Error(`"${name}" changes nothing`);
    return after;
  }
  const [find, write] = swap ?? ['', ''];
  if (!before.includes(find)) throw new Error(`"${name}" finds no ${find}`);
  return before.replace(find, () => write);
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

function lineOf(mistake: Mistake, text: string, before: string): number {
  const { on, put } = mistake;
  if (typeof on === 'string' && !on.includes('/') && text.includes(on) && /[^a-z]/.test(on)) return lineAt(text, text.indexOf(on));
  const where = on ?? (mistake.at === undefined ? put?.path : undefined);
  if (where !== undefined) {
    const tree = parseTree(text);
    const path = steps(where);
    const node = tree && findNodeAtLocation(tree, path);
    if (!node) throw new Error(`"${mistake.name}" has no ${path.join(' > ')}`);
    return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
  }
  let at = 0;
  while (at < text.length && text[at] === before[at]) at++;
  return lineAt(text, at);
}

export function plant(mistake: Mistake, sources: Sources): { readonly data: Sources; readonly file: string; readonly line: number } {
  const text = edited(mistake, sources);
  const data = overlay(sources, { [mistake.file]: text });
  const file = mistake.at ?? mistake.file;
  const shown = data.files.get(file)?.text ?? '';
  return { data, file, line: lineOf(mistake, shown, sources.files.get(file)?.text ?? '') };
}

/** What is not told as it should be; empty when all is right. */
export const wrongs = (mistake: Mistake, told: readonly Fault[], { file, line }: { file: string; line: number }): string[] => {
  const [first] = told;
  const wrong: string[] = [];
  if (!first) return ['nothing is told'];
  if (told.length > 1) wrong.push(`told ${told.length} times`);
  if (first.file !== file) wrong.push(`told of ${first.file}, not of ${file}`);
  else if (first.line !== line) wrong.push(`told on line ${first.line}, not ${line}`);
  if (!`${first.message}  ${first.fix}`.includes(mistake.says)) wrong.push(`does not say "${mistake.says}"`);
  return wrong;
};
