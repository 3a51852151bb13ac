/** Section `security`: every claim of docs/authentication.md, by the tests that it names. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Claim, claimsIn } from './claims.ts';
import type { Figure } from './figures.ts';

const PAGE = 'docs/authentication.md';
const FOLDER = '.cache/security';
const CONFIGS = [
  { config: 'jest.config.js', takes: (file: string) => !file.endsWith('.journey.ts') },
  { config: 'tests/journeys/jest.config.js', takes: (file: string) => file.endsWith('.journey.ts') },
];

interface Ran {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
}

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

async function runJest(config: string, files: readonly string[]): Promise<readonly Ran[]> {
  if (files.length === 0) return [];
  const report = join(FOLDER, `${config.replaceAll('/', '-')}.json`);
  const jest = ['node_modules/jest/bin/jest.js', '--config', config, '--json', `--outputFile=${report}`];
  await new Promise<void>((done) => {
    spawn(process.execPath, [...jest, '--runTestsByPath', ...files], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }).once('close', () => done());
  });
  if (!existsSync(report)) throw new Error(`Jest left no report of ${config}.`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), name),
      name: fullName,
      passed: status === 'passed',
    })),
  );
}

function figureOf({ what, tests }: Claim, ran: readonly Ran[]): Figure {
  const own = ran.filter(({ file, name }) =>
    tests.some((each) => each.file === file && (each.names.length === 0 || each.names.some((n) => name.includes(n)))),
  );
  // A claim that no test ran for is not met, whatever its number.
  return {
    section: 'security',
    what,
    unit: '',
    measured: own.filter(({ passed }) => passed).length,
    target: { kind: 'exactly', value: Math.max(1, own.length), of: 'measured' },
  };
}

/** @param log hears of progress */
export async function securityFigures({ log }: { readonly log: (text: string) => void }): Promise<Figure[]> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const claims = claimsIn(readFileSync(PAGE, 'utf8'));
  const files = [...new Set(claims.flatMap(({ tests }) => tests.map(({ file }) => file)))];
  log(`${claims.length} claims, ${files.length} files of tests`);
  const ran: Ran[] = [];
  for (const { config, takes } of CONFIGS) ran.push(...(await runJest(config, files.filter(takes))));
  return claims.map((claim) => figureOf(claim, ran));
}
