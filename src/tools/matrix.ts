/**
 * `npm run matrix`: every page in every state, language, window and colour scheme, all of axe's rules, and every window in
 * the pseudo-languages. Exit code 1 on any fault.
 */
import { type Found, inspectAll } from './inspect.ts';

function tell(what: string, found: readonly Found[]): number {
  let count = 0;
  for (const { line, faults, distinct } of found) {
    const told = [...faults].flatMap(([aspect, list]) => list.map((fault) => `  ${aspect}: ${fault}`));
    process.stdout.write(
      `${line}, ${what}: ${distinct} pages, ${told.length} faults\n${told.map((each) => `${each}\n`).join('')}`,
    );
    count += told.length;
  }
  return count;
}

const root = process.cwd();
const count =
  tell('its languages', await inspectAll(root, { full: true })) +
  tell('pseudo-languages', await inspectAll(root, { only: 'windows' }, { languages: 'pseudo' }));
process.exitCode = count === 0 ? 0 : 1;
