/** How far words are from each other, for telling what was meant. */

/**
 * Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`; `limit` where it takes as many or more
 * (Damerau and Levenshtein).
 */
export function editsBetween(a: string, b: string, limit: number): number {
  // Cells further from the diagonal than the limit take as many edits to come to.
  const blank = Array.from({ length: b.length + 1 }, () => limit);
  let before = blank;
  let above = blank.map((_, index) => Math.min(index, limit));
  let fewestAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [...blank];
    row[0] = Math.min(i, limit);
    let fewest = row[0];
    const last = Math.min(b.length, i + limit);
    for (let j = Math.max(1, i - limit); j <= last; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost, limit);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row[j] = best;
      if (best < fewest) fewest = best;
    }
    // A row is made of the two above it, so none below has fewer.
    if (Math.min(fewest, fewestAbove) >= limit) return limit;
    [before, above, fewestAbove] = [above, row, fewest];
  }
  return above[b.length] ?? limit;
}
