/** Section `lines`: what many lines cost to check, to build, to keep and to serve. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadData, type Sources } from '../load.ts';
import { newLineFiles } from '../new-line.ts';
import { resolveAll } from '../resolve.ts';
import type { Figure } from './figures.ts';
import type { LinesCost } from './lines-program.ts';
import { currentRelease, lineOf, routeOf } from './release.ts';
import { freshFolder, startServer } from './server-process.ts';
import { median } from './statistics.ts';
import { workingCopy } from './working-copy.ts';

const COUNTS = [100, 1000];
const synthetic = { name: 'synthetic', id: 900000, host: 'synthetic.example' } as const;

/** A number in letters: a brand is no number. */
const lettersOf = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');

/** Writes lines as `npm run new-line` does, half of them domestic, until there are `count`. Gives how many are new. */
function writeLines(root: string, sources: Sources, count: number): number {
  const own = Object.keys(resolveAll(sources).lines).length;
  const regions = ['_domestic', '_overseas'].map((region) => newLineFiles({ ...synthetic, extends: region }, sources));
  for (let index = own; index < count; index += 1) {
    const name = `${synthetic.name}-${index}`;
    for (const [file, text] of Object.entries(regions[index % 2] ?? {})) {
      const place = join(root, file.replace(synthetic.name, name));
      mkdirSync(dirname(place), { recursive: true });
      const named = text.replaceAll(synthetic.name, name).replaceAll('Synthetic', `Synthetic ${lettersOf(index)}`);
      writeFileSync(place, named.replace(String(synthetic.id), String(1000 + index)));
    }
  }
  return Math.max(0, count - own);
}

interface Answered {
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

function get(port: number, host: string, path: string): Promise<Answered> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { host: `${host}:${port}`, 'accept-encoding': 'br' };
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve({ ms: performance.now() - since, bytes, status: answer.statusCode ?? 0 }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Memory of a process, MB. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

interface Served {
  readonly readyMs: number;
  readonly residentMb: number;
  readonly firstMs: number;
  readonly laterMs: number;
}

/** Of pages that nobody asked for yet, and the same again. */
async function serve(root: string, port: number, dataDir: string, count: number): Promise<Served> {
  const environment = { DIST_DIR: join(root, 'dist'), FOYER_SEED: '0' };
  const release = currentRelease(environment.DIST_DIR);
  // The first start makes the database.
  await (await startServer({ port, dataDir, environment })).stop();
  const server = await startServer({ port, dataDir, environment });
  try {
    const first: number[] = [];
    const later: number[] = [];
    for (let index = 7; index < Math.min(count, 107); index += 1) {
      const host = `${synthetic.name}-${index}.localhost`;
      const page = routeOf(lineOf(release, `${synthetic.name}-${index}`), 'sign-in');
      const answers = [await get(port, host, page), await get(port, host, page)] as const;
      if (answers.some(({ status }) => status !== 200))
        throw new Error(`${host}${page} answered ${answers[0].status}.`);
      first.push(answers[0].ms);
      later.push(answers[1].ms);
    }
    const residentMb = residentOf(server.pid);
    return { readyMs: server.readyAfter, residentMb, firstMs: median(first), laterMs: median(later) };
  } finally {
    await server.stop();
  }
}

function costOf(root: string): LinesCost {
  const program = ['--import', 'tsx', 'src/tools/bench/lines-program.ts', root];
  return JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8', maxBuffer: 1e8 })) as LinesCost;
}

export interface LinesOptions {
  readonly port: number;
  readonly log: (text: string) => void;
}

export async function linesFigures({ port, log }: LinesOptions): Promise<Figure[]> {
  const sources = await loadData('.');
  const folder = freshFolder('lines');
  const home = mkdtempSync(join(tmpdir(), 'foyer-lines-'));
  const figures: Figure[] = [];
  const note = (what: string, unit: string, measured: number, value?: number): void => {
    const target = value === undefined ? {} : { target: { kind: 'at most', value, of: 'measured' } as const };
    figures.push({ section: 'lines', what, unit, measured, ...target });
    log(`${what}: ${measured.toFixed(1)} ${unit}`);
  };
  try {
    const { root } = workingCopy(join(home, 'copy'));
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    const few = costOf(root);
    for (const [at, count] of COUNTS.entries()) {
      const added = writeLines(root, sources, count);
      rmSync(join(root, 'dist'), { recursive: true, force: true });
      const cost = costOf(root);
      const isMost = at === COUNTS.length - 1;
      const of = `${count} lines`;
      note(`check, each further line of ${of}`, 'ms', (cost.checkMs - few.checkMs) / added, 15);
      note(`cold build, each further line of ${of}`, 'ms', (cost.buildMs - few.buildMs) / added, 100);
      note(`release, each further line of ${of}`, 'KB', (cost.bytes - few.bytes) / added / 1000, 150);
      note(`check of ${of}`, 'ms', cost.checkMs, isMost ? 20_000 : undefined);
      note(`cold build of ${of}, on the clock`, 'ms', cost.buildWallMs);
      note(`build after one edit of ${of}, on the clock`, 'ms', cost.editWallMs, isMost ? 2000 : undefined);
      const served = await serve(root, port + at, join(folder, `data-${count}`), count);
      note(`server with ${of} ready after`, 'ms', served.readyMs, isMost ? 5000 : undefined);
      note(`memory of the server with ${of}`, 'MB', served.residentMb, isMost ? 400 : undefined);
      note(`first request of a page, ${of}`, 'ms', served.firstMs, 50);
      note(`later request of a page, ${of}`, 'ms', served.laterMs);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return figures;
}
