/**
 * `npm run faults`: makes every fault that docs/faults.md lists for real, one after the other, and judges what the visitor
 * saw and which invariants held. `-- --only 3,14` makes some of them, `-- --json` prints the verdicts as JSON. The last line is
 * `N passed, N failed`; exit code 1 when one failed.
 */
import { isStale } from '../server/freshness.ts';
import { distFolder } from './bench/release.ts';
import { build } from './build.ts';
import { buildSettings } from './build-settings.ts';
import { Judge } from './faults/judge.ts';
import { FAULTS } from './faults/list.ts';
import { Stage } from './faults/stage.ts';
import { table } from './faults/table.ts';
import type { Fault, Verdict } from './faults/types.ts';
import { readOptions, WrongOption } from './options.ts';

/** One fault may not hold up the others. */
const PATIENCE_SECONDS = 180;

/** Rejects when a fault's own time is over; what it started is ended then. */
function tooLong(): { readonly over: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`It took over ${PATIENCE_SECONDS} s.`)), PATIENCE_SECONDS * 1000);
  });
  return { over, stop: () => clearTimeout(timer) };
}

async function make({ number, name, holds, run }: Fault, stage: Stage): Promise<Verdict> {
  const judge = new Judge();
  const since = performance.now();
  const { over, stop } = tooLong();
  try {
    await Promise.race([run(stage, judge), over]);
    for (const unseen of judge.unseen(holds)) judge.faults.push(`I${unseen} was not looked at`);
  } catch (error) {
    judge.faults.push(error instanceof Error ? error.message : String(error));
  }
  stop();
  await stage.clear();
  const { saw, held, faults } = judge;
  return { number, name, saw, held, faults, seconds: (performance.now() - since) / 1000 };
}

const USAGE = `npm run faults -- [--only 3,14] [--json]
  --only  numbers of 1 to ${FAULTS.length}, with commas between
  --json  the verdicts as JSON`;

function chosen(only: string | undefined): readonly Fault[] {
  if (only === undefined) return FAULTS;
  return only.split(',').map((each) => {
    const fault = FAULTS.find(({ number }) => number === Number(each));
    if (fault === undefined) throw new WrongOption(`There is no fault ${each}.`);
    return fault;
  });
}

async function main(): Promise<number> {
  const { json, faults } = readOptions(
    USAGE,
    { only: { type: 'string' }, json: { type: 'boolean', default: false } },
    (values) => ({ json: values.json, faults: chosen(values.only) }),
  );
  // A release of older data would be judged by what the server is now.
  if (isStale(distFolder(), buildSettings('.').apiBase) && (await build('.')) !== 0) return 1;
  const stage = new Stage();
  const verdicts: Verdict[] = [];
  try {
    for (const fault of faults) {
      const verdict = await make(fault, stage);
      verdicts.push(verdict);
      const how = verdict.faults.length === 0 ? 'held' : `FAILED: ${verdict.faults.join('; ')}`;
      process.stderr.write(`${fault.number}. ${fault.name}: ${how} (${verdict.seconds.toFixed(0)} s)\n`);
    }
  } finally {
    await stage.close();
  }
  const failed = verdicts.filter((verdict) => verdict.faults.length > 0).length;
  process.stdout.write(json ? `${JSON.stringify(verdicts, null, 2)}\n` : `\n${table(verdicts)}\n`);
  process.stdout.write(`${json ? '' : '\n'}${verdicts.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

// Broken off, it ends by the way that takes along what it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// A browser or a socket that somebody still holds must not keep the verdict from being told.
process.exit(await main());
