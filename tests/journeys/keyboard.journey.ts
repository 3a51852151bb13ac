import type { Locator } from 'playwright-core';
import { closeBrowser, freshName, freshPhone, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const password = 'Render2026x';

/** What keeps a person from seeing where focus is; undefined when nothing does. Runs in the page. */
function unseen(): string | undefined {
  const at = document.activeElement as HTMLElement;
  if (at === document.body) return undefined;
  const what = `<${at.localName}> "${at.getAttribute('aria-label') ?? at.textContent ?? at.id}"`;
  // What a neighbour draws shows focus there.
  const drawn = [at, at.parentElement, at.nextElementSibling].filter((each) => each !== null);
  const isMarked = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });
  if (!isMarked) return `${what} shows no sign of focus`;
  const { top, bottom, left, right } = at.getBoundingClientRect();
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return isInside ? undefined : `${what} is outside the window`;
}

const holdsFocus = (wanted: Locator): Promise<boolean> =>
  wanted.first().evaluate((element) => element === document.activeElement);

/** What is wrong with the focus once the page has scrolled to it; a busy machine takes its time. */
async function stillUnseen(page: Visitor['page']): Promise<string | undefined> {
  let told = await page.evaluate(unseen);
  for (let tries = 0; told !== undefined && tries < 30; tries += 1) {
    await page.waitForTimeout(100);
    told = await page.evaluate(unseen);
  }
  return told;
}

/** Presses Tab until something has focus; every stop on the way must be seen. */
async function tabTo({ page }: Visitor, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    if (await holdsFocus(wanted)) return;
    await page.keyboard.press('Tab');
    expect(await stillUnseen(page)).toBeUndefined();
  }
  throw new Error(`Tab never came to ${wanted}.`);
}

async function typeInto(visitor: Visitor, field: string, text: string): Promise<void> {
  await tabTo(visitor, visitor.field(field));
  await visitor.page.keyboard.type(text);
}

async function press(visitor: Visitor, wanted: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(visitor, wanted);
  await visitor.page.keyboard.press(key);
}

const option = (visitor: Visitor, name: string): Locator =>
  visitor.page.getByRole('radio', { name: visitor.text(`fields.business-type.options.${name}`) });

async function signIn(visitor: Visitor, username: string): Promise<void> {
  await visitor.open('sign-in');
  await typeInto(visitor, 'account', username);
  await typeInto(visitor, 'password', password);
  await press(visitor, visitor.checkbox('auto-sign-in'), 'Space');
  expect(await visitor.checkbox('auto-sign-in').isChecked()).toBe(true);
  await press(visitor, visitor.button('screens.sign-in.forms.password.submit'), 'Enter');
}

test('with the keyboard alone a visitor registers by phone, signs out and signs in', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const [phone, username] = [freshPhone(), freshName()];
  await visitor.open('register');
  await typeInto(visitor, 'phone', phone);
  await press(visitor, visitor.button('widgets.code.send'), 'Enter');
  const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
  // Sent, focus goes to where the code belongs; the message may be in the inbox before the page has the answer.
  await visitor.field('code').and(visitor.page.locator(':focus')).waitFor();
  await visitor.page.keyboard.type(code ?? '');
  await visitor.page.keyboard.press('Enter');
  // The second step begins in its first field.
  await visitor.field('username').and(visitor.page.locator(':focus')).waitFor();
  await visitor.page.keyboard.type(username);
  await typeInto(visitor, 'new-password', password);
  await tabTo(visitor, option(visitor, 'still'));
  await visitor.page.keyboard.press('ArrowRight');
  expect(await option(visitor, 'animation').isChecked()).toBe(true);
  await press(visitor, visitor.checkbox('agreement'), 'Space');
  await press(visitor, visitor.button('screens.register.forms.phone.submit'), 'Enter');
  await visitor.at('register-success');
  await press(visitor, visitor.button('screens.register-success.actions.continue'), 'Enter');
  await visitor.at('console');
  await press(visitor, visitor.button('screens.console.actions.sign-out'), 'Enter');
  await visitor.at('sign-in');
  await signIn(visitor, username);
  await visitor.at('console');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('with the keyboard alone a visitor registers by e-mail, activates and signs in', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const username = freshName();
  const email = `${username}@mail.example`;
  await visitor.open('register');
  await typeInto(visitor, 'email', email);
  await press(visitor, visitor.button('screens.register.forms.email.submit'), 'Enter');
  await visitor.at('register-account');
  await typeInto(visitor, 'username', username);
  await typeInto(visitor, 'new-password', password);
  await press(visitor, option(visitor, 'still'), 'Space');
  await press(visitor, visitor.checkbox('agreement'), 'Space');
  await press(visitor, visitor.button('screens.register-account.forms.account.submit'), 'Enter');
  await visitor.at('activate');
  const { link } = await visitor.newestMessage(email, 'activation');
  await visitor.page.goto(link);
  await visitor.live();
  await press(visitor, visitor.button('screens.activate.actions.activate'), 'Enter');
  await visitor.sees('screens.activate.states.done.title');
  await signIn(visitor, username);
  await visitor.at('software-select');
  await press(visitor, visitor.button('screens.software-select.actions.skip'), 'Enter');
  await visitor.at('console');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
