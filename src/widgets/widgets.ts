/**
 * The table of widgets: one entry each, here for those that the first form of most sign-in pages shows, in late-widgets.ts
 * for the others. The types refuse a name of the grammar without an entry, or with two; everything else asks here.
 */
import type { ComponentType } from 'react';
import type { WidgetName } from '../generated/config.ts';
import { AgreementWidget, CheckboxWidget } from './checkbox.tsx';
import { HiddenWidget } from './hidden.tsx';
import { type LateName, late } from './late.tsx';
import { PasswordWidget } from './password.tsx';
import { EmailWidget, TextWidget } from './text.tsx';
import type { WidgetProps } from './use-field.ts';

type Widgets<Name extends WidgetName> = Readonly<Record<Name, ComponentType<WidgetProps>>>;

const atOnce: Widgets<Exclude<WidgetName, LateName>> = {
  text: TextWidget,
  email: EmailWidget,
  password: PasswordWidget,
  checkbox: CheckboxWidget,
  agreement: AgreementWidget,
  hidden: HiddenWidget,
};

// A name always gives the same component, so that a field drawn again is still the same field.
const known: Record<string, ComponentType<WidgetProps>> = { ...atOnce };

/** Whether a widget comes in the bundle of late-widgets.ts. */
export const isLate = (name: WidgetName): name is LateName => !Object.hasOwn(atOnce, name);

/** The widget of a name, as `ui:widget` and a field's `widget` say it. */
export function widgetOf(name: WidgetName): ComponentType<WidgetProps> {
  known[name] ??= late(name as LateName);
  return known[name];
}

/** Give as `widgets` to rjsf's `<Form>`: those that a form asks for by name, and the one of what it does not show. */
export function widgetsOf(names: readonly WidgetName[]): Readonly<Record<string, ComponentType<WidgetProps>>> {
  return Object.fromEntries([...names, 'hidden' as const].map((name) => [name, widgetOf(name)]));
}
