/**
 * The data without what its grammar refuses. Checks of meaning run on it, so that a slip in one value neither hides
 * other faults nor brings forth a dozen more.
 */

import { isDictionary, type ResolvedDocument } from '../documents.ts';
import type { Path, SourceFile, Sources } from '../load.ts';
import { type Resolution, resolveAll } from '../resolve.ts';
import type { GrammarFault } from './grammar.ts';

/** Takes a value out. In a list it takes the whole list, which then stays as the layer below has it. */
function without(value: unknown, at: Path): unknown {
  const [step, ...rest] = at;
  if (step === undefined || !isDictionary(value)) return undefined;
  const inner = value[String(step)];
  const { [String(step)]: _, ...others } = value;
  if (rest.length === 0 || !isDictionary(inner)) return others;
  return { ...others, [String(step)]: without(inner, rest) };
}

const withValues = (sources: Sources, values: ReadonlyMap<string, unknown>): Sources => ({
  ...sources,
  files: new Map(
    [...sources.files].map(([path, file]) => [path, values.has(path) ? { ...file, value: values.get(path) } : file]),
  ),
});

/** Top file of a document that still says something. */
const topOf = (document: ResolvedDocument): SourceFile | undefined =>
  [...document.files].reverse().find((file) => file.value !== undefined);

/**
 * Lines resolved from what is sound. `found`: faults of each layer file by itself; `isWhole` tells whether a merged
 * document obeys its grammar. A document that does not, even so, is taken as the layers below have it.
 */
export function soundLines(
  sources: Sources,
  found: ReadonlyMap<SourceFile, readonly GrammarFault[]>,
  isWhole: (document: ResolvedDocument) => boolean,
): Resolution['lines'] {
  const values = new Map<string, unknown>();
  for (const [file, faults] of found) {
    let { value } = file;
    const breaking = faults.filter((fault) => fault.breaks);
    for (const { at } of breaking) {
      const [key] = at;
      // A message that is no text is still there, and not missing.
      const isMessage = file.path.includes('/messages/') && key !== undefined && isDictionary(value);
      value = isMessage ? { ...(value as object), [key]: String((value as object)[key as never]) } : without(value, at);
    }
    if (breaking.length > 0) values.set(file.path, value);
  }
  for (;;) {
    const { lines } = resolveAll(withValues(sources, values));
    const emptied = new Set<string>();
    for (const line of Object.values(lines)) {
      for (const document of Object.values(line.documents)) {
        // Without line.json there is no line; its checker can live with gaps.
        if (document.id === 'line' || isWhole(document)) continue;
        const top = topOf(document);
        if (top) emptied.add(top.path);
      }
    }
    for (const path of emptied) values.set(path, undefined);
    if (emptied.size === 0) return lines;
  }
}
