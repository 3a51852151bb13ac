/** Follows `extends` from a line down to `_base`: the layers that a line lies upon. */
import { type Fault, nearest, suggest } from './checks/fault.ts';
import { isDictionary } from './documents.ts';
import type { SourceFile } from './load.ts';

/** What every line ends in. */
const BOTTOM = '_base';
/** `_base` → region → line. */
const MOST_LAYERS = 3;

const KEY = 'extends';

/** A fault of a layer that says nothing of what it extends: told where the word is misspelt, if it is. */
function extendsNothing(layer: string, file: SourceFile, regions: readonly string[]): Fault {
  const keys = isDictionary(file.value) ? Object.keys(file.value) : [];
  const misspelt = keys.find((key) => nearest(key, [KEY]) !== undefined);
  const others = regions.filter((region) => region !== layer);
  return {
    ...(misspelt === undefined ? file.place([KEY]) : file.place([misspelt], 'key')),
    message: `${layer.startsWith('_') ? 'region' : 'line'} "${layer}" extends nothing`,
    fix: misspelt === undefined ? `write "${KEY}" with one of: ${others.join(', ')}` : `write "${KEY}"`,
  };
}

/** The folders from `_base` to the line; undefined, and a fault, when there is no such chain. `lineOf` gives a folder's `line.json`. */
export function layersOf(
  name: string,
  folders: ReadonlySet<string>,
  lineOf: (folder: string) => SourceFile | undefined,
  faults: Fault[],
): string[] | undefined {
  const regions = [...folders].filter((folder) => folder.startsWith('_'));
  const chain = [name];
  for (;;) {
    const current = chain[0] as string;
    const file = lineOf(current);
    if (!file) {
      faults.push({
        file: `lines/${current}/line.json`,
        line: 1,
        column: 1,
        message: `folder lines/${current} has no line.json`,
        fix: 'add line.json, or delete the folder',
      });
      return undefined;
    }
    if (file.value === undefined) return undefined;
    const below = isDictionary(file.value) ? file.value[KEY] : undefined;
    if (below === undefined && current === BOTTOM) return chain;
    if (typeof below !== 'string') {
      faults.push(extendsNothing(current, file, regions));
      return undefined;
    }
    const place = file.place([KEY]);
    if (!folders.has(below)) {
      faults.push({
        ...place,
        message: `extends "${below}", and there is no folder lines/${below}`,
        fix: suggest(below, regions, 'write the name of a folder under lines/'),
      });
      return undefined;
    }
    if (chain.includes(below)) {
      faults.push({
        ...place,
        message: `layers go round in a circle: ${[below, ...chain].reverse().join(' → ')}`,
        fix: `let the last one extend ${BOTTOM}`,
      });
      return undefined;
    }
    if (chain.length === MOST_LAYERS) {
      faults.push({
        ...place,
        message: `more than ${MOST_LAYERS} layers: ${[below, ...chain].reverse().join(' → ')}`,
        fix: `extend a region that extends ${BOTTOM}`,
      });
      return undefined;
    }
    chain.unshift(below);
  }
}
