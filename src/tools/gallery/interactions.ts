/** Forms while somebody uses them: with the mouse, with keys, and while the service has not answered yet. */
import type { Browser, Locator, Page } from 'playwright-core';
import { shoot } from './draw-pages.ts';
import { fillIn } from './fill-in.ts';
import type { LiveLine, LivePage } from './live-line.ts';
import { type Plan, shownLanguage } from './plan.ts';
import type { Shelf } from './shelf.ts';

/** In the order in which they are shown. */
const STATES = ['hover', 'focus', 'field-error', 'area-list', 'busy', 'captcha', 'countdown'] as const;
type State = (typeof STATES)[number];

/** ms that something may take to be there, a frame of somebody else's that never comes among it. */
const PATIENCE = 8000;
/** Most presses of Tab on the way to a button. */
const MOST_STEPS = 80;

/** Takes the picture of a state. */
type Take = (state: State) => Promise<void>;
type Visit = (page: LivePage, take: Take, live: LiveLine) => Promise<void>;

const submit = (tab: Page): Locator => tab.locator('form button.primary[type=submit]').first();
const areas = (tab: Page): Locator => tab.locator('.area-button:visible').first();
const sendCode = (tab: Page): Locator => tab.locator('.with-button button.secondary:visible').first();

const comes = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: PATIENCE }).then(
    () => true,
    () => false,
  );

/** Shows the first of the screen's forms that has something; false where none has. */
async function seek(tab: Page, what: Locator): Promise<boolean> {
  if ((await what.count()) > 0) return true;
  for (const each of await tab.getByRole('tab').all()) {
    await each.click();
    if ((await what.count()) > 0) return true;
  }
  return false;
}

/** Goes to a button by keys, since browsers show the focus to those who do. */
async function stepTo(tab: Page, button: Locator): Promise<boolean> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await tab.keyboard.press('Tab');
    if (await button.evaluate((each) => each === document.activeElement)) return true;
  }
  return false;
}

const pointing: Visit = async ({ tab }, take) => {
  const button = submit(tab);
  if (await stepTo(tab, button)) await take('focus');
  await tab.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const { width = 0 } = tab.viewportSize() ?? {};
  // Fingers point at nothing.
  if (await tab.evaluate(() => matchMedia('(hover: hover)').matches)) {
    await button.hover();
    await take('hover');
    await tab.mouse.move(width - 1, 1);
  }
  await button.click();
  // What is wrong is said at the first field that lacks something, which has the focus then.
  if (await comes(tab.locator('[aria-invalid=true]:focus'))) await take('field-error');
};

const listing: Visit = async ({ tab }, take) => {
  if (!(await seek(tab, areas(tab)))) return;
  await areas(tab).click();
  if (await comes(tab.getByRole('listbox'))) await take('area-list');
};

const waiting: Visit = async ({ tab, held }, take, { line }) => {
  const before = new Set(held);
  await fillIn(tab);
  await submit(tab).click();
  if (!(await comes(tab.locator('form button.primary[aria-busy=true]')))) return;
  await take('busy');
  const [asks] = Object.entries(line.errors.codes ?? {}).find(([, entry]) => entry.asks === 'captcha') ?? [];
  const guarded = held.find((each) => !before.has(each) && line.calls.calls?.[each.call]?.guard?.captcha !== undefined);
  if (asks === undefined || guarded === undefined) return;
  await guarded.answer(asks);
  if (await comes(tab.locator('dialog[open] button.primary'))) await take('captcha');
};

const sending: Visit = async ({ tab, held }, take) => {
  if (!(await seek(tab, sendCode(tab)))) return;
  const before = new Set(held);
  await fillIn(tab, '[autocomplete=one-time-code]');
  await sendCode(tab).click();
  const counts = tab.locator('.with-button button.secondary:disabled:not([aria-busy])');
  const end = Date.now() + PATIENCE;
  while ((await counts.count()) === 0 && Date.now() < end) {
    for (const each of held.filter((call) => !before.has(call))) await each.answer(200);
    await tab.waitForTimeout(50);
  }
  if ((await counts.count()) > 0) await take('countdown');
};

const VISITS: readonly Visit[] = [pointing, listing, waiting, sending];

/** Uses a screen in every way, in a window of its own each time. */
async function drawUses(
  browser: Browser,
  live: LiveLine,
  place: Parameters<LiveLine['inPage']>[1],
  shelf: Shelf,
): Promise<void> {
  const { language, screen, look } = place;
  const named = { kind: 'interaction', line: live.line.name, screen, language: shownLanguage(language) } as const;
  for (const visit of VISITS) {
    await live.inPage(browser, place, async (page) => {
      if (!(await submit(page.tab).isVisible())) return;
      const take: Take = async (state) => {
        const { picture, ...seen } = await shoot(page.tab);
        const at = STATES.indexOf(state);
        const seenAs = { state, at, width: look.width, scheme: look.colorScheme ?? 'light' };
        await shelf.put({ ...named, ...seenAs, title: await page.tab.title(), ...seen }, picture);
      };
      await visit(page, take, live);
    });
  }
}

export async function drawInteractions(browser: Browser, live: LiveLine, plan: Plan, shelf: Shelf): Promise<void> {
  const looks = plan.widths.flatMap((width) => plan.schemes.map((colorScheme) => ({ width, colorScheme })));
  for (const [language, { screens }] of Object.entries(live.compiled.languages)) {
    if (!plan.language(language)) continue;
    for (const [screen, { pack }] of Object.entries(screens)) {
      if (!plan.screen(screen) || pack.screen.kind !== 'form') continue;
      for (const look of looks) await drawUses(browser, live, { language, screen, look }, shelf);
    }
  }
}
