/** Checks that a field stands beside the fields it speaks of: the one it repeats, the one its code is sent to. */
import type { Field } from '../../generated/config.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { fieldsOf, formsOf, type Scope } from './scope.ts';

/** What a field says of another one of its form, by how a fault calls it. */
const SAID = [
  ['sameAs', ({ sameAs }: Field) => sameAs],
  ['send.to', ({ send }: Field) => send?.to],
] as const;

/** Widgets whose fields a code may be sent to. */
const RECEIVING: readonly string[] = ['email', 'phone'];
/** Widgets that hide what is typed. */
export const HIDING: readonly string[] = ['password', 'new-password'];

interface Shown {
  readonly document: string;
  readonly at: readonly (string | number)[];
  readonly form: string;
  readonly fields: readonly string[];
}

/** The forms that show each field. */
const formsByField = once((line: ResolvedLine): ReadonlyMap<string, readonly Shown[]> => {
  const found = new Map<string, Shown[]>();
  for (const [id, screen] of Object.entries(line.screens)) {
    for (const [name, form] of formsOf(screen)) {
      const fields = fieldsOf(form).map(({ field }) => field);
      for (const [index, entry] of (form.fields ?? []).entries()) {
        const inner = typeof entry === 'string' ? [] : ['field'];
        const shown = { document: `screens/${id}`, at: ['forms', name, 'fields', index, ...inner], form: name, fields };
        const field = fields[index] ?? '';
        found.set(field, [...(found.get(field) ?? []), shown]);
      }
    }
  }
  return found;
});

/** The field that is meant where most forms of one have not the field it speaks of: they all have another one of the kind. */
function meant(line: ResolvedLine, id: string, needed: string, what: string): string | undefined {
  const forms = formsByField(line).get(id) ?? [];
  const lacking = forms.filter(({ fields }) => !fields.includes(needed));
  if (lacking.length * 2 <= forms.length) return undefined;
  const kinds = what === 'sameAs' ? HIDING : RECEIVING;
  const [first] = forms;
  return first?.fields.find(
    (other) =>
      other !== id &&
      kinds.includes(line.fields[other]?.widget ?? '') &&
      forms.every(({ fields }) => fields.includes(other)),
  );
}

/** Whether a field is to repeat another one than the forms have that show it: what follows from that is not told. */
export const repeatsAnother = (line: ResolvedLine, id: string): boolean => {
  const { sameAs } = line.fields[id] ?? {};
  return sameAs !== undefined && meant(line, id, sameAs, 'sameAs') !== undefined;
};

export function checkCompanions(scope: Scope, id: string, field: Field): void {
  const { line } = scope;
  for (const [what, saidBy] of SAID) {
    const needed = saidBy(field);
    if (needed === undefined || line.fields[needed] === undefined) continue;
    const forms = formsByField(line).get(id) ?? [];
    const lacking = forms.filter(({ fields }) => !fields.includes(needed));
    if (lacking.length === 0) continue;
    const other = meant(line, id, needed, what);
    if (other !== undefined) {
      const isNone = lacking.length === forms.length;
      const [who, has] = isNone ? ['no form', 'has'] : ['most forms', 'have no'];
      const message = `${who} with field "${id}" ${has} field "${needed}" (its ${what})`;
      scope.report(`fields/${id}`, what.split('.'), message, `write "${other}"`);
      continue;
    }
    for (const { document, at, form, fields } of lacking) {
      // What a form lacks may be there by a wrong name.
      if (fields.some((each) => line.fields[each] === undefined)) continue;
      const message = `field "${id}" needs field "${needed}" (its ${what}), which form ${form} has not`;
      scope.report(document, at, message, `add "${needed}" to the form`);
    }
  }
}
