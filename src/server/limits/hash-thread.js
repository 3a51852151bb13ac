/**
 * A thread that makes and checks Argon2id hashes, one after the other: takes `{ id, value, options }` or
 * `{ id, value, stored }`, answers `{ id, result }` or `{ id, error }`. Plain JavaScript, so that a thread starts without a loader.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

try {
  // Hashing gives way: whoever asks for a page, and the database, goes first.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Only Linux has a priority for each thread, under the number that /proc tells. Elsewhere it keeps that of its process.
}

parentPort?.on('message', ({ id, value, stored, options }) => {
  try {
    const result = stored === undefined ? hashSync(value, options) : verifySync(stored, value);
    parentPort?.postMessage({ id, result });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
