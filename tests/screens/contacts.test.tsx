/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * What an account's page and the form of its mailbox promise is what the account has: an old address is told only where
 * there is one.
 */
import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { ok, openPage } from './page.tsx';

const PROFILE = { username: 'mei_lin', loginName: 'mei_lin', userId: '1', accountType: 1, phone: '' };

test.each([
  ['without a mailbox', '', 'Add an email', false],
  ['with one', 'mei@example.com', 'Change email', true],
])('an account %s', async (_, email, button, tells) => {
  const answers = { 'query-user': ok({ ...PROFILE, email }) };
  const page = await openPage({ screen: 'console', answers });
  expect(await screen.findByRole('button', { name: button })).toBeVisible();
  expect(screen.getAllByRole('button', { name: /email/i })).toHaveLength(1);
  page.unmount();
  page.container.remove();
  const form = await openPage({ screen: 'change-email', answers });
  expect(
    await screen.findByText(
      email === '' ? 'We’ll send a code to this address.' : 'We’ll send a code to the new address.',
    ),
  ).toBeVisible();
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText(/we notify the old one/) !== null).toBe(tells);
  form.unmount();
});

/** Where a button of the account leads, heading, tab and field say what the button said. */
test.each([
  ['en', { phone: '', phoneVerified: false }, 'Bind your phone', 'bind-phone', 'Phone number'],
  ['en', { phone: '+8613800138000', phoneVerified: true }, 'Change phone', 'bind-phone', 'New phone number'],
  ['zh', { phone: '', phoneVerified: false }, '绑定手机号', 'bind-phone', '手机号'],
  ['zh', { phone: '+8613800138000', phoneVerified: true }, '更换手机号', 'bind-phone', '新手机号'],
  ['en', { email: '' }, 'Add an email', 'change-email', 'Email'],
  ['en', { email: 'mei@example.com' }, 'Change email', 'change-email', 'New email'],
  ['zh', { email: '' }, '绑定邮箱', 'change-email', '邮箱'],
  ['zh', { email: 'mei@example.com' }, '更换邮箱', 'change-email', '新邮箱'],
])('in %s, %o: %s', async (language, profile, name, target, label) => {
  const answers = { 'query-user': ok({ ...PROFILE, ...profile }) };
  const page = await openPage({ language, screen: 'console', answers });
  await page.user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(page.running.model.get().pack.id).toBe(target);
  expect(screen.getByRole('textbox', { name: label })).toBeVisible();
  expect(page.world.location.title.startsWith(`${name} `)).toBe(true);
  page.unmount();
  page.container.remove();
});
