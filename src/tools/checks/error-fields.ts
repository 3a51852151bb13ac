/** Checks that a code which stands at a field stands at one that the calls take which answer it. */
import { errorFields } from '../../engine/failures.ts';
import type { Field } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { formsOf, type Scope } from './scope.ts';
import { reachedBy } from './senders.ts';

interface Sending {
  /** Fields that the call takes something from. */
  readonly fields: readonly string[];
  readonly fails: readonly string[];
}

/** Every call that a form comes to. */
const sendings = once((line: ResolvedLine): readonly Sending[] =>
  Object.entries(line.screens).flatMap(([id, screen]) => {
    const events = line.flow.screens?.[id] ?? {};
    const names = new Set(formsOf(screen).flatMap(([, form]) => [...reachedBy(events, form.event)]));
    return [...names].flatMap((name) => {
      const event = events[name];
      return event === undefined
        ? []
        : callsOfEvent(line, event).map((id) => {
            const call = line.calls.calls?.[id];
            const values = Object.values({ ...call?.body, ...event.with });
            return {
              fields: values.flatMap((value) => ('field' in value ? value.field : [])),
              fails: call?.fails ?? [],
            };
          });
    });
  }),
);

/** Widgets of one purpose: what stands at one of their fields is plausible at another. */
const kindOf = (field: Field | undefined): string | undefined =>
  field?.widget === 'new-password' ? 'password' : field?.widget;

/** The field that a code is called after and that all calls take which answer it, where it stands at one that its name has not. */
function otherWord(
  line: ResolvedLine,
  code: string,
  named: readonly string[],
  answered: readonly Sending[],
): string | undefined {
  const words = code.toLowerCase().split('.');
  const isSaid = (field: string): boolean => field.split('-').some((word) => words.includes(word));
  const [only, ...others] = words.filter(
    (word) =>
      line.fields[word] !== undefined && answered.length > 0 && answered.every(({ fields }) => fields.includes(word)),
  );
  return only === undefined || others.length > 0 || named.some(isSaid) ? undefined : only;
}

export function checkErrorFields(scope: Scope): void {
  const { line } = scope;
  for (const [code, entry] of Object.entries(line.errors.codes ?? {})) {
    const named = errorFields(entry);
    if (entry.shows !== 'field' || named.length === 0 || named.some((name) => !line.fields[name])) continue;
    const answered = sendings(line).filter(({ fails, fields }) => fails.includes(code) && fields.length > 0);
    const worded = otherWord(line, code, named, answered);
    const at = typeof entry.field === 'string' ? ['codes', code, 'field'] : ['codes', code, 'field', 0];
    if (worded !== undefined) {
      const message = `"${code}" stands at field ${named.join(' or ')}, and is called after field ${worded}`;
      scope.report('errors', at, message, `write "${worded}"`);
      continue;
    }
    const without = answered.filter(({ fields }) => !named.some((name) => fields.includes(name)));
    if (without.length === 0) continue;
    // A field of the same kind that all of these calls take is the one that was meant.
    const meant = Object.keys(line.fields).filter(
      (name) =>
        kindOf(line.fields[name]) === kindOf(line.fields[named[0] ?? '']) &&
        answered.every(({ fields }) => fields.includes(name)),
    );
    if (meant.length === 0) continue;
    const message = `"${code}" stands at field ${named.join(' or ')}, which not every call takes that answers it`;
    scope.report('errors', at, message, `write ${meant.length > 1 ? 'one of: ' : ''}"${meant.join('", "')}"`);
  }
}
