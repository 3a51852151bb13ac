import type { RegistryWidgetsType } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { WidgetName } from '../generated/config.ts';
import { AgreementWidget, CheckboxWidget } from './checkbox.tsx';
import { HiddenWidget } from './hidden.tsx';
import { later } from './later.tsx';
import { PasswordWidget } from './password.tsx';
import { EmailWidget, TextWidget } from './text.tsx';
import type { WidgetProps } from './use-field.ts';

const byName: Readonly<Record<WidgetName, ComponentType<WidgetProps>>> = {
  text: TextWidget,
  email: EmailWidget,
  password: PasswordWidget,
  'new-password': later('new-password'),
  phone: later('phone'),
  code: later('code'),
  select: later('select'),
  'radio-cards': later('radio-cards'),
  checkbox: CheckboxWidget,
  agreement: AgreementWidget,
  hidden: HiddenWidget,
};

/** Give as `widgets` to rjsf's `<Form>`; the names are those of `ui:widget` and of a field's `widget`. */
// rjsf types its registry by `any` data and context; ours are narrower.
export const widgets = byName as unknown as RegistryWidgetsType;
