/**
 * The supervisor: a process of its own that runs the embedded PostgreSQL, so that the API can drain on SIGTERM while
 * its database still answers, and a killed API leaves no orphan.
 *
 * An API process holds a *lease*: a connection to the control port, open for as long as it lives. The kernel closes
 * it however the process ends. Without a lease the supervisor waits a while for the next start to adopt the database,
 * then stops it and itself. One process may hold the lease of a data directory (many, in tests).
 *
 * Arguments: `<dataDir> <owners: one|many> <fsync: on|off> <grace: seconds>`. Exit 3: another supervisor has this directory.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { isSame } from '../accounts/secrets.ts';
import { makeDataDir } from '../data-dir.ts';
import { type Cluster, startCluster } from './cluster.ts';
import {
  ask,
  type ControlAnswer,
  type ControlRequest,
  lines,
  noteFile,
  readNote,
  type SupervisorNote,
} from './control.ts';

interface Lease {
  readonly pid: number;
  readonly socket: Socket;
}

const [dataDir = '', owners = 'one', fsync = 'on', grace = '15'] = process.argv.slice(2);
process.title = 'foyer-database';
const token = randomBytes(24).toString('base64url');
const leases = new Set<Lease>();
let cluster: Cluster | undefined;
let failure: string | undefined;
let stopping: Promise<void> | undefined;
/** The start that is under way, which whoever stops it meanwhile gives up. */
let starting: Promise<Cluster> | undefined;
const given = new AbortController();
let idle: NodeJS.Timeout | undefined;
const waiting = new Set<() => void>();

// A full disk takes no log; that is no reason to leave the database alone.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString()} ${text}\n`);
}

function holdOrLeave(): void {
  clearTimeout(idle);
  if (leases.size === 0) {
    idle = setTimeout(() => {
      say('no owner left; stopping');
      void leave(0);
    }, Number(grace) * 1000);
  }
}

function leave(code: number): Promise<void> {
  stopping ??= (async () => {
    clearTimeout(idle);
    given.abort();
    const begun = await starting?.catch(() => undefined);
    await (cluster ?? begun)?.stop();
    if (readNote(dataDir)?.token === token) rmSync(noteFile(dataDir), { force: true });
    say('stopped');
    // Answers still in their sockets reach their readers first.
    setTimeout(() => process.exit(code), 50);
  })();
  return stopping;
}

function state(): ControlAnswer {
  if (failure) return { state: 'failed', reason: failure };
  if (!cluster || stopping) return { state: 'starting' };
  const { port, socket } = cluster;
  return { state: 'ready', port, ...(socket === undefined ? {} : { socket }), pid: process.pid };
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy());
  const reply = (answer: ControlAnswer): void => {
    if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
  };
  for await (const line of lines(socket)) {
    const request = parse(line);
    if (!request || !sameToken(request.token)) {
      socket.destroy();
      return;
    }
    if (request.want === 'status') {
      reply(state());
    } else if (request.want === 'stop') {
      await leave(0);
      reply({ state: 'stopped' });
    } else {
      const holder = owners === 'one' ? [...leases].find((lease) => !lease.socket.destroyed) : undefined;
      if (holder) {
        reply({ state: 'refused', holder: holder.pid });
        socket.end();
        return;
      }
      const lease: Lease = { pid: request.pid, socket };
      leases.add(lease);
      holdOrLeave();
      socket.once('close', () => {
        leases.delete(lease);
        say(`process ${lease.pid} is gone`);
        if (stopping) return;
        // Who asked for it left before it was there: nobody has anything in it.
        if (leases.size === 0 && starting !== undefined) void leave(0);
        else holdOrLeave();
      });
      while (state().state === 'starting' && !stopping) await new Promise<void>((resolve) => waiting.add(resolve));
      reply(state());
    }
  }
}

function parse(line: string): ControlRequest | undefined {
  try {
    return JSON.parse(line) as ControlRequest;
  } catch {
    return undefined;
  }
}

function sameToken(given: unknown): boolean {
  return isSame(String(given), token);
}

/** Leaves the note by which others find this supervisor; false when a live one has left its own. */
async function leaveNote(control: number): Promise<boolean> {
  const file = noteFile(dataDir);
  const own = `${file}.${process.pid}`;
  const note: SupervisorNote = { pid: process.pid, control, token };
  writeFileSync(own, JSON.stringify(note), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        linkSync(own, file);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readNote(dataDir);
      if (other && (await ask(other, { want: 'status', pid: process.pid }).catch(() => undefined))) return false;
      setAside(file, other);
    }
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes a dead supervisor's note away; puts it back when it turns out to be a newer one's. */
function setAside(file: string, dead: SupervisorNote | undefined): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    const taken = JSON.parse(readFileSync(aside, 'utf8')) as SupervisorNote;
    if (dead && taken.token !== dead.token) linkSync(aside, file);
  } catch {
    // Gone already, or unreadable: either way the next attempt decides.
  } finally {
    rmSync(aside, { force: true });
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

async function main(): Promise<void> {
  makeDataDir(dataDir);
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()));
  const control = await listen(server);
  if (!(await leaveNote(control))) process.exit(3);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(0));
  process.on('SIGHUP', () => undefined);
  holdOrLeave();
  try {
    await keepRunning();
  } catch (error) {
    if (stopping) return;
    failure = error instanceof Error ? error.message : String(error);
    say(`failed: ${failure}`);
    wake();
    setTimeout(() => void leave(1), 500);
  }
}

async function keepRunning(): Promise<void> {
  let restarts = 0;
  for (;;) {
    starting = startCluster({ dataDir, fsync: fsync === 'on', signal: given.signal });
    cluster = await starting;
    starting = undefined;
    say(`PostgreSQL runs as process ${cluster.pid} on port ${cluster.port}`);
    if (stopping) {
      await cluster.stop();
      return;
    }
    wake();
    const since = Date.now();
    await cluster.ended;
    if (stopping) return;
    restarts = Date.now() - since > 60000 ? 0 : restarts + 1;
    if (restarts > 5) throw new Error(`PostgreSQL keeps ending; see ${join(dataDir, 'postgres.log')}.`);
    say('PostgreSQL ended; starting it again');
    cluster = undefined;
  }
}

function wake(): void {
  for (const resolve of waiting) resolve();
  waiting.clear();
}

await main();
