/** Stops the journeys' server, its database included, and removes their data. */
import { readFileSync, rmSync } from 'node:fs';
import { type Started, stateFile } from './start-server.ts';

export async function end({ child, data }: Pick<Started, 'child' | 'data'>): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
}

export default async function stop(): Promise<void> {
  const child = globalThis.journeyServer;
  if (!child || child.exitCode !== null) return;
  const { data } = JSON.parse(readFileSync(stateFile, 'utf8')) as { data: string };
  await end({ child, data });
}
