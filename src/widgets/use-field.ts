import type { RJSFSchema, WidgetProps as RjsfWidgetProps } from '@rjsf/utils';
import { type RefObject, useLayoutEffect } from 'react';
import { FAILURE_ID } from '../theme/alert.tsx';
import { noteOf } from '../theme/field.tsx';
import type { FieldOptions, FormContext } from './context.ts';

/** rjsf's widget properties, with our form around. */
export type WidgetProps = RjsfWidgetProps<unknown, RJSFSchema, FormContext>;

/** What every widget needs of its field. */
export interface FieldWiring extends Omit<FieldOptions, 'ways' | 'optional'> {
  readonly form: FormContext;
  /** For the control itself. */
  readonly control: {
    readonly id: string;
    readonly name: string;
    readonly disabled: boolean;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-required': true | undefined;
  };
  /** For a control that is typed into. */
  readonly typing: {
    readonly autoComplete?: string;
    readonly inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'none';
    readonly enterKeyHint?: 'next' | 'go' | 'send' | 'done';
    readonly autoCapitalize: 'none';
    readonly autoCorrect: 'off';
    readonly spellCheck: false;
    readonly placeholder?: string;
  };
  /** Tells the form that the field was left. */
  leave(): void;
}

/** A string value of the form, whatever the form holds. */
export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Wires a widget to its field. A widget draws its control and what belongs to it (a remark, a list); label, hint and errors
 * are the field template's. It adopts what its control holds untold: typed before hydration, or filled in silently later. An
 * emptied text is `undefined`, so that `required` speaks and an optional field is simply absent.
 */
export function useField(props: WidgetProps): FieldWiring {
  const { id, name, placeholder, disabled = false, rawErrors = [], registry } = props;
  const options = props.options as unknown as FieldOptions;
  const { field, optional } = options.formField;
  return {
    ...options,
    form: registry.formContext,
    control: {
      id,
      name,
      disabled,
      // The field template draws the note; what the form tells of it stands above.
      'aria-describedby': options.concerned ? `${noteOf(id)} ${FAILURE_ID}` : noteOf(id),
      'aria-invalid': rawErrors.length > 0 || options.concerned || undefined,
      'aria-required': !optional || undefined,
    },
    typing: {
      ...(field.autocomplete !== undefined && { autoComplete: field.autocomplete }),
      ...(field.inputmode && { inputMode: field.inputmode }),
      ...(field.enterkeyhint && { enterKeyHint: field.enterkeyhint }),
      autoCapitalize: 'none',
      autoCorrect: 'off',
      spellCheck: false,
      ...(placeholder && { placeholder }),
    },
    leave: () => props.onBlur(id, props.value),
  };
}

const looks = new Set<() => void>();

/**
 * Takes over what controls hold and no event told: some password managers and web views fill without one. Before anything
 * is pressed or drawn, so that React does not put the fields back to what it knows.
 */
export function adoptHeld(): void {
  for (const look of looks) look();
}

/** Keeps a control's value from being lost: what stood in it when the page came alive, and what was filled in silently. */
export function useAdopted<T>(held: () => T | undefined, shown: T, change: (held: T) => void): void {
  // Every time it was drawn, as what is shown now is what the next look compares with; at the first, the page comes alive.
  useLayoutEffect(() => {
    const look = (): void => {
      const now = held();
      if (now !== undefined && now !== shown) change(now);
    };
    look();
    looks.add(look);
    return () => void looks.delete(look);
  });
}

/** The same for an input or a select. */
export function useAdoptedText(
  input: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  shown: string,
  change: (text: string) => void,
): void {
  useAdopted(() => input.current?.value, shown, change);
}
