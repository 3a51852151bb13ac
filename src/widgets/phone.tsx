import { type FocusEvent, useRef, useState } from 'react';
import { AreaPicker } from './area-picker.tsx';
import { type Area, areaOf, fromInternational, toE164 } from './areas.ts';
import { CheckSign } from './check-sign.tsx';
import { asText, useAdoptedText, useField, type WidgetProps } from './use-field.ts';

interface Typed {
  readonly area: Area;
  /** The number as the visitor wrote it. */
  readonly number: string;
}

/** Digits after the calling code before it is taken as such while typing: `+4` and `+44` still say nothing. */
const enough = 4;

/** A phone number: its area from a searchable list, and the national number. The value is E.164. */
export function PhoneWidget(props: WidgetProps) {
  const { form, check, control, typing, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const value = asText(props.value);
  const { phone } = form.line;
  const [typed, setTyped] = useState<Typed>(() => read(value, areaOf(phone?.region, phone?.area)));

  // A value from outside (restored, carried along, cleared) replaces what is shown; our own comes back unchanged.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== toE164(typed.area, typed.number)) setTyped(read(value, typed.area));
  }

  const set = (next: Typed) => {
    setTyped(next);
    const e164 = toE164(next.area, next.number);
    props.onChange(e164 === '' ? undefined : e164);
  };
  const change = (text: string) => {
    const international = fromInternational(text, typed.area);
    if (international && international.rest.replace(/\D/g, '').length >= enough) {
      set({ area: international.area, number: international.rest });
    } else set({ area: typed.area, number: text });
  };
  useAdoptedText(input, typed.number, change);

  const blur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) leave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave
    <div className="control phone" data-check={check} onBlur={blur}>
      <AreaPicker
        id={`${props.id}__area`}
        form={form}
        area={typed.area}
        disabled={control.disabled}
        onPick={(area) => set({ area, number: typed.number })}
      />
      <input
        type="hidden"
        name={`${control.name}-country-code`}
        autoComplete="tel-country-code"
        value={`+${typed.area.code}`}
      />
      <input
        {...control}
        {...typing}
        ref={input}
        className="input"
        type="tel"
        dir="ltr"
        value={typed.number}
        onChange={(event) => change(event.target.value)}
      />
      <CheckSign form={form} check={check} />
    </div>
  );
}

function read(value: string, near: Area): Typed {
  const split = fromInternational(value, near);
  return split ? { area: split.area, number: split.rest } : { area: near, number: value };
}
