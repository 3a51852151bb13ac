/** A form's validators, as the compiler wrote them, evaluated. */
import type { CompiledForm } from '../src/engine/pack.ts';

export function evaluated(
  files: Readonly<Record<string, string>>,
  { validators }: Pick<CompiledForm, 'validators'>,
): unknown {
  const code = files[validators.replace('/assets/', '')] ?? '';
  return new Function(code.replace(/export(?: default |\{)(\w+)(?: as default\})?;?\s*$/, 'return $1;'))();
}
