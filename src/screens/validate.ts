/** Judges what the fields hold, by the precompiled validators of the form. */

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { type FieldFault, fieldFaults, type RuleError } from '../engine/failures.ts';
import type { CompiledForm } from '../engine/pack.ts';
import { type Page, shownData, shownFields } from './page.ts';
import type { PageState } from './page-model.ts';

const validators = new WeakMap<object, ValidatorType>();

/** Stands in while a form's validators could not be loaded: the service judges alone. */
const lenient: ValidatorType = {
  isValid: () => true,
  rawValidation: () => ({ errors: [] as never[] }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};

/** rjsf's validator of a form, made from the loaded module. */
export function validatorOf(form: CompiledForm, loaded: unknown): ValidatorType {
  if (typeof loaded !== 'object' || loaded === null) return lenient;
  let validator = validators.get(form);
  if (validator === undefined) {
    validator = createPrecompiledValidator(
      loaded as Parameters<typeof createPrecompiledValidator>[0],
      form.schema as RJSFSchema,
    );
    validators.set(form, validator);
  }
  return validator;
}

const found = new WeakMap<PageState, readonly FieldFault[]>();

/** The faults of the selected form, in the order of its fields; looked for once a state. */
export function faultsOf(page: Page, state: PageState): readonly FieldFault[] {
  const known = found.get(state);
  if (known !== undefined) return known;
  const form = state.pack.forms[state.form];
  if (form === undefined) return [];
  const data = shownData(page, state);
  const raw = validatorOf(form, state.validators[state.form]).rawValidation<RuleError>(form.schema as RJSFSchema, data);
  const faults = fieldFaults(shownFields(page, state), data, raw.errors ?? []);
  found.set(state, faults);
  return faults;
}
