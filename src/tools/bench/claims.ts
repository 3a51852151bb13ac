/** The claims of docs/authentication.md: what protects an account, and the tests that show it. */

export interface Claim {
  /** First cell of its row. */
  readonly what: string;
  readonly tests: readonly { readonly file: string; readonly names: readonly string[] }[];
}

const SHOWN_BY = 'shown by';
const TEST = /`(tests\/[^`]+)`(?: \(((?:“[^”]+”[;,]? ?)+)\))?/g;

const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of every table that has a column `shown by`. Without names behind it, a file is meant as a whole. */
export function claimsIn(page: string): readonly Claim[] {
  const claims: Claim[] = [];
  let column = -1;
  for (const row of page.split('\n')) {
    if (!row.startsWith('|')) {
      column = -1;
      continue;
    }
    const cells = cellsOf(row);
    if (column === -1) {
      column = cells.indexOf(SHOWN_BY);
      if (column === -1) column = Number.NaN;
      continue;
    }
    const shown = cells[column];
    if (shown === undefined || /^-+$/.test(shown)) continue;
    const tests = [...shown.matchAll(TEST)].map(([, file = '', names = '']) => ({
      file,
      names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    }));
    claims.push({ what: cells[0] ?? '', tests });
  }
  return claims;
}
