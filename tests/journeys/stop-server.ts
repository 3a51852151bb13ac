/** Stops the journeys' servers, their databases included, and removes their data. */
import { readFileSync, rmSync } from 'node:fs';
import type { Started } from './start-server.ts';

export async function end({ child, data }: Pick<Started, 'child' | 'data'>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
}

export default async function stop(): Promise<void> {
  // Every journey after it has failed at its door: this says why.
  for (const { child, log } of globalThis.journeyServers ?? []) {
    const how = child.exitCode ?? child.signalCode;
    if (how !== null) console.error(`A server ended by itself (${how}):\n${readFileSync(log, 'utf8').slice(-4000)}`);
  }
  await Promise.all((globalThis.journeyServers ?? []).map(end));
}
