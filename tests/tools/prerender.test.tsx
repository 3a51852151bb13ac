import { createHash } from 'node:crypto';
import { thatWorks } from '../../src/server/http/page.ts';
import { firstCss, hasWidgets, lateCss, widgetsCss } from '../../src/theme/css.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { earlyScript } from '../../src/tools/early.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { FACES, LATE, wholePage } from '../lines/whole-pages.ts';

const EARLY = {
  wait: 'One "moment"',
  lost: 'Not here',
  works: 'Go on & see',
  plain: 'Go on without',
  home: 'Home',
  'off.form': 'No form',
  'off.choice': 'No choice',
  'off.notice': 'No scripts',
  'off.missing': '',
  'off.buttons': 'No buttons',
};

let line: ResolvedLine;
let compiled: CompiledLine;
beforeAll(async () => {
  const found = resolveAll(await loadData('.')).lines.foxrenderfarm;
  if (found === undefined) throw new Error('No line foxrenderfarm.');
  line = found;
  compiled = compileLine(line, { main: '/main.js', apiBase: '', asset: (file) => `/assets/${file}`, banners: {} });
});

async function page(screen: string, preview?: string): Promise<string> {
  const { shell, screens } = compiled.languages.en ?? {};
  const pack = screens?.[screen]?.pack;
  if (shell === undefined || pack === undefined) throw new Error(`No screen ${screen}.`);
  return (await wholePage(line, { shell, pack, early: EARLY, ...(preview === undefined ? {} : { preview }) })).html;
}

const shared = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[a-z]+)" content="([^"]*)">/g)].map((each) => [
      each[1],
      each[2],
    ]),
  );

test('a page that is shared says what it is, with the picture of its line', async () => {
  const html = await page('not-found', 'https://www.line.example/assets/preview.jpg');
  const { 'og:title': title, ...others } = shared(html);
  expect(html).toContain(`<title>${title}</title>`);
  expect(others).toEqual({
    'og:description': expect.stringMatching(/\w/),
    'og:image': 'https://www.line.example/assets/preview.jpg',
    'twitter:card': 'summary_large_image',
  });
});

test('a page whose address carries a token is nothing to share, and a line without a picture shows none', async () => {
  expect(shared(await page('activate', 'https://www.line.example/assets/preview.jpg'))).toEqual({});
  expect(shared(await page('not-found'))).toEqual({});
});

test('a page is painted when all of it has come: a script after the content is awaited', async () => {
  const html = await page('sign-in');
  const [head = '', body = ''] = html.split('</head>');
  const awaited = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(head)?.[1];
  expect(body).toMatch(new RegExp(`^<body><div id="root">.*</div><p id="early"[^>]*></p><script [^>]*id="${awaited}"`));
});

test('what runs before the scripts of a page is small, inline, and allowed by its hash alone', async () => {
  const html = await page('sign-in');
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code ?? '');
  const { code, hash } = earlyScript();
  expect(inline).toEqual([code]);
  expect(hash).toBe(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  expect(code.length).toBeLessThan(2200);
  expect(code).not.toMatch(/export|import|innerHTML|eval|Function/);
  expect(html).toContain('data-wait="One &quot;moment&quot;" data-lost="Not here"');
});

test('a page whose form is run says so once its scripts are lost, and nothing else of it changes', async () => {
  const html = await page('sign-in');
  const said = thatWorks(html, 'Go on & see');
  expect(said).toContain(' data-lost="Go on &amp; see"');
  expect(said.replace('Go on &amp; see', 'Not here')).toBe(html);
  // The renderer of an older release says nothing of it.
  expect(thatWorks(html, undefined)).toBe(html);
});

test('the page of a form shows nothing at first that is styled only behind its content', async () => {
  const classes = (css: string): readonly string[] =>
    [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? '');
  const known = new Set(classes(firstCss(line.theme)));
  const behindAll = [...new Set(classes(lateCss).filter((name) => !known.has(name)))];
  expect(behindAll).toEqual(expect.arrayContaining(['notice', 'dialog-body', 'records', 'option-card', 'rules']));
  const { screens = {} } = compiled.languages.en ?? {};
  for (const [screen, { pack }] of Object.entries(screens)) {
    const html = await page(screen);
    const [head = '', body = ''] = html.split('</head>');
    if (pack.screen.kind !== 'form') {
      expect(head).toContain(lateCss);
      continue;
    }
    const [content = '', behind = ''] = body.split('<script');
    expect(head).not.toContain(lateCss);
    expect(head.includes(widgetsCss)).toBe(hasWidgets(content));
    // Its place is the head: the page's script puts it there once it is live.
    expect(body).not.toContain('<style');
    expect(body).toContain(`data-late="${LATE}"`);
    expect(behind).toContain('id="foyer-shell"');
    // A dialog is closed until something opens it.
    const shown = content.replaceAll(/<dialog.*?<\/dialog>/gs, '');
    const used = [...shown.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    const late = hasWidgets(content) ? behindAll.filter((name) => !classes(widgetsCss).includes(name)) : behindAll;
    expect({ screen, late: used.filter((name) => late.includes(name)) }).toEqual({ screen, late: [] });
  }
});

test('faces come with the styles of a page, at once or late; a page with a token in its address fetches none before it is gone', async () => {
  const [notice, form, token] = [await page('console'), await page('sign-in'), await page('activate')];
  expect(notice).toContain(`<style>${FACES}</style>`);
  expect(notice).not.toContain('data-late=');
  for (const html of [form, token]) {
    expect(html).not.toContain(FACES);
    expect(html).toContain(`data-late="${LATE}"`);
  }
});

test('no example of a preview travels with a page', async () => {
  expect(JSON.stringify(line.screens.console?.states)).toContain('mei_lin');
  expect(await page('console')).not.toContain('mei_lin');
  expect(await page('qr-confirm')).not.toContain('mei_lin');
});
