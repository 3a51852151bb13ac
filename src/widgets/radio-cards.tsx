import { type FocusEvent, useRef } from 'react';
import { CardIcon } from '../theme/card-icon.tsx';
import { asText, useAdopted, useField, type WidgetProps } from './use-field.ts';

/** One of a few options, each a card with a drawing of its own. */
export function RadioCardsWidget(props: WidgetProps) {
  const { form, formField, control, leave } = useField(props);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave
    <div className="option-cards" ref={group} onBlur={blur}>
      {options.map((option, at) => (
        <label className="option-card" key={option}>
          <input
            id={option === focusable ? props.id : `${props.id}-${option}`}
            type="radio"
            name={control.name}
            value={option}
            checked={option === value}
            disabled={control.disabled}
            aria-invalid={control['aria-invalid']}
            onChange={() => props.onChange(option)}
          />
          <CardIcon at={at} />
          <span>{form.text(`fields.${control.name}.options.${option}`)}</span>
        </label>
      ))}
    </div>
  );
}
