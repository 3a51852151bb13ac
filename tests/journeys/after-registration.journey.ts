import { closeBrowser, freshName, freshPhone, originOf, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const password = 'Render2026x';

async function registerByPhone(visitor: Visitor, username: string): Promise<void> {
  const phone = freshPhone();
  await visitor.open('register');
  await visitor.provesPhone(phone);
  await visitor.fill({ username, 'new-password': password });
  const [type = '', ...others] = visitor.line.line.businessTypes;
  if (others.length > 0) await visitor.choose('business-type', type);
  await visitor.fill({ agreement: true });
  await visitor.press('screens.register.forms.phone.submit');
  await visitor.at('register-success');
}

const software = (visitor: Visitor, name: string) =>
  visitor.page.getByRole('checkbox', { name: visitor.text(`fields.software.options.${name}`), exact: true });

test('after registering on a domestic line: software, real name, coupons', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await registerByPhone(visitor, freshName());
  await visitor.sees('screens.register-success.texts.coupon');
  expect(visitor.requests).toContain('POST /api/rendering/user/register');
  await visitor.press('screens.register-success.actions.choose-software');
  await visitor.at('software-select');
  await software(visitor, 'maya').focus();
  await visitor.page.keyboard.press('Space');
  await software(visitor, 'custom').check();
  await visitor.press('screens.software-select.actions.submit');
  await visitor.sees('fields.other-software.errors.required');
  await visitor.fill({ 'other-software': 'Gaea' });
  await visitor.field('other-software').press('Enter');
  await visitor.at('console');
  expect(visitor.requests).toContain('POST /api/rendering/user/userIndexGuide');

  await visitor.sees('screens.console.records.coupons.words.kind.newUser');
  await visitor.sees('screens.console.texts.real-name');
  await visitor.press('screens.console.links.verify-name');
  await visitor.page.waitForURL('**/simulators/real-name**');
  expect(await visitor.page.getByText('Simulator:').count()).toBe(1);
  await visitor.page.getByRole('button', { name: 'The name is verified' }).click();
  await visitor.at('console');
  await visitor.sees('screens.console.records.coupons.words.kind.realName');
  await visitor.sees('screens.console.texts.real-name-verified');

  await visitor.press('screens.console.actions.software');
  await visitor.at('software-select');
  await software(visitor, 'maya').and(visitor.page.locator(':checked')).waitFor();
  expect(await visitor.field('other-software').inputValue()).toBe('Gaea');

  // Another tab saves something else meanwhile: that is told and shown, and the second press means it.
  const other = await Visitor.arrive('renderbus', { context: visitor.context });
  await other.open('software-select');
  await software(other, 'maya').and(other.page.locator(':checked')).waitFor();
  await software(other, 'blender').check();
  await other.press('screens.software-select.actions.submit');
  await other.at('console');
  await software(visitor, 'houdini').check();
  await visitor.sees('screens.software-select.unsaved');
  await visitor.page.reload();
  await visitor.live();
  await visitor.sees('screens.software-select.unsaved');
  expect(await software(visitor, 'houdini').isChecked()).toBe(true);
  await visitor.press('screens.software-select.actions.submit');
  await visitor.sees('errors.Save.Overtaken');
  await visitor.sees('screens.software-select.stored');
  const stored = visitor.page.getByRole('region', { name: visitor.text('screens.software-select.stored') });
  await stored.getByText('Blender').waitFor();
  expect(await software(visitor, 'houdini').isChecked()).toBe(true);
  expect(await software(visitor, 'blender').isChecked()).toBe(false);
  await visitor.press('screens.software-select.actions.submit');
  await visitor.at('console');
  await visitor.sees('screens.console.says.software-saved');
  await other.open('software-select');
  await software(other, 'houdini').and(other.page.locator(':checked')).waitFor();
  expect(await software(other, 'blender').isChecked()).toBe(false);
  expect([...visitor.complaints, ...other.complaints]).toEqual([]);
  await visitor.leave();
});

test('an agent’s address shows the agent’s banner, also on a phone', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm', { phone: true });
  await visitor.page.goto(`${originOf('foxrenderfarm')}/sso/signup?comefrom=northlight`);
  await visitor.live();
  await visitor.page.getByText('Northlight Studio').first().waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a line that offers neither software nor coupons goes on at once and speaks of none', async () => {
  const visitor = await Visitor.arrive('avica');
  await registerByPhone(visitor, freshName());
  expect(await visitor.page.getByRole('button', { name: /软件/ }).count()).toBe(0);
  await visitor.press('screens.register-success.actions.continue');
  await visitor.at('console');
  await visitor.sees('screens.console.records.sub-accounts.empty');
  expect(await visitor.page.getByText(visitor.text('screens.console.records.coupons.title')).count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
