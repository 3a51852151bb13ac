/** Writes the data twice: with every page, into `<folder>/written`, and with what draws them, into `<folder>/drawn`. */
import { join } from 'node:path';
import { buildRenderer } from '../../src/tools/build-renderer.ts';
import { publish } from '../../src/tools/publish.ts';
import { openWorkspace } from '../../src/tools/workspace.ts';

const folder = process.argv[2] ?? '';
await buildRenderer('.');
for (const [name, isStatic] of [
  ['written', true],
  ['drawn', false],
] as const) {
  const content = await (await openWorkspace('.', { isStatic })).release();
  await publish(content, { dist: join(folder, name), cache: join(folder, 'cache'), now: 0, compression: 'none' });
}
