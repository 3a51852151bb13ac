/** Section `page`: what a visitor with a slow phone waits for, beside the least that the same form can cost. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { ServerLine } from '../../engine/pack.ts';
import { launchBrowser } from '../browser.ts';
import { addLooks, buildBaselines, type FormTexts, serveFolder } from './baselines.ts';
import type { Figure } from './figures.ts';
import { currentRelease, distFolder, languageQuery, lineOf, routeOf } from './release.ts';
import { median, percentile } from './statistics.ts';
import { coldLoad, type Seen, visitor } from './throttled.ts';
import { keystrokes, type Typed, typedThrough } from './typing.ts';
import { launchUndisturbed } from './undisturbed.ts';

/** Every name below `localhost` is this machine, in whatever way the system resolves it. */
const hostRules = '--host-resolver-rules=MAP *.localhost 127.0.0.1';

export interface PageOptions {
  /** Port of the running server. */
  readonly port: number;
  readonly baselinePort: number;
  readonly runs: number;
  readonly log: (text: string) => void;
}

const addressOf = (line: ServerLine, screen: string, port: number): string =>
  `http://${line.name}.localhost:${port}${routeOf(line, screen)}`;

/** The sign-in page as it came, and the texts of its form, so that the yardsticks say the same. */
async function seenAt(browser: Browser, address: string): Promise<{ html: string; texts: FormTexts }> {
  const page = await browser.newPage();
  try {
    const html = (await (await page.goto(address))?.text()) ?? '';
    await page.waitForSelector('html[data-live]', { state: 'attached' });
    const all = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();
    const [first = '', second = '', ...others] = await all('form label');
    const links = await all('main a');
    const texts = {
      language: (await page.locator('html').getAttribute('lang')) ?? 'en',
      title: (await all('h1'))[0] ?? '',
      tabs: await all('[role=tab]'),
      account: first,
      password: second,
      remember: others[0] ?? '',
      submit: (await all('form button[type=submit]'))[0] ?? '',
      forgot: links[0] ?? '',
      register: links.at(-1) ?? '',
    };
    return { html, texts };
  } finally {
    await page.close();
  }
}

/** Opens every line x language x screen once, without throttling, and collects what the policy refused. */
async function violationsEverywhere(
  browser: Browser,
  port: number,
): Promise<{ readonly pages: number; readonly violations: readonly string[] }> {
  const violations: string[] = [];
  let pages = 0;
  for (const line of currentRelease().lines) {
    for (const language of line.line.languages.offered) {
      for (const screen of Object.keys(line.line.routes)) {
        const visit = await visitor(browser, { slowed: false });
        try {
          const address = `${addressOf(line, screen, port)}${languageQuery(line, language)}`;
          await visit.page.goto(address);
          await visit.page
            .waitForSelector('html[data-live]', { state: 'attached', timeout: 10000 })
            .catch(() => violations.push(`${address} never became live`));
          pages += 1;
          // A screen may go elsewhere by itself; what is shown then is measured under its own address.
          for (const refused of (await visit.seen().catch(() => undefined))?.violations ?? [])
            violations.push(`${address} ${refused}`);
        } finally {
          await visit.leave();
        }
      }
    }
  }
  return { pages, violations };
}

