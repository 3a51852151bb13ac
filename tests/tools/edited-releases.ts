/**
 * Releases of a line after edits that no document tells of, as JSON, for `workspace.test.ts`: Jest cannot load the
 * validators' modules, which are no files.
 */
import { readFileSync } from 'node:fs';
import { openWorkspace } from '../../src/tools/workspace.ts';

const LINE = 'ip';
const BANNER = `lines/${LINE}/register-static/promotion.json`;
const DRAWING = `lines/${LINE}/assets/mark.svg`;

const EDITS: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
  'a banner': [BANNER, (text) => text.replace('New animators', 'New painters')],
  'the spaces of a banner': [BANNER, (text) => `${text}\n`],
  artwork: [DRAWING, (text) => text.replace('<svg', '<svg data-edited=""')],
};

const workspace = await openWorkspace('.');
const contents = async (): Promise<Readonly<Record<string, string>>> => {
  const { files, assets } = await workspace.release(new Set([LINE]));
  return Object.fromEntries(Object.entries({ ...files, ...assets }).map(([name, content]) => [name, String(content)]));
};
const before = await contents();
const isBefore = async (): Promise<boolean> => JSON.stringify(await contents()) === JSON.stringify(before);

const edited: Record<string, unknown> = {};
for (const [name, [file, change]] of Object.entries(EDITS)) {
  const onDisk = readFileSync(file, 'utf8');
  const { faults, lines } = workspace.edit({ [file]: change(onDisk) });
  const holds = Object.values(await contents()).includes(change(onDisk));
  const isOnDisk = readFileSync(file, 'utf8') !== onDisk;
  const { lines: linesAgain } = await workspace.reread([file]);
  edited[name] = { faults, lines, holds, isOnDisk, linesAgain, isBeforeAgain: await isBefore() };
}

const page = (): Promise<string> => workspace.render(LINE, 'register', undefined, 'en');
const whole = await page();
const { faults } = workspace.edit({ [BANNER]: '{ "text": ' });
const broken = {
  files: faults.map(({ file }) => file),
  isDrawn: (await page()) === whole,
  isReleased: await isBefore(),
};

process.stdout.write(JSON.stringify({ edited, broken }));
