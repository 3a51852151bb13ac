/** The relays of vendors' frames: plain scripts of ours in `relays/` beside the frames. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param module address of the module that names it */
export const relayOf = (module: string, name: string): string =>
  readFileSync(join(dirname(fileURLToPath(module)), 'relays', `${name}.js`), 'utf8');
