/** Ids of controls, and putting the cursor into them. */

/** Prefix of rjsf's ids: the control of field `x` is `field_x`. */
export const ID_PREFIX = 'field';

export function controlId(field: string): string {
  return `${ID_PREFIX}_${field}`;
}

/** The field of a control. */
export const fieldOf = (control: string): string => control.slice(ID_PREFIX.length + 1);

/** Where the cursor is. */
export const cursor = (): Element | null => document.activeElement;

/**
 * Puts the cursor into a field once it is there and enabled.
 * @param since where the cursor was when this was asked for: a visitor who types in another field by now is left there.
 */
export function focusControl(field: string, since?: Element | null): void {
  setTimeout(() => {
    const now = cursor();
    if (since !== undefined && now !== since && now?.matches('input, select')) return;
    const control = document.getElementById(controlId(field));
    control?.focus();
  });
}
