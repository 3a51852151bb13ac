/**
 * `npm run matrix`: every page in every state, language, window and colour scheme, all of axe's rules, and every window in
 * the pseudo-languages. Tells of each line when it is done. Exit code 1 on any fault.
 */
import { launchStill } from './browser.ts';
import { type Depth, type Found, inLanes, inspectLines } from './inspect.ts';
import { readOptions } from './options.ts';
import { allPages, type LinePages } from './pages.ts';
import { inPseudoLanguages } from './pseudo.ts';

readOptions('npm run matrix\n  It takes no options.', {}, () => undefined);

let count = 0;
function tell(what: string, { line, faults, distinct }: Found): void {
  const told = [...faults].flatMap(([aspect, list]) => list.map((fault) => `  ${aspect}: ${fault}`));
  process.stdout.write(
    `${line}, ${what}: ${distinct} pages, ${told.length} faults\n${told.map((each) => `${each}\n`).join('')}`,
  );
  count += told.length;
}

const root = process.cwd();
const browser = await launchStill('shell');
const inspect = (what: string, lines: readonly LinePages[], depth: Depth): Promise<void> =>
  inLanes(lines, async (line) => {
    for (const found of await inspectLines(browser, [line], depth)) tell(what, found);
  });
try {
  await inspect('pseudo-languages', await allPages(root, { as: inPseudoLanguages }), { only: 'windows' });
  await inspect('its languages', await allPages(root), { full: true });
} finally {
  await browser.close();
}
process.exitCode = count === 0 ? 0 : 1;
