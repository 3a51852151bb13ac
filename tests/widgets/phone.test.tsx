/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import type { Field } from '../../src/generated/config.ts';
import { showForm } from './show-form.tsx';

const phone: Field = {
  rule: { type: 'string', minLength: 7, maxLength: 16 },
  widget: 'phone',
  autocomplete: 'tel',
  inputmode: 'tel',
};
const fields = { phone };
const number = () => screen.getByRole('textbox', { name: /^fields\.phone\.label/ });
const area = () => screen.getByRole('button', { name: /^widgets\.phone\.area/ });
const search = () => screen.getByRole('combobox', { name: 'widgets.phone.search' });
const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '');

test('the area of the line is chosen, and the value is E.164', async () => {
  const form = showForm({ fields });
  expect(area()).toHaveAccessibleName('widgets.phone.area CN +86');
  expect(number()).toHaveAttribute('autocomplete', 'tel');
  await form.user.type(number(), '138 0013-8000');
  expect(number()).toHaveValue('138 0013-8000');
  expect(form.data()).toEqual({ phone: '+8613800138000' });
  await form.user.clear(number());
  expect(form.data().phone).toBeUndefined();
});

test.each([
  ['+44 7911 123456', '+447911123456', 'GB +44', '7911 123456'],
  ['0086138 0013 8000', '+8613800138000', 'CN +86', '138 0013 8000'],
  ['+1 (212) 555-0123', '+12125550123', 'US +1', '(212) 555-0123'],
  ['\uFF0B\uFF18\uFF11 90 1234 5678', '+819012345678', 'JP +81', '90 1234 5678'],
])('pasting %s gives %s', async (pasted, value, shownArea, shownNumber) => {
  const form = showForm({ fields });
  await form.user.click(number());
  await form.user.paste(pasted);
  expect(form.data()).toEqual({ phone: value });
  expect(area()).toHaveAccessibleName(`widgets.phone.area ${shownArea}`);
  expect(number()).toHaveValue(shownNumber);
});

test('an international number may be typed, key by key', async () => {
  const form = showForm({ fields });
  await form.user.type(number(), '+447911123456');
  expect(form.data()).toEqual({ phone: '+447911123456' });
  expect(area()).toHaveAccessibleName('widgets.phone.area GB +44');
});

test('what is no number stays, so that its rule can object', async () => {
  const form = showForm({ fields });
  await form.user.type(number(), 'abc');
  expect(form.data()).toEqual({ phone: '+86abc' });
});

test('the list is found by name, by code and by letters', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  expect(search()).toHaveFocus();
  expect(search()).toHaveAttribute('aria-expanded', 'true');
  expect(active()).toHaveTextContent('China+86');
  const first = () => within(screen.getByRole('listbox')).getAllByRole('option')[0];

  await form.user.type(search(), 'united k');
  expect(first()).toHaveTextContent('United Kingdom+44');
  await form.user.clear(search());
  await form.user.type(search(), '+49');
  expect(first()).toHaveTextContent('Germany+49');
  await form.user.clear(search());
  await form.user.type(search(), 'jp');
  expect(first()).toHaveTextContent('Japan+81');
  await form.user.clear(search());
  await form.user.type(search(), 'qqqq');
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByText('widgets.phone.noMatch')).toHaveAttribute('role', 'status');
  expect(search()).not.toHaveAttribute('aria-activedescendant');
});

test('the keyboard is enough: open, move, take, and the number keeps its digits', async () => {
  const form = showForm({ fields });
  await form.user.type(number(), '7911123456');
  act(() => area().focus());
  await form.user.keyboard('{ArrowDown}');
  expect(search()).toHaveFocus();
  await form.user.keyboard('united kingdom{Enter}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(area()).toHaveFocus();
  expect(form.data()).toEqual({ phone: '+447911123456' });
  expect(form.submits()).toBe(0);
});

test('the list begins with the area chosen now, and a search begins with what fits best', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  const chosen = screen.getAllByRole('option')[0];
  expect(chosen).toHaveAttribute('data-current');
  expect(active()).toBe(chosen);
  await form.user.type(search(), 'germany');
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('Germany');
});

