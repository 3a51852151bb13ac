/** What a server draws pages with → one module for Node, with React as in production. It becomes part of each release. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Where it stands between builds, relative to the root. */
export const RENDERER = '.cache/renderer/renderer.mjs';

/** What looks for the cursor has a stand-in that finds none. */
const WITHOUT_DOCUMENT: Plugin = {
  name: 'without-document',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/focus\.ts$/ }, () => ({ path: path.resolve('src/stand-ins/no-focus.ts') })),
};

export async function buildRenderer(root: string): Promise<void> {
  await build({
    absWorkingDir: path.resolve(root),
    entryPoints: ['src/tools/renderer.ts'],
    outfile: RENDERER,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [WITHOUT_DOCUMENT],
    // React's modules for Node ask for Node's own by `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    legalComments: 'none',
    logLevel: 'error',
  });
}

/** The module made before. @throws when there is none. */
export const readRenderer = (root: string): Promise<Buffer> => readFile(path.join(root, RENDERER));
