/** Modules of validators, as the compiler wrote them: Jest imports no modules from a text. */
import type { CompiledForm } from '../src/engine/pack.ts';

export function evaluate(code: string): unknown {
  return new Function(code.replace(/export(?: default |\{)(\w+)(?: as default\})?;?\s*$/, 'return $1;'))();
}

/** The validators of a form, among the files of its line. */
export const evaluated = (
  files: Readonly<Record<string, string>>,
  { validators }: Pick<CompiledForm, 'validators'>,
): unknown => evaluate(files[validators.replace('/assets/', '')] ?? '');
