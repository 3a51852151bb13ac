/** Files that tools write from the data: written, or with `--check` held against what they should say. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOptions } from './options.ts';

/** Writes what differs; with `--check` tells it instead, and the process exits 1. `command` is what writes the files. */
export async function writeOrCheck(
  root: string,
  files: Readonly<Record<string, string>>,
  command: string,
): Promise<void> {
  const { check: checking } = readOptions(`${command} [--check]`, { check: { type: 'boolean' } }, (given) => given);
  for (const [file, content] of Object.entries(files)) {
    const present = await readFile(path.join(root, file), 'utf8').catch(() => '');
    if (present === content) continue;
    if (checking) {
      console.error(`${file} is stale: run \`${command}\` and commit what it writes`);
      process.exitCode = 1;
    } else {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), content);
      console.log(`wrote ${file}`);
    }
  }
}
