import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../theme/icon.tsx';
import { Remark } from '../theme/remark.tsx';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

/** A password, with a button that shows it and a remark when caps lock is on. */
export function PasswordWidget(props: WidgetProps) {
  return <PasswordInput {...props} />;
}

/** What a password field is made of; `after` and `moreDescription` let the new password add its rules. */
export function PasswordInput({
  after,
  moreDescription,
  ...props
}: WidgetProps & { readonly after?: ReactNode; readonly moreDescription?: string }) {
  const { form, pending, control, typing, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const value = asText(props.value);
  const change = (text: string) => props.onChange(text === '' ? undefined : text);
  useAdoptedText(input, value, change);

  const look = (event: KeyboardEvent | MouseEvent) => setCapsLock(event.getModifierState('CapsLock'));
  // While the form is on its way the text is covered: password managers look for a password field then.
  const covered = !shown || pending !== undefined;
  const described = moreDescription ? `${control['aria-describedby']} ${moreDescription}` : control['aria-describedby'];
  return (
    <>
      <div className="control">
        <input
          {...control}
          {...typing}
          aria-describedby={described}
          ref={input}
          className="input"
          type={covered ? 'password' : 'text'}
          dir="ltr"
          value={value}
          onChange={(event) => change(event.target.value)}
          onKeyDown={look}
          onKeyUp={look}
          onMouseDown={look}
          onBlur={() => {
            setCapsLock(false);
            leave();
          }}
        />
        <button
          className="reveal"
          type="button"
          aria-pressed={shown}
          aria-controls={props.id}
          aria-label={form.text('widgets.password.show')}
          title={form.text(`widgets.password.${shown ? 'hide' : 'show'}`)}
          disabled={control.disabled}
          // The field keeps the focus, so that looking is not leaving.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <Remark>{capsLock && form.text('widgets.password.capsLock')}</Remark>
      {after}
    </>
  );
}
