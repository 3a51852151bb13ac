/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { showForm } from './show-form.tsx';

test('radio cards are a named group of radios, described by their errors', async () => {
  const form = showForm({
    fields: { kind: { rule: { type: 'string' }, widget: 'radio-cards' } },
    options: { kind: ['still', 'animation'] },
  });
  const group = screen.getByRole('group', { name: 'fields.kind.label' });
  await form.user.click(screen.getByRole('radio', { name: 'fields.kind.options.animation' }));
  expect(form.data()).toEqual({ kind: 'animation' });
  expect(screen.getByRole('radio', { name: 'fields.kind.options.animation' })).toBeChecked();
  act(() => form.change({ errors: () => ['choose one'] }));
  expect(group).toHaveAccessibleDescription('choose one');
});

test('the field id leads to a radio, so that focusing the first invalid field works', () => {
  showForm({
    fields: { kind: { rule: { type: 'string' }, widget: 'radio-cards' } },
    options: { kind: ['still', 'animation'] },
  });
  act(() => document.getElementById('root_kind')?.focus());
  expect(screen.getByRole('radio', { name: 'fields.kind.options.still' })).toHaveFocus();
});

test('a radio group is left as a whole', async () => {
  const form = showForm({
    fields: { kind: { rule: { type: 'string' }, widget: 'radio-cards' } },
    options: { kind: ['still', 'animation'] },
  });
  await form.user.click(screen.getByRole('radio', { name: 'fields.kind.options.still' }));
  await form.user.click(screen.getByRole('radio', { name: 'fields.kind.options.animation' }));
  expect(form.left).toEqual([]);
  await form.user.tab();
  expect(form.left).toEqual(['kind']);
});

test('a select offers its options and can be emptied', async () => {
  const form = showForm({
    fields: { kind: { rule: { type: 'string' }, widget: 'select' } },
    options: { kind: ['still', 'animation'] },
  });
  const select = screen.getByRole('combobox', { name: 'fields.kind.label' });
  await form.user.selectOptions(select, 'fields.kind.options.still');
  expect(form.data()).toEqual({ kind: 'still' });
  await form.user.selectOptions(select, 'widgets.select.choose');
  expect(form.data().kind).toBeUndefined();
});

test('a checkbox is yes or no', async () => {
  const form = showForm({ fields: { auto: { rule: { type: 'boolean' }, widget: 'checkbox' } } });
  const box = screen.getByRole('checkbox', { name: 'fields.auto.label' });
  await form.user.click(box);
  expect(form.data()).toEqual({ auto: true });
  await form.user.click(box);
  expect(form.data()).toEqual({ auto: false });
});

test('an agreement links to what is agreed to; unticked again it is as good as never ticked', async () => {
  const form = showForm({ fields: { agreement: { rule: { type: 'boolean', enum: [true] }, widget: 'agreement' } } });
  const box = screen.getByRole('checkbox', { name: /fields\.agreement\.label/ });
  expect(screen.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
  await form.user.click(box);
  expect(form.data()).toEqual({ agreement: true });
  await form.user.click(box);
  expect(form.data().agreement).toBeUndefined();
});
