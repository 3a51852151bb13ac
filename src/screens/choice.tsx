/** Choice screens: one field, its button, and perhaps a way past it. */

import { faultKey } from '../engine/failures.ts';
import type { ChoiceScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { ChoiceGrid } from '../theme/choice-grid.tsx';
import { Heading } from '../theme/heading.tsx';
import { useScreening } from './context.tsx';
import { FailureAlert } from './failure.tsx';
import { controlId } from './focus.ts';
import type { HeadingRef } from './form.tsx';
import { faultsOf } from './validate.ts';

export function ChoiceView({ screen, headingRef }: { readonly screen: ChoiceScreen; readonly headingRef: HeadingRef }) {
  const { session, state, texts, text, rich, has, key, run } = useScreening();
  const { field: id, event, skip } = screen;
  const field = state.pack.forms[state.form]?.fields.find((each) => each.id === id);
  if (field === undefined) throw new Error(`Screen ${state.pack.id} has no field named ${id}.`);
  const value = state.values[id];
  const selected = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  const multiple = field.field.rule.type === 'array';
  const lead = key('lead');
  const [fault] = state.sent ? faultsOf(session, state) : [];
  const failure = state.fieldFailures[id];
  const note = `${controlId(id)}__note`;
  const sentence =
    failure === undefined ? fault && text(faultKey(fault, texts.has)) : text(failure.key, failure.params);
  return (
    <>
      <Heading title={text(key('title'))} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
      <FailureAlert />
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          run(event);
        }}
      >
        <ChoiceGrid
          name={id}
          label={text(`fields.${id}.label`)}
          multiple={multiple}
          options={(field.options ?? []).map((option) => {
            const hint = `fields.${id}.options.${option}.hint`;
            return {
              value: option,
              label: text(`fields.${id}.options.${option}`),
              ...(has(hint) ? { hint: text(hint) } : {}),
            };
          })}
          selected={selected}
          onChange={(next) =>
            session.visit.set(({ values }) => ({
              values: { ...values, [id]: multiple ? next : next[0] },
              fieldFailures: {},
            }))
          }
          describedBy={note}
          invalid={sentence !== undefined}
        />
        <p className="note error" id={note} aria-live="polite">
          {sentence}
        </p>
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
