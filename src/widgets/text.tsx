import { useRef } from 'react';
import { CheckSign } from './check-sign.tsx';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

/** One line of text. Nothing is cut off while pasting: a text that is too long is told so by its rule. */
export function TextWidget(props: WidgetProps) {
  return <TextInput {...props} kind="text" />;
}

/** An e-mail address. */
export function EmailWidget(props: WidgetProps) {
  return <TextInput {...props} kind="email" />;
}

function TextInput({ kind, ...props }: WidgetProps & { readonly kind: 'text' | 'email' }) {
  const { form, check, control, typing, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const value = asText(props.value);
  const change = (text: string) => props.onChange(text === '' ? undefined : text);
  useAdoptedText(input, value, change);

  return (
    <div className="control" data-check={check}>
      <input
        {...control}
        {...typing}
        ref={input}
        className="input"
        type={kind}
        dir={kind === 'email' ? 'ltr' : 'auto'}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
      <CheckSign form={form} check={check} />
    </div>
  );
}
