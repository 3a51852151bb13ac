import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { TextLink } from './links.tsx';
import type { LinkProps } from './types.ts';

/** Id of the note of a control, for its `aria-describedby`. */
export const noteOf = (control: string): string => `${control}__note`;

/** What surrounds one control: its label and its note (hint, or errors in the hint's place). */
export interface FieldProps {
  /** Id of the control; the label points to it. */
  readonly id: string;
  readonly label: ReactNode;
  /** Word behind the label of a field that may stay empty. */
  readonly optional?: string;
  readonly hint?: string;
  readonly errors: readonly string[];
  /** Links behind the last of the errors, to what helps. */
  readonly ways?: readonly LinkProps[];
  /** A group of controls: label and group are tied by `fieldset` and `legend`. */
  readonly group?: boolean;
  /** The label stands behind the control (checkboxes), and is given by it. */
  readonly bare?: boolean;
  /** The control, and what belongs to it. */
  readonly children: ReactNode;
}

/**
 * A field. The note is the room to the next field and takes one line, so that an error neither moves the page nor the
 * button about to be clicked.
 * Errors take the hint's place and are announced once, politely, when they appear.
 */
export function Field(props: FieldProps) {
  const { id, label, optional, hint, errors, ways = [], group, bare, children } = props;
  const invalid = errors.length > 0;
  const words = (
    <>
      {label}
      {optional && <span className="optional">{optional}</span>}
    </>
  );
  const note = (
    <div className={hint ? 'note hinted' : 'note'} id={noteOf(id)} aria-live="polite">
      {invalid
        ? errors.map((error, index) => (
            // An error that another one follows, key by key, changes its words and does not come anew.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays
            <p className="error" key={index}>
              <Icon name="warning" />
              <span>
                {error}
                {index === errors.length - 1 && ways.map((way) => [' ', <TextLink key={way.id} {...way} />])}
              </span>
            </p>
          ))
        : hint && <p className="hint">{hint}</p>}
    </div>
  );
  const rest = (
    <>
      {children}
      {note}
    </>
  );
  if (group) {
    return (
      <fieldset className="field" id={`${id}__group`} aria-describedby={noteOf(id)} data-invalid={invalid || undefined}>
        <legend className="label">{words}</legend>
        {rest}
      </fieldset>
    );
  }
  return (
    <div className="field" data-invalid={invalid || undefined}>
      {!bare && (
        <label className="label" htmlFor={id}>
          {words}
        </label>
      )}
      {rest}
    </div>
  );
}
