/**
 * `npm run bench`: the figures of docs/bench.md, each beside what the same run measured on a yardstick.
 *
 * `--only size,page,growth,lines,edits,server,security` runs some sections, `--json` prints data instead of the table, `--rounds <n>` sets
 * the rounds of kill -9 and `--runs <n>` how often the rest is repeated. The last result is kept in .cache/bench.json.
 * Exit code 1 when a target is missed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editsFigures } from './bench/edits.ts';
import { asJson, type Figure, isMet, table } from './bench/figures.ts';
import { growthFigures } from './bench/growth.ts';
import { linesFigures } from './bench/lines.ts';
import { pageFigures } from './bench/page.ts';
import { currentRelease } from './bench/release.ts';
import { securityFigures } from './bench/security.ts';
import { serverFigures } from './bench/server.ts';
import { freshFolder, startServer } from './bench/server-process.ts';
import { sizeFigures } from './bench/size.ts';
import { readOptions, WrongOption } from './options.ts';

const sections = ['size', 'page', 'growth', 'lines', 'edits', 'server', 'security'] as const;
type Section = (typeof sections)[number];

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new WrongOption(`--${name} takes a whole number above 0, not ${text}.`);
  return value;
}

function chosen(only: string | undefined): readonly Section[] {
  if (only === undefined) return sections;
  return only.split(',').map((name) => {
    const found = sections.find((section) => section === name.trim());
    if (!found) throw new WrongOption(`--only takes ${sections.join(', ')}, not ${name}.`);
    return found;
  });
}

const USAGE = `npm run bench -- [--only ${sections.join(',')}] [--runs 7] [--rounds 100] [--port 4540] [--json]
  --runs    how often a figure is measured
  --rounds  rounds of kill -9
  --port    first of the ports that are used`;
const { json, wanted, port, runs, rounds } = readOptions(
  USAGE,
  {
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    rounds: { type: 'string', default: '100' },
    port: { type: 'string', default: '4540' },
  },
  (values) => ({
    json: values.json,
    wanted: chosen(values.only),
    port: whole('port', values.port),
    runs: whole('runs', values.runs),
    rounds: whole('rounds', values.rounds),
  }),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

// Progress goes to stderr, so that --json can be piped.
const log = (text: string): void => void process.stderr.write(`${text}\n`);

async function measure(section: Section, port: number, runs: number, rounds: number): Promise<Figure[]> {
  if (section === 'size') return sizeFigures();
  if (section === 'growth') return growthFigures({ log });
  if (section === 'lines') return linesFigures({ port, log });
  if (section === 'edits') return editsFigures({ port, log });
  if (section === 'security') return securityFigures({ log });
  if (section === 'server')
    return serverFigures({ port, runs: Math.min(runs, 3), seconds: 8, crashRounds: rounds, log });
  const server = await startServer({ port, dataDir: join(freshFolder('page'), 'data') });
  try {
    return await pageFigures({ port, baselinePort: port + 1, runs, log });
  } finally {
    await server.stop();
  }
}

const { id, isBest } = currentRelease();
if (!isBest && wanted.some((section) => !['security', 'edits', 'lines'].includes(section))) {
  // Its bytes are not those that visitors get.
  log('The release was built by npm start or npm test, which compress less. Run: npm run build');
  process.exit(1);
}
const figures: Figure[] = [];
const failed: Section[] = [];
for (const section of wanted) {
  log(`== ${section}`);
  try {
    figures.push(...(await measure(section, port, runs, rounds)));
  } catch (error) {
    // The other sections still have something to say.
    failed.push(section);
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const report = { release: id, measuredAt: new Date().toISOString(), failed, figures: figures.map(asJson) };
mkdirSync('.cache', { recursive: true });
writeFileSync('.cache/bench.json', `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `\n${table(figures)}\n`);
const missed = figures.filter((figure) => isMet(figure) === false);
if (missed.length > 0) log(`\nMissed: ${missed.map((figure) => figure.what).join('; ')}`);
if (failed.length > 0) log(`\nNot measured: ${failed.join(', ')}`);
process.exitCode = missed.length + failed.length === 0 ? 0 : 1;
