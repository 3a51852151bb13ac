/** Runs load generators as processes of their own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, LoadResult } from './load-program.ts';

const program = fileURLToPath(new URL('load-program.ts', import.meta.url));

/** Runs one job to its end. Rejects with what the generator complained of. */
export function runLoad(job: Job): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      complaint += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && output) resolve(JSON.parse(output) as LoadResult);
      else reject(new Error(`The load generator (${job.kind}) ended with ${code}: ${complaint.slice(-1000)}`));
    });
  });
}
