/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Field } from '../../src/generated/config.ts';
import { showForm } from './show-form.tsx';

const password: Field = { rule: { type: 'string' }, widget: 'password', autocomplete: 'current-password' };
const chosen: Field = {
  rule: {
    type: 'string',
    minLength: 8,
    maxLength: 18,
    allOf: [
      { title: 'upperCase', pattern: '^[^A-Z]*[A-Z][\\s\\S]*$' },
      { title: 'edges', pattern: '^[^ ]([\\s\\S]*[^ ])?$' },
    ],
  },
  widget: 'new-password',
  autocomplete: 'new-password',
  rules: ['length', 'upperCase', 'edges'],
};
const input = () => screen.getByLabelText('fields.password.label');
const reveal = () => screen.getByRole('button', { name: 'widgets.password.show' });

test('the password is covered until the button shows it, and covered while the form is on its way', async () => {
  const form = showForm({ fields: { password } });
  await form.user.type(input(), 'Secret1');
  expect(input()).toHaveAttribute('type', 'password');
  expect(reveal()).toHaveAttribute('aria-pressed', 'false');
  await form.user.click(reveal());
  expect(input()).toHaveAttribute('type', 'text');
  expect(reveal()).toHaveAttribute('aria-pressed', 'true');
  act(() => form.change({ pending: 'sign-in' }));
  expect(input()).toHaveAttribute('type', 'password');
});

test('showing the password does not leave the field', async () => {
  const form = showForm({ fields: { password } });
  await form.user.click(input());
  await form.user.click(reveal());
  expect(form.left).toEqual([]);
  expect(input()).toHaveFocus();
});

test('caps lock is remarked on politely, and forgotten on leaving', () => {
  showForm({ fields: { password } });
  fireEvent.keyDown(input(), { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('widgets.password.capsLock')).toHaveAttribute('role', 'status');
  fireEvent.blur(input());
  expect(screen.queryByText('widgets.password.capsLock')).toBeNull();
});

test('the rules of a new password are ticked off while typing, in words as well', async () => {
  const form = showForm({ fields: { 'new-password': chosen } });
  const field = screen.getByLabelText(/^fields\.new-password\.label/);
  const rule = (name: string) => screen.getByText(new RegExp(`^fields\\.new-password\\.rules\\.${name}`)).closest('li');
  const met = (name: string) => within(rule(name) as HTMLElement).queryByText('widgets.new-password.met') !== null;
  expect([met('length'), met('upperCase'), met('edges')]).toEqual([false, false, false]);
  await form.user.type(field, 'abc');
  expect([met('length'), met('upperCase'), met('edges')]).toEqual([false, false, true]);
  await form.user.type(field, 'DEFGH');
  expect([met('length'), met('upperCase'), met('edges')]).toEqual([true, true, true]);
  await form.user.type(field, ' ');
  expect(met('edges')).toBe(false);
  expect(field).toHaveAccessibleDescription(/rules\.length/);
});

test('characters are counted, not code units', async () => {
  const form = showForm({ fields: { 'new-password': chosen } });
  await form.user.click(screen.getByLabelText(/^fields\.new-password\.label/));
  await form.user.paste('\u{1F600}'.repeat(7));
  expect(screen.getByText(/rules\.length/).closest('li')).toHaveAttribute('data-met', 'false');
});
