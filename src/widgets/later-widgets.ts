/** Loaded as one; see later.tsx. */
import { CodeWidget } from './code.tsx';
import { NewPasswordWidget } from './new-password.tsx';
import { PhoneWidget } from './phone.tsx';
import { RadioCardsWidget } from './radio-cards.tsx';
import { SelectWidget } from './select.tsx';

export const laterWidgets = {
  'new-password': NewPasswordWidget,
  phone: PhoneWidget,
  code: CodeWidget,
  select: SelectWidget,
  'radio-cards': RadioCardsWidget,
};
