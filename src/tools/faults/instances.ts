/** Several instances, and an instance that is told to stop or dies under load. */
import { performance } from 'node:perf_hooks';
import type { House } from './house.ts';
import { until } from './house.ts';
import { acknowledgedRemain, countersExact } from './invariants.ts';
import type { Judge } from './judge.ts';
import { type LoadReport, mistype, startLoad } from './load.ts';
import { type Balancer, openProxy } from './proxy.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

/** Two instances on the database of a third, which nobody calls. */
async function behindProxy(
  stage: Stage,
): Promise<{ house: House; instances: readonly [House, House]; proxy: Balancer }> {
  const house = await stage.house();
  const instances = [await stage.instance(house), await stage.instance(house)] as const;
  const proxy = await openProxy(instances.map(({ port }) => port));
  stage.after(() => proxy.close());
  return { house, instances, proxy };
}

const told = ({ answers, failed, retried }: LoadReport): string =>
  `${answers} answers, ${retried} of them after pressing again, ${failed.length} failures${failed.length > 0 ? ` (${failed[0]})` : ''}`;

async function toldToStop(stage: Stage, judge: Judge): Promise<void> {
  const { house, instances, proxy } = await behindProxy(stage);
  const target = stage.target(LINES.mail);
  const load = startLoad({ house, port: proxy.port, target });
  await until('the load', () => load.answers() > 60);
  const since = performance.now();
  process.kill(instances[0].server.pid, 'SIGTERM');
  const code = await instances[0].server.ended;
  const seconds = (performance.now() - since) / 1000;
  const before = load.answers();
  await until('the other instance to go on alone', () => load.answers() > before + 30);
  const report = await load.stop();
  judge.sees(told(report), report.failed.length === 0);
  judge.expect(code === 0 && seconds < 10, `it ended with ${code} after ${seconds.toFixed(1)} s`);
  await acknowledgedRemain(house, target, report.accounts.slice(-20), judge);
}

async function oneDies(stage: Stage, judge: Judge): Promise<void> {
  const { house, instances, proxy } = await behindProxy(stage);
  const target = stage.target(LINES.mail);
  const accounts = await Promise.all(Array.from({ length: 4 }, () => house.account(target)));
  const tries = accounts.map((account) => ({ account, sent: 0, answered: 0 }));
  const guess = async (): Promise<void> => {
    for (const each of tries) {
      each.sent += 1;
      const answer = await mistype(house, target, each.account, proxy.port);
      if (answer?.status === 401) each.answered += 1;
    }
  };
  const load = startLoad({ house, port: proxy.port, target, retries: 1 });
  await until('the load', () => load.answers() > 60);
  const guessing = guess();
  await instances[0].server.kill();
  await guessing;
  await guess();
  const before = load.answers();
  await until('the other instance to go on alone', () => load.answers() > before + 30);
  const report = await load.stop();
  judge.sees(told(report), report.failed.length === 0);
  for (const each of tries) await countersExact(house, each.account, each, judge);
  await acknowledgedRemain(house, target, report.accounts.slice(-20), judge);
}

export const INSTANCES: readonly Fault[] = [
  { number: 3, name: 'SIGTERM under load', holds: [1], run: toldToStop },
  { number: 5, name: 'one of two instances dies (kill -9)', holds: [1, 5], run: oneDies },
];
