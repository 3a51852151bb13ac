/** No file needs itself, by whichever way: neither for its types nor for what it loads later. */
import { dirname, join } from 'node:path';
import { filesBelow, importsOf } from './source.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

function importGraph(folder: string): Graph {
  const files = new Set(filesBelow(folder));
  const taken = (file: string): string[] =>
    importsOf(file)
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from }) => join(dirname(file), from))
      .filter((path) => files.has(path));
  return new Map([...files].map((file) => [file, taken(file)]));
}

/** Groups of files that reach each other (Tarjan), each sorted. */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const least = (file: string, other: number): void => {
    lowest.set(file, Math.min(lowest.get(file) as number, other));
  };
  const visit = (file: string): void => {
    lowest.set(file, index.size);
    index.set(file, index.size);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next);
        least(file, lowest.get(next) as number);
      } else if (path.includes(next)) least(file, index.get(next) as number);
    }
    if (lowest.get(file) !== index.get(file)) return;
    const circle = path.splice(path.indexOf(file)).sort();
    if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle);
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}

test('the finder finds circles of one, two and more files, and no others', () => {
  const graph = new Map([
    ['self', ['self']],
    ['a', ['b']],
    ['b', ['a', 'c']],
    ['c', ['d']],
    ['d', ['e']],
    ['e', ['c']],
    ['leaf', ['a']],
  ]);
  expect(circlesOf(graph).sort()).toEqual([['a', 'b'], ['c', 'd', 'e'], ['self']]);
});

test('there are no circles in the sources', () => {
  const graph = importGraph('src');
  expect(graph.size).toBeGreaterThan(400);
  expect(circlesOf(graph)).toEqual([]);
});
