/** Loaded as one; see later.tsx. */
import { CodeWidget } from './code.tsx';
import { PhoneWidget } from './phone.tsx';
import { RadioCardsWidget } from './radio-cards.tsx';
import { SelectWidget } from './select.tsx';

export const laterWidgets = {
  phone: PhoneWidget,
  code: CodeWidget,
  select: SelectWidget,
  'radio-cards': RadioCardsWidget,
};
