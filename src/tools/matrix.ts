/** `npm run matrix`: every page in every state, language, window and colour scheme, all of axe's rules. Exit code 1 on any fault. */
import { inspectAll } from './inspect.ts';

let count = 0;
for (const { line, faults, distinct } of await inspectAll(process.cwd(), { full: true })) {
  const told = [...faults].flatMap(([aspect, list]) => list.map((fault) => `  ${aspect}: ${fault}`));
  process.stdout.write(
    `${line}: ${distinct} pages, ${told.length} faults\n${told.map((each) => `${each}\n`).join('')}`,
  );
  count += told.length;
}
process.exitCode = count === 0 ? 0 : 1;
