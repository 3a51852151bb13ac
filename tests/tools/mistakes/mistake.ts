/** What one planted mistake is, and the two ways to write one down. */
export type Where = string | readonly (string | number)[];

export interface Told {
  /** File that the fault is told of, when it is not the edited one. */
  readonly at?: string;
  /** Path of the value, or `"…"` a piece of the line, that the fault stands on; by default the first line that changed. */
  readonly on?: Where;
}

export interface Mistake extends Told {
  readonly name: string;
  readonly file: string;
  /** A value put at a path; undefined deletes it. */
  readonly put?: { readonly path: Where; readonly value: unknown };
  /** A piece of text written over its first appearance. */
  readonly swap?: readonly [find: string, write: string];
  /** The whole file; null deletes it. */
  readonly text?: string | null;
  /** A piece of what is told. */
  readonly says: string;
}

export const put = (name: string, file: string, path: Where, value: unknown, says: string, told: Told = {}): Mistake => ({
  name,
  file,
  put: { path, value },
  says,
  ...told,
});

export const swap = (
  name: string,
  file: string,
  find: string,
  write: string,
  says: string,
  told: Told = {},
): Mistake => ({ name, file, swap: [find, write], says, ...told });

export const whole = (name: string, file: string, text: string | null, says: string, told: Told = {}): Mistake => ({
  name,
  file,
  text,
  says,
  ...told,
});
