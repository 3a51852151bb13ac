/**
 * What a widget may ask of the form around it. A form hands this in as rjsf's `formContext`; widgets never
 * reach for the router, the store or the network themselves.
 */
import type { ReactNode } from 'react';
import type { FormField, LineFacts, Scalar } from '../engine/pack.ts';

export interface FormContext {
  readonly language: string;
  readonly line: LineFacts;
  /** The form's fields that are shown now, by id. */
  readonly fields: Readonly<Record<string, FormField>>;
  /** Formats a message; throws in development and tests when the key is missing. `undefined` keys are never passed. */
  text(key: string, params?: Readonly<Record<string, Scalar>>): string;
  /** Whether the catalog has this key (optional texts: hint, placeholder). */
  has(key: string): boolean;
  /** Formats a message with rich tags; `<link>`, `<terms>` … become anchors to the line's links of that name. */
  rich(key: string, params?: Readonly<Record<string, Scalar>>): ReactNode;
  /** Sentences of a field's present errors, already chosen: shown only when the field was left or the form sent. */
  errors(field: string): readonly string[];
  /** State of the field's live check. */
  check(field: string): 'idle' | 'checking' | 'passed' | 'failed';
  /** Tells the form that a field was left. */
  leave(field: string): void;
  /** Runs one of the screen's events. */
  run(event: string): void;
  /** Event under way, if any. */
  readonly pending: string | undefined;
  /** Whole seconds left of a countdown; 0 when it is not running. */
  seconds(timer: string): number;
  readonly flags: Readonly<Record<string, Scalar>>;
  readonly disabled: boolean;
  /** Id of the element that holds a field's errors and hint, for `aria-describedby`. */
  describedBy(field: string): string | undefined;
}
