/** Ids of controls, and putting the cursor into them. */

/** Prefix of rjsf's ids: the control of field `x` is `field_x`. */
export const ID_PREFIX = 'field';

export function controlId(field: string): string {
  return `${ID_PREFIX}_${field}`;
}

/** Puts the cursor into a field once it is there and enabled. */
export function focusControl(field: string): void {
  setTimeout(() => {
    const control = document.getElementById(controlId(field));
    control?.focus();
  });
}
