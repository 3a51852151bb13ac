/**
 * What is declared and used by nothing. Told only where nothing else is wrong: a name that is mistyped where it is used would
 * be told twice. What one line leaves aside another may use, so each declaration is looked at over all lines that have it.
 */

import { isDictionary, type ResolvedDocument } from '../documents.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path, Place, SourceFile, Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { viewsOf } from '../variants.ts';
import { callsOf, KINDS, WRONG } from './declared.ts';
import { type Fault, nearest } from './fault.ts';
import { oneOfEach } from './kinds.ts';
import { eventsOf } from './scope.ts';
import * as used from './used-names.ts';

/** What is told of each kind, up to the name. */
export const toldOf: readonly string[] = KINDS.map(({ what, wrong = WRONG }) => `${wrong} ${what}`);

/** Whether a layer's file says something at a path by itself. */
function says(file: SourceFile, at: Path): boolean {
  let value = file.value;
  for (const step of at) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isDictionary(value)) value = value[String(step)];
    else return false;
  }
  return value !== undefined && value !== null;
}

/** Every place that declares a thing: a list is the top layer's alone, of an object each layer may say a part. */
function placesOf(line: ResolvedLine, document: ResolvedDocument, at: Path): Place[] {
  if (at.some((step) => typeof step === 'number')) return [line.origin(document.id, at, 'key') ?? document.origin()];
  return document.files.filter((file) => says(file, at)).map((file) => file.place(at, 'key'));
}

/** Calls kept for others that our own pages make are no longer kept for others. */
function checkKept(
  line: ResolvedLine,
  add: (place: Place, fault: Pick<Fault, 'message' | 'fix'>, isUsed: boolean) => void,
) {
  const made = new Set([...eventsOf(line).flatMap(({ event }) => callsOfEvent(line, event)), ...used.usedCalls(line)]);
  for (const [id, call] of callsOf(line)) {
    const document = line.documents.calls;
    if (call.for === undefined || !made.has(id) || document === undefined) continue;
    const message = `call ${id} is kept for other front ends, and a screen makes it`;
    for (const place of placesOf(line, document, ['calls', id, 'for']))
      add(place, { message, fix: 'delete "for"' }, false);
  }
}

/** What nothing uses, over all lines: looked for over one line of each kind, and told for all once there is something. */
export function checkUnused(lines: Readonly<Record<string, ResolvedLine>>, sources: Sources, faults: Fault[]): void {
  const all = Object.values(lines);
  const some = oneOfEach(all, sources);
  const found = unusedOf(some, sources);
  faults.push(...(found.length > 0 && some.length < all.length ? unusedOf(all, sources) : found));
}

function unusedOf(all: readonly ResolvedLine[], sources: Sources): Fault[] {
  const found = new Map<string, Fault & { readonly isUsed: boolean }>();
  const add = (place: Place, fault: Pick<Fault, 'message' | 'fix' | 'name'>, isUsed: boolean) => {
    const key = `${place.file}:${place.line}:${place.column}:${fault.message}`;
    found.set(key, { ...place, ...fault, isUsed: isUsed || (found.get(key)?.isUsed ?? false) });
  };
  for (const kind of KINDS) {
    const { what, wrong = WRONG, fix } = kind;
    const ofLines = all.map((line) => ({
      line,
      declared: kind.declared(line),
      names: new Set(viewsOf(line).flatMap((view) => kind.used(view, sources))),
    }));
    // Most things are used by every line that has them: only of the others it matters where they stand.
    const doubtful = new Set(
      ofLines.flatMap(({ declared, names }) => declared.flatMap(({ name }) => (names.has(name) ? [] : name))),
    );
    for (const { line, declared, names } of ofLines) {
      for (const { name, document, at = [], file, by } of declared) {
        if (!doubtful.has(name)) continue;
        const wanted = [...names].filter((other) => !declared.some((each) => each.name === other));
        const meant = file === undefined ? undefined : nearest(name, wanted);
        const near = kind.isNear ? nearest(name, names) : undefined;
        const fault = {
          message: `${wrong} ${what} "${name}"`,
          fix:
            meant === undefined
              ? near === undefined
                ? fix
                : `write "${near}", or ${fix}`
              : `name it ${meant}, or ${fix}`,
          ...(by !== undefined && { name: `${what} ${at.at(-1)} by ${by}` }),
        };
        const resolved = document === undefined ? undefined : line.documents[document];
        const places = file === undefined ? resolved && placesOf(line, resolved, at) : [{ file, line: 1, column: 1 }];
        for (const place of places ?? []) add(place, fault, names.has(name));
      }
    }
  }
  for (const line of all) checkKept(line, add);
  return [...found.values()].flatMap(({ isUsed, ...fault }) => (isUsed ? [] : [fault]));
}
