/**
 * The yardsticks: pages that do as little as the same thing can be done with. Built and served in the same run, by the
 * same bundler and with the same compression, so that a ratio says what ours costs and not what the machine does.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { assetsOf, brotli, firstLoad } from './first-load.ts';

const folder = resolve('.cache/bench/baselines');

/** Texts of the form that the yardsticks share with the measured page. */
export interface FormTexts {
  readonly language: string;
  readonly title: string;
  readonly tabs: readonly string[];
  readonly account: string;
  readonly password: string;
  readonly remember: string;
  readonly submit: string;
  readonly forgot: string;
  readonly register: string;
}

const style = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#f5f7fa}
main{max-width:26rem;margin:10vh auto;padding:2rem;background:#fff;border-radius:12px;box-shadow:0 2px 16px #0002}
h1{font-size:1.5rem;margin:0 0 1rem}nav{display:flex;gap:1rem;margin-bottom:1rem}label{display:block;margin:.75rem 0 .25rem}
input:not([type=checkbox]){width:100%;padding:.6rem .75rem;border:1px solid #8a94a6;border-radius:8px;font:inherit}
button{width:100%;margin-top:1rem;padding:.7rem;border:0;border-radius:8px;background:#1a5fd0;color:#fff;font:inherit}
a{color:#1a5fd0}p{display:flex;justify-content:space-between}`;

const head = (texts: FormTexts, more: string): string =>
  `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${texts.title}</title>${more}</head>`;

/** The sign-in form as one would write it by hand: no script at all. */
export function staticForm(texts: FormTexts): string {
  return `${head(texts, `<style>${style}</style>`)}<body><main><h1>${texts.title}</h1>
<nav>${texts.tabs.map((tab) => `<a href="#">${tab}</a>`).join('')}</nav>
<form method="post"><label for="account">${texts.account}</label><input id="account" name="account" autocomplete="username" required>
<label for="password">${texts.password}</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<label><input type="checkbox" name="auto"> ${texts.remember}</label><button>${texts.submit}</button></form>
<p><a href="#">${texts.forgot}</a><a href="#">${texts.register}</a></p></main></body></html>`;
}

/** A page that has nothing to do with them, from which a visitor comes. */
const start =
  '<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Elsewhere</title></head></html>';

/** The same form in bare React, on an empty page; live as soon as its effect has run. */
const reactForm = `import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Form({ texts }) {
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => document.documentElement.setAttribute('data-live', ''), []);
  return (
    <main>
      <h1>{texts.title}</h1>
      <nav>{texts.tabs.map((tab) => <a key={tab} href="#">{tab}</a>)}</nav>
      <form onSubmit={(event) => { event.preventDefault(); fetch('/api', { method: 'POST', body: JSON.stringify({ account, password }) }); }}>
        <label htmlFor="account">{texts.account}</label>
        <input id="account" autoComplete="username" required value={account} onChange={(event) => setAccount(event.target.value)} />
        <label htmlFor="password">{texts.password}</label>
        <input id="password" type="password" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
        <label><input type="checkbox" /> {texts.remember}</label>
        <button type="submit">{texts.submit}</button>
      </form>
      <p><a href="#">{texts.forgot}</a><a href="#">{texts.register}</a></p>
    </main>
  );
}
createRoot(document.getElementById('root')).render(<Form texts={JSON.parse(document.getElementById('texts').textContent)} />);
`;

const reactHello = `import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(<p>hello</p>);
`;

/** The browsers the product is built for. */
function browsers(): unknown {
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as {
    browserslist?: unknown;
    targets?: Record<string, { context?: string; engines?: { browsers?: unknown } }>;
  };
  const named = Object.values(project.targets ?? {}).find((target) => target.engines?.browsers);
  return named?.engines?.browsers ?? project.browserslist ?? 'last 2 Chrome versions';
}

export interface Baselines {
  /** Folder of the built pages: `hello.html`, `form.html`, `static.html` with their scripts, and `start.html`. */
  readonly folder: string;
  /** Brotli bytes of HTML + CSS + JS of a page's first load. */
  bytes(page: 'hello' | 'form'): number;
}

/** Builds the yardsticks with the Parcel of this project and its browserslist. Takes about ten seconds. */
export async function buildBaselines(texts: FormTexts): Promise<Baselines> {
  const source = join(folder, 'source');
  const dist = join(folder, 'dist');
  rmSync(source, { recursive: true, force: true });
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  // A folder of its own for Parcel: the project's `engines.node` would make it a library for Node, without React in it.
  const target = {
    context: 'browser',
    outputFormat: 'esmodule',
    includeNodeModules: true,
    optimize: true,
    engines: { browsers: browsers() },
  };
  writeFileSync(join(source, 'package.json'), JSON.stringify({ private: true, targets: { default: target } }));
  writeFileSync(join(source, 'hello.jsx'), reactHello);
  writeFileSync(join(source, 'form.jsx'), reactForm);
  const root = '<div id="root"></div>';
  writeFileSync(
    join(source, 'hello.html'),
    `${head(texts, '')}<body>${root}<script type="module" src="hello.jsx"></script></body></html>`,
  );
  writeFileSync(
    join(source, 'form.html'),
    `${head(texts, `<style>${style}</style>`)}<body>${root}<script type="application/json" id="texts">${JSON.stringify(texts)}</script><script type="module" src="form.jsx"></script></body></html>`,
  );
  const parcel = resolve('node_modules/parcel/lib/bin.js');
  await promisify(execFile)(
    process.execPath,
    [
      parcel,
      'build',
      join(source, 'hello.html'),
      join(source, 'form.html'),
      '--dist-dir',
      dist,
      '--cache-dir',
      join(folder, 'cache'),
      '--no-source-maps',
      '--no-autoinstall',
    ],
    { cwd: source, env: { ...process.env, NODE_ENV: 'production' } },
  );
  writeFileSync(join(dist, 'static.html'), staticForm(texts));
  writeFileSync(join(dist, 'start.html'), start);
  return {
    folder: dist,
    bytes: (page) => firstLoad(readFileSync(join(dist, `${page}.html`), 'utf8'), assetsOf(dist)).bytes,
  };
}

/**
 * A page of ours as it looks, without what makes it work: no script, no data, nothing fetched ahead, no styles of what is
 * not shown yet. What the page takes beyond this is the engine's; what this takes beyond the static form, its looks'.
 */
export const looksOf = (html: string): string =>
  html
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="(?:modulepreload|preload|expect)"[^>]*>/g, '')
    .replace(/(<\/head>.*)<style>.*?<\/style>/s, '$1');

/** Puts `looks.html`, and the pictures that it shows, into the folder of the yardsticks. `assets` is the release's folder of them. */
export function addLooks(folder: string, html: string, assets: string): void {
  const looks = looksOf(html);
  for (const [, name = ''] of looks.matchAll(/"\/assets\/([\w.-]+)"/g))
    copyFileSync(join(assets, name), join(folder, name));
  writeFileSync(join(folder, 'looks.html'), looks.replaceAll('"/assets/', '"/'));
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Serves a folder from memory, compressed beforehand, as the measured server does. */
export async function serveFolder(root: string, port: number): Promise<{ origin: string; close(): Promise<void> }> {
  const files = new Map(
    readdirSync(root).map((name) => [
      `/${name}`,
      {
        type: types[name.split('.').pop() ?? ''] ?? 'application/octet-stream',
        body: brotli(readFileSync(join(root, name))),
      },
    ]),
  );
  const server: Server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!file) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': file.body.length,
        'cache-control': 'no-cache',
      })
      .end(file.body);
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
