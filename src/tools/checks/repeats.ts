/** Patches that say what the layers below say: told where nothing else is wrong, since what they were to say may be told itself. */
import { isDictionary, type ResolvedDocument } from '../documents.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';

/** The place of the one value that a patch holds, however deep, where the layers below have it already. */
function repeated(value: unknown, below: unknown, at: Path): Path | undefined {
  if (!isDictionary(value)) return value !== null && JSON.stringify(value) === JSON.stringify(below) ? at : undefined;
  const [[name, inner] = [], ...others] = Object.entries(value);
  if (name === undefined || others.length > 0 || !isDictionary(below)) return undefined;
  return repeated(inner, below[name], [...at, name]);
}

/**
 * Patches of an entry (a call, a code, a state) that hold one value, which the layers below have already: what it was to say
 * has gone, or it is not needed. What repeats more than one value is a copy, which its owner may want whole.
 */
function repeatsOf(value: unknown, below: unknown): readonly Path[] {
  if (!isDictionary(value) || !isDictionary(below)) return [];
  return Object.entries(value).flatMap(([list, entries]) => {
    const theirs = below[list];
    if (!isDictionary(entries) || !isDictionary(theirs)) return [];
    return Object.entries(entries).flatMap(([name, entry]) => {
      const at = isDictionary(entry) ? repeated(entry, theirs[name], [list, name]) : undefined;
      return at === undefined ? [] : [at];
    });
  });
}

/** A line may say what it is in its own file, whatever the layers below say today; a text is its own. */
const MAY_REPEAT = /^(line$|messages\/)/;

export function checkRepeats(lines: Readonly<Record<string, ResolvedLine>>, faults: Fault[]): void {
  const seen = new Set<ResolvedDocument>();
  for (const { documents } of Object.values(lines)) {
    for (const document of Object.values(documents)) {
      if (MAY_REPEAT.test(document.id)) continue;
      for (let each = document; each.below !== undefined && !seen.has(each); each = each.below) {
        seen.add(each);
        const file = each.files.at(-1);
        if (file === undefined) continue;
        for (const at of repeatsOf(file.value, each.below.value)) {
          const message = `"${at.at(-1)}" says what the layer below says`;
          faults.push({ ...file.place(at), message, fix: 'write what differs here, or delete it' });
        }
      }
    }
  }
}
