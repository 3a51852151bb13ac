/** A name that an object has twice while it lacks another one: one of the two was copied, and was to have that. */
import { type Node, parseTree } from 'jsonc-parser';
import { duplicatesIn } from '../duplicates.ts';
import type { Sources } from '../load.ts';
import type { Fault } from './fault.ts';

const DUPLICATE = /^duplicate key /;
const MISSING = /^"([^"]+)" of .+ is missing$/;

const objectOf = (name: Node): Node | undefined => name.parent?.parent;

const namesOf = (object: Node): readonly unknown[] =>
  (object.children ?? []).map(({ children = [] }) => children[0]?.value);

/** Whether an object of the text has both names, and the one before the other. */
function isBefore(node: Node | undefined, one: string, other: string): boolean {
  if (node?.children === undefined) return false;
  const [first, second] = node.type === 'object' ? [one, other].map((name) => namesOf(node).indexOf(name)) : [];
  return (
    (first !== undefined && second !== undefined && first >= 0 && first < second) ||
    node.children.some((each) => isBefore(each, one, other))
  );
}

interface Pair {
  readonly duplicate: Fault;
  readonly missing: Fault;
  readonly told: Fault;
}

/** What is twice in a file and what lacks in the same objects, each two as one. */
function pairsIn(text: string, faults: readonly Fault[]): readonly Pair[] {
  const tree = parseTree(text);
  const placeOf = ({ offset }: Node): string => {
    const before = text.slice(0, offset).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
  };
  const placed = ({ line, column }: Fault): string => `${line}:${column}`;
  const taken = new Set<Fault>();
  return duplicatesIn(tree).flatMap(([second, first]): Pair[] => {
    const object = objectOf(second);
    const duplicate = faults.find((fault) => DUPLICATE.test(fault.message) && placed(fault) === placeOf(second));
    const missing = faults.find(
      (fault) => !taken.has(fault) && MISSING.test(fault.message) && object && placed(fault) === placeOf(object),
    );
    const [, name] = MISSING.exec(missing?.message ?? '') ?? [];
    if (duplicate === undefined || missing === undefined || name === undefined) return [];
    taken.add(missing);
    // Where other objects have the one that lacks before it, the first of the two stands in its place.
    const wrong = isBefore(tree, name, String(second.value)) ? first : second;
    const [line = 1, column = 1] = placeOf(wrong).split(':').map(Number);
    const [order, other] = wrong === second ? ['second', first] : ['first', second];
    const where = wrong === second ? 'first on line' : 'again on line';
    const message = `duplicate key "${second.value}", ${where} ${placeOf(other).split(':')[0]}, and "${name}" is missing: the ${order} was meant to be that`;
    return [{ duplicate, missing, told: { ...duplicate, line, column, message, fix: `write "${name}"` } }];
  });
}

/** Faults with what is twice and what lacks beside it as one. */
export function tellDoubled(faults: readonly Fault[], { files }: Sources): Fault[] {
  const doubled = new Set(faults.flatMap(({ message, file }) => (DUPLICATE.test(message) ? file : [])));
  const pairs = [...doubled].flatMap((path) =>
    pairsIn(
      files.get(path)?.text ?? '',
      faults.filter(({ file }) => file === path),
    ),
  );
  if (pairs.length === 0) return [...faults];
  const gone = new Set(pairs.flatMap(({ duplicate, missing }) => [duplicate, missing]));
  return [...faults.filter((fault) => !gone.has(fault)), ...pairs.map(({ told }) => told)];
}
