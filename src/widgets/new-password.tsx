import type { Rule } from '../generated/config.ts';
import { Icon } from '../theme/icon.tsx';
import { PasswordInput } from './password.tsx';
import { asText, useField, type WidgetProps } from './use-field.ts';

/** Whether a text meets one named part of a rule: `length`, or the pattern of that title. */
function meets(rule: Rule, name: string, text: string): boolean {
  if (name === 'length') {
    const length = [...text].length;
    return length >= (rule.minLength ?? 0) && length <= (rule.maxLength ?? Number.POSITIVE_INFINITY);
  }
  const named = rule.allOf?.find((part) => part.title === name);
  if (!named) throw new Error(`The rule has no pattern titled ${name}.`);
  return new RegExp(named.pattern, 'u').test(text);
}

/** A password to be chosen: its rules are ticked off while it is typed. */
export function NewPasswordWidget(props: WidgetProps) {
  const { form, formField, params } = useField(props);
  const { rule, rules = [] } = formField.field;
  const text = asText(props.value);
  if (rules.length === 0) return <PasswordInput {...props} />;
  const listId = `${props.id}__rules`;
  return (
    <PasswordInput
      {...props}
      moreDescription={listId}
      after={
        <ul className="rules" id={listId}>
          {rules.map((part) => {
            const met = text !== '' && meets(rule, part, text);
            return (
              <li key={part} data-met={met}>
                <Icon name="check" />
                <span>{form.text(`fields.${formField.id}.rules.${part}`, params)}</span>
                {text !== '' && (
                  <span className="unseen">{form.text(`widgets.new-password.${met ? 'met' : 'unmet'}`)}</span>
                )}
              </li>
            );
          })}
        </ul>
      }
    />
  );
}
