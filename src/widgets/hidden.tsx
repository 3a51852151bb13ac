import { asText, type WidgetProps } from './use-field.ts';

/** A value that is sent but not shown. */
export function HiddenWidget(props: WidgetProps) {
  return <input type="hidden" id={props.id} name={props.name} value={asText(props.value)} />;
}
