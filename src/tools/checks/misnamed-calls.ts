/** What to write for a call that is not there: the one that nothing makes any more, or one of nearly its name. */
import type { Path } from '../load.ts';
import { heightOf } from './blame.ts';
import { unusedCalls } from './declared.ts';
import { meantBy, nearest } from './fault.ts';
import type { Scope } from './scope.ts';

/** A call that is named and not declared. */
export function unknownCall(scope: Scope, document: string, at: Path, name: string): void {
  const { line, all } = scope;
  const others = Object.values(all).map((other) => new Set(unusedCalls(other)));
  const left = unusedCalls(line).filter((call) => others.every((unused) => unused.has(call)));
  scope.unknown(document, at, 'call', name, left.length === 1 ? left : Object.keys(line.calls.calls ?? {}));
}

/** A call without a shape: of the two one is misspelt, or it patches one of nearly its name in the layers below. */
export function shapeless(scope: Scope, id: string): void {
  const { line } = scope;
  const { calls = {} } = line.calls;
  const heightOfCall = (call: string): number => heightOf(line, line.origin('calls', ['calls', call, 'path']));
  const below = Object.keys(calls).filter(
    (call) => line.documents[`api/${call}`] && heightOfCall(call) < heightOfCall(id),
  );
  const patched = meantBy(id, below);
  if (patched !== undefined) {
    const message = `call ${id} patches nothing: no layer below has it`;
    scope.report('calls', ['calls', id], message, `write "${patched}", or add schemas/api/${id}.json`, 'key', id);
    return;
  }
  const meant = nearest(
    id,
    Object.keys(line.api).filter((other) => !calls[other]),
  );
  const fix = meant === undefined ? `add schemas/api/${id}.json` : `write "${meant}", or add schemas/api/${id}.json`;
  scope.report('calls', ['calls', id], `call ${id} has no request and response`, fix, 'key', meant);
}
