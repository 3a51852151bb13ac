/**
 * @jest-environment jsdom
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
  expect(await screen.findByText('We’ll send a code to the new address.')).toBeVisible();
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText(/we let it know/) !== null).toBe(tells);
  form.unmount();
});