test('arrow keys go round, page keys jump, Escape closes without a choice', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  await form.user.type(search(), 'united');
  const options = screen.getAllByRole('option');
  expect(active()).toBe(options[0]);
  await form.user.keyboard('{ArrowUp}');
  expect(active()).toBe(options.at(-1));
  await form.user.keyboard('{ArrowDown}');
  expect(active()).toBe(options[0]);
  await form.user.keyboard('{PageDown}');
  expect(active()).toBe(options[Math.min(8, options.length - 1)]);
  expect(active()).toHaveAttribute('aria-selected', 'true');
  await form.user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(area()).toHaveFocus();
  expect(area()).toHaveAccessibleName('widgets.phone.area CN +86');
});

test('where nothing is found, keys move and take nothing', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  await form.user.type(search(), 'nowhere at all');
  await form.user.keyboard('{ArrowDown}{PageDown}{ArrowUp}{Enter}');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(search()).not.toHaveAttribute('aria-activedescendant');
  expect(screen.getByText('widgets.phone.noMatch')).toBeVisible();
});

test('the list scrolls as far as the active option needs, and no further', async () => {
  const form = showForm({ fields });
  const [row, shown] = [40, 100];
  const sizes: [name: string, size: (element: HTMLElement) => number][] = [
    ['offsetTop', (element) => row * [...(element.parentElement?.children ?? [])].indexOf(element)],
    ['offsetHeight', () => row],
    ['clientHeight', () => shown],
  ];
  const spies = sizes.map(([name, size]) => {
    const owner = name === 'clientHeight' ? Element.prototype : HTMLElement.prototype;
    return jest.spyOn(owner, name as 'clientHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return size(this);
    });
  });
  await form.user.click(area());
  const list = screen.getByRole('listbox');
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'PageDown', 'ArrowDown'];
  const tops: number[] = [list.scrollTop];
  for (const key of keys) {
    await form.user.keyboard(`{${key}}`);
    tops.push(list.scrollTop);
  }
  for (const spy of spies) spy.mockRestore();
  // Two and a half rows are in view.
  expect(tops).toEqual([0, 0, 20, 60, 60, 40, 0, 260, 300]);
});

test('the list closes when the focus goes elsewhere, and the field is left as a whole', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  await form.user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(number()).toHaveFocus();
  expect(form.left).toEqual([]);
  await form.user.tab();
  expect(form.left).toEqual(['phone']);
});

test('the Tab key stops at the search alone: the list, which scrolls, is no stop of its own', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  expect(screen.getByRole('listbox')).toHaveAttribute('tabindex', '-1');
});

test('a mouse takes an option, too', async () => {
  const form = showForm({ fields });
  await form.user.click(area());
  await form.user.type(search(), 'germany');
  await form.user.click(screen.getByRole('option', { name: /Germany/ }));
  expect(area()).toHaveAccessibleName('widgets.phone.area DE +49');
});

test('a value from outside is shown split', () => {
  const form = showForm({ fields, data: { phone: '+447911123456' } });
  expect(area()).toHaveAccessibleName('widgets.phone.area GB +44');
  expect(number()).toHaveValue('7911123456');
  act(() => form.change({}, { phone: '+8613800138000' }));
  expect(area()).toHaveAccessibleName('widgets.phone.area CN +86');
  expect(number()).toHaveValue('13800138000');
  act(() => form.change({}, {}));
  expect(number()).toHaveValue('');
});

test('names come in the language of the page, and English finds them as well', async () => {
  const form = showForm({ fields, context: { language: 'de' } });
  await form.user.click(area());
  await form.user.type(search(), 'germany');
  expect(screen.getByRole('option', { name: /Deutschland/ })).toBeInTheDocument();
});
