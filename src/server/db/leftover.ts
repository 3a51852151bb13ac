/** A PostgreSQL that an earlier supervisor left behind. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A supervisor that was killed leaves its server running: it is ended here, since nobody watches over it. A lock file
 * whose process is gone, or is something else by now (process ids return, in containers at once), is removed.
 */
export async function endLeftover(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!isPostgres(pid)) {
    rmSync(lock, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isPostgres(pid); waited += 50) {
    // Immediate shutdown is safe as well: the next start recovers from the log.
    if (waited === 5000) process.kill(pid, 'SIGQUIT');
    if (waited > 15000)
      throw new Error(`PostgreSQL (process ${pid}) left by an earlier run does not stop. Stop it by hand.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  rmSync(lock, { force: true });
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    if (process.platform === 'linux') {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return state.includes('(postgres)') && !state.includes('(postgres) Z');
    }
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}
