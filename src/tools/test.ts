/**
 * `npm test`: everything, in the order in which a fault is cheapest to hear about. All steps run even when one
 * fails; the last line is `N passed, N failed`, counting each Jest test and each other step once.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Jest steps report each of their tests through a JSON file. */
  readonly report?: string;
}

const folder = '.cache/test';
const jest = (config: string, report: string, ...more: string[]): string[] => [
  'node',
  'node_modules/jest/bin/jest.js',
  '--config',
  config,
  '--json',
  `--outputFile=${join(folder, report)}`,
  ...more,
];

const steps: readonly Step[] = [
  { name: 'generated types are fresh', command: ['npx', 'tsx', 'src/tools/types.ts', '--check'] },
  { name: 'data', command: ['npx', 'tsx', 'src/tools/check.ts'] },
  { name: 'types', command: ['npx', 'tsc', '--noEmit'] },
  { name: 'lint and format', command: ['npx', 'biome', 'check', '--error-on-warnings', '.'] },
  { name: 'build', command: ['npx', 'tsx', 'src/tools/build.ts'] },
  { name: 'jest', command: jest('jest.config.js', 'jest.json'), report: 'jest.json' },
  {
    name: 'journeys',
    command: jest('tests/journeys/jest.config.js', 'journeys.json'),
    report: 'journeys.json',
  },
];

function run(command: readonly string[]): Promise<number> {
  return new Promise((done) => {
    const [program, ...rest] = command as [string, ...string[]];
    const child = spawn(program, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    child.on('close', (code) => done(code ?? 1));
    child.on('error', () => done(1));
  });
}

function counts(report: string): { passed: number; failed: number } | undefined {
  try {
    const json = JSON.parse(readFileSync(join(folder, report), 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numFailedTestSuites: number;
    };
    // A suite that could not even load has no failed test of its own.
    return { passed: json.numPassedTests, failed: Math.max(json.numFailedTests, json.numFailedTestSuites) };
  } catch {
    return undefined;
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let passed = 0;
let failed = 0;
const failures: string[] = [];
for (const step of steps) {
  process.stdout.write(`\n== ${step.name}\n`);
  const started = Date.now();
  const code = await run(step.command);
  const found = step.report ? counts(step.report) : undefined;
  passed += found?.passed ?? (code === 0 ? 1 : 0);
  failed += found ? Math.max(found.failed, code === 0 ? 0 : 1) : code === 0 ? 0 : 1;
  if (code !== 0) failures.push(step.name);
  process.stdout.write(
    `== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
