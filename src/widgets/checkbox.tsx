import { type ReactNode, useRef } from 'react';
import { useAdopted, useField, type WidgetProps } from './use-field.ts';

/** Yes or no. */
export function CheckboxWidget(props: WidgetProps) {
  return <Tick {...props} words={props.label} change={(ticked) => props.onChange(ticked)} />;
}

/** Must be ticked; its words link to what is agreed to. Unticked again is as good as never ticked. */
export function AgreementWidget(props: WidgetProps) {
  const words = useField(props).form.rich(`fields.${props.name}.label`);
  return <Tick {...props} words={words} change={(ticked) => props.onChange(ticked || undefined)} />;
}

function Tick({ words, change, ...props }: WidgetProps & { readonly words: ReactNode; change(ticked: boolean): void }) {
  const { control, leave } = useField(props);
  const input = useRef<HTMLInputElement>(null);
  const ticked = props.value === true;
  useAdopted(() => input.current?.checked, ticked, change);
  return (
    <div className="tick">
      <input
        {...control}
        ref={input}
        type="checkbox"
        checked={ticked}
        onChange={(event) => change(event.target.checked)}
        onBlur={leave}
      />
      <label htmlFor={props.id}>{words}</label>
    </div>
  );
}
