/** What must be told of a damage, by rules that know nothing of the checker: JSON's, the editors' schemas', and that of names. */
import type { Fault } from '../../../src/tools/checks/fault.ts';
import type { Sources } from '../../../src/tools/load.ts';
import { said } from '../editor.ts';
import type { Damage } from './damage.ts';

/** Properties that hold such a name. */
const REFERENCES = new Set(['screen', 'field', 'call', 'error']);

/** Names that a value may refer to: files of screens, fields and calls, and what calls, errors, enumerations and stored keys are called. */
function namesOf({ files }: Sources): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path: file, value } of files.values()) {
    const [, id] = /\/(?:screens|fields|api)\/([^/]+)\.json$/.exec(file) ?? [];
    if (id !== undefined) names.add(id);
    const all = value as Record<string, Record<string, object> | undefined> | undefined;
    const listed = /\/(calls|errors|enums|stored)\.json$/.exec(file)?.[1];
    if (listed === undefined || all === undefined) continue;
    for (const key of Object.keys(
      all[{ calls: 'calls', errors: 'codes', enums: 'enums', stored: 'keys' }[listed] ?? ''] ?? {},
    ))
      names.add(key);
  }
  return names;
}

/** `one`: a mistake, told exactly once and at its place. `perhaps`: told once at most. */
export type Verdict = { readonly told: 'one' | 'perhaps'; readonly why: string };

export function makeJudge(sources: Sources): (damage: Damage) => Verdict {
  const names = namesOf(sources);
  return ({ file, text, before, after, isKey, property }) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { told: 'one', why: 'no JSON' };
    }
    const was = sources.files.get(file)?.value as { $schema?: unknown };
    if (said(file, value, was.$schema).length > 0)
      return { told: 'one', why: 'against the schema that the file names' };
    const isName = !isKey && REFERENCES.has(property) && before.startsWith('"') && names.has(before.slice(1, -1));
    if (isName && !names.has(after.slice(1, -1))) return { told: 'one', why: 'a name of nothing' };
    return { told: 'perhaps', why: 'nothing but the data can say' };
  };
}

/** What is wrong with what was told; empty when it is right. */
export function wrongs(damage: Damage, { told, why }: Verdict, faults: readonly Fault[]): string[] {
  const found = faults.map(({ file, line, message, fix }) => `${file}:${line}  ${message}  ${fix}`);
  if (faults.length > 1 || (told === 'one' && faults.length === 0))
    return [`${faults.length} faults (${why})`, ...found.slice(0, 4)];
  const [fault] = faults;
  if (fault === undefined || told === 'perhaps') return [];
  const isThere =
    fault.file === damage.file && (why === 'no JSON' ? fault.line >= damage.since : fault.line === damage.line);
  return isThere ? [] : [`told elsewhere (${why})`, ...found];
}
