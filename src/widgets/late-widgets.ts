/** The part of the table of widgets (widgets.ts) that is loaded as one bundle; see later.tsx. */
import type { ComponentType } from 'react';
import type { WidgetName } from '../generated/config.ts';
import { CodeWidget } from './code.tsx';
import { NewPasswordWidget } from './new-password.tsx';
import { PhoneWidget } from './phone.tsx';
import { RadioCardsWidget } from './radio-cards.tsx';
import { SelectWidget } from './select.tsx';
import type { WidgetProps } from './use-field.ts';

export const lateWidgets = {
  'new-password': NewPasswordWidget,
  phone: PhoneWidget,
  code: CodeWidget,
  select: SelectWidget,
  'radio-cards': RadioCardsWidget,
} satisfies Readonly<Partial<Record<WidgetName, ComponentType<WidgetProps>>>>;
