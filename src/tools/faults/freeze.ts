/** Freezes an embedded PostgreSQL as a machine under a hypervisor freezes: every process of it stops, its connections stay open. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process id of the postmaster that runs on the embedded database of a data directory. @throws when there is none */
function postmasterOf(dataDir: string): number {
  const [first = ''] = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n');
  return Number(first);
}

/** Process ids of a process's children. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in parentheses may hold anything; what follows it is state and parent.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** Stops the postmaster, then its children until there are no new ones; the given function lets them go on. */
export function freeze(dataDir: string): () => void {
  const postmaster = postmasterOf(dataDir);
  process.kill(postmaster, 'SIGSTOP');
  const stopped = new Set<number>();
  for (let found = childrenOf(postmaster); found.some((pid) => !stopped.has(pid)); found = childrenOf(postmaster)) {
    for (const pid of found) {
      stopped.add(pid);
      signal(pid, 'SIGSTOP');
    }
  }
  return () => {
    signal(postmaster, 'SIGCONT');
    for (const pid of childrenOf(postmaster)) signal(pid, 'SIGCONT');
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}
