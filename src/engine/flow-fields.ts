/** Fields and the flow values that are named like them. */
import type { FormField, Pack } from './pack.ts';

/** `other-software` → `otherSoftware`: a flow value is named like its field, in the manner of properties. */
export const propertyOf = (field: string): string =>
  field.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What a flow value is called in its field: the name of a wire value of the field's enumeration, else itself. */
export function namer({ enums }: Pick<Pack, 'enums'>, known: FormField | undefined): (value: unknown) => unknown {
  const { field, options = [] } = known ?? {};
  const names = field?.options === undefined ? undefined : (enums?.[field.options.enum] ?? {});
  return (value) => (names === undefined ? value : options.find((name) => names[name] === value));
}
