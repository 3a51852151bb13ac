/** A copy of the repository whose data can be edited, with the code and the last build of this one. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RENDERER } from '../build-renderer.ts';
import { BUNDLE_FOLDER } from '../workspace.ts';

export interface WorkingCopy {
  readonly root: string;
  /** Writes a file's text with a part replaced. @throws when it does not have that part. */
  replace(file: string, part: string | RegExp, by: string): void;
  /** Writes the file as it was at first. */
  restore(file: string): void;
}

/** @param root folder that is made anew */
export function workingCopy(root: string): WorkingCopy {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const name of [
    'schemas',
    'lines',
    'src',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    BUNDLE_FOLDER,
    RENDERER,
  ])
    cpSync(name, join(root, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const { release } = JSON.parse(readFileSync('dist/current.json', 'utf8')) as { release: string };
  for (const name of ['dist/assets', `dist/releases/${release}`, 'dist/current.json'])
    cpSync(name, join(root, name), { recursive: true });
  // What was built is what the copy is made from, whatever was written when.
  const now = new Date();
  utimesSync(join(root, 'dist/current.json'), now, now);
  return {
    root,
    replace(file, part, by) {
      const before = readFileSync(file, 'utf8');
      const text = before.replace(part, () => by);
      if (text === before) throw new Error(`${file} has no ${part}.`);
      writeFileSync(join(root, file), text);
    },
    restore: (file) => cpSync(file, join(root, file)),
  };
}
