import { useEffect, useRef, useState } from 'react';
import { Button } from '../theme/button.tsx';
import { Field } from '../theme/field.tsx';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

/** A code sent to another field's value: one input, the button that sends it, its countdown, and the call by voice. */
export function CodeWidget(props: WidgetProps) {
  const { form, formField, shell, control, typing, disabled, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const value = asText(props.value);
  // Codes are pasted with spaces, hyphens and full-width digits.
  const change = (text: string) => {
    const plain = text.normalize('NFKC').replace(/[\s-]/g, '');
    props.onChange(plain === '' ? undefined : plain);
  };
  useAdoptedText(input, value, change);

  const { send } = formField.field;
  // All of this is said of whom the code goes to now.
  const seconds = send?.timer ? form.seconds(send.timer) : 0;
  const sentOnce = send?.timer !== undefined && form.sent(send.timer);
  const justSent = useJustSent(seconds) && send?.timer !== undefined && !form.spent(send.timer);
  const target = send?.to === undefined ? '' : form.target(send.to);
  const lacksTarget = target === '' && send?.to !== undefined && form.fields[send.to] !== undefined;
  const sending = send !== undefined && form.pending === send.event;

  const voiceEvent = sentOnce ? send?.voiceEvent : undefined;
  const inVoiceArea = send?.voiceAreas?.some((area) => target.startsWith(`+${area}`)) ?? true;
  let label = form.text(sentOnce ? 'widgets.code.again' : 'widgets.code.send');
  if (sending) label = form.text('widgets.code.sending');
  else if (seconds > 0) label = form.text('widgets.code.resend', { seconds });
  return (
    <Field
      {...shell}
      remark={justSent ? form.text('widgets.code.sent') : ''}
      after={
        voiceEvent !== undefined &&
        inVoiceArea && (
          <p className="aside">
            {form.text('widgets.code.voiceHint')}{' '}
            <button
              className="link"
              type="button"
              disabled={disabled || seconds > 0 || lacksTarget || form.pending !== undefined}
              onClick={() => form.run(voiceEvent)}
            >
              {form.text('widgets.code.voice')}
            </button>
          </p>
        )
      }
    >
      <div className="control with-button">
        <input
          {...control}
          {...typing}
          ref={input}
          className="input code"
          type="text"
          dir="ltr"
          value={value}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
        />
        {send && (
          <Button
            look="secondary"
            pending={sending}
            disabled={!sending && (disabled || seconds > 0 || lacksTarget || form.pending !== undefined)}
            onClick={() => form.run(send.event)}
          >
            {label}
          </Button>
        )}
      </div>
    </Field>
  );
}

/** Sees a countdown begin: that is when a code went out. One that was running already is no news. */
function useJustSent(seconds: number): boolean {
  const before = useRef(seconds);
  const [justSent, setJustSent] = useState(false);
  useEffect(() => {
    if (before.current === 0 && seconds > 0) setJustSent(true);
    if (seconds === 0) setJustSent(false);
    before.current = seconds;
  }, [seconds]);
  return justSent;
}
