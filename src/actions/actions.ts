/** The closed list of named actions. */
import { clearStored } from './clear-stored.ts';
import { closePopup } from './close-popup.ts';
import { closeWindow } from './close-window.ts';
import { fillFields } from './fill-fields.ts';
import { focusField } from './focus-field.ts';
import { forgetFields } from './forget-fields.ts';
import { forgetVisit } from './forget-visit.ts';
import { setForm } from './set-form.ts';
import { signOut } from './sign-out.ts';
import { startCountdown } from './start-countdown.ts';
import { tellOpener } from './tell-opener.ts';
import type { Actions } from './types.ts';

export const actions: Actions = {
  'sign-out': signOut,
  'start-countdown': startCountdown,
  'clear-stored': clearStored,
  'set-form': setForm,
  'focus-field': focusField,
  'forget-fields': forgetFields,
  'forget-visit': forgetVisit,
  'fill-fields': fillFields,
  'tell-opener': tellOpener,
  'close-popup': closePopup,
  'close-window': closeWindow,
};
