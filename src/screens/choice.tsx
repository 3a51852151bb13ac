/** Choice screens: a field to choose from, what completes it, the button, and perhaps a way past it. */
import { useEffect, useRef } from 'react';
import type { FieldValue } from '../engine/form-schema.ts';
import type { FormField, Scalar } from '../engine/pack.ts';
import type { ChoiceScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Heading } from '../theme/heading.tsx';
import { Cards, isUnsaved, Line, Stored } from './choice-fields.tsx';
import type { HeadingRef } from './heading-ref.ts';
import { useScreening } from './use-screening.ts';

export function ChoiceView({ screen, headingRef }: { readonly screen: ChoiceScreen; readonly headingRef: HeadingRef }) {
  const screening = useScreening();
  const { page, state, text, rich, has, key, run, draw, waiting, leave } = screening;
  const { event, skip } = screen;
  const lead = key('lead');
  const change = (id: string, value: Scalar | readonly string[] | undefined): void => {
    page.model.set(({ values, typed, fieldFailures: { [id]: _, ...fieldFailures } }) => ({
      values: { ...values, [id]: value },
      typed: [...typed, id],
      fieldFailures,
    }));
    screening.keepTyped();
  };
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive: chosen or typed before that
  useEffect(() => {
    const held = new FormData(form.current ?? undefined);
    const found = screening.visibleFields().flatMap(({ id, field }): [string, FieldValue][] => {
      const values = held.getAll(id).filter((each) => each !== '') as string[];
      return values.length === 0 ? [] : [[id, field.rule.type === 'array' ? values : values[0]]];
    });
    if (found.length > 0) page.model.set(({ values }) => ({ values: { ...values, ...Object.fromEntries(found) } }));
  }, []);

  return (
    <>
      <Heading title={text(key('title'))} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
      {draw.alert()}
      {screen.stored !== undefined && screening.holding([{ when: screen.stored }]).length > 0 && (
        <Stored fields={state.pack.forms[state.form]?.fields ?? []} />
      )}
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault();
          run(event);
        }}
      >
        {screening.visibleFields().map((field: FormField) => {
          const Part = field.options === undefined ? Line : Cards;
          return (
            <Part
              key={field.id}
              field={field}
              sentence={screening.faultOf(field)}
              onChange={(value) => change(field.id, value)}
              onLeave={() => leave(field.id)}
            />
          );
        })}
        <p className="note" role="status">
          {isUnsaved(state, screening.visibleFields()) && text(key('unsaved'))}
        </p>
        <Button look="primary" type="submit" pending={state.pending === event} waiting={waiting}>
          {text(key('actions.submit'))}
        </Button>
        {skip !== undefined && (
          <Button look="plain" pending={state.pending === skip} waiting={waiting} onClick={() => run(skip)}>
            {text(key('actions.skip'))}
          </Button>
        )}
      </form>
    </>
  );
}
