/** Properties of a JSON text that an object has twice. */
import type { Node } from 'jsonc-parser';

/** Each name that its object has before already, with that one. */
export function duplicatesIn(node: Node | undefined): readonly (readonly [name: Node, before: Node])[] {
  if (node?.children === undefined) return [];
  const names = node.type === 'object' ? node.children.flatMap(({ children = [] }) => children[0] ?? []) : [];
  const seen = new Map<unknown, Node>();
  const own = names.flatMap((name): [Node, Node][] => {
    const before = seen.get(name.value);
    seen.set(name.value, name);
    return before === undefined ? [] : [[name, before]];
  });
  return [...own, ...node.children.flatMap(duplicatesIn)];
}
