/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Field } from '../../src/generated/config.ts';
import { showForm } from './show-form.tsx';

const username: Field = {
  rule: { type: 'string', minLength: 6, maxLength: 20 },
  widget: 'text',
  autocomplete: 'username',
  enterkeyhint: 'next',
};
const name = 'fields.username.label minLength=6 maxLength=20';

test('a text field has its label, its browser hints, and holds what is typed', async () => {
  const form = showForm({ fields: { username } });
  const input = screen.getByRole('textbox', { name });
  expect(input).toHaveAttribute('autocomplete', 'username');
  expect(input).toHaveAttribute('enterkeyhint', 'next');
  expect(input).toHaveAttribute('autocapitalize', 'none');
  expect(input).toHaveAttribute('spellcheck', 'false');
  expect(input).toHaveAttribute('name', 'username');
  expect(input).toHaveAttribute('aria-required', 'true');
  await form.user.type(input, 'mei_lin');
  expect(form.data()).toEqual({ username: 'mei_lin' });
});

test('a text longer than its rule is kept whole when pasted', async () => {
  const form = showForm({ fields: { username } });
  await form.user.click(screen.getByRole('textbox', { name }));
  await form.user.paste('x'.repeat(50));
  expect(form.data().username).toHaveLength(50);
});

test('an emptied text is absent', async () => {
  const form = showForm({ fields: { username }, data: { username: 'a' } });
  await form.user.clear(screen.getByRole('textbox', { name }));
  expect(form.data().username).toBeUndefined();
});

test('an error is tied to its field, takes the place of the hint, and goes again', () => {
  const form = showForm({ fields: { username }, has: () => true });
  const input = () => screen.getByRole('textbox', { name });
  expect(input()).toHaveAccessibleDescription('fields.username.hint minLength=6 maxLength=20');
  expect(input()).not.toHaveAttribute('aria-invalid');
  act(() => form.change({ errors: () => ['too short'] }));
  expect(input()).toHaveAccessibleDescription('too short');
  expect(input()).toHaveAttribute('aria-invalid', 'true');
  act(() => form.change({ errors: () => [] }));
  expect(input()).not.toHaveAttribute('aria-invalid');
});

test('leaving a field tells the form', async () => {
  const form = showForm({ fields: { username } });
  await form.user.click(screen.getByRole('textbox', { name }));
  await form.user.tab();
  expect(form.left).toEqual(['username']);
});

test('an optional field says so', () => {
  showForm({ fields: { username }, optional: ['username'] });
  const input = screen.getByRole('textbox', { name: /frame\.optional/ });
  expect(input).not.toHaveAttribute('aria-required');
});

test('a live check is told while it runs and when it passed', () => {
  const form = showForm({ fields: { username }, context: { check: () => 'checking' } });
  expect(screen.getByText('widgets.check.checking')).toBeInTheDocument();
  act(() => form.change({ check: () => 'passed' }));
  expect(screen.getByText('widgets.check.passed')).toBeInTheDocument();
});

test('an e-mail field is one for the browser, too', () => {
  showForm({ fields: { email: { rule: { type: 'string' }, widget: 'email', inputmode: 'email' } } });
  const input = screen.getByRole('textbox', { name: 'fields.email.label' });
  expect(input).toHaveAttribute('type', 'email');
  expect(input).toHaveAttribute('inputmode', 'email');
});

test('a hidden field is sent, not shown', () => {
  const { container } = showForm({
    fields: { proof: { rule: { type: 'string' }, widget: 'hidden' } },
    data: { proof: 'p' },
  });
  expect(container.querySelector('input[type=hidden]')).toHaveValue('p');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('no element carries a style attribute, which the policy would block', () => {
  const { container } = showForm({ fields: { username } });
  expect(container.querySelector('[style]')).toBeNull();
});
