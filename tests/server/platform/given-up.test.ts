/** Whoever gives the embedded database up while it is opened, or while a lost supervisor is replaced, leaves nothing behind. */
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '../../../src/server/db/control.ts';
import { openEmbedded } from '../../../src/server/db/embedded.ts';
import { lives, processesOf, until } from './process.ts';

const directory = mkdtempSync(join(tmpdir(), 'foyer-given-up-'));
// As an ordinary checkout is: passable for PostgreSQL's user.
chmodSync(directory, 0o755);
const options = { graceSeconds: 2 };
const isSupervisor = (line: string): boolean => /supervisor\.ts|foyer-database/.test(line);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('given up before the supervisor has left its note, it leaves none', async () => {
  const folder = join(directory, 'server-before');
  const given = new AbortController();
  const opening = openEmbedded({ ...options, dataDir: folder, signal: given.signal });
  await until(() => processesOf(folder).length > 0 || existsSync(join(folder, 'supervisor.log')));
  given.abort(new Error('given up'));
  await expect(opening).rejects.toThrow('given up');
  await until(() => processesOf(folder).length === 0);
});

it('given up before it began, it starts nothing', async () => {
  const folder = join(directory, 'never');
  const opening = openEmbedded({ ...options, dataDir: folder, signal: AbortSignal.abort(new Error('given up')) });
  await expect(opening).rejects.toThrow('given up');
  expect([existsSync(join(folder, 'supervisor.log')), processesOf(folder)]).toEqual([false, []]);
  const deaf = createServer().listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const note = { pid: process.pid, control: (deaf.address() as AddressInfo).port, token: 'x' };
  await expect(open(note, { want: 'lease', pid: process.pid }, AbortSignal.abort())).rejects.toThrow('given up');
  deaf.close();
});

it('stopped while a lost supervisor is replaced, it starts no other', async () => {
  const folder = join(directory, 'replaced');
  const events: string[] = [];
  const owner = await openEmbedded({ ...options, dataDir: folder, onEvent: (event) => events.push(event) });
  const last = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(owner.supervisor(), 'SIGKILL');
  await until(() => events.includes('lost'));
  await owner.stop();
  await until(() => processesOf(folder).every((line) => !isSupervisor(line)));
  await new Promise((next) => setTimeout(next, 1000));
  expect(events).toEqual(['lost']);
  expect(processesOf(folder).filter(isSupervisor)).toEqual([]);
  // What the killed one left is ended by whoever comes next.
  if (lives(last)) process.kill(last, 'SIGINT');
  await until(() => processesOf(folder).length === 0);
});
