/** What is no longer true of a field once the visitor went on typing, and what still is. */
import type { Failure } from '../engine/failures.ts';
import type { FieldValues } from '../engine/form-schema.ts';
import { LOAD, type PageState } from './page-model.ts';

/** The page as it is, with another of its forms in the place of the one that is shown. */
export const asOf = (state: PageState, form: string | undefined): PageState =>
  form === undefined ? state : { ...state, form };

/** The form that an event is about: the one that is shown, unless the page runs it by itself, or it stands beside all of them. */
export function formOf({ pack: { screen }, form }: PageState, event: string): string | undefined {
  const beside = screen.kind === 'form' && screen.after?.some((block) => 'event' in block && block.event === event);
  return beside || event === LOAD ? undefined : form;
}

/** Failures that a new answer does not replace: what a live check found of a value that is still there. */
export const keptFailures = ({ fieldFailures, checks }: PageState): PageState['fieldFailures'] =>
  Object.fromEntries(Object.entries(fieldFailures).filter(([field]) => checks[field] === 'failed'));

/**
 * A failure, but not of a field that holds something else by now: there the sentence stands above the form.
 * @param typed what the fields held when they were sent, and when the answer came; undefined when nothing was sent.
 */
export function ofToday(failure: Failure, typed: readonly [FieldValues, FieldValues] | undefined): Failure {
  const { field, concerns, ...rest } = failure;
  const isOld = (id: string | undefined): boolean => id !== undefined && typed?.[0][id] !== typed?.[1][id];
  return {
    ...rest,
    ...(isOld(field) ? { shows: 'alert' as const } : field !== undefined && { field }),
    ...(concerns !== undefined && !isOld(concerns) && { concerns }),
  };
}
