/** Patches that say what the layers below say: told where nothing else is wrong, since what they were to say may be told itself. */
import { isDictionary, type ResolvedDocument } from '../documents.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Fault } from './fault.ts';

/** The one value that a patch holds, however deep. */
function onlyLeaf(value: unknown, at: Path): { readonly at: Path; readonly value: unknown } | undefined {
  if (!isDictionary(value)) return { at, value };
  const [[name, inner] = [], ...others] = Object.entries(value);
  return name === undefined || others.length > 0 ? undefined : onlyLeaf(inner, [...at, name]);
}

const valueAt = (value: unknown, at: Path): unknown =>
  at.reduce<unknown>((inner, step) => (isDictionary(inner) ? inner[step] : undefined), value);

/**
 * Patches of an entry (a call, a code, a state) that hold one value, which the layers below have already: what it was to say
 * has gone, or it is not needed. What repeats more than one value is a copy, which its owner may want whole.
 */
function repeatsOf(value: unknown, below: unknown): readonly Path[] {
  if (!isDictionary(value)) return [];
  const entries = Object.entries(value).flatMap(([list, inner]) =>
    isDictionary(inner) ? Object.entries(inner).map(([name, entry]) => ({ at: [list, name], entry })) : [],
  );
  return entries.flatMap(({ at, entry }) => {
    const leaf = isDictionary(entry) ? onlyLeaf(entry, at) : undefined;
    if (leaf === undefined || leaf.value === null) return [];
    return JSON.stringify(leaf.value) === JSON.stringify(valueAt(below, leaf.at)) ? [leaf.at] : [];
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
