/** Fields that complete a choice: one of several as cards, or a line of text. */
import { namer, propertyOf } from '../engine/flow-fields.ts';
import { initialValue, lengthsOf } from '../engine/form-schema.ts';
import type { FormField, Scalar } from '../engine/pack.ts';
import { ChoiceGrid } from '../theme/choice-grid.tsx';
import { Facts } from '../theme/facts.tsx';
import { Field, noteOf } from '../theme/field.tsx';
import { controlId } from './focus.ts';
import type { PageState } from './page-model.ts';
import { useScreening } from './use-screening.ts';

interface PartProps {
  readonly field: FormField;
  /** What is wrong with it, ready to show. */
  readonly sentence: string | undefined;
  onChange(value: Scalar | readonly string[] | undefined): void;
  onLeave(): void;
}

/** What a field holds, whatever the order, to be compared. */
const held = (value: unknown): string =>
  JSON.stringify(
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== '')
      .map(String)
      .sort(),
  );

/** Whether the fields hold another choice than the stored one, as far as that is known, or the visitor made it here. */
export function isUnsaved({ pack, flow, values, typed }: PageState, fields: readonly FormField[]): boolean {
  return fields.some((field) => {
    const name = namer(pack, field);
    const stored = flow[propertyOf(field.id)];
    if (stored === undefined && !typed.includes(field.id)) return false;
    const before = [stored].flat().map(name);
    return held(values[field.id]) !== held(before.every((each) => each === undefined) ? initialValue(field) : before);
  });
}

/** What is stored of the fields now, in words: the visitor's own choice stays in the fields. */
export function Stored({ fields }: { readonly fields: readonly FormField[] }) {
  const { page, state, text, key } = useScreening();
  const list = new Intl.ListFormat(page.shell.language);
  const items = fields.flatMap((each) => {
    const name = namer(state.pack, each);
    const held = [state.flow[propertyOf(each.id)]].flat().flatMap((value): string[] => {
      const named = name(value);
      if (named === undefined || named === '') return [];
      return [each.options === undefined ? String(named) : text(`fields.${each.id}.options.${named}`)];
    });
    return held.length === 0 ? [] : [{ id: each.id, label: text(`fields.${each.id}.label`), value: list.format(held) }];
  });
  return (
    <section aria-labelledby="stored" aria-live="polite">
      <h2 id="stored">{text(key('stored'))}</h2>
      <Facts items={items} />
    </section>
  );
}

/** The options of a field as cards, with their texts. */
export function Cards({ field, sentence, onChange }: Omit<PartProps, 'onLeave'>) {
  const { state, text, has } = useScreening();
  const { id } = field;
  const value = state.values[id];
  const multiple = field.field.rule.type === 'array';
  const note = noteOf(controlId(id));
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
  const params = lengthsOf(field);
  const maybe = (key: string) => (has(key) ? text(key, params) : undefined);
  const control = controlId(id);
  const hint = maybe(`fields.${id}.hint`);
  const placeholder = maybe(`fields.${id}.placeholder`);
  return (
    <Field
      id={control}
      label={text(`fields.${id}.label`, params)}
      errors={sentence === undefined ? [] : [sentence]}
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
          aria-describedby={noteOf(control)}
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
