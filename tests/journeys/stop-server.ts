/** Stops the journeys' servers, their databases included, and removes their data. */
import { rmSync } from 'node:fs';
import type { Started } from './start-server.ts';

export async function end({ child, data }: Pick<Started, 'child' | 'data'>): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
}

export default async function stop(): Promise<void> {
  await Promise.all((globalThis.journeyServers ?? []).map(end));
}
