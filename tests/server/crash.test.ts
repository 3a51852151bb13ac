/** kill -9 in the middle of registrations, five times; `npm run bench` does it a hundred times. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targetOf } from '../../src/tools/bench/calls.ts';
import { type CrashReport, crashRounds } from '../../src/tools/bench/crash.ts';
import { currentRelease } from '../../src/tools/bench/release.ts';
import { freePort } from '../../src/tools/free-port.ts';

let folder: string;
let report: CrashReport;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-crash-'));
  const line = currentRelease().lines.find((one) => one.line.offers.emailRegistration);
  if (!line) throw new Error('No line registers by e-mail.');
  report = await crashRounds({
    port: await freePort(),
    dataDir: join(folder, 'data'),
    target: targetOf(line),
    rounds: 5,
  });
}, 180000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the rounds meant something: accounts were registered, and some registrations were cut off', () => {
  expect(report.acknowledged).toBeGreaterThan(5);
  expect(report.interrupted).toBeGreaterThan(0);
});

test('no acknowledged registration is lost', () => {
  expect(report.lost).toEqual([]);
});

test('a registration that was cut off succeeds when it is sent again with the same key, and never says that it exists', () => {
  expect(report.refused).toEqual([]);
});
