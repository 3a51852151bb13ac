/** Stops the journeys' server, its database included, and removes their data. */
import { readFileSync, rmSync } from 'node:fs';
import { stateFile } from './start-server.ts';

export default async function stop(): Promise<void> {
  const child = globalThis.journeyServer;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
  const { data } = JSON.parse(readFileSync(stateFile, 'utf8')) as { data: string };
  rmSync(data, { recursive: true, force: true });
}
