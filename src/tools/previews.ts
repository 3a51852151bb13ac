/**
 * `npm run previews`: draws `preview.jpg` of each line that names one, from its illustration, wordmark, tagline and colours:
 * the picture that stands beside a shared address. Names of lines draw those only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { escapeHtml } from '../engine/escape-html.ts';
import { latinTracking } from '../theme/css.ts';
import { familiesOf } from '../theme/families.ts';
import { launchStill } from './browser.ts';
import { readFaces } from './face-files.ts';
import { linesByName } from './lines-by-name.ts';
import type { ResolvedLine } from './resolve.ts';

/** The size that networks ask for, px. */
const SIZE = { width: 1200, height: 630 } as const;
/** Sharp enough for text, and small enough to be fetched while somebody looks. */
const QUALITY = 86;

/** @param faces rules of the line's faces */
function drawing(line: ResolvedLine, faces: string): string {
  const { theme, assets, line: facts, messages } = line;
  const { art, color, type } = theme;
  const language = facts.languages.default;
  const text = (key: string): string => escapeHtml(messages[language]?.[key] ?? '');
  const source = (file: string): string => {
    const path = assets[file];
    if (path === undefined) throw new Error(`${line.name} has no ${file}.`);
    return `data:image/svg+xml;base64,${readFileSync(path).toString('base64')}`;
  };
  const { light } = color;
  const { latin, chinese } = familiesOf(type);
  const { tracking: widest = -0.02 } = type.display ?? {};
  const tracking = language.startsWith('zh') ? widest : latinTracking(widest);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${faces}
    * { box-sizing: border-box; margin: 0; }
    body { display: grid; grid-template-columns: 1fr 500px; inline-size: ${SIZE.width}px; block-size: ${SIZE.height}px; background: ${light.background};
      color: ${light.text}; font: 400 30px/1.5 ${latin}, ${chinese}, sans-serif; }
    main { display: grid; grid-template-rows: auto 1fr auto; padding: 64px 56px 56px 72px; }
    .logo { block-size: 56px; }
    h1 { align-self: center; font-size: 60px; word-break: keep-all; line-height: 1.2; font-family: display, Arial, ${latin}, ${chinese}, sans-serif; font-weight: ${type.headingWeight}; font-synthesis: none; letter-spacing: ${tracking}em; text-wrap: balance; }
    p { word-break: keep-all; color: ${light.textMuted}; text-wrap: balance; }
    aside { position: relative; overflow: hidden; margin: 24px 24px 24px 0; border-radius: 32px; background: linear-gradient(165deg, ${light.heroFrom}, ${light.heroTo}); }
    /* A picture that has room for a card in its middle shows what it is of at its sides. */
    aside img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; object-position: ${theme.layout === 'card' ? '100%' : '50%'} 40%; }
  </style><main><img class="logo" src="${source(art.logo)}" alt=""><h1>${text('line.tagline')}</h1><p>${text('line.promise')}</p></main>
  <aside><img src="${source(art.illustration)}" alt=""></aside></html>`;
}

async function draw(browser: Browser, line: ResolvedLine, name: string): Promise<string> {
  const tab = await browser.newPage({ viewport: SIZE });
  try {
    const content = async (file: string): Promise<Buffer> => readFileSync(line.assets[file] ?? '');
    const inline = (file: string): string =>
      `data:font/woff2;base64,${readFileSync(line.assets[file] ?? '').toString('base64')}`;
    await tab.setContent(drawing(line, await readFaces(line, content, inline)), { waitUntil: 'load' });
    await tab.evaluate(() => document.fonts.ready);
    const file = join('lines', line.name, 'assets', name);
    writeFileSync(file, await tab.screenshot({ type: 'jpeg', quality: QUALITY }));
    return file;
  } finally {
    await tab.close();
  }
}

const lines = await linesByName('npm run previews -- [line …]');
const browser = await launchStill();
try {
  for (const line of lines) {
    const { preview } = line.theme.art;
    if (preview === undefined) continue;
    process.stdout.write(`${await draw(browser, line, preview)}\n`);
  }
} finally {
  await browser.close();
}
