import { useRef } from 'react';
import { AnyIcon } from '../theme/more-icons.tsx';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

/** One of several options, in the browser's own list. */
export function SelectWidget(props: WidgetProps) {
  const { form, formField, control, leave } = useField(props);
  const options = formField.options ?? [];
  const value = asText(props.value);
  const select = useRef<HTMLSelectElement>(null);
  const change = (option: string) => props.onChange(option === '' ? undefined : option);
  useAdoptedText(select, value, change);
  return (
    <div className="control">
      <select
        {...control}
        ref={select}
        className="input"
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      >
        <option value="">{form.text('widgets.select.choose')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {form.text(`fields.${control.name}.options.${option}`)}
          </option>
        ))}
      </select>
      <AnyIcon name="chevron" />
    </div>
  );
}
