/** The same for programs that a test starts: given to Node by `--import`, it stands before tsx and changes what tsx compiles. */
import { ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import changed from './changed.cjs';

const { run } = changed;
if (isMainThread) register('./load.mjs', import.meta.url);

// Programs that are started with an environment of their own are told, too.
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function start(options) {
  const pairs = options.envPairs ?? [];
  if (!pairs.some((pair) => pair.startsWith('NODE_OPTIONS=')))
    for (const name of ['NODE_OPTIONS', 'MUTATED']) pairs.push(`${name}=${process.env[name]}`);
  return spawn.call(this, options);
};

if (run.programs !== undefined) {
  const known = new Set();
  const file = join(run.programs, String(process.pid));
  // At once: a server may be killed at any time.
  globalThis.reached = (place, value) => {
    const outcome = changed.outcome(place, value);
    if (!known.has(outcome)) appendFileSync(file, `${outcome}\n`);
    known.add(outcome);
    return value;
  };
}
