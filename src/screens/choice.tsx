/** Choice screens: a field to choose from, what completes it, the button, and perhaps a way past it. */
import { faultKey } from '../engine/failures.ts';
import { isSettled } from '../engine/form-schema.ts';
import type { FormField, Scalar } from '../engine/pack.ts';
import type { ChoiceScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Heading } from '../theme/heading.tsx';
import { Cards, Line } from './choice-part.tsx';
import { useScreening } from './context.tsx';
import { FailureAlert } from './failure.tsx';
import type { HeadingRef } from './heading-ref.ts';
import { keepTyped } from './memory.ts';
import { shownFields } from './session.ts';
import { faultsOf } from './validate.ts';

export function ChoiceView({ screen, headingRef }: { readonly screen: ChoiceScreen; readonly headingRef: HeadingRef }) {
  const screening = useScreening();
  const { session, state, text, rich, has, key, run } = screening;
  const { event, skip } = screen;
  const lead = key('lead');
  const sentenceOf = useSentences();
  const change = (id: string, value: Scalar | readonly string[] | undefined): void => {
    session.visit.set(({ values, fieldFailures: { [id]: _, ...fieldFailures } }) => ({
      values: { ...values, [id]: value },
      fieldFailures,
    }));
    keepTyped(session);
  };
  const leave = (id: string): void =>
    session.visit.set(({ left }) => ({ left: left.includes(id) ? left : [...left, id] }));
  return (
    <>
      <Heading title={text(key('title'))} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
      <FailureAlert />
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault();
          run(event);
        }}
      >
        {shownFields(session, state)
          .filter((field) => !isSettled(field))
          .map((field: FormField) => {
            const Part = field.options === undefined ? Line : Cards;
            return (
              <Part
                key={field.id}
                field={field}
                sentence={sentenceOf(field)}
                onChange={(value) => change(field.id, value)}
                onLeave={() => leave(field.id)}
              />
            );
          })}
        <Button look="primary" type="submit" pending={state.pending === event}>
          {text(key('actions.submit'))}
        </Button>
        {skip !== undefined && (
          <Button look="plain" pending={state.pending === skip} onClick={() => run(skip)}>
            {text(key('actions.skip'))}
          </Button>
        )}
      </form>
    </>
  );
}

/** What is said of a field: the service's word, or the browser's once the field was left or the choice sent. */
function useSentences(): (field: FormField) => string | undefined {
  const { session, state, texts, text } = useScreening();
  const faults = faultsOf(session, state);
  return ({ id, field }) => {
    const failure = state.fieldFailures[id];
    if (failure !== undefined) return text(failure.key, failure.params);
    const fault = faults.find((each) => each.field === id);
    if (fault === undefined || !(state.sent || state.left.includes(id))) return undefined;
    const { minLength, maxLength } = field.rule;
    return text(faultKey(fault, texts.has), {
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
    });
  };
}
