/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { FormField } from '../../src/engine/pack.ts';
import type { WidgetName } from '../../src/generated/config.ts';
import type { FieldOptions } from '../../src/widgets/context.ts';
import { loadLateWidgets } from '../../src/widgets/late.tsx';
import { widgetOf } from '../../src/widgets/widgets.ts';

beforeAll(loadLateWidgets);

// The server's renderer asks for it at load, and jsdom's realm lacks it.
globalThis.MessageChannel ??= jest.requireActual('node:worker_threads').MessageChannel;
const { renderToString } = jest.requireActual('react-dom/server') as typeof import('react-dom/server');

let held: unknown;

function Page({ widget }: { readonly widget: WidgetName }) {
  const [value, setValue] = useState<unknown>(undefined);
  held = value;
  const field: FormField = {
    id: 'f',
    field: { rule: { type: 'string' }, widget },
    optional: false,
    options: ['a', 'b'],
  };
  const formContext = {
    language: 'en',
    line: { phone: { area: '86', region: 'CN' } },
    text: (key: string) => key,
    rich: (key: string) => key,
    run: () => {},
  };
  const options = { formField: field, params: {}, check: 'idle', ways: [] } as unknown as FieldOptions;
  const Widget = widgetOf(widget) as unknown as React.ComponentType<object>;
  const registry = { formContext };
  return <Widget {...{ id: 'root_f', name: 'f', label: 'f', options, value, onChange: setValue, onBlur, registry }} />;
}

const onBlur = (): void => {};

/** Prerenders, lets the visitor act before the script is there, hydrates; answers what React complained about. */
async function arrive(widget: WidgetName, act0: (root: HTMLElement) => void): Promise<readonly string[]> {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  root.innerHTML = renderToString(<Page widget={widget} />);
  act0(root);
  const complaints: string[] = [];
  await act(async () => {
    hydrateRoot(root, <Page widget={widget} />, { onRecoverableError: (error) => complaints.push(String(error)) });
  });
  return complaints;
}

const type = (text: string) => (root: HTMLElement) => {
  const input = root.querySelector<HTMLInputElement>('#root_f');
  if (input) input.value = text;
};

test.each<[WidgetName, string, unknown]>([
  ['text', 'mei_lin', 'mei_lin'],
  ['email', 'a@b.example', 'a@b.example'],
  ['password', 'Secret1', 'Secret1'],
  ['new-password', 'Secret1', 'Secret1'],
  ['code', '123 456', '123456'],
  ['phone', '13800138000', '+8613800138000'],
  ['phone', '+44 7911 123456', '+447911123456'],
])('%s keeps what was typed before the page came alive', async (widget, typed, value) => {
  expect(await arrive(widget, type(typed))).toEqual([]);
  expect(held).toBe(value);
});

test.each<WidgetName>(['checkbox', 'agreement'])('%s keeps its tick', async (widget) => {
  await arrive(widget, (root) => root.querySelector<HTMLInputElement>('input')?.click());
  expect(held).toBe(true);
  expect(screen.getByRole('checkbox')).toBeChecked();
});

test('radio cards keep what was chosen', async () => {
  await arrive('radio-cards', (root) => root.querySelectorAll<HTMLInputElement>('input')[1]?.click());
  expect(held).toBe('b');
});

test('select keeps what was chosen', async () => {
  await arrive('select', (root) => {
    const select = root.querySelector('select');
    if (select) select.value = 'b';
  });
  expect(held).toBe('b');
});
