/** Buttons of a row of which one undoes the other: `enable-x` and `disable-x`. Each is offered where the other one is not. */
import type { Block } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import type { Domain } from './domains.ts';
import type { Scope } from './scope.ts';

type List = Extract<Block, { readonly block: 'records' }>;
type Row = Exclude<NonNullable<List['rowEvents']>[number], string>;

/** How names of events say that one undoes the other. */
const UNDOING: readonly (readonly [does: RegExp, undoes: string])[] = [
  [/^en/, 'dis'],
  [/^/, 'dis'],
  [/^/, 'un'],
];

const isUndone = (does: string, undoes: string): boolean =>
  UNDOING.some(([start, other]) => start.test(does) && does.replace(start, other) === undoes);

/**
 * @param at where the list stands in the document
 * @param of what a property of its rows can be
 */
export function checkOpposites(
  scope: Scope,
  document: string,
  at: Path,
  list: List,
  of: (property: string) => Domain,
): void {
  const rows = (list.rowEvents ?? []).flatMap((row, nth) =>
    typeof row === 'string' || row.where === undefined ? [] : [{ nth, ...(row as Row), where: row.where }],
  );
  for (const does of rows) {
    for (const undoes of rows) {
      if (!isUndone(does.event, undoes.event) || JSON.stringify(does.where) !== JSON.stringify(undoes.where)) continue;
      // What a button has made of a row is called after it: there stands the one that undoes it.
      const [verb = ''] = undoes.event.split('-');
      const made = Object.keys(does.where).flatMap((property) =>
        (of(property) ?? []).flatMap((kind) =>
          'is' in kind && String(kind.is).startsWith(verb) ? [{ property, value: kind.is }] : [],
        ),
      );
      const [own] = made;
      const isUndoing = own !== undefined && does.where[own.property] === own.value;
      const wrong = isUndoing ? undoes : does;
      const property = own?.property ?? Object.keys(does.where)[0] ?? '';
      const message = `${does.event} and ${undoes.event} are offered for the same rows, and one undoes the other`;
      const fix =
        own !== undefined && !isUndoing ? `write ${JSON.stringify(own.value)}` : `write another "${property}"`;
      scope.lack(document, [...at, 'rowEvents', wrong.nth, 'where', property], message, fix);
    }
  }
}
