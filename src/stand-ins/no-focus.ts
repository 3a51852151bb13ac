/** In the place of `src/screens/focus.ts` where there is no document: a page that the server runs has no cursor. */

export const ID_PREFIX = 'field';
export const controlId = (field: string): string => `${ID_PREFIX}_${field}`;
export const fieldOf = (control: string): string => control.slice(ID_PREFIX.length + 1);
export const cursor = (): null => null;
export const focusControl = (): void => undefined;
