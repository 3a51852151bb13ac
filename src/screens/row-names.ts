/**
 * What rows of a list are named in speech, in questions and in what is told of them: the fewest first cells that tell them
 * apart. Rows that show the same throughout are counted.
 */
export function rowNames(rows: readonly (readonly string[])[]): readonly string[] {
  const most = Math.max(0, ...rows.map((cells) => cells.length));
  const named = (count: number): string[] => rows.map((cells) => cells.slice(0, count).filter(Boolean).join(', '));
  for (let count = 1; count <= most; count += 1) {
    const names = named(count);
    if (!names.includes('') && new Set(names).size === rows.length) return names;
  }
  return named(most).map((name, at) => [name, `(${at + 1})`].filter(Boolean).join(' '));
}
