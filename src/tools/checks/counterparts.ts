/** Keys that stand in one language's catalog alone, by nearly the name of one that stands in another's alone: one of them is misspelt. */
import { isDictionary } from '../documents.ts';
import type { SourceFile, Sources } from '../load.ts';
import { type Fault, nearest } from './fault.ts';

interface Catalog {
  readonly file: SourceFile;
  readonly layer: string;
  readonly keys: readonly string[];
}

function catalogsOf(sources: Sources): Catalog[] {
  return [...sources.files.values()].flatMap((file) => {
    const [, layer] = /^(lines\/[^/]+\/messages|schemas\/new-line)\/[^/]+\.json$/.exec(file.path) ?? [];
    if (layer === undefined || !isDictionary(file.value)) return [];
    return [{ file, layer, keys: Object.keys(file.value).filter((key) => !key.startsWith('$')) }];
  });
}

/** How many keys begin, or end, as this one does: a misspelt one is alone with its mistake. */
function company(key: string, all: readonly string[]): number {
  const at = key.lastIndexOf('.');
  const [start, end] = [key.slice(0, at + 1), key.slice(at)];
  return all.filter((other) => other !== key && (other.startsWith(start) || other.endsWith(end))).length;
}

/** The misspelt keys. What each language has of them is not comparable, and neither is what they should be. */
export function checkCounterparts(sources: Sources): Fault[] {
  const catalogs = catalogsOf(sources);
  const all = catalogs.flatMap(({ keys }) => keys);
  const times = new Map<string, number>();
  for (const key of all) times.set(key, (times.get(key) ?? 0) + 1);
  const layers = new Map<string, Catalog[]>();
  for (const catalog of catalogs) layers.set(catalog.layer, [...(layers.get(catalog.layer) ?? []), catalog]);
  return catalogs.flatMap(({ file, layer, keys }) => {
    const beside = (layers.get(layer) ?? []).filter((other) => other.file !== file);
    const alone = keys.filter((key) => times.get(key) === 1);
    return alone.flatMap((key): Fault[] => {
      const lacking = beside.flatMap((other) => other.keys).filter((other) => !keys.includes(other));
      const meant = nearest(key, lacking);
      if (meant === undefined) return [];
      // Of two that are nowhere else, the one in less company is misspelt, or the one that is told of first.
      const less = times.get(meant) === 1 ? company(meant, all) - company(key, all) : 1;
      const isFirst = beside.every((other) => file.path < other.file.path || !other.keys.includes(meant));
      if (less < 0 || (less === 0 && !isFirst)) return [];
      return [
        {
          ...file.place([key], 'key'),
          message: `no other catalog has message "${key}"`,
          fix: `write "${meant}"`,
          name: key,
        },
      ];
    });
  });
}
