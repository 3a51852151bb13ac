/**
 * What widgets and templates are given of the form around them, the two ways rjsf has for it: `formContext`, which stays the
 * same while the form is shown, and the field's `ui:options`, which hold all that changes. rjsf compares properties deeply
 * and takes two functions for equal, so whatever is to be drawn anew must be data.
 */
import type { FormContextType } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { FormField, LineFacts, Scalar } from '../engine/pack.ts';
import type { LinkProps } from '../theme/types.ts';

/** rjsf's `formContext`. */
export interface FormContext extends FormContextType {
  readonly language: string;
  readonly line: LineFacts;
  /** Formats a message; throws in development and tests when the key is missing. */
  text(key: string, params?: Readonly<Record<string, Scalar>>): string;
  /** Formats a message with rich tags; `<link>`, `<terms>` … become anchors to the line's links of that name. */
  rich(key: string, params?: Readonly<Record<string, Scalar>>): ReactNode;
  /** Runs one of the screen's events. */
  run(event: string): void;
}

/** State of a field's live check; `unchecked`: it could not be checked now. */
export type Check = 'idle' | 'checking' | 'passed' | 'failed' | 'unchecked';

/** Where a field's code goes, as things stand. */
export interface Sending {
  /** Whole seconds left of the countdown, for whom the code goes to; 0 when it is not running. */
  readonly seconds: number;
  /** Whether a code went to them already. */
  readonly sent: boolean;
  /** Whether the last code that went to them is spent. */
  readonly spent: boolean;
  /** Whom the code goes to, as its sender names it, valid or not. */
  readonly target: string;
}

/** A field's `ui:options`, beside what rjsf itself reads (`widget`, `title`, `help`, `placeholder`, `label`). */
export interface FieldOptions {
  readonly formField: FormField;
  /** Sentence parameters: the rule's lengths. */
  readonly params: Readonly<Record<string, Scalar>>;
  /** Word behind the label of a field that may stay empty. */
  readonly optional?: string;
  readonly check: Check;
  /** The failure that the form tells concerns this field. */
  readonly concerned: boolean;
  /** Links to what helps against the field's errors. */
  readonly ways: readonly LinkProps[];
  /** Event under way that keeps the visitor from another one, if any. */
  readonly pending: string | undefined;
  readonly sending: Sending | undefined;
}
