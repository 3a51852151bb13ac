/** Fields that complete a choice: one of several as cards, or a line of text. */
import type { FormField, Scalar } from '../engine/pack.ts';
import { ChoiceGrid } from '../theme/choice-grid.tsx';
import { Field } from '../theme/field.tsx';
import { controlId } from './focus.ts';
import { useScreening } from './use-screening.ts';

interface PartProps {
  readonly field: FormField;
  /** What is wrong with it, ready to show. */
  readonly sentence: string | undefined;
  onChange(value: Scalar | readonly string[] | undefined): void;
  onLeave(): void;
}

/** The options of a field as cards, with their texts. */
export function Cards({ field, sentence, onChange }: Omit<PartProps, 'onLeave'>) {
  const { state, text, has } = useScreening();
  const { id } = field;
  const value = state.values[id];
  const multiple = field.field.rule.type === 'array';
  const note = `${controlId(id)}__note`;
  return (
    <div>
      <ChoiceGrid
        id={controlId(id)}
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
        selected={(Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)}
        onChange={(next) => onChange(multiple ? next : next[0])}
        describedBy={note}
        invalid={sentence !== undefined}
      />
      <p className="note error" id={note} aria-live="polite">
        {sentence}
      </p>
    </div>
  );
}

/** A line of text. */
export function Line({ field, sentence, onChange, onLeave }: PartProps) {
  const { state, text, has } = useScreening();
  const { id } = field;
  const { minLength, maxLength } = field.field.rule;
  const params = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  const maybe = (key: string) => (has(key) ? text(key, params) : undefined);
  const control = controlId(id);
  const hint = maybe(`fields.${id}.hint`);
  const placeholder = maybe(`fields.${id}.placeholder`);
  return (
    <Field
      id={control}
      label={text(`fields.${id}.label`, params)}
      errors={sentence === undefined ? [] : [sentence]}
      noteId={`${control}__note`}
      {...(field.optional ? { optional: text('frame.optional') } : {})}
      {...(hint === undefined ? {} : { hint })}
    >
      <div className="control">
        <input
          id={control}
          name={id}
          className="input"
          dir="auto"
          autoComplete={field.field.autocomplete ?? 'off'}
          value={String(state.values[id] ?? '')}
          aria-describedby={`${control}__note`}
          aria-invalid={sentence !== undefined || undefined}
          aria-required={!field.optional || undefined}
          {...(placeholder === undefined ? {} : { placeholder })}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          onBlur={onLeave}
        />
      </div>
    </Field>
  );
}
