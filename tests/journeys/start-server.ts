/** Starts the product as `npm start` does, without watching the data, one server for each worker, on ports and data folders of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../src/tools/free-port.ts';
import { keepSeeded } from './seeded.ts';

export const stateFile = '.cache/test/journeys-servers.json';

/** What a worker knows of its server. */
export interface ServerState {
  readonly port: number;
  readonly data: string;
}

declare global {
  var journeyServers: readonly Started[] | undefined;
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

export interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** Folder of everything it keeps. */
  readonly data: string;
  readonly log: string;
}

/**
 * A server of its own, with further settings. Rejects with its log when it does not become ready.
 * @param root repository whose data is served and watched, as `npm start` does; this one's, unwatched, where it is left out
 */
export async function launch(settings: Readonly<Record<string, string>> = {}, root?: string): Promise<Started> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'foyer-journeys-'));
  const log = join(data, 'server.log');
  const output = openSync(log, 'a');
  const watching = root === undefined ? [] : ['--watch'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/start.ts', ...watching], {
    ...(root === undefined ? {} : { cwd: root }),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(data, 'data'),
      FOYER_TEST_CLOCK: '1',
      COUNTRY_HEADER: 'x-country',
      TRUSTED_PROXIES: 'loopback',
      NODE_ENV: 'development',
      ...settings,
    },
    stdio: ['ignore', output, output],
  });
  if (!(await ready(port, child))) {
    child.kill('SIGTERM');
    throw new Error(`The server did not become ready:\n${readFileSync(log, 'utf8').slice(-4000)}`);
  }
  return { child, port, data, log };
}

export default async function start({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  const started: Started[] = [];
  globalThis.journeyServers = started;
  // One after the other: the second finds what the first has built.
  for (let worker = 0; worker < maxWorkers; worker += 1) {
    const server = await launch();
    await keepSeeded(server.data);
    started.push(server);
  }
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(started.map(({ port, data }): ServerState => ({ port, data }))));
}
