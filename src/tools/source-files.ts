/** TypeScript files below a folder, declarations left out, in order. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @throws when there is no such folder */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
}