export async function pageFigures(options: PageOptions): Promise<Figure[]> {
  const { port, runs, log } = options;
  const release = currentRelease();
  const signIn = addressOf(lineOf(release, 'renderbus'), 'sign-in', port);
  const register = addressOf(lineOf(release, 'renderbus'), 'register', port);
  const browser = await launchBrowser({ args: [hostRules] });
  try {
    log('building the yardsticks');
    const { html, texts } = await seenAt(browser, signIn);
    const baselines = await buildBaselines(texts);
    addLooks(baselines.folder, html, join(distFolder(), 'assets'));
    const served = await serveFolder(baselines.folder, options.baselinePort);
    const from = `${served.origin}/start.html`;
    const plain: Seen[] = [];
    const looks: Seen[] = [];
    const react: Seen[] = [];
    const ours: Seen[] = [];
    const undisturbed = await launchUndisturbed([hostRules]);
    try {
      // All in turn, so that a busy moment of the machine falls on all of them.
      for (let run = 0; run < runs; run += 1) {
        log(`cold loads, run ${run + 1} of ${runs}`);
        const load = (address: string, hydrates: boolean) => coldLoad(undisturbed, address, hydrates, from);
        plain.push(await load(`http://static.localhost:${options.baselinePort}/static.html`, false));
        looks.push(await load(`http://looks.localhost:${options.baselinePort}/looks.html`, false));
        react.push(await load(`http://form.localhost:${options.baselinePort}/form.html`, true));
        ours.push(await load(signIn, true));
      }
    } finally {
      await undisturbed.close();
    }
    log('typing through hydration');
    const typingRuns = Math.max(3, Math.ceil(runs / 2));
    const typed: Typed[] = [];
    for (let run = 0; run < 3 * typingRuns && typed.length < typingRuns; run += 1) {
      const one = await typedThrough(browser, signIn);
      if (one !== 'late') typed.push(one);
    }
    log('keystrokes on the register form');
    const bareKeys = await keystrokes(browser, `http://form.localhost:${options.baselinePort}/form.html`);
    const keys = await keystrokes(browser, register);
    await served.close();
    log('every line, language and screen for violations of the policy');
    const everywhere = await violationsEverywhere(browser, port);
    for (const violation of everywhere.violations.slice(0, 10)) log(violation);

    const of = (seen: readonly Seen[], what: 'paint' | 'field' | 'live'): number =>
      median(seen.map((one) => (what === 'field' ? Math.max(one.field, one.paint) : one[what])));
    const form = 'static HTML form';
    return [
      {
        section: 'page',
        what: 'first contentful paint',
        unit: 'ms',
        measured: of(ours, 'paint'),
        baseline: { what: form, value: of(plain, 'paint') },
        target: { kind: 'at most', value: 1.15, of: 'ratio' },
      },
      {
        section: 'page',
        what: 'the same, beside its own looks',
        unit: 'ms',
        measured: of(ours, 'paint'),
        baseline: { what: 'this page without script and data', value: of(looks, 'paint') },
      },
      {
        section: 'page',
        what: 'account field can be typed in',
        unit: 'ms',
        measured: of(ours, 'field'),
        baseline: { what: form, value: of(plain, 'field') },
        target: { kind: 'at most', value: 1.15, of: 'ratio' },
      },
      {
        section: 'page',
        what: 'typed before hydration, kept and sent',
        unit: '%',
        measured: typed.length === 0 ? Number.NaN : (100 * typed.filter((one) => one === 'kept').length) / typed.length,
        target: { kind: 'exactly', value: 100, of: 'measured' },
        note: `${typed.length} runs in which the first key came before hydration`,
      },
      {
        section: 'page',
        what: 'form fully live',
        unit: 'ms',
        measured: of(ours, 'live'),
        baseline: { what: 'bare React form', value: of(react, 'live') },
        target: { kind: 'at most', value: 1.3, of: 'ratio' },
      },
      {
        section: 'page',
        what: 'keystroke to next paint, p95',
        unit: 'ms',
        measured: percentile(keys.delays, 0.95),
        baseline: { what: 'bare React form', value: percentile(bareKeys.delays, 0.95) },
        target: { kind: 'at most', value: 32, of: 'measured' },
        note: `register form, ${keys.fields} inputs, live validation, ${keys.delays.length} keys, Event Timing in steps of 8 ms`,
      },
      {
        section: 'page',
        what: 'layout shift while loading',
        unit: '',
        measured: Math.max(...ours.map((one) => one.shift)),
        target: { kind: 'exactly', value: 0, of: 'measured' },
        note: `worst of ${runs} runs`,
      },
      {
        section: 'page',
        what: 'policy violations',
        unit: '',
        measured: everywhere.violations.length + ours.reduce((sum, one) => sum + one.violations.length, 0),
        target: { kind: 'exactly', value: 0, of: 'measured' },
        note: `${everywhere.pages} pages: every line, language and screen`,
      },
    ];
  } finally {
    await browser.close();
  }
}
