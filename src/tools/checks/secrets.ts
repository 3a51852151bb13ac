/** Checks fields of passwords: what is typed is hidden and kept nowhere, and password managers know which one it is. */
import type { Field, Value } from '../../generated/config.ts';
import { isDictionary } from '../list-patch.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { HIDING, repeatsAnother } from './companions.ts';
import { eventsOf, type Scope } from './scope.ts';

const PASSWORDS: readonly (string | undefined)[] = ['current-password', 'new-password'];
/** Secrets that may be read while they are typed: codes, and what nobody types. */
const READABLE: readonly string[] = ['code', 'hidden'];

/** Fields that are digested before they are sent, as only passwords are. */
const digested = once((line: ResolvedLine): ReadonlySet<string> => {
  const values = [
    ...Object.values(line.calls.calls ?? {}).map(({ body }) => body),
    ...eventsOf(line).map(({ event }) => event.with),
  ].flatMap((body): Value[] => (isDictionary(body) ? (Object.values(body) as Value[]) : []));
  return new Set(
    values.flatMap((value) =>
      'field' in value && 'through' in value && value.through === 'password-digest' ? value.field : [],
    ),
  );
});

export function checkSecret(scope: Scope, id: string, field: Field): void {
  const { line } = scope;
  const { widget, autocomplete, secret } = field;
  const document = `fields/${id}`;
  const isHidden = HIDING.includes(widget);
  const isPassword = digested(line).has(id) || PASSWORDS.includes(autocomplete);
  if (!isHidden && (isPassword || (secret && !READABLE.includes(widget) && autocomplete !== 'one-time-code'))) {
    const right = autocomplete === 'new-password' && field.rules ? 'new-password' : 'password';
    const message = `field ${id} is a ${isPassword ? 'password' : 'secret'}, and widget ${widget} shows what is typed`;
    // Of a field that is marked by nothing else the mark is what was copied.
    const isCopied = isPassword && !digested(line).has(id) && !secret && field.wire === undefined;
    if (isCopied)
      scope.report(
        document,
        ['autocomplete'],
        `field ${id} is no password: ${widget}, and no secret`,
        'write another token',
      );
    else scope.report(document, ['widget'], message, `write "${right}"`);
    return;
  }
  if (isHidden && secret !== true) {
    const message = `field ${id} is a password and is not secret: it would be kept and carried along`;
    scope.report(document, secret === undefined ? ['widget'] : ['secret'], message, 'write "secret": true');
  }
  // What a field is to repeat that is not there, or not beside it, is told elsewhere.
  if (field.sameAs !== undefined && line.fields[field.sameAs] === undefined) return;
  if (repeatsAnother(line, id)) return;
  if (!isHidden || autocomplete === 'off' || autocomplete === 'one-time-code') return;
  checkToken(scope, id, field);
}

/** Whether a field is for a password that is made there: it says what that must have. */
const setsAnew = ({ widget, rule }: Pick<Field, 'widget' | 'rule'>): boolean =>
  widget === 'new-password' || rule.allOf !== undefined;

/** Whether password managers offer the password that is there, or a new one. */
function checkToken(scope: Scope, id: string, { widget, autocomplete, sameAs, rule, rules }: Field): void {
  const { line } = scope;
  const document = `fields/${id}`;
  const first = sameAs === undefined ? undefined : line.fields[sameAs];
  const isNew = setsAnew(first ?? { widget, rule });
  const right = isNew ? 'new-password' : 'current-password';
  if (autocomplete === right) return;
  if (widget === 'new-password' && !rules && first === undefined && autocomplete === 'current-password') {
    scope.report(
      document,
      ['widget'],
      `field ${id} takes the present password, and widget ${widget} a new one`,
      'write "password"',
    );
    return;
  }
  const wrong = autocomplete === undefined ? 'nothing' : `"${autocomplete}"`;
  const message = `field ${id} takes ${isNew ? 'a new' : 'the present'} password, and tells password managers ${wrong}`;
  scope.report(document, [autocomplete === undefined ? 'widget' : 'autocomplete'], message, `write "${right}"`);
}
