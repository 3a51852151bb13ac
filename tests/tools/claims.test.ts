/** How the rows of docs/authentication.md are read: files, the names behind them, and tables without tests. */
import { claimsIn } from '../../src/tools/bench/claims.ts';

const page = `Text with a | bar.

| threat | control | shown by |
|---|---|---|
| Guessing | ten tries | \`tests/a.test.ts\` (“counts to ten”; “counts names \\| mailboxes as one”), \`tests/b.test.ts\` |
| Nobody shows it | hope | none |

| the standard says | where |
|---|---|
| no rules | \`tests/c.test.ts\` |
`;

test('each row of a table with tests is a claim', () => {
  expect(claimsIn(page)).toEqual([
    {
      what: 'Guessing',
      tests: [
        { file: 'tests/a.test.ts', names: ['counts to ten', 'counts names \\| mailboxes as one'] },
        { file: 'tests/b.test.ts', names: [] },
      ],
    },
    { what: 'Nobody shows it', tests: [] },
  ]);
});
