import { Field } from '../theme/field.tsx';
import { Icon } from '../theme/icon.tsx';
import { asText, useField, type WidgetProps } from './use-field.ts';

/** One of several options, in the browser's own list. */
export function SelectWidget(props: WidgetProps) {
  const { form, name, formField, shell, control, leave } = useField(props);
  const options = formField.options ?? [];
  const value = asText(props.value);
  return (
    <Field {...shell}>
      <div className="control">
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
          onBlur={leave}
        >
          <option value="">{form.text('widgets.select.choose')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {form.text(`fields.${name}.options.${option}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </Field>
  );
}
