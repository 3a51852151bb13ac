/**
 * Whether what is said of a field's pattern describes the pattern: a layer that writes another pattern and leaves the
 * sentence to the layer below has its visitors told of characters that are not taken.
 */
import type { Field } from '../../generated/config.ts';
import { heightOf } from './blame.ts';
import type { Scope } from './scope.ts';

export function checkDescribed(scope: Scope, id: string, { rule }: Field): void {
  const { line } = scope;
  const document = `fields/${id}`;
  const part = ['rule', 'pattern'];
  const pattern = line.origin(document, part);
  if (rule.pattern === undefined || pattern === undefined) return;
  const key = `fields.${id}.errors.pattern`;
  const [, layer] = pattern.file.split('/');
  const older = line.line.languages.offered.flatMap((language) => {
    if (line.messages[language]?.[key] === undefined) return [];
    const said = line.origin(`messages/${language}`, [key]);
    return said !== undefined && heightOf(line, said) < heightOf(line, pattern) ? [{ language, file: said.file }] : [];
  });
  if (older.length === 0) return;
  const languages = older.map(({ language }) => `lines/${layer}/messages/${language}.json`);
  scope.lack(
    document,
    part,
    `${key} of ${older.map(({ file }) => file).join(' and ')} describes another pattern`,
    `say what this one takes: write ${key} in ${languages.join(' and ')}`,
  );
}
