import { useEffect, useRef, useState } from 'react';
import { Button } from '../theme/button.tsx';
import { Remark } from '../theme/remark.tsx';
import type { Sending } from './context.ts';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

/** A code that this form cannot send. */
const NOWHERE: Sending = { seconds: 0, sent: false, spent: false, target: '' };

/** A code sent to another field's value: one input, the button that sends it, its countdown, and the call by voice. */
export function CodeWidget(props: WidgetProps) {
  const { form, formField, pending, sending: where, control, typing, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const value = asText(props.value);
  // Codes are pasted with spaces, hyphens and full-width digits.
  const change = (text: string) => {
    const plain = text.normalize('NFKC').replace(/[\s-]/g, '');
    props.onChange(plain === '' ? undefined : plain);
  };
  useAdoptedText(input, value, change);

  const { send } = formField.field;
  const { seconds, sent, spent, target } = where ?? NOWHERE;
  const justSent = useJustSent(seconds) && !spent;
  const sending = send !== undefined && pending === send.event;
  const held = control.disabled || seconds > 0 || pending !== undefined;

  const voiceEvent = sent ? send?.voiceEvent : undefined;
  const inVoiceArea = send?.voiceAreas?.some((area) => target.startsWith(`+${area}`)) ?? true;
  let label = form.text(sent ? 'widgets.code.again' : 'widgets.code.send');
  if (sending) label = form.text('widgets.code.sending');
  else if (seconds > 0) label = form.text('widgets.code.resend', { seconds });
  return (
    <>
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
          <Button look="secondary" pending={sending} disabled={!sending && held} onClick={() => form.run(send.event)}>
            {label}
          </Button>
        )}
      </div>
      <Remark>{justSent && form.text('widgets.code.sent')}</Remark>
      {voiceEvent !== undefined && inVoiceArea && (
        <p className="aside">
          {form.text('widgets.code.voiceHint')}{' '}
          <button
            className="link"
            type="button"
            // Under way, it keeps the focus.
            disabled={held && pending !== voiceEvent}
            aria-disabled={pending === voiceEvent || undefined}
            onClick={() => form.run(voiceEvent)}
          >
            {form.text('widgets.code.voice')}
          </button>
        </p>
      )}
    </>
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
