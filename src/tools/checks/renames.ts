/** Names that a declaration has lost: what uses the former name tells of it at many places, and one of them was touched. */
import type { Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { viewsOf } from '../variants.ts';
import { type Declared, KINDS } from './declared.ts';
import { type Fault, nearest } from './fault.ts';
import { renamedProperty } from './renamed-properties.ts';

type Kind = Pick<(typeof KINDS)[number], 'what' | 'declared' | 'used'>;

/** Codes are used by what answers them; those that are implied or recorded nobody need name. */
const CODES: Kind = {
  what: 'error code',
  declared: ({ errors }) =>
    Object.entries(errors.codes ?? {}).flatMap(([name, { recorded, impliedBy }]): Declared[] =>
      recorded || impliedBy !== undefined ? [] : [{ document: 'errors', at: ['codes', name], name }],
    ),
  used: ({ calls }) => Object.values(calls.calls ?? {}).flatMap(({ fails }) => fails ?? []),
};

/** The one declaration of a kind that nothing uses, near the name that is used; of more than one there is no telling. */
function renamed(kind: Kind, name: string, lines: readonly ResolvedLine[], sources: Sources) {
  const used = new Set(lines.flatMap((line) => viewsOf(line).flatMap((view) => kind.used(view, sources))));
  const unused = lines.flatMap((line) =>
    kind
      .declared(line)
      .filter((each) => each.document !== undefined && !used.has(each.name))
      .map((declared) => ({ line, declared })),
  );
  const names = new Set(unused.map(({ declared }) => declared.name));
  const [only] = names;
  const found = nearest(name, names);
  if (found === undefined || names.size !== 1) return undefined;
  const [first] = unused;
  const place = first?.line.origin(first.declared.document ?? '', first.declared.at ?? [], 'key');
  return place === undefined || only === undefined ? undefined : { place, name: only };
}

/** Faults with those of a renamed declaration as one, told at the declaration. */
export function tellRenames(faults: readonly Fault[], lines: readonly ResolvedLine[], sources: Sources): Fault[] {
  const left = new Map<string, Fault | undefined>();
  for (const name of new Set(faults.flatMap((fault) => fault.name ?? []))) {
    const group = faults.filter((fault) => fault.name === name);
    const property = renamedProperty(name, group, lines);
    if (property) {
      left.set(name, property);
      continue;
    }
    const places = [...new Set(group.map(({ file, line }) => `${file}:${line}`))];
    // A name that is wrong at one place is a slip there.
    if (places.length < 2) continue;
    const kind = [...KINDS, CODES].find(({ what }) =>
      group.some(({ message }) => message === `unknown ${what} "${name}"`),
    );
    const found = kind && renamed(kind, name, lines, sources);
    if (!kind || !found) continue;
    const where = `${places[0]} and ${places.length - 1} more`;
    const message = `nothing uses ${kind.what} "${found.name}", and "${name}", which ${where} name, is none`;
    left.set(name, { ...found.place, message, fix: `write "${name}", or "${found.name}" wherever it is named` });
  }
  const others = faults.filter(({ name }) => name === undefined || !left.has(name));
  return left.size === 0 ? [...faults] : [...others, ...[...left.values()].flatMap((fault) => fault ?? [])];
}
