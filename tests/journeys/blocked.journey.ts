/** A browser that keeps no cookies: nobody can sign in, and the page says so before anything is sent. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser, switches } from '../../src/tools/browser.ts';
import { originOf } from './visitor.ts';

const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } };

const sentence = (language: string): string =>
  (JSON.parse(readFileSync(`lines/_base/messages/${language}.json`, 'utf8')) as Record<string, string>)[
    'frame.no-cookies'
  ] ?? '';

test.each([
  ['renderbus', 'zh'],
  ['foxrenderfarm', 'en'],
])('%s says that cookies are blocked', async (line, language) => {
  const profile = mkdtempSync(join(tmpdir(), 'foyer-blocked-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(BLOCKED));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...switches],
  });
  try {
    const page = await context.newPage();
    await page.goto(originOf(line));
    await page.getByText(sentence(language), { exact: true }).waitFor();
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
