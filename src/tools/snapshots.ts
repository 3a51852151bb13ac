/** `npm run snapshots`: accepts the accessible trees as they are now. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspectAll } from './inspect.ts';
import { readOptions } from './options.ts';
import { createWriter, TREES_FOLDER } from './trees.ts';

readOptions('npm run snapshots\n  It takes no options.', {}, () => undefined);

const found = await inspectAll(process.cwd(), { only: 'trees' });
const write = createWriter();
mkdirSync(TREES_FOLDER, { recursive: true });
const files = found.map(({ line, trees }) => [`${line}.txt`, write(line, trees)] as const);
const kept = new Set<string>(files.map(([name]) => name));
for (const name of readdirSync(TREES_FOLDER)) if (!kept.has(name)) rmSync(path.join(TREES_FOLDER, name));
for (const [name, text] of files) writeFileSync(path.join(TREES_FOLDER, name), text);
process.stdout.write(`wrote ${files.length} files in ${TREES_FOLDER}\n`);
