/** What typing is like: before hydration, and in a form that validates. */
import type { Browser, Page, Request } from 'playwright-core';
import { visitor } from './throttled.ts';

/** `late`: the page was live before the first key could be pressed, so the run says nothing. */
export type Typed = 'kept' | 'lost' | 'late';

/**
 * Types an account name as soon as the field can take it, goes on through hydration, then fills the password and sends.
 * Kept when the field had focus and text afterwards, and the request carried what was typed.
 */
export async function typedThrough(browser: Browser, address: string): Promise<Typed> {
  const visit = await visitor(browser);
  const { page } = visit;
  const typed = 'mei_lin_2026';
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  try {
    await page.goto(address, { waitUntil: 'commit' });
    const account = page.locator('input[autocomplete~="username"]').first();
    await account.waitFor({ state: 'visible' });
    await account.focus();
    await page.keyboard.type(typed.slice(0, 1));
    if ((await visit.seen()).live > 0) return 'late';
    for (const character of typed.slice(1)) {
      await page.waitForTimeout(100);
      await page.keyboard.type(character);
    }
    await page.waitForSelector('html[data-live]', { state: 'attached' });
    await page.waitForTimeout(300);
    const kept = await account.evaluate(
      (input) => document.activeElement === input && (input as HTMLInputElement).value,
    );
    await page.locator('input[autocomplete~="current-password"]').first().fill('Render2026x');
    await page.keyboard.press('Enter');
    for (let tries = 0; tries < 150 && !sent.some((body) => body.includes(typed)); tries += 1)
      await page.waitForTimeout(100);
    return kept === typed && sent.some((body) => body.includes(typed)) ? 'kept' : 'lost';
  } finally {
    await visit.leave();
  }
}

export interface Keystrokes {
  /** Milliseconds from each key press to the frame that shows it. */
  readonly delays: readonly number[];
  /** Inputs of the form; a group of radios or checkboxes is one. */
  readonly fields: number;
}

/** Milliseconds between two keys of somebody who types fast. */
const BETWEEN_KEYS = 90;
/** Stops that the Tab key may make between two text fields. */
const MOST_STOPS = 12;

/**
 * Fills every text field of a form with the keyboard alone, after sending it empty: where there is live validation, every
 * key validates from then on. The Tab keys from field to field count, too. Delays are the browser's Event Timing (steps of
 * 8 ms; what is faster than 16 ms counts as 16).
 */
export async function keystrokes(browser: Browser, address: string): Promise<Keystrokes> {
  const visit = await visitor(browser);
  const { page, cdp } = visit;
  try {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.goto(address);
    await page.waitForSelector('html[data-live]', { state: 'attached' });
    await page.evaluate(
      `window.keys = []; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { if (entry.name === 'keydown') window.keys.push(entry.duration); })).observe({ type: 'event', durationThreshold: 16 });`,
    );
    await page.locator('form button[type=submit]').first().click();
    await page.waitForTimeout(1000);
    const fields = await page.locator('form input:visible').all();
    let pressed = 0;
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      pressed += 1;
      await page.waitForTimeout(BETWEEN_KEYS);
    };
    for (const [at, field] of fields.entries()) {
      const type = (await field.getAttribute('type')) ?? 'text';
      if (['checkbox', 'radio', 'hidden'].includes(type)) continue;
      const isReached = (): Promise<boolean> => field.evaluate((input) => document.activeElement === input);
      if (at === 0) await field.focus();
      for (let stops = 0; stops < MOST_STOPS && !(await isReached()); stops += 1) await press('Tab');
      if (!(await isReached())) throw new Error(`The Tab key does not reach field ${at + 1} of the form.`);
      for (const character of 'Render2026x_a') await press(character);
    }
    await page.waitForTimeout(500);
    const slowKeys = (await page.evaluate('window.keys')) as number[];
    return {
      delays: [...slowKeys, ...Array.from({ length: Math.max(0, pressed - slowKeys.length) }, () => 16)],
      fields: await countFields(page),
    };
  } finally {
    await visit.leave();
  }
}

const countFields = (page: Page): Promise<number> =>
  page.evaluate(
    `new Set([...document.querySelectorAll('form input, form select')].filter((input) => input.type !== 'hidden').map((input) => input.name || input.id)).size`,
  ) as Promise<number>;
