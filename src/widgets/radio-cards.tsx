import { type FocusEvent, useRef } from 'react';
import { CardIcon } from '../theme/card-icon.tsx';
import { Field } from '../theme/field.tsx';
import { asText, useAdopted, useField, type WidgetProps } from './use-field.ts';

/** One of a few options, each a card with a drawing of its own. */
export function RadioCardsWidget(props: WidgetProps) {
  const { form, name, formField, shell, control, disabled, leave } = useField(props);
  const group = useRef<HTMLDivElement>(null);
  const options = formField.options ?? [];
  const value = asText(props.value);

  useAdopted(() => group.current?.querySelector<HTMLInputElement>('input:checked')?.value, value, props.onChange);

  const blur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) leave();
  };
  // The group is described by the note; the id goes to the radio that takes the focus.
  const focusable = options.includes(value) ? value : options[0];
  return (
    <Field {...shell} group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave */}
      <div className="option-cards" ref={group} onBlur={blur}>
        {options.map((option, at) => (
          <label className="option-card" key={option}>
            <input
              id={option === focusable ? props.id : `${props.id}-${option}`}
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              disabled={disabled}
              aria-invalid={control['aria-invalid']}
              onChange={() => props.onChange(option)}
            />
            <CardIcon at={at} />
            <span>{form.text(`fields.${name}.options.${option}`)}</span>
          </label>
        ))}
      </div>
    </Field>
  );
}
