/**
 * `npm run drill`: what is too slow for `npm test`. The slow proofs (files `.drill.ts` of the tests), each a real fault waited out, then
 * two hundred seeded mutants (see mutate.ts). `-- --only proofs` or `mutants` does one of the two. The last line is
 * `N passed, N failed` of both.
 */
import { readOptions, WrongOption } from './options.ts';
import { runCounted } from './run-counted.ts';

const JEST = ['node', 'node_modules/jest/bin/jest.js', '--config', 'tests/drill/jest.config.js'];
const PARTS = {
  proofs: JEST,
  mutants: ['npx', 'tsx', 'src/tools/mutate.ts', '--count', '200'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const USAGE = `npm run drill -- [--only proofs]
  --only  ${Object.keys(PARTS).join(' or ')}`;

const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

const wanted = readOptions(USAGE, { only: { type: 'string' } }, ({ only }) => {
  if (only === undefined) return Object.keys(PARTS).filter(isPart);
  if (!isPart(only)) throw new WrongOption(`--only takes ${Object.keys(PARTS).join(' or ')}, not ${only}.`);
  return [only];
});

let passed = 0;
let failed = 0;
for (const part of wanted) {
  process.stdout.write(`\n== ${part}\n`);
  const counted = await runCounted(PARTS[part]);
  passed += counted.passed;
  failed += counted.failed;
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
