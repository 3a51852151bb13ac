/**
 * What a widget may ask of the form around it. Widgets never reach for the router, the store or the network themselves.
 *
 * It is React's context and not rjsf's `formContext`: rjsf compares properties deeply and takes two functions for equal, so a
 * countdown or an error that only changes what a function answers would never reach a widget.
 *
 * Widgets render label, hint and errors themselves (rjsf's FieldTemplate is only a shell), take their field id from `name`, and
 * adopt what their control holds untold: typed before hydration, or filled in silently later. A form need not do it again.
 * An emptied text is `undefined`, so that `required` speaks and an optional field is simply absent.
 */
import { createContext, type ReactNode, useContext } from 'react';
import type { FormField, LineFacts, Scalar } from '../engine/pack.ts';
import type { LinkProps } from '../theme/types.ts';

export interface FormContext {
  readonly language: string;
  readonly line: LineFacts;
  /** The form's fields that are shown now, by id. */
  readonly fields: Readonly<Record<string, FormField>>;
  /** Formats a message; throws in development and tests when the key is missing. `undefined` keys are never passed. */
  text(key: string, params?: Readonly<Record<string, Scalar>>): string;
  /** Whom a code goes to, as its sender names it, valid or not; a widget is drawn again for no other field's value. */
  target(to: string): string;
  /** Whether the catalog has this key (optional texts: hint, placeholder). */
  has(key: string): boolean;
  /** Formats a message with rich tags; `<link>`, `<terms>` … become anchors to the line's links of that name. */
  rich(key: string, params?: Readonly<Record<string, Scalar>>): ReactNode;
  /** Sentences of a field's present errors, already chosen: shown only when the field was left or the form sent. */
  errors(field: string): readonly string[];
  /** Whether the failure that the form tells concerns this field. */
  concerned?(field: string): boolean;
  /** Links to what helps against those errors. */
  ways(field: string): readonly LinkProps[];
  /** State of the field's live check. */
  check(field: string): 'idle' | 'checking' | 'passed' | 'failed' | 'later';
  /** Tells the form that a field was left. */
  leave(field: string): void;
  /** Runs one of the screen's events. */
  run(event: string): void;
  /** Event under way that keeps the visitor from another one, if any. */
  readonly pending: string | undefined;
  /** Whole seconds left of a countdown, for whom the code goes to; 0 when it is not running. */
  seconds(timer: string): number;
  /** Whether a code went to them already. */
  sent(timer: string): boolean;
  /** Whether the last code that went to them is spent. */
  spent(timer: string): boolean;
  readonly disabled: boolean;
  /** Whose password the form takes, told to password managers only; undefined where a field says so or nobody knows. */
  readonly username: string | undefined;
}

/** All that is said of a field, and of what it depends on, made anew with every key. While it says the same, the field's widget need not be drawn again. */
export const TypedContext = createContext<((field: string) => string) | undefined>(undefined);

const Context = createContext<FormContext | undefined>(undefined);

/** Put around rjsf's `<Form>`; see the head of this file. */
export const FormContextProvider = Context.Provider;

/** The form around a widget. */
export function useFormContext(): FormContext {
  const given = useContext(Context);
  if (!given) throw new Error('FormContextProvider is missing.');
  return given;
}
