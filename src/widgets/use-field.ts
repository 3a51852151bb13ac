import type { FormContextType, RJSFSchema, WidgetProps as RjsfWidgetProps } from '@rjsf/utils';
import { type RefObject, useLayoutEffect } from 'react';
import type { FormField, Scalar } from '../engine/pack.ts';
import type { LinkProps } from '../theme/types.ts';
import { type FormContext, useFormContext } from './context.ts';

/** rjsf's widget properties, with our form around. */
export type WidgetProps = RjsfWidgetProps<unknown, RJSFSchema, FormContext & FormContextType>;

/** What every widget needs of its field. */
export interface FieldWiring {
  readonly form: FormContext;
  /** Field id, as in the data. */
  readonly name: string;
  readonly formField: FormField;
  readonly label: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Sentence parameters: the rule's lengths. */
  readonly params: Readonly<Record<string, Scalar>>;
  /** For theme's `Field`. */
  readonly shell: {
    readonly id: string;
    readonly label: string;
    readonly optional?: string;
    readonly hint?: string;
    readonly errors: readonly string[];
    readonly ways: readonly LinkProps[];
    readonly noteId: string;
  };
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
    readonly autoCapitalize: string;
    readonly autoCorrect: 'off';
    readonly spellCheck: false;
    readonly placeholder?: string;
  };
  leave(): void;
}

/** A string value of the form, whatever the form holds. */
export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Key of the label that a form gives a field. */
const labelKey = ({ id, label }: FormField): string =>
  `fields.${id}.${label === undefined ? 'label' : `labels.${label}`}`;

/** Wires a widget to its field; throws when the form does not know the field. */
export function useField(props: WidgetProps): FieldWiring {
  const form = useFormContext();
  const { name } = props;
  const formField = form.fields[name];
  if (!formField) throw new Error(`No field is named ${name}.`);
  const { field, optional } = formField;
  const { rule } = field;
  const params: Record<string, Scalar> = {};
  if (rule.minLength !== undefined) params.minLength = rule.minLength;
  if (rule.maxLength !== undefined) params.maxLength = rule.maxLength;
  const maybe = (key: string) => (form.has(key) ? form.text(key, params) : undefined);

  const label = form.text(labelKey(formField), params);
  const hint = form.check(name) === 'later' ? form.text('widgets.check.later') : maybe(`fields.${name}.hint`);
  const placeholder = maybe(`fields.${name}.placeholder`);
  const errors = form.errors(name);
  const invalid = errors.length > 0 || form.concerned?.(name) === true;
  const noteId = `${props.id}__note`;
  const disabled = form.disabled || Boolean(props.disabled);
  return {
    form,
    name,
    formField,
    label,
    disabled,
    invalid,
    params,
    shell: {
      id: props.id,
      label,
      errors,
      ways: form.ways(name),
      noteId,
      ...(optional && { optional: form.text('frame.optional') }),
      ...(hint !== undefined && { hint }),
    },
    control: {
      id: props.id,
      name,
      disabled,
      'aria-describedby': noteId,
      'aria-invalid': invalid || undefined,
      'aria-required': !optional || undefined,
    },
    typing: {
      ...(field.autocomplete !== undefined && { autoComplete: field.autocomplete }),
      ...(field.inputmode && { inputMode: field.inputmode }),
      ...(field.enterkeyhint && { enterKeyHint: field.enterkeyhint }),
      autoCapitalize: field.autocapitalize ?? 'none',
      autoCorrect: 'off',
      spellCheck: false,
      ...(placeholder !== undefined && { placeholder }),
    },
    leave: () => form.leave(name),
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
