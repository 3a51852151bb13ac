/** Starts the product exactly as `npm start` does, on a port and a data folder of its own, and waits until it is ready. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.ts';

export const stateFile = '.cache/test/journeys-server.json';

declare global {
  var journeyServer: ChildProcess | undefined;
}

async function ready(port: number, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) return false;
    try {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return true;
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}

export default async function start(): Promise<void> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'foyer-journeys-'));
  const log = join(data, 'server.log');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(data, 'data'),
      FOYER_TEST_CLOCK: '1',
      COUNTRY_HEADER: 'x-country',
      TRUSTED_PROXIES: 'loopback',
      NODE_ENV: 'development',
    },
    stdio: ['ignore', output, output],
  });
  globalThis.journeyServer = child;
  if (!(await ready(port, child))) {
    child.kill('SIGTERM');
    throw new Error(`The server did not become ready:\n${readFileSync(log, 'utf8').slice(-4000)}`);
  }
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify({ port, data, log, pid: child.pid }));
}
