/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { Field } from '../../src/generated/config.ts';
import { showForm } from './show-form.tsx';

const phone: Field = { rule: { type: 'string' }, widget: 'text' };
const code: Field = {
  rule: { type: 'string', pattern: '^[0-9]*$' },
  widget: 'code',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  send: { event: 'send-code', to: 'phone', voiceEvent: 'send-voice', voiceAreas: ['86'], timer: 'resend' },
};
const fields = { phone, code };
const button = (name: RegExp) => screen.getByRole('button', { name });

test('the code is one input, filled in by the browser where it can', () => {
  showForm({ fields });
  const input = screen.getByRole('textbox', { name: 'fields.code.label' });
  expect(input).toHaveAttribute('autocomplete', 'one-time-code');
  expect(input).toHaveAttribute('inputmode', 'numeric');
});

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16', '123456'],
])('pasted as %s it becomes %s', async (pasted, held) => {
  const form = showForm({ fields });
  await form.user.click(screen.getByRole('textbox', { name: 'fields.code.label' }));
  await form.user.paste(pasted);
  expect(form.data().code).toBe(held);
});

test('the button asks for a code, whoever was entered: the event says what it lacks', async () => {
  const form = showForm({ fields });
  await form.user.click(button(/widgets\.code\.send$/));
  expect(form.run).toEqual(['send-code']);
});

test('sending, counting down, sending again', async () => {
  const form = showForm({ fields, data: { phone: '+8613800138000' } });
  act(() => form.change({ pending: 'send-code' }));
  const sending = button(/widgets\.code\.sending/);
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  await form.user.click(sending);
  expect(form.run).toEqual([]);
  expect(screen.queryByText('widgets.code.sent')).toBeNull();

  act(() => form.change({ pending: undefined, seconds: () => 60, sent: () => true }));
  expect(button(/widgets\.code\.resend seconds=60/)).toBeDisabled();
  expect(screen.getByText('widgets.code.sent')).toHaveAttribute('role', 'status');

  act(() => form.change({ seconds: () => 1 }));
  expect(button(/widgets\.code\.resend seconds=1/)).toBeDisabled();
  act(() => form.change({ seconds: () => 0 }));
  expect(button(/widgets\.code\.again/)).toBeEnabled();
  expect(screen.queryByText('widgets.code.sent')).toBeNull();
});

test('a countdown that was running when the page came is no news', () => {
  showForm({ fields, data: { phone: '+8613800138000' }, context: { seconds: () => 30 } });
  expect(button(/resend seconds=30/)).toBeDisabled();
  expect(screen.queryByText('widgets.code.sent')).toBeNull();
});

test('the call by voice is offered after the first code, to numbers of its areas', async () => {
  const form = showForm({ fields, data: { phone: '+8613800138000' } });
  expect(screen.queryByRole('button', { name: 'widgets.code.voice' })).toBeNull();
  act(() => form.change({ sent: () => true, seconds: () => 9 }));
  expect(button(/widgets\.code\.voice/)).toBeDisabled();
  act(() => form.change({ seconds: () => 0 }));
  await form.user.click(button(/widgets\.code\.voice/));
  expect(form.run).toEqual(['send-voice']);
  act(() => form.change({}, { phone: '+447911123456' }));
  expect(screen.queryByRole('button', { name: 'widgets.code.voice' })).toBeNull();
});

test('Enter in the code sends the form, not the code', async () => {
  const form = showForm({ fields, data: { phone: '+8613800138000' } });
  await form.user.type(screen.getByRole('textbox', { name: 'fields.code.label' }), '123456{Enter}');
  expect(form.run).toEqual([]);
  expect(form.submits()).toBe(1);
});
