/** What journeys of third-party sign-in share: setting out, deciding on a simulator's page, and arriving. */
import type { Frame, Page } from 'playwright-core';
import { ask, Visitor } from './visitor.ts';

export const MASTER = { account: 'foyer_master', password: 'Foyer2026a' };
export const SIMULATOR = /\/simulators\//;

export interface Decision {
  /** Somebody whom the reference accounts know, or any id. */
  readonly person?: string;
  readonly trouble?: string;
  readonly refuses?: boolean;
}

/** Decides on a simulator's page. */
export async function decide(page: Page, { person = '', trouble, refuses = false }: Decision): Promise<void> {
  await page.waitForURL(SIMULATOR, { timeout: 20_000 });
  if (trouble !== undefined) await page.locator('select[name=trouble]').selectOption(trouble);
  const known = page.locator(`button[name=person][value="${person}"]`);
  if (refuses) await page.locator('button[name=refuse]').click();
  else if (person !== '' && (await known.count()) > 0) await known.click();
  else {
    await page.locator('input[name=id]').fill(person);
    await page.locator('button[value=id]').click();
  }
}

/** Sets out from the sign-in page. */
export async function setOut(visitor: Visitor, provider: string): Promise<void> {
  await visitor.open('sign-in');
  await visitor.press(`frame.providers.${provider}`);
}

/** The same where the button opens a window, which is given. */
export async function setOutInWindow(visitor: Visitor, provider: string): Promise<Page> {
  await visitor.open('sign-in');
  // What opens the window is fetched once the page is live.
  await visitor.page.waitForLoadState('networkidle');
  const [opened] = await Promise.all([
    visitor.page.waitForEvent('popup'),
    visitor.press(`frame.providers.${provider}`),
  ]);
  return opened;
}

/** The frame that shows a provider's code, once it is there. */
export async function codeShown(visitor: Visitor): Promise<Frame> {
  const shown = (): Frame | undefined =>
    visitor.page.frames().find((each) => SIMULATOR.test(each.url().split('?')[0] ?? ''));
  for (let tries = 0; tries < 100 && shown() === undefined; tries += 1) await visitor.page.waitForTimeout(100);
  const frame = shown();
  if (frame === undefined) throw new Error('No code is shown.');
  return frame;
}

/** Looks, from the next page on, where each button stands in each picture that the browser draws. */
export async function watchPlaces(visitor: Visitor): Promise<(key: string) => Promise<number[]>> {
  // A string, so that no build step puts helpers into it that a page does not have.
  await visitor.page.addInitScript(`(() => {
    const places = {};
    Object.defineProperty(window, 'places', { value: places });
    const look = () => {
      for (const button of document.querySelectorAll('main button')) {
        const known = (places[button.textContent] ??= []);
        const place = Math.round(button.getBoundingClientRect().top + scrollY);
        if (!known.includes(place)) known.push(place);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })();`);
  return async (key) => {
    const places = (await visitor.page.evaluate('window.places')) as Record<string, number[]>;
    return places[visitor.text(key)] ?? [];
  };
}

/** The address that the code in the page holds. The frame of an earlier code may still stand there for a moment. */
async function codeAddress(visitor: Visitor): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const frame = await codeShown(visitor);
    try {
      const link = await frame.locator('a').first().getAttribute('href');
      return new URL(link ?? '', frame.url()).href;
    } catch (error) {
      if (tries === 5 || !/detached/i.test(String(error))) throw error;
    }
  }
}

/** Takes a simulated phone to the code in the page. */
export async function scan(visitor: Visitor, decision: Decision): Promise<void> {
  const address = await codeAddress(visitor);
  const phone = await visitor.context.newPage();
  await phone.goto(address);
  const answered = phone.waitForEvent('framenavigated');
  await decide(phone, decision);
  // A page closed while it is being sent on sometimes never closes.
  await answered;
  await phone.waitForLoadState();
  await phone.close();
}

/** The sub account that a member of the enterprise is now. */
export async function memberOf(person: string): Promise<{ id: string; username: string }> {
  const found = await ask<{ id: string; username: string }>(
    `select a.id, a.username from third_identity i join account a on a.id = i.account_id
      where i.provider = 'dingtalk' and i.subject = 'dingtalk-' || $1::text`,
    [person],
  );
  if (!found) throw new Error(`Nobody is ${person}.`);
  return found;
}

/** Presses a button in the row of a sub account, and waits until it is done. */
export async function inRow(master: Visitor, username: string, event: string, asks = false): Promise<void> {
  const key = `screens.console.records.sub-accounts.events.${event}`;
  const row = master.page.getByRole('row').filter({ hasText: username });
  await master.button(key, {}, row).click();
  if (asks) await master.goOn(key);
  await master.button(key, {}, row).waitFor({ state: 'detached' });
}

export const title = (screen: string, state: string): string => `screens.${screen}.states.${state}.title`;

export async function signedIn(visitor: Visitor): Promise<void> {
  await visitor.at('console');
  await visitor.button('screens.console.actions.sign-out').waitFor();
}

/** The master of the seeded enterprise, signed in, from an address of its own. */
export async function masterArrives(line: string): Promise<Visitor> {
  const master = await Visitor.arrive(line);
  await master.open('sign-in');
  await master.fill(MASTER);
  await master.press('screens.sign-in.forms.password.submit');
  await signedIn(master);
  return master;
}

/** Ends a journey: nothing was complained of, and no window that our pages opened is left behind. */
export async function done(visitor: Visitor): Promise<void> {
  const left = await Promise.all(
    visitor.context.pages().map(async (page) => ((await page.opener()) === null ? [] : [page.url()])),
  );
  expect(left.flat()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
}
