/**
 * What a visitor downloads on the first load of a sign-in page: HTML (with its CSS and data), the main bundle and the
 * validators, brotli, against a bare react + react-dom page by the same bundler. `npx tsx src/tools/size.ts [line [language]]`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { pageHtml } from './bench/release.ts';
import { buildBundle, readBundle } from './build-bundle.ts';

export interface PageSize {
  /** Bytes, brotli. */
  readonly html: number;
  readonly scripts: Readonly<Record<string, number>>;
  readonly total: number;
}

const compressed = (content: Buffer | string): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Sizes of a page of the current release: what its HTML names as module or as preload. */
async function pageSize(dist: string, line: string, language: string, screen: string): Promise<PageSize> {
  const html = await pageHtml(line, language, screen, dist);
  const addresses = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, at]) => at as string));
  const scripts: Record<string, number> = {};
  for (const address of addresses) scripts[address] = compressed(await readFile(path.join(dist, address)));
  const page = compressed(html);
  return { html: page, scripts, total: Object.values(scripts).reduce((sum, each) => sum + each, page) };
}

const BARE = {
  folder: '.cache/bare',
  out: '.cache/bare-bundle',
  html: '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="./bare.tsx"></script></body></html>',
  code: "import { hydrateRoot } from 'react-dom/client';\nhydrateRoot(document.getElementById('root')!, <p>hello</p>);\n",
};

/** Brotli size of a page of react and react-dom alone, by the same bundler. */
async function bareSize(root: string): Promise<number> {
  const folder = path.join(root, BARE.folder);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'page.html'), BARE.html);
  await writeFile(path.join(folder, 'bare.tsx'), BARE.code);
  await buildBundle({ root, folder: BARE.out, entry: `${BARE.folder}/page.html` });
  const { main, files } = await readBundle(path.join(root, BARE.out));
  return compressed(files[main] as Buffer);
}

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`.padStart(10);

async function print(root: string, line = 'renderbus', language = 'en'): Promise<void> {
  const { html, scripts, total } = await pageSize(path.join(root, 'dist'), line, language, 'sign-in');
  console.log(`${line} sign-in in ${language}, first load, brotli`);
  console.log(`${kb(html)}  HTML, CSS and data`);
  for (const [address, size] of Object.entries(scripts)) console.log(`${kb(size)}  ${address}`);
  console.log(`${kb(total)}  in all`);
  console.log(`${kb(await bareSize(root))}  react + react-dom alone, same bundler`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [line, language] = process.argv.slice(2);
  await print(process.cwd(), line, language);
}
