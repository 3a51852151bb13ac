import type { ChoiceGridProps } from './types.ts';

/** Checkboxes or radios as cards; the native inputs keep the keyboard and the names. The first one has the id that the cursor is put to. */
export function ChoiceGrid({
  id,
  name,
  label,
  multiple,
  options,
  selected,
  onChange,
  describedBy,
  invalid,
}: ChoiceGridProps) {
  const change = (value: string, on: boolean) => {
    if (!multiple) onChange([value]);
    else onChange(on ? [...selected, value] : selected.filter((one) => one !== value));
  };
  return (
    <fieldset className="choices" aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div className="option-cards">
        {options.map((option, at) => (
          <label className="option-card" key={option.value}>
            <input
              {...(at === 0 ? { id } : {})}
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              value={option.value}
              checked={selected.includes(option.value)}
              aria-invalid={invalid || undefined}
              aria-describedby={invalid ? describedBy : undefined}
              onChange={(event) => change(option.value, event.target.checked)}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
