/** Tabs without scripts, on every page that has them: what was typed and ticked stays, secrets go, and Enter sends the form. */
import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { arriveStill, pathTo, press } from './still-visitor.ts';
import { closeBrowser } from './visitor.ts';

afterAll(closeBrowser);

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));
/** Screens with more than one form, on one line or another. */
const SCREENS = ['sign-in', 'register', 'forgot-password', 'bind-account'];

const tabs = (page: Page) => page.locator('[role=tab][name="foyer.tab"]');
const visible = (page: Page, types: string) => page.locator(`form :is(${types}):visible`);
const TEXTS = 'input[type=text], input[type=email], input[type=tel]';

async function choose(page: Page, form: string): Promise<void> {
  const there = page.waitForEvent('load');
  await page.locator(`[role=tab][value="${form}"]`).click();
  await there;
  expect(await page.locator(`[role=tab][value="${form}"]`).getAttribute('aria-selected')).toBe('true');
}

/** Types something of its own into every control, and gives what each is to hold when it is come back to. */
async function typeAll(page: Page, form: string): Promise<Record<string, string | boolean>> {
  const held: Record<string, string | boolean> = {};
  for (const box of await visible(page, TEXTS).all()) {
    const name = (await box.getAttribute('name')) ?? '';
    const value = `${form}-${name}`.slice(0, 20);
    await box.fill(value);
    // A code is used once, and waits nowhere.
    held[name] = (await box.getAttribute('autocomplete')) === 'one-time-code' ? '' : value;
  }
  for (const box of await visible(page, 'input[type=password]').all()) {
    await box.fill('Secret2026x');
    held[(await box.getAttribute('name')) ?? ''] = '';
  }
  for (const box of await visible(page, 'input[type=checkbox]').all()) {
    await box.setChecked(true);
    held[(await box.getAttribute('name')) ?? ''] = true;
  }
  return held;
}

async function shown(page: Page): Promise<Record<string, string | boolean>> {
  const held: Record<string, string | boolean> = {};
  for (const box of await visible(page, `${TEXTS}, input[type=password]`).all())
    held[(await box.getAttribute('name')) ?? ''] = await box.inputValue();
  for (const box of await visible(page, 'input[type=checkbox]').all())
    held[(await box.getAttribute('name')) ?? ''] = await box.isChecked();
  return held;
}

test.each(LINES)('%s: a tab and back', async (line) => {
  const visitor = await arriveStill(line, 'sign-in', '');
  const { page } = visitor;
  let seen = 0;
  for (const screen of SCREENS.filter((each) => pathTo(visitor, each) !== '')) {
    await page.goto(`${visitor.origin}${pathTo(visitor, screen)}`);
    const way = page.getByRole('link', { name: visitor.text('early.plain') });
    if ((await way.count()) === 0) continue;
    await page.goto(new URL((await way.getAttribute('href')) ?? '', page.url()).href);
    const forms = await Promise.all((await tabs(page).all()).map((tab) => tab.getAttribute('value')));
    for (const [at, form] of forms.entries()) {
      const other = forms[(at + 1) % forms.length] ?? '';
      await choose(page, form ?? '');
      const held = await typeAll(page, form ?? '');
      await choose(page, other);
      await choose(page, form ?? '');
      expect([screen, form, await shown(page)]).toEqual([screen, form, held]);
      expect(page.url()).not.toMatch(new RegExp(`Secret2026x|${form}-`));
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(1);
  await visitor.leave();
});

test.each(['renderbus', 'foxrenderfarm'])(
  '%s: Enter signs in, and a tab that was pressed before undoes nothing',
  async (line) => {
    const visitor = await arriveStill(line, 'sign-in', '?form=password');
    const { page } = visitor;
    await page.locator('[name=account]').fill('foyer_phoneless');
    await choose(page, 'sub-account');
    await choose(page, 'password');
    expect(await page.locator('[name=account]').inputValue()).toBe('foyer_phoneless');
    await page.locator('[name=password]').fill('Foyer2026a');
    const there = page.waitForEvent('load');
    await page.locator('[name=password]').press('Enter');
    await there;
    const names = (await visitor.context.cookies()).map(({ name }) => name);
    expect(names.some((name) => name.endsWith('-session'))).toBe(true);
    await visitor.leave();
  },
);

test('another visitor sees nothing of it', async () => {
  const visitor = await arriveStill('renderbus', 'sign-in', '?form=password');
  await visitor.page.locator('[name=account]').fill('somebody');
  await choose(visitor.page, 'code');
  const other = await arriveStill('renderbus', 'sign-in', '?form=password');
  expect(await other.page.locator('[name=account]').inputValue()).toBe('');
  await press(other, 'screens.sign-in.forms.password.submit');
  expect(await other.page.locator('[name=account]').inputValue()).toBe('');
  await other.leave();
  await visitor.leave();
});
