/** Whether the live checks of a form's field are of that field. */
import type { Path } from '../load.ts';
import { checksOf, fieldsOf, formsOf, type Scope } from './scope.ts';
import { fieldsIn } from './senders.ts';

type Entry = ReturnType<typeof fieldsOf>[number];
type Check = ReturnType<typeof checksOf>[number];

/** Whether a live check sends the field that it stands at. A call that is not there takes anything: it is told elsewhere. */
export function takes({ line }: Scope, check: Check, field: string): boolean {
  const call = line.calls.calls?.[check.call];
  return call === undefined || fieldsIn({ ...call.body, ...check.with }).includes(field);
}

/**
 * What a live check says by name beside its field is that field, where the enumeration has it, and no other field of another
 * kind: a phone that is looked up as an email is never found.
 */
export function checkNamed(
  { line, lack }: Scope,
  document: string,
  at: Path,
  { with: sent = {} }: Check,
  field: string,
): void {
  for (const [property, value] of Object.entries(sent)) {
    if (!('enum' in value) || !('is' in value) || value.is === undefined || value.is === field) continue;
    const names = Object.keys(line.enums[value.enum] ?? {});
    const isAnother = names.includes(field) || line.fields[value.is]?.widget !== line.fields[field]?.widget;
    if (!names.includes(value.is) || !line.fields[value.is] || !isAnother) continue;
    const left = names.includes(field) ? [field] : names.filter((name) => line.fields[name] === undefined);
    const fix = left.length === 1 ? `write "${left[0]}"` : `write what field ${field} is`;
    lack(document, [...at, 'with', property, 'is'], `field "${field}" is checked as ${value.is}`, fix);
  }
}

/** A live check of something else than its field. The call that is meant is one that checks the field on another screen. */
export function tellAside(scope: Scope, document: string, at: Path, call: string, entry: Entry): void {
  const { line } = scope;
  const own = checksOf(entry).map((check) => check.call);
  const elsewhere = Object.values(line.screens)
    .flatMap(formsOf)
    .flatMap(([, form]) => fieldsOf(form))
    .filter(({ field }) => field === entry.field)
    .flatMap(checksOf);
  const [meant] = elsewhere.filter((check) => takes(scope, check, entry.field) && !own.includes(check.call));
  const message = `field "${entry.field}" is checked by call ${call}, which does not take it`;
  const fix = meant === undefined ? 'make a call that takes it, or send it in "with"' : `write "${meant.call}"`;
  scope.report(document, [...at, 'call'], message, fix, 'value', call);
}
